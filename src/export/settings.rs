//! The settings of a run in words, as the controls of the page name them.

use std::fmt;

use crate::query::{KEYS, Key, Query, Value, faults};
use crate::sim::{
    Care, ClockSetting, FirstJob, Params, Restart, SequencerCheck, Time, TokenSource,
};
use crate::words::{policy_name, rounded, scenario_name, service_name};

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
        .filter_map(|key| Some(Setting { name: name(key.name)?, value: words(key, &settled) }))
        .collect()
}

/// What a key is called; nothing, if it says only how a run is shown.
fn name(key: &str) -> Option<&'static str> {
    Some(match key {
        "service" => "Lock service",
        "scenario" => "Scenario",
        "storage" => "The storage checks",
        "lease" => "Lease",
        "pause" => "Pause",
        "faults" => "Faults",
        "renew" => "A holder renews its lease",
        "check" => "Clients check their lease before they write",
        "obey" => "Clients stop when they learn that their lease is over",
        "mark" => "Tokens go along with reads too",
        "recheck" => "A waiter looks for its own key when its turn has come",
        "work" => "Work",
        "latency" => "Latency",
        "jitter" => "Jitter",
        "retry" => "Delay between tries",
        "tick" => "ZooKeeper’s tick",
        "lockdelay" => "Lock-delay",
        "nodes" => "Servers",
        "token" => "Fencing token",
        "release" => "Giving the lock back",
        "extend" => "Renewing a key that is gone",
        "clock" => "Clocks are set",
        "sequencer" => "The storage compares a sequencer with",
        "restart" => "A server without memory comes back",
        "clients" => "Clients",
        "job" => "A’s job",
        "starts" => "Clients ask for the lock",
        "seed" => "Seed of chance",
        _ => return None,
    })
}

/// What a key is set to.
fn words(key: &Key, query: &Query) -> String {
    let params = &query.params;
    let printed = key.kind.print((key.get)(query));
    match (key.name, (key.get)(query)) {
        ("lease", _) => lease(query),
        ("latency" | "jitter" | "retry", _) => printed + " ms",
        (_, Value::Length(_)) => printed + " s",
        (_, Value::Switch(on)) => if on { "yes" } else { "no" }.into(),
        (_, Value::Faults(list)) => {
            list.iter().map(faults::print_fault).collect::<Vec<String>>().join(", ")
        }
        (_, Value::Starts(starts)) => {
            let asks = |client| format!("{client} at {} s", starts.of(client).since(Time::ZERO));
            query.setup().clients().map(asks).collect::<Vec<String>>().join(", ")
        }
        (name, Value::Word(_)) => choice(name, params).map_or(printed, String::from),
        (_, Value::Number(_)) => printed,
    }
}

/// What the chosen word of a key is called, unless it speaks for itself.
fn choice(key: &str, params: &Params) -> Option<&'static str> {
    Some(match key {
        "service" => service_name(params.service),
        "scenario" => scenario_name(params.scenario),
        "storage" => policy_name(params.storage),
        "token" => match params.token {
            TokenSource::None => "None",
            TokenSource::Incr => "From a counter (INCR)",
        },
        "release" => match params.release {
            Care::Safe => "Deletes the key if it is its own",
            Care::Naive => "Deletes the key, whosever it is",
        },
        "extend" => match params.extend {
            Care::Safe => "Fails",
            Care::Naive => "Sets it anew",
        },
        "clock" => match params.clock {
            ClockSetting::Step => "At once",
            ClockSetting::Slew => "Little by little (500 ppm)",
        },
        "sequencer" => match params.sequencer {
            SequencerCheck::Observed => "The latest it has seen",
            SequencerCheck::Checked => "What Chubby says",
        },
        "job" => match params.job {
            FirstJob::Same => "As the others’",
            FirstJob::Checks => "Checks its lease before it writes",
            FirstJob::Works => "Works as long as the pause",
            FirstJob::Renews => "Works as long as the pause, and renews its lease",
        },
        "restart" => match params.restart {
            Restart::Prompt => "At once",
            Restart::Delayed => "After a lease and 1 s",
        },
        _ => return None,
    })
}

/// The lease that is asked for, and the one that is granted if that is another one.
fn lease(query: &Query) -> String {
    let (asked, granted) = (query.params.lease, query.setup().granted_lease());
    match rounded(granted) == rounded(asked) {
        true => format!("{asked} s"),
        false => {
            format!("{asked} s, of which {} makes {granted} s", service_name(query.params.service))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::html::controls;
    use crate::sim::{Policy, Scenario, ServiceKind};

    fn said(link: &str) -> String {
        let (query, notices) = Query::parse(link);
        assert!(notices.is_empty(), "{notices:?}");
        settings(&query).iter().map(Setting::to_string).collect::<Vec<String>>().join("; ")
    }

    #[test]
    fn every_key_of_a_run_is_called_what_its_control_is_called() {
        let controls = controls();
        for key in KEYS {
            let Some(name) = name(key.name) else {
                assert!(["t", "embed", "theme", "compare"].contains(&key.name), "{}", key.name);
                continue;
            };
            // What only a run has that was changed by hand has no control.
            if !["starts", "job"].contains(&key.name) {
                assert!(controls.contains(&format!(">{name}<")), "{name}");
            }
        }
    }

    #[test]
    fn every_word_is_called_what_it_is_called_in_the_controls() {
        let controls = controls();
        let mut runs = vec![Params::default()];
        runs.extend(
            ServiceKind::ALL.iter().map(|&service| Params { service, ..Params::default() }),
        );
        runs.extend(Scenario::ALL.iter().map(|&scenario| Params { scenario, ..Params::default() }));
        runs.extend(Policy::ALL.iter().map(|&storage| Params { storage, ..Params::default() }));
        runs.push(Params {
            token: TokenSource::Incr,
            release: Care::Naive,
            extend: Care::Naive,
            clock: ClockSetting::Slew,
            sequencer: SequencerCheck::Checked,
            restart: Restart::Delayed,
            ..Params::default()
        });
        for params in runs {
            for key in KEYS {
                if let Some(word) = choice(key.name, &params).filter(|_| key.name != "job") {
                    assert!(controls.contains(&format!(">{word}<")), "{}: {word}", key.name);
                }
            }
        }
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
