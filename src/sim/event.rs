//! What can happen in a run, as data. Sentences about it are made elsewhere.

use serde::Serialize;

use super::node::{ClientId, LockValue, Node, ServerId, Token, Version};
use super::time::{Duration, Time};

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// When.
    pub at: Time,
    /// To whom, or by whom.
    pub actor: Node,
    /// What.
    pub kind: EventKind,
}

impl Event {
    /// The client that acts, if it is a client.
    pub fn client(&self) -> Option<ClientId> {
        match self.actor {
            Node::Client(client) => Some(client),
            Node::Server(_) | Node::Storage => None,
        }
    }
}

/// What happened. Each kind says who its actor is: a client, unless it says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case", rename_all_fields = "snake_case")]
pub enum EventKind {
    /// A client asks for the lock. It does so again after each refusal.
    Asked,
    /// A client's try has failed, and it will ask again after `retry_in`.
    Refused {
        /// How many servers said yes.
        won: u8,
        /// The delay before the next try.
        retry_in: Duration,
    },
    /// A client hears that the lock is its own. Its belief begins, and so does the promise.
    Acquired {
        /// The token that came with the lock.
        token: Option<Token>,
        /// The random value under which it holds the lock.
        value: Option<LockValue>,
        /// The end of the promise: until then, by its own clock, it may rely on the lock.
        until: Time,
    },
    /// A client learns that its lease was renewed, which moves the end of the promise.
    Extended {
        /// The new end of the promise.
        until: Time,
    },
    /// A client's promise is over. It need not notice.
    PromiseOver,
    /// A client learns that it lost the lock, which ends its belief.
    LearnedLoss,
    /// A client's library says that it has lost touch with the service, so that nobody can tell
    /// whether the session still lives.
    InDoubt,
    /// It is in touch with the service again.
    BackInTouch,
    /// A client has read the stored value and begins its work.
    Read {
        /// Whose value it read.
        value: Option<ClientId>,
        /// The version of that value.
        version: Version,
    },
    /// A client stops doing anything.
    Paused {
        /// For how long.
        length: Duration,
    },
    /// A client goes on.
    Woke,
    /// A client dies.
    Crashed,
    /// A client looks at its clock and its lease. A bad result ends its belief.
    Checked {
        /// Whether the promise still stands.
        good: bool,
    },
    /// A client sends its write.
    WriteSent {
        /// The token it sends along.
        token: Option<Token>,
        /// The version of the value it has read.
        base: Version,
    },
    /// A client learns what became of its write.
    WriteAnswered {
        /// Whether the storage took it.
        accepted: bool,
    },
    /// A client stops without having written.
    GaveUp {
        /// Why.
        why: GaveUp,
    },
    /// A client gives the lock back, which ends its belief and the promise.
    Releasing,
    /// A client is done.
    Finished,
    /// A server: a client stands in the queue.
    Queued {
        /// Who.
        client: ClientId,
        /// The token that is now its own, if it gets one before it gets the lock.
        token: Option<Token>,
    },
    /// The service: a client holds the lock from now on, known to it or not.
    Granted {
        /// Who.
        client: ClientId,
        /// Its token.
        token: Option<Token>,
    },
    /// The service: a client does not hold the lock any more.
    Ended {
        /// Who.
        client: ClientId,
        /// Why.
        why: Ended,
    },
    /// The service: nobody gets the lock for a while, since its last holder has failed.
    HeldBack {
        /// Until when.
        until: Time,
    },
    /// The service: the session of a client that was still waiting is over.
    WaiterGone {
        /// Who.
        client: ClientId,
        /// Why.
        why: Ended,
    },
    /// A server: it was asked to release a lock that the client did not hold there.
    NothingToRelease {
        /// Who asked.
        client: ClientId,
    },
    /// One of several servers: it stores a client's value under the lock's key.
    KeySet {
        /// Whose.
        client: ClientId,
        /// The value.
        value: LockValue,
    },
    /// One of several servers: the key is gone.
    KeyGone {
        /// Whose it was.
        client: ClientId,
        /// Why.
        why: Ended,
    },
    /// A server: its wall clock steps forward.
    Jumped {
        /// How far.
        by: Duration,
    },
    /// A server: its wall clock runs fast from now on, until it has gained something.
    Slewed {
        /// How much.
        by: Duration,
    },
    /// The service: its leader is gone, and nobody answers.
    LeaderLost,
    /// The service: another leader answers from now on, and gives every session more time.
    LeaderElected,
    /// The service: a replica that knows nothing of the lock takes the place of the primary.
    Promoted,
    /// A server dies, and with it all that it knows.
    ServerDown {
        /// For how long, if not for ever.
        down: Option<Duration>,
    },
    /// A server that knows nothing takes part again.
    ServerUp,
    /// A client and a server, or all of them, cannot talk any more. The actor is the client.
    CutOff {
        /// The other end.
        server: Option<ServerId>,
        /// For how long, if not until the run ends.
        length: Option<Duration>,
    },
    /// They can talk again.
    Reconnected {
        /// The other end.
        server: Option<ServerId>,
    },
    /// The storage: a write has arrived and was accepted.
    WriteAccepted {
        /// The write.
        write: Write,
        /// The version that it made.
        version: Version,
    },
    /// The storage: a write has arrived and was refused.
    WriteRejected {
        /// The write.
        write: Write,
        /// Why.
        why: Refusal,
    },
}

