//! What an actor of a run can see and do.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::agenda::{Agenda, Happening, Timer};
use super::event::{Event, EventKind, Observer};
use super::fault::{Anchor, Fault, Start};
use super::message::{Envelope, Message};
use super::network::Network;
use super::node::{ClientId, Node, ServerId};
use super::random::Random;
use super::setup::Setup;
use super::time::{Duration, Time};

/// How long a run goes on after its last fault, at the most.
pub const AFTERMATH: Duration = Duration::from_secs(600);

/// The faults of a run, and which of them have been set off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults {
    list: Arc<[Fault]>,
    set_off: Vec<bool>,
    /// When the run ends at the latest.
    pub horizon: Time,
}

/// Told apart by what is still to come of them, as worlds are.
impl Hash for Faults {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.set_off.hash(state);
    }
}

impl Faults {
    /// The faults of a setup, none of them set off.
    pub fn new(list: Vec<Fault>) -> Faults {
        let set_off = vec![false; list.len()];
        Faults { list: list.into(), set_off, horizon: Time::ZERO + AFTERMATH }
    }

    /// The fault with a number.
    pub fn get(&self, number: usize) -> Option<Fault> {
        self.list.get(number).copied()
    }

    /// Whether there are faults that have not been set off.
    pub fn are_to_come(&self) -> bool {
        self.set_off.contains(&false)
    }

    /// Sets off the faults that `due` gives a time for, unless they have been set off before.
    pub fn set_off(&mut self, agenda: &mut Agenda, due: impl Fn(Start) -> Option<Time>) {
        for (number, fault) in self.list.iter().enumerate() {
            if self.set_off[number] {
                continue;
            }
            if let Some(at) = due(fault.start) {
                self.set_off[number] = true;
                self.horizon = self.horizon.max(at + fault.kind.length() + AFTERMATH);
                agenda.plan(at, Happening::FaultBegins(number));
            }
        }
    }
}

/// Everything in the world except the actors themselves.
pub struct Context<'a> {
    /// The true time.
    pub now: Time,
    /// What the run was made from.
    pub setup: &'a Setup,
    /// The links between the actors.
    pub network: &'a mut Network,
    /// The source of chance.
    pub random: &'a mut Random,
    /// What is going to happen.
    pub agenda: &'a mut Agenda,
    /// What goes wrong.
    pub faults: &'a mut Faults,
    /// Who is told what happens.
    pub observer: &'a mut dyn Observer,
}

impl Context<'_> {
    /// Tells the observer what happens now.
    pub fn tell(&mut self, actor: Node, kind: EventKind) {
        self.observer.observe(Event { at: self.now, actor, kind });
    }

    /// Sends a message.
    pub fn send(&mut self, from: Node, to: Node, message: Message) {
        let envelope = Envelope { from, to, message };
        if let Some(arrival) = self.network.send(self.now, &envelope, self.random) {
            self.agenda.plan(arrival, Happening::Arrives(envelope));
        }
    }

    /// Wakes a client at `at`.
    pub fn set_timer(&mut self, client: ClientId, at: Time, timer: Timer) {
        self.agenda.plan(at, Happening::ClientTimer(client, timer));
    }

    /// Has a server look at the lease or key of a client at `at`.
    pub fn check_lease(&mut self, server: ServerId, client: ClientId, at: Time) {
        self.agenda.plan(at.max(self.now), Happening::LeaseCheck(server, client));
    }

    /// A client has got to a point of its job: faults that are tied to it begin.
    pub fn reach(&mut self, who: ClientId, point: Anchor) {
        let now = self.now;
        self.faults.set_off(self.agenda, |start| match start {
            Start::After { client, anchor, offset } if client == who && anchor == point => {
                Some(now + offset)
            }
            Start::After { .. } | Start::At(_) => None,
        });
    }
}
