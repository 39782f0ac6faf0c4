//! What two runs are called beside each other: how their settings differ.

use crate::page::settings;
use crate::query::faults::print_fault;
use crate::query::{Query, Value};
use crate::sim::{Fault, FaultList};

/// A name for each of two runs that says in what it differs from the other.
pub fn names(this: &Query, that: &Query) -> [String; 2] {
    [name(this, that), name(that, this)]
}

/// The settings of a run that count for it and are not those of another.
fn name(this: &Query, that: &Query) -> String {
    let parts = that.differences(this).filter_map(|key| {
        let value = match [(key.get)(this), (key.get)(that)] {
            [Value::Faults(these), Value::Faults(those)] => faults(&these, &those),
            _ => settings::value(key, this),
        };
        Some([settings::name(key.name)?, ": ", &value].concat())
    });
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { "Everything else the same".into() } else { parts.join(", ") }
}

/// The faults of a run that another one does not have; where it has no others, what it lacks.
fn faults(these: &FaultList, those: &FaultList) -> String {
    let only = |these: &FaultList, those: &FaultList| {
        let is_missing = |fault: &&Fault| !those.iter().any(|other| other == *fault);
        let missing: Vec<String> = these.iter().filter(is_missing).map(print_fault).collect();
        missing.join(", ")
    };
    match (only(these, those), only(those, these)) {
        (own, _) if !own.is_empty() => own,
        (_, lacked) if !lacked.is_empty() => "without ".to_string() + &lacked,
        _ => these.iter().map(print_fault).collect::<Vec<String>>().join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(link: &str) -> [String; 2] {
        let (query, notices) = Query::parse(link);
        assert_eq!(notices, [], "{link}");
        names(&query, &query.other().expect("there is another run"))
    }

    #[test]
    fn two_runs_are_named_by_what_they_differ_in() {
        for (link, this, that) in [
            (
                "compare=storage:fencing",
                "The storage checks: nothing",
                "The storage checks: fencing tokens",
            ),
            ("compare=service:redis", "Lock service: etcd", "Lock service: Redis"),
            (
                "lease=6&compare=lease:5;renew:on",
                "Lease: 6 s, A holder renews its lease: no",
                "Lease: 5 s, A holder renews its lease: yes",
            ),
            // The token does not count for etcd.
            (
                "compare=service:redis;token:incr",
                "Lock service: etcd",
                "Lock service: Redis, Fencing token: From a counter (INCR)",
            ),
            (
                "scenario=custom&faults=crash:B:2,pause:A:1:8&compare=faults:crash:B:2,pause:A:1:9",
                "Faults: pause:A:1:8",
                "Faults: pause:A:1:9",
            ),
            (
                "scenario=custom&faults=crash:B:2&compare=faults:crash:B:2,pause:A:1:9",
                "Faults: without pause:A:1:9",
                "Faults: pause:A:1:9",
            ),
            (
                "compare=starts:0,1",
                "Clients ask for the lock: A at 0 s, B at 0.25 s",
                "Clients ask for the lock: A at 0 s, B at 1 s",
            ),
        ] {
            assert_eq!(named(link), [this, that], "{link}");
        }
    }
}
