//! What is going to happen, in the order in which it will.

use std::hash::{Hash, Hasher};

use super::fault::FaultKind;
use super::message::Envelope;
use super::node::{ClientId, Node, ServerId};
use super::time::Time;

/// Something that is going to happen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    fn rank(&self) -> u64 {
        let node = match *self {
            Happening::FaultBegins(_) | Happening::FaultEnds(_) => return 0,
            Happening::Arrives(envelope) => envelope.to,
            Happening::LeaseCheck(server, _) => Node::Server(server),
            Happening::ClientTimer(client, _) => Node::Client(client),
        };
        match node {
            Node::Server(server) => u64::from(server.number()),
            Node::Storage => u64::from(ServerId::MOST) + 1,
            Node::Client(client) => u64::from(ServerId::MOST) + 2 + client.index() as u64,
        }
    }
}

/// Why a client wants to be woken.
///
/// A timer cannot be taken back: whoever handles it looks whether it still means anything.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    at: Time,
    /// Its place among what happens at the same time: by who handles it, then by order of creation.
    place: u64,
    what: Happening,
}

/// The queue of happenings: by time, then by who handles them, then by order of creation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Agenda {
    /// The latest first, so that what comes next is taken from the end.
    entries: Vec<Entry>,
    made: u32,
}

/// Told apart by what is to happen, and by which of that is the older where both could come to
/// happen at one time; how much has been planned before makes no difference.
impl Hash for Agenda {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for entry in &self.entries {
            let older = self.entries.iter().filter(|other| other.place < entry.place).count();
            (entry.at, older, entry.what).hash(state);
        }
        self.entries.len().hash(state);
    }
}

impl Agenda {
    /// Plans a happening.
    pub fn plan(&mut self, at: Time, what: Happening) {
        self.made += 1;
        let place = what.rank() << u32::BITS | u64::from(self.made);
        self.insert(Entry { at, place, what });
    }

    /// Takes out what happens next, and when.
    pub fn next(&mut self) -> Option<(Time, Happening)> {
        self.entries.pop().map(|entry| (entry.at, entry.what))
    }

    /// When something happens next.
    pub fn next_at(&self) -> Option<Time> {
        self.entries.last().map(|entry| entry.at)
    }

    /// Whether something of a kind is to happen at the time of what happens next.
    pub fn has_next(&self, is: impl Fn(&Happening) -> bool) -> bool {
        let next = self.entries.iter().rev().take_while(|entry| Some(entry.at) == self.next_at());
        next.map(|entry| &entry.what).any(is)
    }

    /// When something of a kind is to happen first.
    pub fn time_of(&self, is: impl Fn(&Happening) -> bool) -> Option<Time> {
        self.entries.iter().rfind(|entry| is(&entry.what)).map(|entry| entry.at)
    }

    /// Has something of a kind that was planned for `from` happen at another time. In its
    /// microsecond it has the place that it would have, had it been planned for that time.
    pub fn move_to(&mut self, from: Time, to: Time, is: impl Fn(&Happening) -> bool) {
        let found = self.entries.iter().rposition(|entry| entry.at == from && is(&entry.what));
        if let Some(index) = found {
            let entry = self.entries.remove(index);
            self.insert(Entry { at: to, ..entry });
        }
    }

    fn insert(&mut self, entry: Entry) {
        // Most things are planned for soon, so the place is looked for from the end.
        let key = |entry: &Entry| (entry.at, entry.place);
        let later = self.entries.iter().rposition(|other| key(other) > key(&entry));
        self.entries.insert(later.map_or(0, |index| index + 1), entry);
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
