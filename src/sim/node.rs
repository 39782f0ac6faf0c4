//! Names for what takes part in a run, and the numbers they hand to each other.

use std::fmt;

use serde::{Serialize, Serializer};

/// A client, A to E.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClientId(u8);

impl ClientId {
    /// The client that asks first, and to which every preset's fault happens.
    pub const A: ClientId = ClientId(0);
    /// The client that asks second.
    pub const B: ClientId = ClientId(1);
    /// How many clients a run can have at the most.
    pub const MOST: usize = 5;

    /// The first `count` clients, at most [`ClientId::MOST`].
    pub fn first(count: usize) -> impl Iterator<Item = ClientId> {
        (0..count.min(ClientId::MOST) as u8).map(ClientId)
    }

    /// 0 for A, 1 for B, and so on.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The client's letter.
    pub fn letter(self) -> char {
        char::from(b'A' + self.0)
    }
}

impl fmt::Display for ClientId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.letter())
    }
}

impl Serialize for ClientId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_char(self.letter())
    }
}

/// A server of the lock service. Only Redlock has more than one that matters here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ServerId(u8);

impl ServerId {
    /// The only server, or the first of several.
    pub const FIRST: ServerId = ServerId(0);
    /// How many servers a run can have at the most.
    pub const MOST: u8 = 7;

    /// The first `count` servers.
    pub fn first(count: u8) -> impl Iterator<Item = ServerId> {
        (0..count).map(ServerId)
    }

    /// 0 for the first server.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// 1 for the first server, as people count.
    pub fn number(self) -> u8 {
        self.0 + 1
    }
}

impl Serialize for ServerId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.number())
    }
}

/// Whatever can act, send and receive.
///
/// The order of the variants is the order in which things that happen in the same microsecond
/// are handled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Node {
    /// A server of the lock service.
    Server(ServerId),
    /// The storage that the clients write to.
    Storage,
    /// A client.
    Client(ClientId),
}

/// A fencing token: a number that rises with every new holder of the lock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
pub struct Token(u64);

impl Token {
    /// The token of the first client in every run. It is not 1 so that a token is not mistaken
    /// for a count of anything.
    pub const FIRST: Token = Token(33);

    /// The next higher token.
    pub fn next(self) -> Token {
        Token(self.0 + 1)
    }
}

impl From<u64> for Token {
    fn from(number: u64) -> Token {
        Token(number)
    }
}

impl fmt::Display for Token {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

/// The version of the stored value: how many writes the storage has accepted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
pub struct Version(u64);

impl Version {
    /// The version after one more accepted write.
    pub fn next(self) -> Version {
        Version(self.0 + 1)
    }
}

impl From<u64> for Version {
    fn from(number: u64) -> Version {
        Version(number)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

/// The random value that a client of Redis or Redlock stores under the lock's key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct LockValue(u16);

impl LockValue {
    /// A value of `bits` random bits, a few of which are given up so that no two clients ever
    /// have the same: real values are long enough for that, and too long to show.
    pub fn new(bits: u16, client: ClientId) -> LockValue {
        LockValue(bits & !7 | u16::from(client.0))
    }
}

impl fmt::Display for LockValue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:04x}", self.0)
    }
}

impl Serialize for LockValue {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}
