//! How a client gets a lock for which there is a queue: etcd, ZooKeeper.

use super::{News, patience};
use crate::sim::agenda::Timer;
use crate::sim::context::Context;
use crate::sim::event::EventKind;
use crate::sim::message::{Message, Reply, Request};
use crate::sim::node::{ClientId, LockValue, Node, ServerId};
use crate::sim::setup::Setup;
use crate::sim::time::{Duration, Time};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Wants a place in the queue.
    Asking,
    /// Has one, and watches the client before it.
    Queued,
    /// Was told that the client before it is gone, and asks whether it is its turn.
    Confirming,
    Holding,
    Releasing,
}

/// The protocol of one client.
#[derive(Clone, Debug)]
pub struct SessionLock {
    id: ClientId,
    lease: Duration,
    patience: Duration,
    /// Whether it goes on renewing once it holds the lock. While it waits it always does.
    renews: bool,
    stage: Stage,
    /// When the question of the present stage is repeated, should no answer come.
    repeat_at: Option<Time>,
    /// When the last request was sent that prolonged the session and was answered.
    alive_at: Time,
    /// When the last renewal was asked for.
    renewal_asked: Option<Time>,
    /// When the next renewal is due, or the repetition of one that was not answered.
    renew_at: Option<Time>,
}

impl SessionLock {
    /// The protocol of a client that has not asked yet.
    pub fn new(id: ClientId, renews: bool, setup: &Setup) -> SessionLock {
        SessionLock {
            id,
            lease: setup.granted_lease(),
            patience: patience(setup),
            renews,
            stage: Stage::Asking,
            repeat_at: None,
            alive_at: Time::ZERO,
            renewal_asked: None,
            renew_at: None,
        }
    }

    /// Asks the question of the present stage, for the first time or again.
    pub fn ask(&mut self, context: &mut Context) {
        if self.repeat_at.is_some_and(|at| at > context.now) {
            return;
        }
        let request = match self.stage {
            Stage::Asking => Request::Acquire(LockValue::default()),
            Stage::Confirming => Request::Confirm,
            Stage::Queued | Stage::Holding | Stage::Releasing => return,
        };
        if self.stage == Stage::Asking && self.repeat_at.is_none() {
            context.tell(Node::Client(self.id), EventKind::Asked);
        }
        self.repeat_at = Some(context.now + self.patience);
        context.set_timer(self.id, context.now + self.patience, Timer::Ask);
        self.send(request, context);
    }

    /// Gives the lock back, and the session with it.
    pub fn release(&mut self, context: &mut Context) {
        self.stage = Stage::Releasing;
        context.set_timer(self.id, context.now + self.patience, Timer::RepeatRelease);
        self.send(Request::Release(LockValue::default()), context);
    }

    /// Handles a timer.
    pub fn on_timer(&mut self, timer: Timer, context: &mut Context) {
        match timer {
            // A timer that fired during a pause is late, and counts all the same.
            Timer::Renew if self.renew_at.is_some_and(|at| at <= context.now) => {
                self.renew(context);
            }
            Timer::RepeatRelease if self.stage == Stage::Releasing => self.release(context),
            _ => {}
        }
    }

    /// Handles what the service says.
    pub fn on_message(&mut self, message: Message, context: &mut Context) -> Option<News> {
        match message {
            Message::PredecessorGone => {
                if self.stage == Stage::Queued {
                    self.stage = Stage::Confirming;
                    self.repeat_at = None;
                    self.ask(context);
                }
                None
            }
            Message::Reply { reply, asked } => self.on_reply(reply, asked, context),
            _ => None,
        }
    }

    fn on_reply(&mut self, reply: Reply, asked: Time, context: &mut Context) -> Option<News> {
        match (reply, self.stage) {
            (Reply::Granted(token), Stage::Asking | Stage::Confirming) => {
                let waited = self.stage == Stage::Confirming;
                self.stage = Stage::Holding;
                if waited {
                    self.renew(context);
                } else {
                    self.alive_at = asked;
                    self.plan_renewal(context);
                }
                Some(News::Acquired { token, value: None, until: self.alive_at + self.lease })
            }
            (Reply::Queued, Stage::Asking) => {
                self.stage = Stage::Queued;
                self.alive_at = asked;
                self.plan_renewal(context);
                None
            }
            (Reply::Queued, Stage::Confirming) => {
                self.stage = Stage::Queued;
                None
            }
            (Reply::Renewed, Stage::Queued | Stage::Confirming | Stage::Holding) => {
                self.alive_at = self.alive_at.max(asked);
                // The answer to an older renewal plans nothing, or there would be two at a time.
                if self.renewal_asked == Some(asked) {
                    self.plan_renewal(context);
                }
                let until = self.alive_at + self.lease;
                (self.stage == Stage::Holding).then_some(News::Extended { until })
            }
            (Reply::Lost, Stage::Holding) => {
                self.renew_at = None;
                Some(News::Lost)
            }
            (Reply::Lost, Stage::Queued | Stage::Confirming) => Some(News::SessionEnded),
            (Reply::Released, Stage::Releasing) => Some(News::Released),
            _ => None,
        }
    }

    fn renew(&mut self, context: &mut Context) {
        self.renewal_asked = Some(context.now);
        self.renew_at = Some(context.now + self.patience);
        context.set_timer(self.id, context.now + self.patience, Timer::Renew);
        self.send(Request::Renew(LockValue::default()), context);
    }

    /// Plans the next renewal: a third of the lease after the last one, as the clients of etcd
    /// and ZooKeeper do.
    fn plan_renewal(&mut self, context: &mut Context) {
        if self.stage == Stage::Holding && !self.renews {
            self.renew_at = None;
            return;
        }
        let at = (self.alive_at + self.lease / 3).max(context.now);
        self.renew_at = Some(at);
        context.set_timer(self.id, at, Timer::Renew);
    }

    fn send(&self, request: Request, context: &mut Context) {
        let message = Message::Request { request, asked: context.now };
        context.send(Node::Client(self.id), Node::Server(ServerId::FIRST), message);
    }
}
