//! What came of a run, computed from its events alone.

use serde::{Serialize, Serializer};

use super::event::{Event, EventKind, Observer, Write};
use super::node::{ClientId, Version};
use super::setup::Setup;
use super::time::{Duration, Time};
use super::world::World;

/// How a run ended, worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Headline {
    /// A late write replaced the value of a later holder, or an update was lost.
    Corrupted,
    /// Two clients could rely on the lock at once, or a late write was accepted, but nothing was
    /// lost this time.
    AtRisk,
    /// A late write arrived and was refused.
    Protected,
    /// None of that.
    Safe,
}

impl Headline {
    /// The word that stands for it in output for programs.
    pub fn word(self) -> &'static str {
        match self {
            Headline::Corrupted => "corrupted",
            Headline::AtRisk => "at-risk",
            Headline::Protected => "protected",
            Headline::Safe => "safe",
        }
    }
}

/// The facts about a run.
///
/// A write is *late* if, when it arrives, its sender's promise and its lock by the service's
/// account are both over.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Outcome {
    /// Who wrote the value that is stored in the end.
    #[serde(serialize_with = "stored")]
    pub stored: Option<ClientId>,
    /// How many writes the storage accepted.
    pub accepted: u32,
    /// How many it refused.
    pub rejected: u32,
    /// How many late writes it accepted.
    pub late_accepted: u32,
    /// How many late writes it refused.
    pub late_rejected: u32,
    /// How many late writes replaced the value of a later holder.
    pub overwritten: u32,
    /// How many accepted writes were based on an older value than the stored one.
    pub lost_updates: u32,
    /// How many writes were refused though they were not late.
    pub conflicts: u32,
    /// For how long two or more clients believed that they hold the lock.
    #[serde(rename = "overlap_us")]
    pub overlap: Duration,
    /// For how long two or more clients were entitled to rely on the lock.
    #[serde(rename = "double_us")]
    pub double: Duration,
    /// For how long the lock was held by a client that had died.
    #[serde(rename = "dead_us")]
    pub held_by_dead: Duration,
    /// How long each client that got the lock had waited for it, from its first question.
    #[serde(rename = "waits_us")]
    pub waits: Vec<(ClientId, Duration)>,
    /// Who was still waiting for the lock when the run ended.
    pub waiting: Vec<ClientId>,
    /// Who had got the lock and was not done when the run was cut short.
    pub unfinished: Vec<ClientId>,
}

fn stored<S: Serializer>(stored: &Option<ClientId>, to: S) -> Result<S::Ok, S::Error> {
    match stored {
        Some(client) => to.collect_str(&format_args!("from {client}")),
        None => to.serialize_str("empty"),
    }
}

impl Outcome {
    /// Runs a setup and judges it, without keeping its events.
    pub fn of(setup: Setup) -> Outcome {
        let mut world = World::new(setup);
        let mut judge = Judge::default();
        while world.step(&mut judge) {}
        judge.conclude(world.end())
    }

    /// Judges the events of a run that ended like this.
    pub fn of_events(events: &[Event], end: RunEnd) -> Outcome {
        let mut judge = Judge::default();
        for &event in events {
            judge.observe(event);
        }
        judge.conclude(end)
    }

    /// The worst thing that happened.
    pub fn headline(&self) -> Headline {
        if self.overwritten > 0 || self.lost_updates > 0 {
            Headline::Corrupted
        } else if !self.double.is_zero() || self.late_accepted > 0 {
            Headline::AtRisk
        } else if self.late_rejected > 0 {
            Headline::Protected
        } else {
            Headline::Safe
        }
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RunEnd {
    /// When.
    pub at: Time,
    /// Who was still waiting for the lock.
    pub waiting: Vec<ClientId>,
    /// Who had got it and was not done.
    pub unfinished: Vec<ClientId>,
}

/// What the judge knows of a client.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Standing {
    asked: Option<Time>,
    believes: bool,
    promised: bool,
    holds: bool,
    dead: bool,
    /// Which holder of the lock it was, counted from 1.
    turn: u32,
}

/// Watches a run and judges it. Needs no memory of the events.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Judge {
    now: Time,
    clients: [Standing; ClientId::MOST],
    turns: u32,
    version: Version,
    /// How long those who got the lock had waited for it, in the order in which they did.
    waits: [Option<(ClientId, Duration)>; ClientId::MOST],
    /// The rest of what is known.
    outcome: Outcome,
}

impl Judge {
    /// The outcome of the run that was watched, if it ended like this.
    pub fn conclude(mut self, end: RunEnd) -> Outcome {
        self.advance(end.at);
        self.outcome.waits = self.waits.into_iter().flatten().collect();
        self.outcome.waiting = end.waiting;
        self.outcome.unfinished = end.unfinished;
        self.outcome
    }