impl EventKind {
    /// Whether the client that acts stops believing that it holds the lock.
    pub fn ends_belief(&self) -> bool {
        matches!(
            self,
            EventKind::LearnedLoss
                | EventKind::Checked { good: false }
                | EventKind::GaveUp { .. }
                | EventKind::Releasing
                | EventKind::Crashed
        )
    }

    /// Whether the client that acts may not rely on the lock any longer.
    pub fn ends_promise(&self) -> bool {
        matches!(self, EventKind::PromiseOver | EventKind::Releasing)
    }
}

/// A write as it arrives at the storage.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Write {
    /// Whose.
    pub client: ClientId,
    /// The token that came with it.
    pub token: Option<Token>,
    /// The random value under which the client holds the lock.
    pub value: Option<LockValue>,
    /// The version of the value that the client had read.
    pub base: Version,
    /// When it was sent.
    pub sent: Time,
}

/// Why a client does not hold the lock any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// It gave the lock back.
    Released,
    /// Its lease ran out.
    Expired,
    /// The service has forgotten it.
    Forgotten,
    /// Another client has deleted it along with its own.
    Deleted {
        /// Who.
        by: ClientId,
    },
}

/// Why the storage does not take a write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// Its token is lower than the highest that the storage has seen, or there is none.
    Token {
        /// The highest.
        highest: Token,
    },
    /// Chubby says that its sequencer is not valid any more.
    Sequencer,
    /// It is based on another version than the one that is stored.
    Version {
        /// The stored one.
        stored: Version,
    },
    /// Somebody has left another lock value at the storage.
    Value {
        /// That value.
        left: Option<LockValue>,
    },
}

/// Why a client stops without having written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GaveUp {
    /// It looked at its lease before the write and found it over.
    LeaseOver,
    /// It noticed during its work that its lease is over, or was told.
    Obeyed,
    /// It was told that it has lost touch with the service.
    InDoubt,
    /// Its session ended while it waited for the lock.
    SessionEnded,
}

/// Somebody who is told what happens, as it happens.
pub trait Observer {
    /// Takes note of an event. Events come in order.
    fn observe(&mut self, event: Event);

    /// Takes note of a fault that begins now, whether anything comes of it or not. Faults are
    /// counted from 0, in the order of [`Setup::faults`](super::Setup::faults).
    fn fault_begins(&mut self, _number: usize, _at: Time) {}
}

impl Observer for Vec<Event> {
    fn observe(&mut self, event: Event) {
        self.push(event);
    }
}

/// An observer that does not look.
impl Observer for () {
    fn observe(&mut self, _: Event) {}
}
