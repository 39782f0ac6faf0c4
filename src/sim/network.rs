//! How long messages take, and which of them get lost.

use super::message::{Envelope, Message};
use super::node::{ClientId, Node, ServerId};
use super::random::Random;
use super::setup::Setup;
use super::time::{Duration, Time};

/// The links between clients and servers, and between clients and the storage.
///
/// Messages on one link arrive in the order in which they were sent, as on a connection, except
/// that a message which a fault delays holds nobody else back.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Network {
    latency: Duration,
    jitter: Duration,
    /// For each client, how much longer its next write takes.
    write_delays: [Duration; ClientId::MOST],
    /// A client, and the server that it cannot reach; all of them, if it is none.
    cuts: Vec<(ClientId, Option<ServerId>)>,
    /// The last arrival on each link that carried a message; kept only with jitter.
    last: Vec<(Node, Node, Time)>,
    in_flight: u32,
}

impl Network {
    /// A network on which nothing has been sent.
    pub fn new(setup: &Setup) -> Network {
        Network {
            latency: setup.params().latency,
            jitter: setup.params().jitter,
            write_delays: [Duration::ZERO; ClientId::MOST],
            cuts: Vec::new(),
            last: Vec::new(),
            in_flight: 0,
        }
    }

    /// Whether messages are on their way.
    pub fn is_quiet(&self) -> bool {
        self.in_flight == 0
    }

    /// Makes the next write of a client slower.
    pub fn delay_write(&mut self, client: ClientId, by: Duration) {
        self.write_delays[client.index()] += by;
    }

    /// Cuts the link between a client and a server, or all of them, in both directions; false if
    /// the same is cut already, and now twice.
    pub fn cut(&mut self, client: ClientId, server: Option<ServerId>) -> bool {
        self.cuts.push((client, server));
        self.cuts.iter().filter(|cut| **cut == (client, server)).count() == 1
    }

    /// Takes back one such cut; false if another one like it is left.
    pub fn mend(&mut self, client: ClientId, server: Option<ServerId>) -> bool {
        if let Some(index) = self.cuts.iter().position(|cut| *cut == (client, server)) {
            self.cuts.swap_remove(index);
        }
        !self.cuts.contains(&(client, server))
    }

    fn is_cut(&self, envelope: &Envelope) -> bool {
        let (Node::Client(client), Node::Server(server)) = (match (envelope.from, envelope.to) {
            (from @ Node::Server(_), to) => (to, from),
            ends => ends,
        }) else {
            return false;
        };
        self.cuts
            .iter()
            .any(|&(end, other)| end == client && other.is_none_or(|other| other == server))
    }

    /// Sends a message at `now`: when it will arrive, unless it is lost.
    pub fn send(&mut self, now: Time, envelope: &Envelope, random: &mut Random) -> Option<Time> {
        if self.is_cut(envelope) {
            return None;
        }
        self.in_flight += 1;
        let usual = now + self.latency + random.up_to(self.jitter);
        if let (Message::Write(_), Node::Client(client)) = (envelope.message, envelope.from) {
            let delay = std::mem::take(&mut self.write_delays[client.index()]);
            if !delay.is_zero() {
                return Some(usual + delay);
            }
        }
        if self.jitter.is_zero() {
            return Some(usual);
        }
        let link =
            self.last.iter_mut().find(|(from, to, _)| (*from, *to) == (envelope.from, envelope.to));
        match link {
            Some((_, _, last)) => {
                *last = usual.max(*last);
                Some(*last)
            }
            None => {
                self.last.push((envelope.from, envelope.to, usual));
                Some(usual)
            }
        }
    }

    /// A message has come to the end of its way: whether it gets through.
    pub fn arrive(&mut self, envelope: &Envelope) -> bool {
        self.in_flight = self.in_flight.saturating_sub(1);
        !self.is_cut(envelope)
    }
}
