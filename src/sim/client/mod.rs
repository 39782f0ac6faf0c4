//! A client: gets the lock, reads, works, writes, gives the lock back.

mod keys;
mod sessions;

use super::agenda::Timer;
use super::context::Context;
use super::event::{EventKind, GaveUp, Write};
use super::fault::Anchor;
use super::message::Message;
use super::node::{ClientId, LockValue, Node, ServerId, Token, Version};
use super::scenario::Job;
use super::service::Rules;
use super::setup::Setup;
use super::time::{Duration, Time};
use keys::KeyLock;
use sessions::SessionLock;

/// How long a client waits for an answer that it cannot do without, before it repeats the
/// question: half a second, or longer on a slow network.
fn patience(setup: &Setup) -> Duration {
    let slow = (setup.params().latency + setup.params().jitter) * 5 / 2;
    slow.max(Duration::from_millis(500))
}

/// Something that a client has to react to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Input {
    Message { from: Node, message: Message },
    Timer(Timer),
}

/// What the protocol with the lock service has found out.
enum News {
    Acquired {
        token: Option<Token>,
        value: Option<LockValue>,
        until: Time,
    },
    Extended {
        until: Time,
    },
    Refused {
        won: u8,
        retry_in: Duration,
    },
    /// The library has lost touch with the service.
    InDoubt,
    /// The lock that the client held is lost.
    Lost,
    /// The session ended while the client was waiting.
    SessionEnded,
    Released,
}

/// The client's side of the protocol with the lock service.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Protocol {
    Sessions(SessionLock),
    Keys(KeyLock),
}

impl Protocol {
    fn new(id: ClientId, job: Job, setup: &Setup) -> Protocol {
        match Rules::of(setup) {
            Some(rules) => Protocol::Sessions(SessionLock::new(id, job.renew, rules, setup)),
            None => Protocol::Keys(KeyLock::new(id, job.renew, setup)),
        }
    }

    fn ask(&mut self, context: &mut Context) {
        match self {
            Protocol::Sessions(lock) => lock.ask(context),
            Protocol::Keys(lock) => lock.ask(context),
        }
    }

    fn release(&mut self, context: &mut Context) {
        match self {
            Protocol::Sessions(lock) => lock.release(context),
            Protocol::Keys(lock) => lock.release(context),
        }
    }

    fn on_timer(&mut self, timer: Timer, context: &mut Context) -> Option<News> {
        match self {
            Protocol::Sessions(lock) => lock.on_timer(timer, context),
            Protocol::Keys(lock) => lock.on_timer(timer, context),
        }
    }

    fn on_message(
        &mut self,
        from: ServerId,
        message: Message,
        context: &mut Context,
    ) -> Option<News> {
        match self {
            Protocol::Sessions(lock) => lock.on_message(message, context),
            Protocol::Keys(lock) => lock.on_message(from, message, context),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    /// Has not got the lock yet.
    Waiting,
    Reading,
    Working {
        ends: Time,
    },
    /// Was stopped during its work, of which this much is left.
    Suspended {
        left: Duration,
    },
    /// Has decided to write; a fault may still come between the decision and the write.
    AboutToWrite,
    Writing,
    Releasing,
    Done,
    Dead,
}

/// What a client knows of the lock it got.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Hold {
    token: Option<Token>,
    value: Option<LockValue>,
    until: Time,
    promise_over: bool,
    lost: bool,
}

/// A client and all that it knows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Client {
    id: ClientId,
    job: Job,
    protocol: Protocol,
    phase: Phase,
    hold: Option<Hold>,
    /// The version of the value that it read.
    base: Version,
    /// How many pauses it is in at the same time.
    pauses: u32,
    /// What came in while it was paused.
    deferred: Vec<Input>,
}

impl Client {
    /// A client that is about to ask for the lock when its time has come.
    pub fn new(id: ClientId, context: &mut Context) -> Client {
        context.set_timer(id, context.setup.params().starts.of(id), Timer::Ask);
        let job = context.setup.job(id);
        Client {
            id,
            job,
            protocol: Protocol::new(id, job, context.setup),
            phase: Phase::Waiting,
            hold: None,
            base: Version::default(),
            pauses: 0,
            deferred: Vec::new(),
        }
    }

