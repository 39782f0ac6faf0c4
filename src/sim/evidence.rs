//! Which events prove the facts about a run.

use super::choice::choices;
use super::event::Observer as _;
use super::outcome::{Judge, Outcome};
use super::trace::Trace;

choices! {
    /// A fact that events can prove. Its word is the name of the figure in [`Outcome`].
    Fact {
        /// A late write replaced the value of a later holder.
        Overwritten = "overwritten",
        /// An accepted write was based on an older value than the stored one.
        LostUpdates = "lost_updates",
        /// A late write was accepted.
        LateAccepted = "late_accepted",
        /// A late write was refused.
        LateRejected = "late_rejected",
        /// A write was refused though it was not late.
        Conflicts = "conflicts",
        /// Several clients could rely on the lock.
        Double = "double_us",
        /// Several clients believed that they hold the lock.
        Overlap = "overlap_us",
        /// The lock was held by a client that had died.
        HeldByDead = "dead_us",
    }
}

/// A fact, and what proves it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The fact.
    pub fact: Fact,
    /// The places in [`Trace::events`] of the events that make it so: each write that counts, or
    /// whatever begins and ends a stretch of time.
    pub events: Vec<usize>,
}

impl Trace {
    /// The facts that are so in this run, the worst first, with their proofs.
    pub fn proofs(&self) -> Vec<Proof> {
        let proof = |&fact: &Fact| Proof { fact, events: Vec::new() };
        let mut proofs: Vec<Proof> = Fact::ALL.iter().map(proof).collect();
        let mut judge = Judge::default();
        let mut before = figures(&judge);
        for (index, &event) in self.events.iter().enumerate() {
            judge.observe(event);
            let after = figures(&judge);
            for (place, proof) in proofs.iter_mut().enumerate() {
                if before[place] != after[place] {
                    proof.events.push(index);
                }
            }
            before = after;
        }
        // What is so for no time at all, within a microsecond, is no fact.
        let outcome = &self.outcome;
        proofs.retain(|proof| match proof.fact {
            Fact::Double => !outcome.double.is_zero(),
            Fact::Overlap => !outcome.overlap.is_zero(),
            Fact::HeldByDead => !outcome.held_by_dead.is_zero(),
            Fact::Overwritten
            | Fact::LostUpdates
            | Fact::LateAccepted
            | Fact::LateRejected
            | Fact::Conflicts => !proof.events.is_empty(),
        });
        proofs
    }
}

/// For each fact a figure that changes with every event that proves it: how many writes there
/// were, or whether something is so at present.
fn figures(judge: &Judge) -> [u32; Fact::ALL.len()] {
    let Outcome { overwritten, lost_updates, late_accepted, late_rejected, conflicts, .. } =
        *judge.so_far();
    let [overlap, double, held_by_dead] = judge.now().map(u32::from);
    [
        overwritten,
        lost_updates,
        late_accepted,
        late_rejected,
        conflicts,
        double,
        overlap,
        held_by_dead,
    ]
}
