//! How a client gets a lock for which there is no queue: Redis, Redlock.
//!
//! A single Redis server is asked like a Redlock of one, whose majority is one and whose clock
//! nothing is taken off for. Redlock follows the description in the Redis documentation: ask all
//! servers at once, count the majority, subtract the time that took, unlock everywhere after a
//! failure, try again after a random delay.

use super::{News, patience};
use crate::sim::agenda::Timer;
use crate::sim::context::Context;
use crate::sim::event::EventKind;
use crate::sim::message::{Message, Reply, Request};
use crate::sim::node::{ClientId, LockValue, Node, ServerId, Token};
use crate::sim::setup::Setup;
use crate::sim::time::{Duration, Time};

/// The least time that a client of Redlock waits for servers that do not answer.
const SERVER_TIMEOUT: Duration = Duration::from_millis(50);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Purpose {
    Acquire,
    Renew,
    Release,
}

/// One question put to all servers at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Round {
    purpose: Purpose,
    asked: Time,
    /// One bit for each server.
    answered: u8,
    agreed: u8,
    /// The token that came with the key.
    token: Option<Token>,
}

/// The protocol of one client.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct KeyLock {
    id: ClientId,
    servers: u8,
    majority: u8,
    /// The time to live of a key, less the allowance for drifting clocks.
    validity: Duration,
    ttl: Duration,
    timeout: Duration,
    patience: Duration,
    retry: Duration,
    renews: bool,
    value: Option<LockValue>,
    round: Option<Round>,
    renew_at: Option<Time>,
}

impl KeyLock {
    /// The protocol of a client that has not asked yet.
    pub fn new(id: ClientId, renews: bool, setup: &Setup) -> KeyLock {
        let params = setup.params();
        let patience = patience(setup);
        let servers = setup.servers();
        let timeout = match servers {
            1 => patience,
            _ => SERVER_TIMEOUT.max(params.latency * 5 / 2),
        };
        let ttl = setup.granted_lease();
        KeyLock {
            id,
            servers,
            majority: setup.majority(),
            validity: ttl.saturating_sub(setup.drift_allowance()),
            ttl,
            timeout,
            patience,
            retry: params.retry,
            renews,
            value: None,
            round: None,
            renew_at: None,
        }
    }

    /// Asks all servers for the lock.
    pub fn ask(&mut self, context: &mut Context) {
        context.tell(Node::Client(self.id), EventKind::Asked);
        self.put(Purpose::Acquire, context);
    }

    /// Gives the lock back, on all servers.
    pub fn release(&mut self, context: &mut Context) {
        self.renew_at = None;
        self.put(Purpose::Release, context);
    }

    /// Handles a timer.
    pub fn on_timer(&mut self, timer: Timer, context: &mut Context) -> Option<News> {
        match timer {
            // A timer that fired during a pause is late, and counts all the same.
            Timer::Renew if self.renew_at.is_some_and(|at| at <= context.now) => {
                self.renew_at = None;
                self.put(Purpose::Renew, context);
                None
            }
            Timer::RoundOver(asked) => {
                let round = self.round.filter(|round| round.asked == asked)?;
                self.decide(round, context)
            }
            _ => None,
        }
    }

    /// Handles what a server says.
    pub fn on_message(
        &mut self,
        from: ServerId,
        message: Message,
        context: &mut Context,
    ) -> Option<News> {
        let Message::Reply { reply, asked } = message else {
            return None;
        };
        let round = self.round.as_mut().filter(|round| round.asked == asked)?;
        let agreed = match (round.purpose, reply) {
            (Purpose::Acquire, Reply::Granted(token)) => {
                round.token = token;
                true
            }
            (Purpose::Renew, Reply::Renewed { .. }) => true,
            (Purpose::Acquire, Reply::Refused) | (Purpose::Renew, Reply::Lost) => false,
            (Purpose::Release, Reply::Released) => true,
            _ => return None,
        };
        let bit = 1 << from.index();
        round.answered |= bit;
        round.agreed |= if agreed { bit } else { 0 };
        let round = *round;
        if round.answered.count_ones() == u32::from(self.servers) {
            return self.decide(round, context);
        }
        None
    }

    fn decide(&mut self, round: Round, context: &mut Context) -> Option<News> {
        self.round = None;
        let all_answered = round.answered.count_ones() == u32::from(self.servers);
        let won = round.agreed.count_ones() as u8;
        let until = round.asked + self.validity;
        let good = won >= self.majority && until > context.now;
        match round.purpose {
            Purpose::Acquire if good => {
                self.plan_renewal(round.asked + self.ttl / 3, context);
                Some(News::Acquired { token: round.token, value: self.value, until })
            }
            Purpose::Acquire => {
                // A server that did not answer may have stored the key all the same, and one that
                // said yes has stored it, even if too late.
                if self.servers > 1 || !all_answered || won > 0 {
                    self.send(Purpose::Release, context);
                }
                let retry_in = self.retry + context.random.up_to(self.retry / 4);
                Some(News::Refused { won, retry_in })
            }
            Purpose::Renew if good => {
                self.plan_renewal(round.asked + self.ttl / 3, context);
                Some(News::Extended { until })
            }
            Purpose::Renew if all_answered && won < self.majority => {
                self.renew_at = None;
                Some(News::Lost)
            }
            Purpose::Renew => {
                self.plan_renewal(round.asked + self.patience, context);
                None
            }
            // Redlock does not insist: a key that is not deleted ends by itself.
            Purpose::Release if all_answered || self.servers > 1 => Some(News::Released),
            Purpose::Release => {
                self.put(Purpose::Release, context);
                None
            }
        }
    }

    fn plan_renewal(&mut self, at: Time, context: &mut Context) {
        if self.renews {
            let at = at.max(context.now);
            self.renew_at = Some(at);
            context.set_timer(self.id, at, Timer::Renew);
        }
    }

    fn put(&mut self, purpose: Purpose, context: &mut Context) {
        let asked = context.now;
        self.round = Some(Round { purpose, asked, answered: 0, agreed: 0, token: None });
        context.set_timer(self.id, asked + self.timeout, Timer::RoundOver(asked));
        self.send(purpose, context);
    }

    fn send(&mut self, purpose: Purpose, context: &mut Context) {
        let value =
            *self.value.get_or_insert_with(|| LockValue::new(context.random.bits(), self.id));
        let request = match purpose {
            Purpose::Acquire => Request::Acquire(value),
            Purpose::Renew => Request::Renew(value),
            Purpose::Release => Request::Release(value),
        };
        let message = Message::Request { request, asked: context.now };
        for server in ServerId::first(self.servers) {
            context.send(Node::Client(self.id), Node::Server(server), message);
        }
    }
}
