//! Which settings of a run are told.

use std::fmt;

use crate::page::settings::{name, value};
use crate::query::{KEYS, Key, Query};

/// A setting of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// What is set.
    pub name: &'static str,
    /// What it is set to.
    pub value: String,
}

impl fmt::Display for Setting {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.name, self.value)
    }
}

/// What a reader has to know of a setup in any case.
const ALWAYS: [&str; 6] = ["service", "scenario", "storage", "lease", "pause", "clients"];

/// The settings that make a run what it is: the usual ones, and whatever else differs from its
/// default and makes a difference.
pub fn settings(query: &Query) -> Vec<Setting> {
    let settled = query.settled();
    let params = &settled.params;
    let told = |key: &&&Key| {
        let usual = ALWAYS.contains(&key.name);
        (key.matters)(params) && (usual || (key.get)(&settled) != key.default())
    };
    KEYS.iter()
        .filter(told)
        .filter_map(|key| Some(Setting { name: name(key.name)?, value: value(key, &settled) }))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(link: &str) -> String {
        let (query, notices) = Query::parse(link);
        assert!(notices.is_empty(), "{notices:?}");
        settings(&query).iter().map(Setting::to_string).collect::<Vec<String>>().join("; ")
    }

    #[test]
    fn the_usual_settings_are_always_told_and_others_where_they_differ() {
        assert_eq!(
            said(""),
            "Lock service: etcd; Scenario: A pauses; The storage checks: nothing; Lease: 5 s; \
             Pause: 8 s; Clients: 2"
        );
        assert_eq!(
            said(
                "service=redlock&scenario=clock-jump&jitter=2.5&retry=300&clock=slew&nodes=7&seed=9"
            ),
            "Lock service: Redlock; Scenario: Clock jump; The storage checks: nothing; Lease: 5 s; \
             Clients: 2; Jitter: 2.5 ms; Seed of chance: 9; Servers: 7; \
             Delay between tries: 300 ms; Clocks are set: Little by little (500 ppm)"
        );
    }

    #[test]
    fn another_lease_than_the_one_asked_for_is_told() {
        assert!(said("lease=0.5").contains("Lease: 0.5 s, of which etcd makes 2 s"));
    }

    #[test]
    fn when_clients_ask_is_told_of_those_who_take_part() {
        assert!(said("starts=0,2.5").ends_with("Clients ask for the lock: A at 0 s, B at 2.5 s"));
    }

    #[test]
    fn a_job_that_differs_is_told() {
        let said = said("scenario=custom&job=works&pause=3");
        assert!(said.contains("Pause: 3 s"), "{said}");
        assert!(said.ends_with("A’s job: Works as long as the pause"), "{said}");
    }

    #[test]
    fn what_makes_no_difference_is_not_told() {
        assert!(!said("tick=3&t=4&theme=dark").contains("tick"));
        assert!(!said("scenario=crash&pause=3").contains("Pause"));
    }
}
