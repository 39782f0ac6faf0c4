//! The facts about a run, each with the steps that prove it.

use super::log::Line;
use super::names::{list, rounded};
use crate::sim::{Duration, Fact, Proof, Trace};

/// The facts, one sentence each, the worst first.
pub fn facts(trace: &Trace, lines: &[Line]) -> Vec<String> {
    let mut facts: Vec<String> =
        trace.proofs().iter().map(|proof| fact(trace, lines, proof)).collect();
    let waits = trace.outcome.waits.iter().map(|(client, wait)| {
        let wait = rounded(*wait).to_string();
        [&client.to_string(), " for ", &wait, " s"].concat()
    });
    let waits: Vec<String> = waits.collect();
    if !waits.is_empty() {
        facts.push(["Waited for the lock: ", &list(&waits), "."].concat());
    }
    facts
}

fn fact(trace: &Trace, lines: &[Line], Proof { fact, events }: &Proof) -> String {
    let outcome = &trace.outcome;
    let for_a_while =
        |what: &str, length: Duration| [what, " for ", &rounded(length).to_string(), " s"].concat();
    let count = |what: &str, number: u32| [what, ": ", &number.to_string()].concat();
    let what = match fact {
        Fact::Overwritten => {
            count("Late writes that replaced a later holder’s value", outcome.overwritten)
        }
        Fact::LostUpdates => count("Lost updates", outcome.lost_updates),
        Fact::LateAccepted => count("Late writes accepted", outcome.late_accepted),
        Fact::LateRejected => count("Late writes refused", outcome.late_rejected),
        Fact::Conflicts => count("Writes refused that were not late", outcome.conflicts),
        Fact::Double => for_a_while("Two clients could rely on the lock", outcome.double),
        Fact::Overlap => for_a_while("Two clients believed to hold the lock", outcome.overlap),
        Fact::HeldByDead => for_a_while("A dead client held the lock", outcome.held_by_dead),
    };
    let mut steps: Vec<String> = events.iter().map(|event| step(lines, *event)).collect();
    steps.dedup();
    let word = if steps.len() == 1 { " (step " } else { " (steps " };
    [&what, word, &list(&steps), ")."].concat()
}

/// The number of the step that tells of an event: its own, or the one that tells it along.
fn step(lines: &[Line], event: usize) -> String {
    let after = lines.partition_point(|line| line.event <= event);
    let told = after.checked_sub(1).and_then(|index| lines.get(index)).or(lines.first());
    told.map(|line| line.number.to_string()).unwrap_or_default()
}
