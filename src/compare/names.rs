//! What two runs are called beside each other: how their settings differ.

use crate::query::faults::print_fault;
use crate::query::{Key, Kind, Query, Value};
use crate::sim::{Fault, FaultList, Policy, Scenario, ServiceKind};
use crate::words::{policy_name, scenario_name, service_name};

/// A name for each of two runs that says in what it differs from the other.
pub fn names(this: &Query, that: &Query) -> [String; 2] {
    [name(this, that), name(that, this)]
}

/// The settings of a run that count for it and are not those of another.
fn name(this: &Query, that: &Query) -> String {
    let parts = that.differences(this).map(|key| {
        let values = [(key.get)(this), (key.get)(that)];
        let value = match values {
            [Value::Faults(these), Value::Faults(those)] => faults(&these, &those),
            [value, _] => in_words(key, value),
        };
        [label(key.name), ": ", &value].concat()
    });
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { "Everything else the same".into() } else { parts.join(", ") }
}

/// What a key is called.
fn label(key: &'static str) -> &'static str {
    match key {
        "service" => "Lock service",
        "scenario" => "Scenario",
        "storage" => "Storage checks",
        "mark" => "Tokens with reads",
        "lease" => "Lease",
        "pause" => "Pause",
        "renew" => "Renewing",
        "check" => "Check before the write",
        "obey" => "Stopping when the lease is over",
        "work" => "Work",
        "clients" => "Clients",
        "latency" => "Latency",
        "jitter" => "Jitter",
        "seed" => "Seed",
        "faults" => "Faults",
        "job" => "A’s job",
        "starts" => "Asking at",
        "tick" => "Tick",
        "lockdelay" => "Lock-delay",
        "nodes" => "Servers",
        "retry" => "Delay between tries",
        "token" => "Fencing token",
        "release" => "Giving back",
        "extend" => "Renewing a lost key",
        "recheck" => "Looking for one’s own key",
        "clock" => "Clocks are set",
        "sequencer" => "Sequencers are compared with",
        "restart" => "A server without memory comes back",
        other => other,
    }
}

fn in_words(key: &Key, value: Value) -> String {
    let text = key.kind.print(value);
    match key.kind {
        Kind::Seconds(_) => text + " s",
        Kind::Millis(_) => text + " ms",
        Kind::Starts if text.is_empty() => "the usual times".into(),
        Kind::Starts => text.replace(',', ", ") + " s",
        Kind::Choice(_) => word(key.name, &text).map_or(text, String::from),
        Kind::Integer(_) | Kind::Switch | Kind::Faults => text,
    }
}

/// What the word for a choice means, where it does not say so itself.
fn word(key: &str, word: &str) -> Option<&'static str> {
    Some(match (key, word) {
        ("service", word) => service_name(ServiceKind::from_word(word)?),
        ("scenario", word) => scenario_name(Scenario::from_word(word)?),
        ("storage", word) => policy_name(Policy::from_word(word)?),
        ("job", "same") => "as the others’",
        ("job", "checks") => "checks its lease",
        ("job", "works") => "works long",
        ("job", "renews") => "works long and renews",
        ("token", "incr") => "from a counter",
        ("release" | "extend", "safe") => "checked",
        ("release" | "extend", "naive") => "unchecked",
        ("clock", "step") => "at once",
        ("clock", "slew") => "little by little",
        ("sequencer", "observed") => "the latest seen",
        ("sequencer", "checked") => "what Chubby says",
        ("restart", "prompt") => "at once",
        ("restart", "delayed") => "after a lease",
        _ => return None,
    })
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
    use crate::query::KEYS;

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
                "Storage checks: nothing",
                "Storage checks: fencing tokens",
            ),
            ("compare=service:redis", "Lock service: etcd", "Lock service: Redis"),
            (
                "lease=6&compare=lease:5;renew:on",
                "Lease: 6 s, Renewing: off",
                "Lease: 5 s, Renewing: on",
            ),
            // The token does not count for etcd.
            (
                "compare=service:redis;token:incr",
                "Lock service: etcd",
                "Lock service: Redis, Fencing token: from a counter",
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
            ("compare=starts:0,1", "Asking at: the usual times", "Asking at: 0, 1 s"),
        ] {
            assert_eq!(named(link), [this, that], "{link}");
        }
    }

    #[test]
    fn every_key_of_a_run_has_a_name_of_its_own() {
        for key in KEYS.iter().filter(|key| key.is_of_run()) {
            assert_ne!(label(key.name), key.name);
        }
    }
}
