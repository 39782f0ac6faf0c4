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
//! - Replication is asynchronous: a replica that is promoted need not know of the last keys, nor
//!   of the counter for tokens (documentation of replication, and of `WAIT`). Here it knows of
//!   none, and takes over at once.
//! - A server that restarts without having kept its keys on disk has lost them. The description of
//!   Redlock has it stay away until every key that it may have known is over (`restart=delayed`).
//!
//! Three ways of doing it wrong or otherwise, which one sees in the field, are options: a token
//! from a counter, incremented by the script that sets the key, as in Redisson's `RFencedLock`; a
//! release that deletes the key whosever it is (laravel/framework#26213); and an extension that
//! sets the key anew if it is gone (redlock-rb#36).
//!
//! Left out: what a replica has heard of in time, and servers that keep their keys on disk.

use crate::sim::choice::{Care, ClockSetting, ServiceKind, TokenSource};
use crate::sim::clock::WallClock;
use crate::sim::context::Context;
use crate::sim::event::{Ended, EventKind};
use crate::sim::message::{Message, Reply, Request};
use crate::sim::node::{ClientId, LockValue, Node, ServerId, Token};
use crate::sim::setup::Setup;
use crate::sim::time::{Duration, Time};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Key {
    client: ClientId,
    value: LockValue,
    /// The first reading of the server's wall clock at which the key is gone.
    gone: Time,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Server {
    clock: WallClock,
    key: Option<Key>,
    /// How many faults keep it down.
    down: u8,
}

impl Server {
    fn gone(&self, now: Time, ttl: Duration) -> Time {
        let set = self.clock.shows(now).as_micros() / 1_000;
        Time::ZERO + Duration::from_millis(set + ttl.as_millis() + 1)
    }
}

/// One or several servers, and who holds the lock by their account.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Keys {
    servers: Vec<Server>,
    ttl: Duration,
    holder: Option<ClientId>,
    /// The next token of the counter, if there is one.
    next_token: Option<Token>,
    release: Care,
    extend: Care,
}

impl Keys {
    /// Servers without keys. Tokens and careless scripts are for a single Redis only.
    pub fn new(setup: &Setup) -> Keys {
        let params = setup.params();
        let single = params.service == ServiceKind::Redis;
        let care = |care| if single { care } else { Care::Safe };
        Keys {
            servers: vec![Server::default(); usize::from(setup.servers())],
            ttl: setup.granted_lease(),
            holder: None,
            next_token: (single && params.token == TokenSource::Incr).then_some(Token::FIRST),
            release: care(params.release),
            extend: care(params.extend),
        }
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
        let (ttl, release, extend) = (self.ttl, self.release, self.extend);
        let Some(server) = self.servers.get_mut(to.index()).filter(|server| server.down == 0)
        else {
            return;
        };
        let own = |key: &Key, value| key.client == client && key.value == value;
        let reply = match request {
            Request::Acquire(value) if server.key.is_none() => {
                let token = self.next_token;
                self.next_token = token.map(Token::next);
                self.set_key(to, client, value, token, context);
                Reply::Granted(token)
            }
            Request::Acquire(_) | Request::Confirm(_) => Reply::Refused,
            Request::Renew(value) if server.key.is_none() && extend == Care::Naive => {
                self.set_key(to, client, value, None, context);
                Reply::Renewed { holds: true }
            }
            Request::Renew(value) => {
                let gone = server.gone(context.now, ttl);
                match server.key.as_mut().filter(|key| own(key, value)) {
                    Some(key) => {
                        key.gone = gone;
                        self.plan_check(to, context);
                        Reply::Renewed { holds: true }
                    }
                    None => Reply::Lost,
                }
            }
            Request::Release(value) => {
                let present = server.key;
                if present.as_ref().is_some_and(|key| own(key, value)) {
                    self.key_gone(to, Ended::Released, context);
                } else if present.is_some() && release == Care::Naive {
                    self.key_gone(to, Ended::Deleted { by: client }, context);
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

    /// Sets a server's clock forward, which may end its key.
    pub fn set_clock(
        &mut self,
        id: ServerId,
        by: Duration,
        how: ClockSetting,
        context: &mut Context,
    ) {
        if let Some(server) = self.servers.get_mut(id.index()) {
            match how {
                ClockSetting::Step => server.clock.step(by),
                ClockSetting::Slew => server.clock.slew(context.now, by),
            }
        }
        self.check(id, context);
        self.plan_check(id, context);
    }

    /// A replica that knows neither keys nor counter takes the place of the primary.
    pub fn promote_replica(&mut self, context: &mut Context) {
        context.tell(Node::Server(ServerId::FIRST), EventKind::Promoted);
        self.next_token = self.next_token.map(|_| Token::FIRST);
        self.key_gone(ServerId::FIRST, Ended::Forgotten, context);
        // Whatever the primary suffers from, the replica does not.
        if let Some(server) = self.servers.first_mut().filter(|server| server.down > 0) {
            server.down = 0;
            context.tell(Node::Server(ServerId::FIRST), EventKind::ServerUp);
        }
    }

    /// A server dies, and forgets its key and its counter.
    pub fn stop(&mut self, id: ServerId, down: Option<Duration>, context: &mut Context) {
        let Some(server) = self.servers.get_mut(id.index()) else {
            return;
        };
        server.down += 1;
        if server.down == 1 {
            context.tell(Node::Server(id), EventKind::ServerDown { down });
        }
        self.next_token = self.next_token.map(|_| Token::FIRST);
        self.key_gone(id, Ended::Forgotten, context);
    }

    /// A server that died takes part again.
    pub fn restart(&mut self, id: ServerId, context: &mut Context) {
        if let Some(server) = self.servers.get_mut(id.index()).filter(|server| server.down > 0) {
            server.down -= 1;
            if server.down == 0 {
                context.tell(Node::Server(id), EventKind::ServerUp);
            }
        }
    }

    fn plan_check(&self, id: ServerId, context: &mut Context) {
        let server = self.servers.get(id.index());
        if let Some((server, key)) = server.and_then(|server| Some((server, server.key?))) {
            context.check_lease(id, key.client, server.clock.when(key.gone));
        }
    }

    fn set_key(
        &mut self,
        id: ServerId,
        client: ClientId,
        value: LockValue,
        token: Option<Token>,
        context: &mut Context,
    ) {
        if let Some(server) = self.servers.get_mut(id.index()) {
            server.key = Some(Key { client, value, gone: server.gone(context.now, self.ttl) });
        }
        self.plan_check(id, context);
        if self.servers.len() > 1 {
            context.tell(Node::Server(id), EventKind::KeySet { client, value });
        }
        if self.holder.is_none() && self.has_majority(client) {
            self.holder = Some(client);
            context.tell(Node::Server(id), EventKind::Granted { client, token });
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