    /// The facts so far, except for the waits, and for those about the end of the run.
    pub fn so_far(&self) -> &Outcome {
        &self.outcome
    }

    /// Whether several clients believe now that they hold the lock, whether several may rely on
    /// it, and whether one that is dead holds it.
    pub(super) fn now(&self) -> [bool; 3] {
        let count =
            |is: fn(&Standing) -> bool| self.clients.iter().filter(|client| is(client)).count();
        [
            count(|client| client.believes) > 1,
            count(|client| client.promised) > 1,
            count(|client| client.holds && client.dead) > 0,
        ]
    }

    /// Who wrote the value that is stored now.
    pub fn stored(&self) -> Option<ClientId> {
        self.outcome.stored
    }

    /// The version of the value that is stored now.
    pub fn version(&self) -> Version {
        self.version
    }

    /// Whether a write that arrives now from this client would be late.
    pub fn is_late(&self, client: ClientId) -> bool {
        let standing = self.clients[client.index()];
        !standing.promised && !standing.holds
    }

    /// Whether a client holds the lock now by the service's account.
    pub fn holds(&self, client: ClientId) -> bool {
        self.clients[client.index()].holds
    }

    /// Whether a client believes now that it holds the lock.
    pub fn believes(&self, client: ClientId) -> bool {
        self.clients[client.index()].believes
    }

    /// Whether a client is entitled now to rely on the lock.
    pub fn may_rely(&self, client: ClientId) -> bool {
        self.clients[client.index()].promised
    }

    /// Whether the stored value is that of a later holder than this client. Nobody is later than a
    /// client that never held the lock.
    pub fn is_superseded(&self, client: ClientId) -> bool {
        let turn = |client: ClientId| self.clients[client.index()].turn;
        let (mine, stored) = (turn(client), self.outcome.stored.map_or(0, turn));
        mine > 0 && stored > mine
    }

    /// Whether an accepted write that arrives now from this client would be late and replace the
    /// value of a later holder.
    pub fn overwrites(&self, client: ClientId) -> bool {
        self.is_late(client) && self.is_superseded(client)
    }

    fn advance(&mut self, to: Time) {
        let passed = to.since(self.now);
        self.now = to;
        if passed.is_zero() {
            return;
        }
        let [overlap, double, held_by_dead] = self.now();
        for (holds, length) in [
            (overlap, &mut self.outcome.overlap),
            (double, &mut self.outcome.double),
            (held_by_dead, &mut self.outcome.held_by_dead),
        ] {
            if holds {
                *length += passed;
            }
        }
    }

    fn accept(&mut self, write: Write, version: Version) {
        self.outcome.accepted += 1;
        if write.base < self.version {
            self.outcome.lost_updates += 1;
        }
        if self.is_late(write.client) {
            self.outcome.late_accepted += 1;
        }
        if self.overwrites(write.client) {
            self.outcome.overwritten += 1;
        }
        self.outcome.stored = Some(write.client);
        self.version = version;
    }

    fn reject(&mut self, write: Write) {
        self.outcome.rejected += 1;
        if self.is_late(write.client) {
            self.outcome.late_rejected += 1;
        } else {
            self.outcome.conflicts += 1;
        }
    }
}

impl Observer for Judge {
    fn observe(&mut self, event: Event) {
        self.advance(event.at);
        if let Some(id) = event.client() {
            let client = &mut self.clients[id.index()];
            client.believes &= !event.kind.ends_belief();
            client.promised &= !event.kind.ends_promise();
            match event.kind {
                EventKind::Asked => {
                    client.asked.get_or_insert(event.at);
                }
                EventKind::Acquired { until, .. } => {
                    client.believes = true;
                    client.promised = until > event.at;
                    let wait = event.at.since(client.asked.unwrap_or(event.at));
                    if let Some(place) = self.waits.iter_mut().find(|place| place.is_none()) {
                        *place = Some((id, wait));
                    }
                }
                EventKind::Extended { until } => client.promised = until > event.at,
                EventKind::Crashed => client.dead = true,
                _ => {}
            }
        }
        match event.kind {
            EventKind::Granted { client, .. } => {
                self.turns += 1;
                let standing = &mut self.clients[client.index()];
                standing.holds = true;
                standing.turn = self.turns;
            }
            EventKind::Ended { client, .. } => self.clients[client.index()].holds = false,
            EventKind::WriteAccepted { write, version } => self.accept(write, version),
            EventKind::WriteRejected { write, .. } => self.reject(write),
            _ => {}
        }
    }
}
