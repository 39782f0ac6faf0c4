//! What the harness and a client's process say to each other: one JSON value on a line.

use std::net::SocketAddr;
use std::time::Duration;

use lock_simulator::sim::{Care, ServiceKind};
use serde::{Deserialize, Serialize};

use crate::time::Stamp;

/// What a client has to do, given to its process on the command line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Order {
    /// Which lock service it uses.
    pub service: Service,
    /// Its way to each of the lock servers.
    pub servers: Vec<SocketAddr>,
    /// Its way to the storage.
    pub storage: SocketAddr,
    /// The name of the lock.
    pub lock: String,
    /// The random value under which it holds the lock, where the service has such values.
    pub value: String,
    /// The lease that it asks for.
    pub lease: Duration,
    /// How long it works between reading and writing.
    pub work: Duration,
    /// Whether its heartbeats go on while it works.
    pub renew: bool,
    /// Whether it looks at its lease right before it writes.
    pub check: bool,
    /// Whether it stops working as soon as it knows that its lease is over.
    pub obey: bool,
    /// Whether its token goes along when it reads.
    pub mark: bool,
    /// How long it waits for an answer before it asks again.
    pub patience: Duration,
    /// How long it waits for each server of several.
    pub server_timeout: Duration,
    /// What it takes off its lease for clocks that run at different rates.
    pub drift_allowance: Duration,
    /// How long it waits at the least before it asks again for a lock that is taken.
    pub retry: Duration,
    /// Whether it deletes the lock's key without looking whose it is.
    pub naive_release: bool,
}

impl Order {
    /// Whether a client that releases in this way deletes a key whosever it is.
    pub fn is_naive(release: Care) -> bool {
        match release {
            Care::Safe => false,
            Care::Naive => true,
        }
    }
}

/// The kinds of clients.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Service {
    /// Leases and the lock of etcd.
    Etcd,
    /// A session and the lock recipe of ZooKeeper.
    ZooKeeper,
    /// A key on one server of Redis, or on a majority of several.
    Keys,
}

impl Service {
    /// The clients of a service; none for one that nobody can run.
    pub fn of(service: ServiceKind) -> Option<Service> {
        match service {
            ServiceKind::Etcd => Some(Service::Etcd),
            ServiceKind::ZooKeeper => Some(Service::ZooKeeper),
            ServiceKind::Redis | ServiceKind::Redlock => Some(Service::Keys),
            ServiceKind::Chubby => None,
        }
    }
}

/// What a client says, and when it happened.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Said {
    /// When.
    pub at: Stamp,
    /// What.
    pub what: What,
}

/// What happened to a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum What {
    /// It is connected, and asks when it is told to.
    Ready,
    /// It asks for the lock, for the first time or after a refusal.
    Asked,
    /// A try has failed.
    Refused {
        /// How many servers said yes.
        won: u8,
        /// The delay before the next try.
        retry_in: Duration,
    },
    /// It has the lock. It goes on when it is told to.
    Acquired {
        /// What the lock was granted under.
        grant: Grant,
        /// Until when it may rely on the lock.
        until: Stamp,
    },
    /// Its lease was renewed.
    Extended {
        /// Until when it may rely on the lock now.
        until: Stamp,
    },
    /// It was told, or its library found out, that the lock is lost.
    LearnedLoss,
    /// Its library has lost touch with the service.
    InDoubt,
    /// It is in touch again.
    BackInTouch,
    /// It has read the stored value. It begins its work when it is told to.
    Read {
        /// The version of what it read.
        version: u64,
    },
    /// It has looked at its lease. It goes on when it is told to.
    Checked {
        /// Whether that still stands.
        good: bool,
    },
    /// It is about to send its write, which it does when it is told to.
    AboutToWrite,
    /// It sends its write.
    WriteSent,
    /// It knows what became of its write.
    WriteAnswered {
        /// Whether the storage took it.
        accepted: bool,
    },
    /// It stops without having written.
    GaveUp {
        /// Why.
        why: Why,
    },
    /// It gives the lock back.
    Releasing,
    /// It is done.
    Finished,
}

/// Why a client stops without having written.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum Why {
    /// It looked at its lease before the write and found it over.
    LeaseOver,
    /// It noticed during its work that its lease is over, or was told.
    Obeyed,
    /// It was told that it has lost touch with the service.
    InDoubt,
    /// Its session ended while it waited for the lock.
    SessionEnded,
}

/// What a client holds a lock under.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Grant {
    /// The lease, which may be another than was asked for.
    pub lease: Duration,
    /// The fencing token, if the service has one.
    pub token: Option<u64>,
}

impl What {
    /// Whether the client waits for leave to go on, since faults may begin here.
    pub fn waits_for_leave(&self) -> bool {
        match self {
            What::Ready
            | What::Acquired { .. }
            | What::Read { .. }
            | What::Checked { .. }
            | What::AboutToWrite => true,
            What::Asked
            | What::Refused { .. }
            | What::Extended { .. }
            | What::LearnedLoss
            | What::InDoubt
            | What::BackInTouch
            | What::WriteSent
            | What::WriteAnswered { .. }
            | What::GaveUp { .. }
            | What::Releasing
            | What::Finished => false,
        }
    }
}
