//! A real run held against the model's run of the same setup.

use std::time::Duration;

use lock_simulator::sim::{ClientId, Ended, EventKind, Outcome, Trace};
use lock_simulator::words::{actor_name, stored_name};

use crate::lengths::{Length, lengths};
use crate::run::Observed;

/// Something that is to be the same in both runs.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// What it is.
    pub what: String,
    /// As the model has it.
    pub model: String,
    /// As it really was.
    pub real: String,
}

/// How two runs compare.
pub struct Comparison {
    /// What differs and should not.
    pub differences: Vec<Difference>,
    /// All lengths, whether they agree or not.
    pub lengths: Vec<Length>,
}

impl Comparison {
    /// What there is to say about a run that could not be carried out.
    pub fn failed(error: &anyhow::Error) -> Comparison {
        let (what, model) = ("the run".into(), "possible".into());
        let differences = vec![Difference { what, model, real: format!("{error:#}") }];
        Comparison { differences, lengths: Vec::new() }
    }

    /// All that does not agree.
    pub fn disagreements(&self) -> Vec<Difference> {
        let lengths = self.lengths.iter().filter(|length| !length.agrees());
        let lengths = lengths.map(|length| Difference {
            what: length.what.clone(),
            model: millis(length.model),
            real: millis(length.real),
        });
        self.differences.iter().cloned().chain(lengths).collect()
    }

    /// The same in sentences.
    pub fn complaints(&self) -> Vec<String> {
        let tell = |Difference { what, model, real }| {
            format!("{what}: {model} in the model, {real} in the real run.")
        };
        self.disagreements().into_iter().map(tell).collect()
    }
}

/// Holds a real run against the model's.
pub fn compare(model: &Trace, observed: &Observed) -> Comparison {
    let real = &observed.trace;
    let mut differences = Vec::new();
    let mut same = |what: &str, model: String, real: String| {
        if model != real {
            differences.push(Difference { what: what.into(), model, real });
        }
    };
    let both = |what: fn(&Outcome) -> String| (what(&model.outcome), what(&real.outcome));
    for (what, (model, real)) in [
        ("the stored value", both(|outcome| stored_name(outcome.stored))),
        ("the headline", both(|outcome| outcome.headline().word().into())),
        ("accepted writes", both(|outcome| outcome.accepted.to_string())),
        ("refused writes", both(|outcome| outcome.rejected.to_string())),
        ("late writes accepted", both(|outcome| outcome.late_accepted.to_string())),
        ("late writes refused", both(|outcome| outcome.late_rejected.to_string())),
        ("later values overwritten", both(|outcome| outcome.overwritten.to_string())),
        ("lost updates", both(|outcome| outcome.lost_updates.to_string())),
        ("conflicts", both(|outcome| outcome.conflicts.to_string())),
        ("two promises at once", both(|outcome| yes_or_no(!outcome.double.is_zero()))),
        ("two beliefs at once", both(|outcome| yes_or_no(!outcome.overlap.is_zero()))),
        ("a dead holder", both(|outcome| yes_or_no(!outcome.held_by_dead.is_zero()))),
        ("who was left waiting", both(|outcome| names(&outcome.waiting))),
        ("who was not done", both(|outcome| names(&outcome.unfinished))),
    ] {
        same(what, model, real);
    }
    same("the order of holders", names(&holders(model)), names(&holders(real)));
    same("the order of beliefs", names(&believers(model)), names(&believers(real)));
    same("how locks ended", endings(model), endings(real));
    same("who gave up", given_up(model), given_up(real));
    same("what went wrong", faults(model), faults(real));
    let tokens: Vec<ClientId> = observed.tokens.iter().map(|&(client, _)| client).collect();
    same("who had a token", names(&with_token(model)), names(&tokens));
    let rising = observed.tokens.windows(2).all(|pair| pair[0].1 < pair[1].1);
    same("rising tokens", yes_or_no(true), yes_or_no(rising));
    if let Some(granted) = observed.granted {
        let lease = crate::time::real(model.setup.granted_lease());
        same("the granted lease", format!("{lease:?}"), format!("{granted:?}"));
    }
    Comparison { differences, lengths: lengths(model, real) }
}

fn yes_or_no(is: bool) -> String {
    if is { "yes" } else { "no" }.into()
}

fn names(clients: &[ClientId]) -> String {
    let letters: Vec<String> = clients.iter().map(ToString::to_string).collect();
    if letters.is_empty() { "nobody".into() } else { letters.join(", ") }
}

fn millis(length: Option<Duration>) -> String {
    length.map_or("none".into(), |length| format!("{} ms", length.as_millis()))
}

