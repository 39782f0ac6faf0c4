//! The settings of a run in words: what the page's controls are called, and what can be chosen in
//! them. Whatever else names a setting calls it the same.

use crate::query::{Key, Query, Value, faults};
use crate::sim::{
    Care, ClockSetting, FirstJob, Policy, Restart, Scenario, SequencerCheck, ServiceKind, Time,
    TokenSource,
};
use crate::words::{policy_name, rounded, scenario_name, service_name};

/// What a key is called; nothing, if it says only how a run is shown.
pub fn name(key: &str) -> Option<&'static str> {
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

/// What a key of a query is set to.
pub fn value(key: &Key, query: &Query) -> String {
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
        (name, Value::Word(word)) => choice(name, word).into(),
        (_, Value::Number(_) | Value::Controls(_) | Value::Quiz(_) | Value::Ask(_)) => printed,
    }
}

/// What a word of a key is called, which may speak for itself.
pub fn choice(key: &str, word: &'static str) -> &'static str {
    named(key, word).unwrap_or(word)
}

fn named(key: &str, word: &str) -> Option<&'static str> {
    Some(match key {
        "service" => service_name(ServiceKind::from_word(word)?),
        "scenario" => scenario_name(Scenario::from_word(word)?),
        "storage" => policy_name(Policy::from_word(word)?),
        "token" => match TokenSource::from_word(word)? {
            TokenSource::None => "None",
            TokenSource::Incr => "From a counter (INCR)",
        },
        "release" => match Care::from_word(word)? {
            Care::Safe => "Deletes the key if it is its own",
            Care::Naive => "Deletes the key, whosever it is",
        },
        "extend" => match Care::from_word(word)? {
            Care::Safe => "Fails",
            Care::Naive => "Sets it anew",
        },
        "clock" => match ClockSetting::from_word(word)? {
            ClockSetting::Step => "At once",
            ClockSetting::Slew => "Little by little (500 ppm)",
        },
        "sequencer" => match SequencerCheck::from_word(word)? {
            SequencerCheck::Observed => "The latest it has seen",
            SequencerCheck::Checked => "What Chubby says",
        },
        "job" => match FirstJob::from_word(word)? {
            FirstJob::Same => "As the others’",
            FirstJob::Checks => "Checks its lease before it writes",
            FirstJob::Works => "Works as long as the pause",
            FirstJob::Renews => "Works as long as the pause, and renews its lease",
        },
        "restart" => match Restart::from_word(word)? {
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
    use crate::query::{KEYS, Kind};

    #[test]
    fn every_key_of_a_run_and_no_other_has_a_name_and_its_control_has_it_too() {
        let controls = controls();
        for key in KEYS {
            let name = name(key.name);
            assert_eq!(name.is_some(), key.is_of_run(), "{}", key.name);
            let shown = name.filter(|_| key.has_control());
            if let Some(name) = shown {
                assert!(controls.contains(&format!(">{name}<")), "{name}");
            }
        }
    }

    #[test]
    fn every_word_is_called_what_it_is_called_in_the_controls() {
        let controls = controls();
        for key in KEYS.iter().filter(|key| key.has_control()) {
            if let Kind::Choice(words) = key.kind {
                for word in words {
                    let name = choice(key.name, word);
                    assert!(controls.contains(&format!(">{name}<")), "{}: {name}", key.name);
                }
            }
        }
    }
}