    /// Whether nothing more can come of this client.
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Done | Phase::Dead)
    }

    /// Whether the client has neither got the lock nor given up.
    pub fn is_waiting(&self) -> bool {
        self.phase == Phase::Waiting
    }

    /// Whether the client has decided to write and has not done so.
    pub fn is_about_to_write(&self) -> bool {
        self.phase == Phase::AboutToWrite
    }

    /// Whether the client is awake and works.
    pub fn is_in_its_work(&self) -> bool {
        matches!(self.phase, Phase::Working { .. })
    }

    /// Whether a pause has stopped the client in its work or has made something wait.
    pub fn is_held_back(&self) -> bool {
        matches!(self.phase, Phase::Suspended { .. }) || !self.deferred.is_empty()
    }

    /// A message has come in.
    pub fn receive(&mut self, from: Node, message: Message, context: &mut Context) {
        self.take(Input::Message { from, message }, context);
    }

    /// A timer has fired.
    pub fn wake_for(&mut self, timer: Timer, context: &mut Context) {
        if timer == Timer::PromiseOver && !self.note_end_of_promise(context) {
            return;
        }
        self.take(Input::Timer(timer), context);
    }

    /// The client stops doing anything.
    pub fn pause(&mut self, length: Duration, context: &mut Context) {
        if self.is_over() {
            return;
        }
        self.pauses += 1;
        if self.pauses > 1 {
            return;
        }
        context.tell(Node::Client(self.id), EventKind::Paused { length });
        if let Phase::Working { ends } = self.phase {
            self.phase = Phase::Suspended { left: ends.since(context.now) };
        }
    }

    /// A pause is over. What came in meanwhile is handled in the order in which it came.
    pub fn resume(&mut self, context: &mut Context) {
        if self.is_over() {
            return;
        }
        self.pauses = self.pauses.saturating_sub(1);
        if self.pauses > 0 {
            return;
        }
        context.tell(Node::Client(self.id), EventKind::Woke);
        if let Phase::Suspended { left } = self.phase {
            self.work(left, context);
        }
        for input in std::mem::take(&mut self.deferred) {
            self.take(input, context);
        }
    }

    /// The client dies. What it has sent is on its way and arrives.
    pub fn crash(&mut self, context: &mut Context) {
        if !self.is_over() {
            self.phase = Phase::Dead;
            context.tell(Node::Client(self.id), EventKind::Crashed);
        }
    }

    fn take(&mut self, input: Input, context: &mut Context) {
        if self.is_over() {
        } else if self.pauses > 0 {
            self.deferred.push(input);
        } else {
            self.handle(input, context);
        }
    }

    fn handle(&mut self, input: Input, context: &mut Context) {
        match input {
            Input::Timer(Timer::WorkDone) => {
                if self.phase == (Phase::Working { ends: context.now }) {
                    self.finish_work(context);
                }
            }
            Input::Timer(Timer::SendWrite) => {
                if self.phase == Phase::AboutToWrite {
                    self.send_write(context);
                }
            }
            Input::Timer(Timer::PromiseOver) => self.obey(context),
            Input::Timer(Timer::Ask) if self.phase == Phase::Waiting => {
                self.protocol.ask(context);
            }
            Input::Timer(timer) => {
                let news = self.protocol.on_timer(timer, context);
                self.hear(news, context);
            }
            Input::Message { from: Node::Server(server), message } => {
                let news = self.protocol.on_message(server, message, context);
                self.hear(news, context);
            }
            // A client that gave up meanwhile does not begin its work any more.
            Input::Message { message: Message::Value { value, version }, .. }
                if self.phase == Phase::Reading =>
            {
                self.base = version;
                context.tell(Node::Client(self.id), EventKind::Read { value, version });
                self.work(self.job.work, context);
                context.reach(self.id, Anchor::Work);
            }
            Input::Message { message: Message::WriteAnswer { accepted }, .. } => {
                context.tell(Node::Client(self.id), EventKind::WriteAnswered { accepted });
                self.release(context);
            }
            Input::Message { .. } => {}
        }
    }

    fn hear(&mut self, news: Option<News>, context: &mut Context) {
        let me = Node::Client(self.id);
        match news {
            None => {}
            Some(News::Acquired { token, value, until }) => {
                self.hold = Some(Hold { token, value, until, promise_over: false, lost: false });
                context.tell(me, EventKind::Acquired { token, value, until });
                context.set_timer(self.id, until.max(context.now), Timer::PromiseOver);
                context.reach(self.id, Anchor::Acquired);
                self.phase = Phase::Reading;
                let token = token.filter(|_| context.setup.params().mark);
                context.send(me, Node::Storage, Message::Read { token, value });
            }
            Some(News::Extended { until }) => {
                if let Some(hold) = &mut self.hold {
                    hold.until = until;
                    hold.promise_over = false;
                    context.tell(me, EventKind::Extended { until });
                    context.set_timer(self.id, until.max(context.now), Timer::PromiseOver);
                }
            }
            Some(News::Refused { won, retry_in }) => {
                context.tell(me, EventKind::Refused { won, retry_in });
                context.set_timer(self.id, context.now + retry_in, Timer::Ask);
            }
            Some(News::InDoubt) => {
                context.tell(me, EventKind::InDoubt);
                if self.job.obey && self.is_working() {
                    self.give_up(GaveUp::InDoubt, context);
                }
            }
            Some(News::Lost) => {
                if let Some(hold) = self.hold.as_mut().filter(|hold| !hold.lost) {
                    hold.lost = true;
                    context.tell(me, EventKind::LearnedLoss);
                }
                self.obey(context);
            }
            Some(News::SessionEnded) => {
                context.tell(me, EventKind::GaveUp { why: GaveUp::SessionEnded });
                self.phase = Phase::Done;
            }
            Some(News::Released) => {
                context.tell(me, EventKind::Finished);
                self.phase = Phase::Done;
            }
        }
    }

    fn work(&mut self, left: Duration, context: &mut Context) {
        let ends = context.now + left;
        self.phase = Phase::Working { ends };
        context.set_timer(self.id, ends, Timer::WorkDone);
    }

    fn finish_work(&mut self, context: &mut Context) {
        if self.job.check {
            let good = self.hold.is_some_and(|hold| !hold.lost && context.now < hold.until);
            context.tell(Node::Client(self.id), EventKind::Checked { good });
            if !good {
                self.give_up(GaveUp::LeaseOver, context);
                return;
            }
            context.reach(self.id, Anchor::Checked);
        }
        context.reach(self.id, Anchor::Write);
        self.phase = Phase::AboutToWrite;
        // Faults that begin right now come first, so a pause falls between check and write.
        context.set_timer(self.id, context.now, Timer::SendWrite);
    }

    fn send_write(&mut self, context: &mut Context) {
        self.phase = Phase::Writing;
        let (token, value) = self.hold.map_or((None, None), |hold| (hold.token, hold.value));
        let write = Write { client: self.id, token, value, base: self.base, sent: context.now };
        context.tell(Node::Client(self.id), EventKind::WriteSent { token, base: self.base });
        context.send(Node::Client(self.id), Node::Storage, Message::Write(write));
    }

    /// Notes that the promise is over, if it is, and was not before. That is a fact about the
    /// client and nothing it does, so it does not matter whether the client is awake.
    fn note_end_of_promise(&mut self, context: &mut Context) -> bool {
        let releasing = matches!(self.phase, Phase::Releasing | Phase::Done);
        let ended =
            |hold: &&mut Hold| !releasing && !hold.promise_over && hold.until <= context.now;
        let Some(hold) = self.hold.as_mut().filter(ended) else {
            return false;
        };
        hold.promise_over = true;
        context.tell(Node::Client(self.id), EventKind::PromiseOver);
        true
    }

    /// Stops working if the client is to obey and knows that it may not rely on the lock.
    fn obey(&mut self, context: &mut Context) {
        let over = self.hold.is_some_and(|hold| hold.lost || hold.promise_over);
        if self.job.obey && self.is_working() && over {
            self.give_up(GaveUp::Obeyed, context);
        }
    }

    fn is_working(&self) -> bool {
        matches!(self.phase, Phase::Reading | Phase::Working { .. })
    }

    fn give_up(&mut self, why: GaveUp, context: &mut Context) {
        context.tell(Node::Client(self.id), EventKind::GaveUp { why });
        self.release(context);
    }

    fn release(&mut self, context: &mut Context) {
        self.phase = Phase::Releasing;
        context.tell(Node::Client(self.id), EventKind::Releasing);
        self.protocol.release(context);
    }
}