fn list(words: Vec<String>) -> String {
    if words.is_empty() { "nothing".into() } else { words.join(", ") }
}

/// How each lock ended, in that order. Whether a key was deleted or has run out does not show.
fn endings(trace: &Trace) -> String {
    let ended = trace.events.iter().filter_map(|event| match event.kind {
        EventKind::Ended { client, why } => Some((client, why)),
        _ => None,
    });
    let words = ended.map(|(client, why)| match why {
        Ended::Released => format!("{client} gave it back"),
        Ended::Forgotten => format!("{client}’s was forgotten"),
        Ended::Expired | Ended::Deleted { .. } => format!("{client} lost it"),
    });
    list(words.collect())
}

/// Who stopped without having written, and why.
fn given_up(trace: &Trace) -> String {
    let given_up = trace.events.iter().filter_map(|event| match event.kind {
        EventKind::GaveUp { why } => Some(format!("{} ({why:?})", event.client()?)),
        _ => None,
    });
    list(given_up.collect())
}

/// The faults that came to pass, in alphabetical order: some come at the same time.
fn faults(trace: &Trace) -> String {
    let mut faults: Vec<String> = trace
        .events
        .iter()
        .filter_map(|event| {
            let what = match event.kind {
                EventKind::Paused { .. } => "paused",
                EventKind::Crashed => "crashed",
                EventKind::CutOff { .. } => "was cut off",
                EventKind::Jumped { .. } => "jumped",
                EventKind::ServerDown { .. } => "went down",
                EventKind::Promoted => "was replaced",
                EventKind::LeaderLost => "lost its leader",
                _ => return None,
            };
            Some(format!("{} {what}", actor_name(event.actor, &trace.setup)))
        })
        .collect();
    faults.sort();
    list(faults)
}

/// Who got the lock with a token, and holds it by the service's account too: a waiter of etcd whose
/// key is gone may get a lock without either.
fn with_token(trace: &Trace) -> Vec<ClientId> {
    let holders = holders(trace);
    let acquired = trace.events.iter().filter_map(|event| match event.kind {
        EventKind::Acquired { token: Some(_), .. } => event.client(),
        _ => None,
    });
    acquired.filter(|client| holders.contains(client)).collect()
}

/// Who held the lock by the service's account, in that order.
fn holders(trace: &Trace) -> Vec<ClientId> {
    let granted = trace.events.iter().filter_map(|event| match event.kind {
        EventKind::Granted { client, .. } => Some(client),
        _ => None,
    });
    granted.collect()
}

/// Who believed that it held the lock, in that order.
fn believers(trace: &Trace) -> Vec<ClientId> {
    let acquired = trace.events.iter().filter_map(|event| match event.kind {
        EventKind::Acquired { .. } => event.client(),
        _ => None,
    });
    acquired.collect()
}

#[cfg(test)]
mod tests {
    use lock_simulator::query::Query;

    use super::*;

    /// The model's run of a link, as if it had been seen.
    fn seen(query: &str, tokens: &[u64]) -> Observed {
        let trace = Trace::of(Query::parse(query).0.setup());
        let granted = Some(crate::time::real(trace.setup.granted_lease()));
        Observed {
            tokens: trace.setup.clients().zip(tokens.iter().copied()).collect(),
            trace,
            granted,
        }
    }

    /// What differs between the model's run of one link and the run of another.
    fn differing(model: &str, seen: &Observed) -> Vec<String> {
        let model = Trace::of(Query::parse(model).0.setup());
        compare(&model, seen).differences.into_iter().map(|difference| difference.what).collect()
    }

    #[test]
    fn a_run_agrees_with_itself() {
        assert_eq!(differing("", &seen("", &[7, 9])), [""; 0]);
        assert_eq!(differing("service=redis", &seen("service=redis", &[])), [""; 0]);
    }

    #[test]
    fn tokens_have_to_be_there_and_to_rise() {
        assert_eq!(differing("", &seen("", &[7])), ["who had a token"]);
        assert_eq!(differing("", &seen("", &[9, 7])), ["rising tokens"]);
    }

    #[test]
    fn a_fault_that_did_not_come_to_pass_is_a_difference() {
        let differing = differing("pause=0.1", &seen("scenario=normal", &[7, 9]));
        assert_eq!(differing, ["what went wrong"]);
    }

    #[test]
    fn another_outcome_is_a_difference_in_all_that_it_is_made_of() {
        let differing = differing("storage=fencing", &seen("", &[7, 9]));
        for what in ["the stored value", "the headline", "accepted writes", "late writes refused"] {
            assert!(differing.contains(&what.to_owned()), "{what} is missing in {differing:?}");
        }
    }
}
