//! What is going to happen, in the order in which it will.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::fault::FaultKind;
use super::message::Envelope;
use super::node::{ClientId, Node, ServerId};
use super::time::Time;

/// Something that is going to happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Happening {
    /// The fault with this number in the setup's list begins.
    FaultBegins(usize),
    /// A fault of this kind ends.
    FaultEnds(FaultKind),
    /// A message arrives.
    Arrives(Envelope),
    /// A server looks whether the lease or key of a client is over.
    LeaseCheck(ServerId, ClientId),
    /// A timer of a client fires.
    ClientTimer(ClientId, Timer),
}

impl Happening {
    /// Faults come first within a microsecond, then the nodes in their order.
    fn rank(&self) -> Option<Node> {
        match *self {
            Happening::FaultBegins(_) | Happening::FaultEnds(_) => None,
            Happening::Arrives(envelope) => Some(envelope.to),
            Happening::LeaseCheck(server, _) => Some(Node::Server(server)),
            Happening::ClientTimer(client, _) => Some(Node::Client(client)),
        }
    }
}

/// Why a client wants to be woken.
///
/// A timer cannot be taken back: whoever handles it looks whether it still means anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timer {
    /// It is time to ask for the lock, for the first time or again.
    Ask,
    /// The work is done, if nothing stopped it meanwhile.
    WorkDone,
    /// The write is to be sent.
    SendWrite,
    /// The promise may be over.
    PromiseOver,
    /// It is time for the next renewal, or to repeat one that was not answered.
    Renew,
    /// Whoever has not answered the round of questions sent at this time will not be waited for.
    RoundOver(Time),
    /// The client's library may have lost touch with the service.
    Doubt,
    /// It may be time to take the session for lost.
    GiveUp,
    /// A release that was not answered is to be repeated.
    RepeatRelease,
}

#[derive(Clone, Debug)]
struct Entry {
    at: Time,
    rank: Option<Node>,
    order: u32,
    what: Happening,
}

impl Entry {
    fn key(&self) -> (Time, Option<Node>, u32) {
        (self.at, self.rank, self.order)
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Entry) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Entry) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

/// The queue of happenings: by time, then by who handles them, then by order of creation.
#[derive(Clone, Debug, Default)]
pub struct Agenda {
    entries: BinaryHeap<Reverse<Entry>>,
    made: u32,
}

impl Agenda {
    /// Plans a happening.
    pub fn plan(&mut self, at: Time, what: Happening) {
        self.made += 1;
        self.entries.push(Reverse(Entry { at, rank: what.rank(), order: self.made, what }));
    }

    /// Takes out what happens next, and when.
    pub fn next(&mut self) -> Option<(Time, Happening)> {
        self.entries.pop().map(|Reverse(entry)| (entry.at, entry.what))
    }

    /// When something happens next.
    pub fn next_at(&self) -> Option<Time> {
        self.entries.peek().map(|Reverse(entry)| entry.at)
    }

    /// Whether something is to happen at a time to a node of some sort, or to none.
    pub fn has(&self, at: Time, is: impl Fn(Option<Node>) -> bool) -> bool {
        self.entries.iter().any(|Reverse(entry)| entry.at == at && is(entry.rank))
    }

    /// When the first planned thing of a kind is to happen.
    pub fn time_of(&self, is: impl Fn(&Happening) -> bool) -> Option<Time> {
        let those = self.entries.iter().filter(|Reverse(entry)| is(&entry.what));
        those.map(|Reverse(entry)| entry.at).min()
    }

    /// Has something that was planned for `from` happen at another time. In its microsecond it
    /// has the place that it would have, had it been planned for that time from the beginning.
    pub fn move_to(&mut self, from: Time, to: Time, is: impl Fn(&Happening) -> bool) {
        let mut entries = std::mem::take(&mut self.entries).into_vec();
        let that = |Reverse(entry): &&mut Reverse<Entry>| entry.at == from && is(&entry.what);
        if let Some(Reverse(entry)) = entries.iter_mut().find(that) {
            entry.at = to;
        }
        self.entries = entries.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn within_a_microsecond_faults_come_first_then_servers_then_clients_then_the_older() {
        let at = Time::from_micros(5);
        let timer = |client, timer| Happening::ClientTimer(client, timer);
        let server = Happening::LeaseCheck(ServerId::FIRST, ClientId::A);
        let in_order = [
            Happening::FaultBegins(0),
            server,
            timer(ClientId::A, Timer::Renew),
            timer(ClientId::A, Timer::Ask),
            timer(ClientId::B, Timer::Ask),
        ];
        let mut agenda = Agenda::default();
        for shuffled in [4, 2, 3, 1, 0] {
            agenda.plan(at, in_order[shuffled]);
        }
        agenda.plan(Time::ZERO, timer(ClientId::B, Timer::SendWrite));
        let taken: Vec<Happening> =
            std::iter::from_fn(|| agenda.next()).map(|(_, what)| what).collect();
        assert_eq!(taken[0], timer(ClientId::B, Timer::SendWrite));
        assert_eq!(taken[1..], in_order);
    }
}
