//! Watching a run until it is clear whether it goes wrong.

use super::bounds::Badness;
use crate::sim::{ClientId, Event, EventKind, Judge, Observer};

/// Some clients.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clients(u8);

impl Clients {
    /// All of them.
    pub const ALL: Clients = Clients(u8::MAX);

    /// Adds one.
    pub fn insert(&mut self, client: ClientId) {
        self.0 |= 1 << client.index();
    }

    /// Whether one is among them.
    pub fn contains(self, client: ClientId) -> bool {
        self.0 & 1 << client.index() != 0
    }

    fn union(self, other: Clients) -> Clients {
        Clients(self.0 | other.0)
    }

    fn count(self) -> u32 {
        self.0.count_ones()
    }
}

/// What is known so far of whether a run goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It does.
    Bad,
    /// It does not, whatever else happens.
    Good,
    /// It is too early to tell.
    Open,
}

/// The judge, who is the authority on what is bad, and besides what tells that nothing bad can
/// come any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Watch {
    judge: Judge,
    bad: Badness,
    /// How many clients take part.
    clients: u32,
    /// Those who got the lock.
    acquired: Clients,
    /// Those whose write is on its way or has been.
    sent: Clients,
    /// Those of whom no write can arrive any more.
    spent: Clients,
    /// Those who are done: they know that they have given the lock back.
    finished: Clients,
    /// Those who do not believe any more that they hold the lock, and will not again.
    without_belief: Clients,
    /// Those who have died.
    dead: Clients,
    /// Those who may not rely on the lock any more, and will not again.
    without_promise: Clients,
}

impl Watch {
    /// Watches a run of so many clients for one thing.
    pub fn new(bad: Badness, clients: u8) -> Watch {
        Watch {
            judge: Judge::default(),
            bad,
            clients: clients.into(),
            acquired: Clients::default(),
            sent: Clients::default(),
            spent: Clients::default(),
            finished: Clients::default(),
            without_belief: Clients::default(),
            dead: Clients::default(),
            without_promise: Clients::default(),
        }
    }

    /// What is known so far.
    pub fn verdict(&self) -> Verdict {
        if self.bad.is_in(self.judge.so_far()) {
            return Verdict::Bad;
        }
        let left = |gone: Clients| self.clients - gone.count();
        let is_good = match self.bad {
            // Two have to do it at once, and nobody gets the lock a second time.
            Badness::Overlap => left(self.without_belief) < 2,
            Badness::Double => left(self.without_promise) < 2,
            Badness::Late => left(self.spent) == 0,
            Badness::Overwritten => left(self.spent) == 0 || self.none_but_the_latest_is_left(),
            // The last to write finds what it has read, unless it has asked for that already.
            Badness::LostUpdate => {
                left(self.spent) == 0
                    || left(self.spent) == 1 && left(self.spent.union(self.acquired)) == 1
            }
        };
        if is_good { Verdict::Good } else { Verdict::Open }
    }

    /// Whether all clients but one are done, and that one is the latest holder, or will be if it gets
    /// the lock: what a client asked before it was done has been heard by then, so it is not given
    /// the lock again.
    fn none_but_the_latest_is_left(&self) -> bool {
        let mut left = ClientId::first(self.clients as usize)
            .filter(|client| !self.finished.contains(*client));
        left.next().is_none_or(|last| !self.judge.is_superseded(last)) && left.next().is_none()
    }

    /// The judge, for the facts that only the end of the run tells.
    pub fn judge(&self) -> &Judge {
        &self.judge
    }
}

impl Observer for Watch {
    fn observe(&mut self, event: Event) {
        self.judge.observe(event);
        if let EventKind::WriteAccepted { write, .. } | EventKind::WriteRejected { write, .. } =
            event.kind
        {
            self.spent.insert(write.client);
        }
        let Some(client) = event.client() else {
            return;
        };
        if event.kind.ends_belief() {
            self.without_belief.insert(client);
        }
        match event.kind {
            EventKind::Acquired { .. } => self.acquired.insert(client),
            EventKind::WriteSent { .. } => self.sent.insert(client),
            EventKind::GaveUp { .. } | EventKind::Crashed if !self.sent.contains(client) => {
                self.spent.insert(client);
            }
            EventKind::Finished => self.finished.insert(client),
            EventKind::Releasing => self.without_promise.insert(client),
            _ => {}
        }
        if event.kind == EventKind::Crashed {
            self.dead.insert(client);
        }
        // The promise to a client that has died stands until its time is over.
        let gave_up_waiting = matches!(event.kind, EventKind::GaveUp { .. });
        if (self.dead.contains(client) || gave_up_waiting) && !self.judge.may_rely(client) {
            self.without_promise.insert(client);
        }
    }
}
