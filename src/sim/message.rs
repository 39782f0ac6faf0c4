//! The messages that clients, lock servers and the storage send to each other.

use super::event::Write;
use super::node::{ClientId, LockValue, Node, Token, Version};
use super::time::Time;

/// A message on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Envelope {
    /// Who sent it.
    pub from: Node,
    /// Who is to get it.
    pub to: Node,
    /// What it says.
    pub message: Message,
}

/// What a message says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Message {
    /// A client asks something of a lock server.
    Request {
        /// What it asks.
        request: Request,
        /// When it asked; the answer repeats it.
        asked: Time,
    },
    /// A lock server answers a client.
    Reply {
        /// The answer.
        reply: Reply,
        /// When the client asked.
        asked: Time,
    },
    /// A lock server tells a waiting client that the one before it in the queue is gone.
    PredecessorGone,
    /// A client asks the storage for its value.
    Read {
        /// Its token, if it is to mark the storage.
        token: Option<Token>,
        /// Its lock value, if it is to leave it there.
        value: Option<LockValue>,
    },
    /// The storage answers.
    Value {
        /// Who wrote the stored value; nobody, if it is still empty.
        value: Option<ClientId>,
        /// The version of the value.
        version: Version,
    },
    /// A client writes to the storage.
    Write(Write),
    /// The storage answers.
    WriteAnswer {
        /// Whether it took the write.
        accepted: bool,
    },
}

/// What a client asks of a lock server.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Request {
    /// The lock, or a place in the queue for it. The value matters to Redis only.
    Acquire(LockValue),
    /// Whether it is the client's turn, after the one before it is gone. The token is the one
    /// that it got with its place in the queue.
    Confirm(Option<Token>),
    /// More time for its session or key.
    Renew(LockValue),
    /// To take the lock back, and the place in the queue.
    Release(LockValue),
}

/// What a lock server answers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reply {
    /// The client holds the lock.
    Granted(Option<Token>),
    /// It has a place in the queue, and maybe the token that goes with it.
    Queued(Option<Token>),
    /// Somebody else has the key, and there is no queue.
    Refused,
    /// The session or key lives on.
    Renewed {
        /// Whether the client holds the lock, known to it or not.
        holds: bool,
    },
    /// There is no such session or key any more.
    Lost,
    /// The client does not hold the lock any more, if it did.
    Released,
}
