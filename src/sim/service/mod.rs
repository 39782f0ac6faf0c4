//! The lock services, server side.
//!
//! There are two families. [`sessions`] keep a queue of clients whose sessions they watch; etcd,
//! ZooKeeper and Chubby differ in their [`rules`]. [`keys`] hold a client's value for a while and
//! turn everybody else away; Redlock is several such servers that know nothing of each other.

mod chubby;
mod etcd;
mod keys;
mod rules;
mod sessions;
mod zookeeper;

use super::choice::ClockSetting;
use super::context::Context;
use super::message::Request;
use super::node::{ClientId, ServerId, Token};
use super::setup::Setup;
use super::time::{Duration, Time};
use keys::Keys;
pub use rules::Rules;
use sessions::Sessions;

/// The lock service of a run: all its servers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LockService {
    /// etcd, ZooKeeper, Chubby.
    Sessions(Sessions),
    /// Redis, Redlock.
    Keys(Keys),
}

impl LockService {
    /// The service of a setup, with the lock free.
    pub fn new(setup: &Setup) -> LockService {
        match Rules::of(setup) {
            Some(rules) => LockService::Sessions(Sessions::new(rules, setup.granted_lease())),
            None => LockService::Keys(Keys::new(setup)),
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

    /// Sets a server's wall clock forward. What goes by a monotonic clock does not notice.
    pub fn set_clock(
        &mut self,
        server: ServerId,
        by: Duration,
        how: ClockSetting,
        context: &mut Context,
    ) {
        match self {
            LockService::Sessions(_) => {}
            LockService::Keys(keys) => keys.set_clock(server, by, how, context),
        }
    }

    /// The service loses its leader or its primary. Returns for how long nobody takes its place.
    pub fn fail_over(&mut self, context: &mut Context) -> Duration {
        match self {
            LockService::Sessions(sessions) => sessions.lose_leader(context),
            LockService::Keys(keys) => {
                keys.promote_replica(context);
                Duration::ZERO
            }
        }
    }

    /// Another leader takes the place of the one that was lost. A replica of Redis has done so
    /// at once.
    pub fn recover(&mut self, context: &mut Context) {
        match self {
            LockService::Sessions(sessions) => sessions.elect_leader(context),
            LockService::Keys(_) => {}
        }
    }

    /// A server dies, and with it all that it knows. What has a quorum does not notice.
    pub fn stop(&mut self, server: ServerId, down: Option<Duration>, context: &mut Context) {
        match self {
            LockService::Sessions(_) => {}
            LockService::Keys(keys) => keys.stop(server, down, context),
        }
    }

    /// A server that died takes part again.
    pub fn restart(&mut self, server: ServerId, context: &mut Context) {
        match self {
            LockService::Sessions(_) => {}
            LockService::Keys(keys) => keys.restart(server, context),
        }
    }

    /// Whether the service says that a client holds the lock with this token.
    pub fn vouches_for(&self, client: ClientId, token: Option<Token>) -> bool {
        match self {
            LockService::Sessions(sessions) => sessions.vouches_for(client, token),
            LockService::Keys(_) => false,
        }
    }
}
