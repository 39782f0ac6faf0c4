//! What differs between the services that keep a queue of sessions.

use super::{chubby, etcd, zookeeper};
use crate::sim::choice::ServiceKind;
use crate::sim::setup::Setup;
use crate::sim::time::{Duration, Time};

/// The rules of one of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rules {
    /// See [`etcd`].
    Etcd {
        /// Whether a waiter whose turn has come looks for its own key first.
        recheck: bool,
    },
    /// See [`zookeeper`].
    ZooKeeper {
        /// The length of a bucket of sessions.
        tick: Duration,
    },
    /// See [`chubby`].
    Chubby {
        /// How long a lock is held back after its holder has failed.
        lock_delay: Duration,
    },
}

impl Rules {
    /// The rules of a setup's service; none, if it keeps no queue.
    pub fn of(setup: &Setup) -> Option<Rules> {
        let params = setup.params();
        match params.service {
            ServiceKind::Etcd => Some(Rules::Etcd { recheck: params.recheck }),
            ServiceKind::ZooKeeper => Some(Rules::ZooKeeper { tick: params.tick }),
            ServiceKind::Chubby => Some(Rules::Chubby { lock_delay: params.lockdelay }),
            ServiceKind::Redis | ServiceKind::Redlock => None,
        }
    }

    /// When a session that is heard of at `now` is over.
    pub fn deadline(self, now: Time, lease: Duration) -> Time {
        match self {
            Rules::Etcd { .. } => etcd::deadline(now, lease),
            Rules::ZooKeeper { tick } => zookeeper::deadline(now, lease, tick),
            Rules::Chubby { .. } => chubby::deadline(now, lease),
        }
    }

    /// When the service finds out that a deadline has passed.
    pub fn noticed(self, deadline: Time) -> Time {
        match self {
            Rules::Etcd { .. } => etcd::noticed(deadline),
            Rules::ZooKeeper { .. } | Rules::Chubby { .. } => deadline,
        }
    }

    /// When a session is over that a leader finds when it is elected at `now`.
    pub fn promoted(self, now: Time, lease: Duration) -> Time {
        match self {
            Rules::Etcd { .. } => etcd::promoted(now, lease),
            Rules::ZooKeeper { .. } | Rules::Chubby { .. } => self.deadline(now, lease),
        }
    }

    /// After how long the clocks of the service and its clients stand as they did before, as far as
    /// something happens at certain times of theirs; zero, if nothing does.
    pub fn cycle(self) -> Duration {
        match self {
            Rules::Etcd { .. } => etcd::cycle(),
            Rules::ZooKeeper { tick } => tick,
            Rules::Chubby { .. } => Duration::ZERO,
        }
    }

    /// Whether any message is a sign of life, or only a renewal.
    pub fn any_message_renews(self) -> bool {
        match self {
            Rules::Etcd { .. } | Rules::Chubby { .. } => false,
            Rules::ZooKeeper { .. } => true,
        }
    }

    /// How long a lock is held back after its holder has failed.
    pub fn lock_delay(self) -> Duration {
        match self {
            Rules::Etcd { .. } | Rules::ZooKeeper { .. } => Duration::ZERO,
            Rules::Chubby { lock_delay } => lock_delay,
        }
    }

    /// Whether a client gets its token only with the lock, and the lock without asking again.
    pub fn token_comes_with_grant(self) -> bool {
        match self {
            Rules::Etcd { .. } | Rules::ZooKeeper { .. } => false,
            Rules::Chubby { .. } => true,
        }
    }

    /// Whether a client goes on watching the one before it when its own session is over.
    pub fn watch_outlives_session(self) -> bool {
        match self {
            Rules::Etcd { .. } => true,
            Rules::ZooKeeper { .. } | Rules::Chubby { .. } => false,
        }
    }

    /// Whether a waiter whose turn has come must still have its place in the queue.
    pub fn rechecks(self) -> bool {
        match self {
            Rules::Etcd { recheck } => recheck,
            Rules::ZooKeeper { .. } | Rules::Chubby { .. } => true,
        }
    }

    /// When a client's library says that it has lost touch, if it ever does, given when the last
    /// request was sent that the service has answered, and when the answer came.
    pub fn doubt(self, alive: Time, heard: Time, lease: Duration) -> Option<Time> {
        match self {
            Rules::Etcd { .. } => None,
            Rules::ZooKeeper { .. } => Some(zookeeper::doubt(heard, lease)),
            Rules::Chubby { .. } => Some(chubby::doubt(alive, lease)),
        }
    }

    /// When it takes the session for lost.
    pub fn given_up(self, alive: Time, heard: Time, lease: Duration) -> Time {
        match self {
            Rules::Etcd { .. } => etcd::given_up(heard, lease),
            Rules::ZooKeeper { .. } => zookeeper::given_up(heard, lease),
            Rules::Chubby { .. } => chubby::given_up(alive, lease),
        }
    }
}
