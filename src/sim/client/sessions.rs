//! How a client gets a lock for which there is a queue: etcd, ZooKeeper, Chubby.

use super::{News, patience};
use crate::sim::agenda::Timer;
use crate::sim::context::Context;
use crate::sim::event::EventKind;
use crate::sim::message::{Message, Reply, Request};
use crate::sim::node::{ClientId, LockValue, Node, ServerId, Token};
use crate::sim::service::Rules;
use crate::sim::setup::Setup;
use crate::sim::time::{Duration, Time};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Stage {
    /// Wants a place in the queue.
    Asking,
    /// Has one, and waits to hear that its turn has come.
    Queued,
    /// Was told that the client before it is gone, and asks whether it is its turn.
    Confirming,
    Holding,
    /// Has lost the lock that it held, for good.
    Lost,
    Releasing,
}

/// The protocol of one client.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SessionLock {
    id: ClientId,
    rules: Rules,
    lease: Duration,
    patience: Duration,
    /// Whether it goes on renewing once it holds the lock. While it waits it always does.
    renews: bool,
    stage: Stage,
    /// The token that came with the place in the queue.
    token: Option<Token>,
    /// When the question of the present stage is repeated, should no answer come.
    repeat_at: Option<Time>,
    /// When the last request was sent that prolonged the session and was answered.
    alive_at: Time,
    /// When that answer came.
    heard_at: Time,
    /// When the last renewal was asked for.
    renewal_asked: Option<Time>,
    /// When the next renewal is due, or the repetition of one that was not answered. There is
    /// none if the client does not look after its session any more.
    renew_at: Option<Time>,
    /// Whether the client was told that it has lost touch.
    in_doubt: bool,
}

impl SessionLock {
    /// The protocol of a client that has not asked yet.
    pub fn new(id: ClientId, renews: bool, rules: Rules, setup: &Setup) -> SessionLock {
        SessionLock {
            id,
            rules,
            lease: setup.granted_lease(),
            patience: patience(setup),
            renews,
            stage: Stage::Asking,
            token: None,
            repeat_at: None,
            alive_at: Time::ZERO,
            heard_at: Time::ZERO,
            renewal_asked: None,
            renew_at: None,
            in_doubt: false,
        }
    }

