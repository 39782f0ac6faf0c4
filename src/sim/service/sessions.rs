//! A lock service that keeps a queue of clients and watches their sessions.

use super::rules::Rules;
use crate::sim::context::Context;
use crate::sim::event::{Ended, EventKind};
use crate::sim::message::{Message, Reply, Request};
use crate::sim::node::{ClientId, Node, ServerId, Token};
use crate::sim::time::{Duration, Time};

const SERVICE: Node = Node::Server(ServerId::FIRST);

/// How long the service answers nobody when it has lost its leader.
const ELECTION: Duration = Duration::from_secs(1);

/// A client's place in the queue, which lives as long as its session.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Place {
    client: ClientId,
    /// When the client asked for it.
    asked: Time,
    token: Option<Token>,
    deadline: Time,
    /// When a client asked for a renewal that waits for the session to be ended.
    renewal_waits: Option<Time>,
}

/// The queue: whoever is first holds the lock, unless it is held back.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sessions {
    rules: Rules,
    lease: Duration,
    queue: Vec<Place>,
    next_token: Token,
    held_back: Option<Time>,
    /// Clients without a place that still watch another one.
    watches: Vec<(ClientId, ClientId)>,
    /// How many elections are going on.
    elections: u8,
    /// What was asked meanwhile.
    unheard: Vec<(ClientId, Request, Time)>,
}

impl Sessions {
    /// An empty queue.
    pub fn new(rules: Rules, lease: Duration) -> Sessions {
        Sessions {
            rules,
            lease,
            queue: Vec::new(),
            next_token: Token::FIRST,
            held_back: None,
            watches: Vec::new(),
            elections: 0,
            unheard: Vec::new(),
        }
    }

