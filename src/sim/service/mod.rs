//! The lock services, server side.
//!
//! There are two families. [`sessions`] keep a queue of clients whose sessions they watch; etcd
//! and ZooKeeper differ in when a session ends. [`keys`] hold a client's value for a while and
//! turn everybody else away; Redlock is several such servers that know nothing of each other.

mod etcd;
mod keys;
mod sessions;
mod zookeeper;

use super::context::Context;
use super::message::Request;
use super::node::{ClientId, ServerId};
use super::setup::{ServiceKind, Setup};
use super::time::{Duration, Time};
use keys::Keys;
use sessions::{Rules, Sessions};

/// The lock service of a run: all its servers.
#[derive(Clone, Debug)]
pub enum LockService {
    /// etcd, ZooKeeper.
    Sessions(Sessions),
    /// Redis, Redlock.
    Keys(Keys),
}

impl LockService {
    /// The service of a setup, with the lock free.
    pub fn new(setup: &Setup) -> LockService {
        let lease = setup.granted_lease();
        match setup.params().service {
            ServiceKind::Etcd => LockService::Sessions(Sessions::new(Rules::Etcd, lease)),
            ServiceKind::ZooKeeper => {
                let rules = Rules::ZooKeeper { tick: setup.params().tick };
                LockService::Sessions(Sessions::new(rules, lease))
            }
            ServiceKind::Redis | ServiceKind::Redlock => {
                LockService::Keys(Keys::new(setup.servers(), lease))
            }
        }
    }

    /// Handles what a client asks of one of the servers.
    pub fn request(
        &mut self,
        server: ServerId,
        client: ClientId,
        request: Request,
        asked: Time,
        context: &mut Context,
    ) {
        match self {
            LockService::Sessions(sessions) => sessions.request(client, request, asked, context),
            LockService::Keys(keys) => keys.request(server, client, request, asked, context),
        }
    }

    /// Looks whether a client's lease or key is over by the server's own account.
    pub fn check_lease(&mut self, server: ServerId, client: ClientId, context: &mut Context) {
        match self {
            LockService::Sessions(sessions) => sessions.check(client, context),
            LockService::Keys(keys) => keys.check(server, context),
        }
    }

    /// Steps a server's wall clock forward. What goes by a monotonic clock does not notice.
    pub fn step_clock(&mut self, server: ServerId, by: Duration, context: &mut Context) {
        match self {
            LockService::Sessions(_) => {}
            LockService::Keys(keys) => keys.step_clock(server, by, context),
        }
    }
}
