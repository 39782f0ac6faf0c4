//! What a search over schedules does to a running world: it looks at what comes next, and lets
//! faults begin and end that the setup does not list.
//!
//! Each does what the same fault does that is listed in the setup, before those that are, so that a
//! run that was found can be had again from a list.

use std::hash::{Hash, Hasher};

use super::World;
use crate::sim::agenda::Happening;
use crate::sim::choice::ClockSetting;
use crate::sim::context::AFTERMATH;
use crate::sim::event::Observer;
use crate::sim::fault::FaultKind;
use crate::sim::message::{Envelope, Message};
use crate::sim::node::{ClientId, Node};
use crate::sim::time::{Duration, Time};

/// A model checker tells worlds apart by this, which is why the parts of one can be hashed; nothing
/// else needs it. Two are the same if they go on in the same way, however they came about: what a
/// run was made from does not change, and when it is broken off, ten minutes after the last fault,
/// makes a difference only to runs that do not come to an end.
impl Hash for World {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let World { setup: _, now, agenda, faults, network, random, service, storage, clients } =
            self;
        (now, agenda, faults, network, random, service, storage, clients).hash(state);
    }
}

impl World {
    /// When the next thing happens; never, if the run is over.
    pub fn next_at(&self) -> Option<Time> {
        let at = self.agenda.next_at()?;
        (at <= self.faults.horizon && !self.is_over()).then_some(at)
    }

    /// Whether anything may happen to one of some nodes before the time of the next boundary. A
    /// fault may happen to anybody, and without latency one thing may lead to any other.
    pub fn may_concern(&self, is: impl Fn(Node) -> bool) -> bool {
        self.setup.params().latency.is_zero()
            || self.faults.are_to_come()
            || self.agenda.has_next(|what| match *what {
                Happening::FaultBegins(_) | Happening::FaultEnds(_) => true,
                Happening::Arrives(envelope) => is(envelope.from) || is(envelope.to),
                Happening::LeaseCheck(server, _) => is(Node::Server(server)),
                Happening::ClientTimer(client, _) => is(Node::Client(client)),
            })
    }

    /// The clients that take part.
    pub fn clients(&self) -> impl Iterator<Item = ClientId> + use<> {
        self.setup.clients()
    }

    /// Whether a clock that is set shows the new time at once.
    pub fn steps_clocks(&self) -> bool {
        self.setup.params().clock == ClockSetting::Step
    }

    /// The clients that have decided to write and have not done so.
    pub fn about_to_write(&self) -> impl Iterator<Item = ClientId> {
        let clients = self.setup.clients().zip(&self.clients);
        clients.filter(|(_, client)| client.is_about_to_write()).map(|(id, _)| id)
    }

    /// Whether a client is in the midst of its work, so that it matters when exactly it is stopped.
    pub fn is_working(&self, client: ClientId) -> bool {
        self.clients.get(client.index()).is_some_and(|client| client.is_in_its_work())
    }

    /// Whether a client is done or dead.
    pub fn is_done(&self, client: ClientId) -> bool {
        self.clients.get(client.index()).is_some_and(|client| client.is_over())
    }

    /// Whether the pauses of a client have kept it from something.
    pub fn has_held_back(&self, client: ClientId) -> bool {
        self.clients.get(client.index()).is_some_and(|client| client.is_held_back())
    }

    /// Lets a fault begin at `at`, between now and the next thing that happens and before whatever
    /// else happens in that microsecond.
    ///
    /// How long it is to last is not settled by that: until [`World::settle`] says so, the run
    /// goes on as if it lasted for as long as `kind` says.
    pub fn strike(&mut self, at: Time, kind: FaultKind, observer: &mut dyn Observer) {
        self.now = at;
        self.faults.horizon = self.faults.horizon.max(at + AFTERMATH);
        self.bring_on(kind, observer);
    }

    /// When a fault will end that was [struck](World::strike) at `begun`, as it stands now. There is
    /// no such time for one that does not end, nor for the delay of a write that is not on its way.
    pub fn end_of(&self, begun: Time, kind: FaultKind) -> Option<Time> {
        match kind {
            FaultKind::Pause { length, .. } | FaultKind::Cut { length: Some(length), .. } => {
                Some(begun + length)
            }
            FaultKind::Restart { down, .. } => down.map(|down| begun + down),
            FaultKind::Delay { client, .. } => self.agenda.time_of(|what| is_write(client, what)),
            FaultKind::Crash { .. }
            | FaultKind::Cut { length: None, .. }
            | FaultKind::Jump { .. }
            | FaultKind::Failover => None,
        }
    }

    /// Settles that a fault which was struck at `begun` ends at `to`, no later than it would have
    /// done otherwise, and not before the next thing happens. Returns how long it lasts.
    pub fn settle(&mut self, begun: Time, kind: FaultKind, to: Time) -> Duration {
        let end = self.end_of(begun, kind).unwrap_or(to);
        match kind {
            FaultKind::Delay { client, .. } => {
                self.agenda.move_to(end, to, |what| is_write(client, what));
            }
            FaultKind::Pause { .. }
            | FaultKind::Crash { .. }
            | FaultKind::Cut { .. }
            | FaultKind::Jump { .. }
            | FaultKind::Restart { .. }
            | FaultKind::Failover => {
                self.agenda.move_to(end, to, |what| *what == Happening::FaultEnds(kind));
            }
        }
        let length = kind.length().saturating_sub(end.since(to));
        self.faults.horizon = self.faults.horizon.max(begun + length + AFTERMATH);
        length
    }
}

/// Whether a client's write arrives.
fn is_write(client: ClientId, what: &Happening) -> bool {
    match what {
        Happening::Arrives(Envelope { message: Message::Write(write), .. }) => {
            write.client == client
        }
        Happening::Arrives(_)
        | Happening::FaultBegins(_)
        | Happening::FaultEnds(_)
        | Happening::LeaseCheck(..)
        | Happening::ClientTimer(..) => false,
    }
}