    /// Asks the question of the present stage, for the first time or again.
    pub fn ask(&mut self, context: &mut Context) {
        if self.repeat_at.is_some_and(|at| at > context.now) {
            return;
        }
        let request = match self.stage {
            Stage::Asking => Request::Acquire(LockValue::default()),
            Stage::Confirming => Request::Confirm(self.token),
            Stage::Queued | Stage::Holding | Stage::Lost | Stage::Releasing => return,
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
        self.renew_at = None;
        context.set_timer(self.id, context.now + self.patience, Timer::RepeatRelease);
        self.send(Request::Release(LockValue::default()), context);
    }

    /// Handles a timer.
    pub fn on_timer(&mut self, timer: Timer, context: &mut Context) -> Option<News> {
        let now = context.now;
        match timer {
            // A timer that fired during a pause is late, and counts all the same.
            Timer::Renew if self.renew_at.is_some_and(|at| at <= now) => {
                self.renew(context);
                None
            }
            Timer::RepeatRelease if self.stage == Stage::Releasing => {
                self.release(context);
                None
            }
            Timer::Doubt if self.renew_at.is_some() && !self.in_doubt => {
                let due = self.rules.doubt(self.alive_at, self.heard_at, self.lease);
                self.in_doubt = self.stage == Stage::Holding && due.is_some_and(|due| due <= now);
                self.in_doubt.then_some(News::InDoubt)
            }
            Timer::GiveUp if self.renew_at.is_some() => {
                let due = self.rules.given_up(self.alive_at, self.heard_at, self.lease);
                if due <= now { self.lose(context) } else { None }
            }
            _ => None,
        }
    }

    /// Handles what the service says.
    pub fn on_message(&mut self, message: Message, context: &mut Context) -> Option<News> {
        match message {
            Message::PredecessorGone if self.stage == Stage::Queued => {
                self.confirm(context);
                None
            }
            Message::Reply { reply, asked } => self.on_reply(reply, asked, context),
            _ => None,
        }
    }

    fn on_reply(&mut self, reply: Reply, asked: Time, context: &mut Context) -> Option<News> {
        match (reply, self.stage) {
            // Chubby's library lets no call return while the client is in jeopardy: by then the
            // session may be over, and the lock with it.
            (Reply::Granted(_), Stage::Queued) if self.alive_at + self.lease <= context.now => {
                self.confirm(context);
                None
            }
            (Reply::Granted(token), Stage::Asking | Stage::Queued | Stage::Confirming) => {
                let waited = self.stage != Stage::Asking;
                self.stage = Stage::Holding;
                if !waited {
                    self.hear(asked, context);
                    self.plan_renewal(context);
                } else if self.renew_at.is_some() {
                    self.renew(context);
                }
                Some(News::Acquired { token, value: None, until: self.alive_at + self.lease })
            }
            (Reply::Queued(token), Stage::Asking) => {
                self.stage = Stage::Queued;
                self.token = token;
                self.hear(asked, context);
                self.plan_renewal(context);
                None
            }
            (Reply::Queued(_), Stage::Confirming) => {
                self.stage = Stage::Queued;
                None
            }
            (Reply::Renewed { holds }, Stage::Queued | Stage::Confirming | Stage::Holding) => {
                self.on_renewed(asked, holds, context)
            }
            (Reply::Lost, Stage::Queued | Stage::Confirming | Stage::Holding) => self.lose(context),
            (Reply::Released, Stage::Releasing) => Some(News::Released),
            _ => None,
        }
    }

    fn on_renewed(&mut self, asked: Time, holds: bool, context: &mut Context) -> Option<News> {
        self.hear(self.alive_at.max(asked), context);
        // The answer to an older renewal plans nothing, or there would be two at a time.
        if self.renewal_asked == Some(asked) {
            self.plan_renewal(context);
        }
        // Whoever was out of touch for a moment may have missed that its turn has come.
        if self.stage == Stage::Queued && holds {
            self.confirm(context);
        }
        let until = self.alive_at + self.lease;
        (self.stage == Stage::Holding).then_some(News::Extended { until })
    }

    /// The service has answered a request sent at `asked`, which prolonged the session.
    fn hear(&mut self, asked: Time, context: &mut Context) {
        (self.alive_at, self.heard_at) = (asked, context.now);
        if std::mem::take(&mut self.in_doubt) {
            context.tell(Node::Client(self.id), EventKind::BackInTouch);
        }
        if let Some(doubt) = self.rules.doubt(asked, context.now, self.lease) {
            context.set_timer(self.id, doubt.max(context.now), Timer::Doubt);
        }
        let given_up = self.rules.given_up(asked, context.now, self.lease);
        context.set_timer(self.id, given_up.max(context.now), Timer::GiveUp);
    }

    /// The session is lost: the client is told so, or its library finds out by itself.
    fn lose(&mut self, context: &mut Context) -> Option<News> {
        self.renew_at = None;
        match self.stage {
            Stage::Holding => {
                self.stage = Stage::Lost;
                Some(News::Lost)
            }
            // Whoever does not look for its own key goes on waiting for its turn, and sets up its
            // watch anew, since its turn may have come while it was out of touch.
            Stage::Queued if !self.rules.rechecks() => {
                self.confirm(context);
                None
            }
            Stage::Confirming if !self.rules.rechecks() => None,
            Stage::Asking | Stage::Queued | Stage::Confirming => Some(News::SessionEnded),
            Stage::Lost | Stage::Releasing => None,
        }
    }

    fn confirm(&mut self, context: &mut Context) {
        self.stage = Stage::Confirming;
        self.repeat_at = None;
        self.ask(context);
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
