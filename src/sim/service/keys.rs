//! Redis, and Redlock: servers that hold one key each.
//!
//! What the model follows, by the sources and the documentation of Redis 8:
//!
//! - `SET key value NX PX ttl` succeeds if there is no such key. The key's end is an absolute
//!   time in milliseconds by the server's wall clock, and the key is gone once the clock shows
//!   *more* than that, so at exactly its TTL it is still there (`db.c`, `keyIsExpired`).
//! - A client releases with the documented script, which deletes the key only if it still holds
//!   the client's own random value; it extends it in the same way.
//! - The servers of Redlock know nothing of each other. A client holds the lock while a majority
//!   of them store its value.
//!
//! Left out: replicas and persistence.

use crate::sim::clock::WallClock;
use crate::sim::context::Context;
use crate::sim::event::{Ended, EventKind};
use crate::sim::message::{Message, Reply, Request};
use crate::sim::node::{ClientId, LockValue, Node, ServerId};
use crate::sim::time::{Duration, Time};

#[derive(Clone, Copy, Debug)]
struct Key {
    client: ClientId,
    value: LockValue,
    /// The first reading of the server's wall clock at which the key is gone.
    gone: Time,
}

#[derive(Clone, Debug, Default)]
struct Server {
    clock: WallClock,
    key: Option<Key>,
}

impl Server {
    fn gone(&self, now: Time, ttl: Duration) -> Time {
        let set = self.clock.shows(now).as_micros() / 1_000;
        Time::ZERO + Duration::from_millis(set + ttl.as_millis() + 1)
    }
}

/// One or several servers, and who holds the lock by their account.
#[derive(Clone, Debug)]
pub struct Keys {
    servers: Vec<Server>,
    ttl: Duration,
    holder: Option<ClientId>,
}

impl Keys {
    /// Servers without keys.
    pub fn new(servers: u8, ttl: Duration) -> Keys {
        Keys { servers: vec![Server::default(); usize::from(servers)], ttl, holder: None }
    }

    /// Handles what a client asks of a server.
    pub fn request(
        &mut self,
        to: ServerId,
        client: ClientId,
        request: Request,
        asked: Time,
        context: &mut Context,
    ) {
        self.check(to, context);
        let ttl = self.ttl;
        let Some(server) = self.servers.get_mut(to.index()) else {
            return;
        };
        let own = |key: &Key, value| key.client == client && key.value == value;
        let reply = match request {
            Request::Acquire(value) if server.key.is_none() => {
                server.key = Some(Key { client, value, gone: server.gone(context.now, ttl) });
                self.plan_check(to, context);
                self.key_set(to, client, value, context);
                Reply::Granted(None)
            }
            Request::Acquire(_) | Request::Confirm => Reply::Refused,
            Request::Renew(value) => {
                let gone = server.gone(context.now, ttl);
                match server.key.as_mut().filter(|key| own(key, value)) {
                    Some(key) => {
                        key.gone = gone;
                        self.plan_check(to, context);
                        Reply::Renewed
                    }
                    None => Reply::Lost,
                }
            }
            Request::Release(value) => {
                if server.key.as_ref().is_some_and(|key| own(key, value)) {
                    self.key_gone(to, Ended::Released, context);
                } else if self.servers.len() == 1 {
                    context.tell(Node::Server(to), EventKind::NothingToRelease { client });
                }
                Reply::Released
            }
        };
        context.send(Node::Server(to), Node::Client(client), Message::Reply { reply, asked });
    }

    /// Deletes a server's key if it is over by the server's clock.
    pub fn check(&mut self, id: ServerId, context: &mut Context) {
        let over = self.servers.get(id.index()).is_some_and(|server| {
            server.key.is_some_and(|key| key.gone <= server.clock.shows(context.now))
        });
        if over {
            self.key_gone(id, Ended::Expired, context);
        }
    }

    /// Steps a server's clock, which may end its key.
    pub fn step_clock(&mut self, id: ServerId, by: Duration, context: &mut Context) {
        if let Some(server) = self.servers.get_mut(id.index()) {
            server.clock.step(by);
        }
        self.check(id, context);
        self.plan_check(id, context);
    }

    fn plan_check(&self, id: ServerId, context: &mut Context) {
        let server = self.servers.get(id.index());
        if let Some((server, key)) = server.and_then(|server| Some((server, server.key?))) {
            context.check_lease(id, key.client, server.clock.when(key.gone));
        }
    }

    fn key_set(&mut self, id: ServerId, client: ClientId, value: LockValue, context: &mut Context) {
        if self.servers.len() > 1 {
            context.tell(Node::Server(id), EventKind::KeySet { client, value });
        }
        if self.holder.is_none() && self.has_majority(client) {
            self.holder = Some(client);
            context.tell(Node::Server(id), EventKind::Granted { client, token: None });
        }
    }

    fn key_gone(&mut self, id: ServerId, why: Ended, context: &mut Context) {
        let key = self.servers.get_mut(id.index()).and_then(|server| server.key.take());
        let Some(Key { client, .. }) = key else {
            return;
        };
        if self.servers.len() > 1 {
            context.tell(Node::Server(id), EventKind::KeyGone { client, why });
        }
        if self.holder == Some(client) && !self.has_majority(client) {
            self.holder = None;
            context.tell(Node::Server(id), EventKind::Ended { client, why });
        }
    }

    fn has_majority(&self, client: ClientId) -> bool {
        let stored = |server: &&Server| server.key.is_some_and(|key| key.client == client);
        self.servers.iter().filter(stored).count() > self.servers.len() / 2
    }
}