    /// Handles what a client asks, or keeps it for the next leader.
    pub fn request(
        &mut self,
        client: ClientId,
        request: Request,
        asked: Time,
        context: &mut Context,
    ) {
        if self.elections > 0 {
            self.unheard.push((client, request, asked));
            return;
        }
        let reply = match request {
            Request::Acquire(_) => self.acquire(client, asked, context),
            Request::Confirm(token) => Some(self.confirm(client, token, context)),
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

    /// Ends a client's session if it is over, and the delay of the lock. Without a leader nothing
    /// ends.
    pub fn check(&mut self, client: ClientId, context: &mut Context) {
        if self.elections > 0 {
            return;
        }
        if self.held_back.is_some_and(|until| until <= context.now) {
            self.held_back = None;
            self.hand_over(context);
        }
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

    /// The leader is gone. Returns when there will be another one.
    pub fn lose_leader(&mut self, context: &mut Context) -> Duration {
        self.elections += 1;
        if self.elections == 1 {
            context.tell(SERVICE, EventKind::LeaderLost);
        }
        ELECTION
    }

    /// A new leader is there, gives every session more time, and answers what was asked.
    pub fn elect_leader(&mut self, context: &mut Context) {
        self.elections = self.elections.saturating_sub(1);
        if self.elections > 0 {
            return;
        }
        context.tell(SERVICE, EventKind::LeaderElected);
        for index in 0..self.queue.len() {
            let client = self.queue[index].client;
            self.extend(client, self.rules.promoted(context.now, self.lease), context);
        }
        if let Some(until) = self.held_back {
            context.check_lease(ServerId::FIRST, ClientId::A, until);
        }
        for (client, request, asked) in std::mem::take(&mut self.unheard) {
            self.request(client, request, asked, context);
        }
    }

    /// Whether a client holds the lock with this token.
    pub fn vouches_for(&self, client: ClientId, token: Option<Token>) -> bool {
        self.holder().is_some_and(|place| place.client == client && place.token == token)
    }

    fn holder(&self) -> Option<&Place> {
        self.queue.first().filter(|_| self.held_back.is_none())
    }

    fn place(&self, client: ClientId) -> Option<&Place> {
        self.queue.iter().find(|place| place.client == client)
    }

    fn acquire(&mut self, client: ClientId, asked: Time, context: &mut Context) -> Option<Reply> {
        if self.place(client).is_some() {
            // A client that got no answer asks again. It still has the place it got then, unless
            // that is about to be taken away, and its session starts afresh.
            self.renew(client, asked, context)?;
        } else {
            let token = (!self.rules.token_comes_with_grant()).then(|| {
                let token = self.next_token;
                self.next_token = token.next();
                token
            });
            let deadline = self.rules.deadline(context.now, self.lease);
            self.queue.push(Place { client, asked, token, deadline, renewal_waits: None });
            context.check_lease(ServerId::FIRST, client, self.rules.noticed(deadline));
            if self.holder().is_some_and(|holder| holder.client == client) {
                self.grant(context);
            } else {
                context.tell(SERVICE, EventKind::Queued { client, token });
            }
        }
        Some(self.standing(client))
    }

    fn confirm(&mut self, client: ClientId, token: Option<Token>, context: &mut Context) -> Reply {
        self.hear_of(client, context);
        match self.standing(client) {
            // Whoever only looks for older keys than its own does not miss its own.
            Reply::Lost if !self.rules.rechecks() => {
                let before = self.queue.iter().rev().find(|place| place.token < token);
                match before.map(|place| place.client) {
                    None => Reply::Granted(token),
                    Some(before) => {
                        self.watches.push((client, before));
                        Reply::Queued(token)
                    }
                }
            }
            standing => standing,
        }
    }

    fn standing(&self, client: ClientId) -> Reply {
        match (self.holder(), self.place(client)) {
            (Some(holder), _) if holder.client == client => Reply::Granted(holder.token),
            (_, Some(place)) => Reply::Queued(place.token),
            (_, None) => Reply::Lost,
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
        self.extend(client, self.rules.deadline(context.now, self.lease), context);
        let holds = self.holder().is_some_and(|holder| holder.client == client);
        Some(Reply::Renewed { holds })
    }

    fn hear_of(&mut self, client: ClientId, context: &mut Context) {
        if self.rules.any_message_renews() {
            self.extend(client, self.rules.deadline(context.now, self.lease), context);
        }
    }

    fn extend(&mut self, client: ClientId, deadline: Time, context: &mut Context) {
        if let Some(place) = self.queue.iter_mut().find(|place| place.client == client) {
            place.deadline = deadline;
            context.check_lease(ServerId::FIRST, client, self.rules.noticed(deadline));
        }
    }

    /// Takes a client out of the queue and tells whoever waits for that; false if it was not
    /// there.
    fn remove(&mut self, client: ClientId, why: Ended, context: &mut Context) -> bool {
        let Some(index) = self.queue.iter().position(|place| place.client == client) else {
            return false;
        };
        let held = self.holder().is_some_and(|holder| holder.client == client);
        self.queue.remove(index);
        if held {
            context.tell(SERVICE, EventKind::Ended { client, why });
            self.pass_on(client, why, context);
        } else {
            context.tell(SERVICE, EventKind::WaiterGone { client, why });
        }
        let before = index.checked_sub(1).and_then(|before| self.queue.get(before));
        if let Some(before) =
            before.filter(|_| why == Ended::Expired && self.rules.watch_outlives_session())
        {
            self.watches.push((client, before.client));
        }
        if !self.rules.token_comes_with_grant() {
            self.tell_watchers(client, index, context);
        }
        true
    }

    /// Gives the lock to the next client, now or after the lock-delay.
    fn pass_on(&mut self, client: ClientId, why: Ended, context: &mut Context) {
        let delay = self.rules.lock_delay();
        if why == Ended::Expired && !delay.is_zero() {
            let until = context.now + delay;
            self.held_back = Some(until);
            context.tell(SERVICE, EventKind::HeldBack { until });
            context.check_lease(ServerId::FIRST, client, until);
        } else {
            self.hand_over(context);
        }
    }

    /// Whoever is first in the queue gets the lock and, if it need not ask again, hears of it:
    /// the call in which it asked for the lock returns.
    fn hand_over(&mut self, context: &mut Context) {
        self.grant(context);
        if let Some(first) = self.queue.first()
            && self.rules.token_comes_with_grant()
        {
            let (to, reply) = (Node::Client(first.client), Reply::Granted(first.token));
            context.send(SERVICE, to, Message::Reply { reply, asked: first.asked });
        }
    }

    /// Whoever is first in the queue holds the lock from now on.
    fn grant(&mut self, context: &mut Context) {
        let new = self.rules.token_comes_with_grant();
        let next = self.next_token;
        let Some(first) = self.queue.first_mut() else {
            return;
        };
        if new {
            first.token = Some(next);
            self.next_token = next.next();
        }
        let granted = EventKind::Granted { client: first.client, token: first.token };
        context.tell(SERVICE, granted);
    }

    /// Tells the one behind a client that is gone, and whoever watched it without a place.
    fn tell_watchers(&mut self, gone: ClientId, index: usize, context: &mut Context) {
        let behind = self.queue.get(index).map(|place| place.client);
        let watching = |&&(_, watched): &&(ClientId, ClientId)| watched == gone;
        let others: Vec<ClientId> =
            self.watches.iter().filter(watching).map(|&(watcher, _)| watcher).collect();
        self.watches.retain(|&(_, watched)| watched != gone);
        for watcher in behind.into_iter().chain(others) {
            context.send(SERVICE, Node::Client(watcher), Message::PredecessorGone);
        }
    }
}
