//! A lock service that keeps a queue of clients and watches their sessions.

use super::{etcd, zookeeper};
use crate::sim::context::Context;
use crate::sim::event::{Ended, EventKind};
use crate::sim::message::{Message, Reply, Request};
use crate::sim::node::{ClientId, Node, ServerId, Token};
use crate::sim::time::{Duration, Time};

const SERVICE: Node = Node::Server(ServerId::FIRST);

/// What differs between the services of this family.
#[derive(Clone, Copy, Debug)]
pub enum Rules {
    /// See [`etcd`].
    Etcd,
    /// See [`zookeeper`].
    ZooKeeper {
        /// The length of a bucket of sessions.
        tick: Duration,
    },
}

impl Rules {
    fn deadline(self, now: Time, lease: Duration) -> Time {
        match self {
            Rules::Etcd => etcd::deadline(now, lease),
            Rules::ZooKeeper { tick } => zookeeper::deadline(now, lease, tick),
        }
    }

    /// When the service finds out that a deadline has passed.
    fn noticed(self, deadline: Time) -> Time {
        match self {
            Rules::Etcd => etcd::noticed(deadline),
            Rules::ZooKeeper { .. } => deadline,
        }
    }

    /// Whether any message is a sign of life, or only a renewal.
    fn any_message_renews(self) -> bool {
        match self {
            Rules::Etcd => false,
            Rules::ZooKeeper { .. } => true,
        }
    }
}

/// A client's place in the queue, which lives as long as its session.
#[derive(Clone, Debug)]
struct Place {
    client: ClientId,
    token: Token,
    deadline: Time,
    /// When a client asked for a renewal that waits for the session to be ended.
    renewal_waits: Option<Time>,
}

/// The queue: whoever is first holds the lock.
#[derive(Clone, Debug)]
pub struct Sessions {
    rules: Rules,
    lease: Duration,
    queue: Vec<Place>,
    next_token: Token,
}

impl Sessions {
    /// An empty queue.
    pub fn new(rules: Rules, lease: Duration) -> Sessions {
        Sessions { rules, lease, queue: Vec::new(), next_token: Token::FIRST }
    }

    /// Handles what a client asks.
    pub fn request(
        &mut self,
        client: ClientId,
        request: Request,
        asked: Time,
        context: &mut Context,
    ) {
        let reply = match request {
            Request::Acquire(_) => Some(self.acquire(client, context)),
            Request::Confirm => Some(self.confirm(client, context)),
            Request::Renew(_) => self.renew(client, asked, context),
            Request::Release(_) => {
                if !self.remove(client, Ended::Released, context) {
                    context.tell(SERVICE, EventKind::NothingToRelease { client });
                }
                Some(Reply::Released)
            }
        };
        if let Some(reply) = reply {
            context.send(SERVICE, Node::Client(client), Message::Reply { reply, asked });
        }
    }

    /// Ends a client's session if it is over.
    pub fn check(&mut self, client: ClientId, context: &mut Context) {
        let over =
            self.place(client).filter(|place| self.rules.noticed(place.deadline) <= context.now);
        let Some(place) = over else {
            return;
        };
        let waits = place.renewal_waits;
        self.remove(client, Ended::Expired, context);
        if let Some(asked) = waits {
            let lost = Message::Reply { reply: Reply::Lost, asked };
            context.send(SERVICE, Node::Client(client), lost);
        }
    }

    fn place(&self, client: ClientId) -> Option<&Place> {
        self.queue.iter().find(|place| place.client == client)
    }

    fn acquire(&mut self, client: ClientId, context: &mut Context) -> Reply {
        // A client that got no answer asks again, and still has the place it got then.
        if self.place(client).is_none() {
            let token = self.next_token;
            self.next_token = token.next();
            let deadline = self.rules.deadline(context.now, self.lease);
            self.queue.push(Place { client, token, deadline, renewal_waits: None });
            context.check_lease(ServerId::FIRST, client, self.rules.noticed(deadline));
            if self.queue.len() == 1 {
                context.tell(SERVICE, EventKind::Granted { client, token: Some(token) });
            } else {
                context.tell(SERVICE, EventKind::Queued { client, token });
            }
        } else if self.rules.any_message_renews() {
            self.extend(client, context);
        }
        self.standing(client)
    }

    fn confirm(&mut self, client: ClientId, context: &mut Context) -> Reply {
        if self.rules.any_message_renews() {
            self.extend(client, context);
        }
        self.standing(client)
    }

    fn standing(&self, client: ClientId) -> Reply {
        match self.queue.first() {
            Some(first) if first.client == client => Reply::Granted(Some(first.token)),
            _ if self.place(client).is_some() => Reply::Queued,
            _ => Reply::Lost,
        }
    }

    fn renew(&mut self, client: ClientId, asked: Time, context: &mut Context) -> Option<Reply> {
        let Some(place) = self.queue.iter_mut().find(|place| place.client == client) else {
            return Some(Reply::Lost);
        };
        if place.deadline <= context.now {
            place.renewal_waits = Some(asked);
            return None;
        }
        self.extend(client, context);
        Some(Reply::Renewed)
    }

    fn extend(&mut self, client: ClientId, context: &mut Context) {
        if let Some(place) = self.queue.iter_mut().find(|place| place.client == client) {
            place.deadline = self.rules.deadline(context.now, self.lease);
            context.check_lease(ServerId::FIRST, client, self.rules.noticed(place.deadline));
        }
    }

    /// Takes a client out of the queue and tells the one behind it; false if it was not there.
    fn remove(&mut self, client: ClientId, why: Ended, context: &mut Context) -> bool {
        let Some(index) = self.queue.iter().position(|place| place.client == client) else {
            return false;
        };
        self.queue.remove(index);
        if index > 0 {
            context.tell(SERVICE, EventKind::WaiterGone { client, why });
        } else {
            context.tell(SERVICE, EventKind::Ended { client, why });
            if let Some(first) = self.queue.first() {
                let granted = EventKind::Granted { client: first.client, token: Some(first.token) };
                context.tell(SERVICE, granted);
            }
        }
        if let Some(behind) = self.queue.get(index) {
            context.send(SERVICE, Node::Client(behind.client), Message::PredecessorGone);
        }
        true
    }
}
