//! The writes that decide about the headline.

use crate::sim::{ClientId, EventKind, Judge, Observer as _, Refusal, Time, Trace, Write};

/// The first of each sort.
#[derive(Default)]
pub struct Findings {
    /// A late write that was accepted.
    pub late: Option<Arrival>,
    /// A late write that replaced the value of a later holder.
    pub overwrote: Option<Arrival>,
    /// A late write that was refused.
    pub refused: Option<(Write, Refusal)>,
    /// A write that was refused though it was not late.
    pub conflict: Option<(Write, Refusal)>,
    /// An accepted write that was based on an older value than the stored one.
    pub lost: Option<Arrival>,
    /// A write that was accepted after its sender's promise and before the service had ended its
    /// lease, with the end of the promise.
    pub just_in_time: Option<(Arrival, Time)>,
    /// The last late write of each client that was accepted.
    late_by_client: [Option<Arrival>; ClientId::MOST],
}

/// A write that was accepted.
#[derive(Clone, Copy)]
pub struct Arrival {
    /// The write.
    pub write: Write,
    /// When it arrived.
    pub at: Time,
    /// Whose value it replaced.
    pub replaced: Option<ClientId>,
}

impl Findings {
    /// Goes through a run.
    pub fn of(trace: &Trace) -> Findings {
        let mut findings = Findings::default();
        let mut judge = Judge::default();
        let mut over = [None; ClientId::MOST];
        for &event in &trace.events {
            match event.kind {
                EventKind::WriteAccepted { write, .. } => {
                    findings.note(write, event.at, over[write.client.index()], &judge);
                }
                EventKind::PromiseOver => {
                    if let Some(client) = event.client() {
                        over[client.index()] = Some(event.at);
                    }
                }
                EventKind::WriteRejected { write, why } => {
                    let found = match judge.is_late(write.client) {
                        true => &mut findings.refused,
                        false => &mut findings.conflict,
                    };
                    found.get_or_insert((write, why));
                }
                _ => {}
            }
            judge.observe(event);
        }
        findings
    }

    /// The late and accepted write that sentences are about: what overwrote a value, what made
    /// another write lose one, or else the first.
    pub fn told(&self) -> Option<Arrival> {
        let fell_between = || self.late_of(self.lost?.replaced?);
        self.overwrote.or_else(fell_between).or(self.late)
    }

    /// The last late write of a client that was accepted.
    pub fn late_of(&self, client: ClientId) -> Option<Arrival> {
        self.late_by_client[client.index()]
    }

    fn note(&mut self, write: Write, at: Time, over: Option<Time>, before: &Judge) {
        let arrival = Arrival { write, at, replaced: before.stored() };
        if let Some(over) = over.filter(|_| !before.may_rely(write.client)) {
            self.just_in_time.get_or_insert((arrival, over));
        }
        if before.is_late(write.client) {
            self.late.get_or_insert(arrival);
            self.late_by_client[write.client.index()] = Some(arrival);
        }
        if before.overwrites(write.client) {
            self.overwrote.get_or_insert(arrival);
        }
        if write.base < before.version() {
            self.lost.get_or_insert(arrival);
        }
    }
}
