//! One acquisition of the lock by A, as a run of the model.

use crate::sim::{
    Anchor, ClientId, Duration, Event, EventKind, Fault, FaultKind, FirstJob, Headline, Judge,
    Observer, Params, Policy, Scenario, Setup, Start, Time, World,
};

/// What the storage checks, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// Nothing.
    Nothing,
    /// The fencing tokens of writes.
    Tokens,
    /// The fencing tokens of writes, and those of reads count as seen.
    TokensOfReads,
    /// The versions of what was read.
    Versions,
}

impl Check {
    /// What can be checked with a service, the least first. Each check refuses all that the one
    /// before it does.
    pub fn all(params: &Params) -> &'static [Check] {
        if params.has_tokens() {
            &[Check::Nothing, Check::Tokens, Check::TokensOfReads]
        } else {
            &[Check::Nothing, Check::Versions]
        }
    }

    /// Whether every write is refused that would lose another one: the storage knows of all that
    /// happened since the writer has read.
    pub fn refuses_all(self) -> bool {
        match self {
            Check::Nothing | Check::Tokens => false,
            Check::TokensOfReads | Check::Versions => true,
        }
    }
}

/// A pause of A.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pause {
    /// How long after A has learned that it has the lock.
    pub after: Duration,
    /// How long it lasts.
    pub length: Duration,
}

/// The acquisition that is asked about: all that does not depend on the pause and the lease.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Acquisition(Params);

impl Acquisition {
    /// That of a run without its faults, in which A does the same job as the others.
    pub fn of(params: &Params) -> Acquisition {
        let Params { pause, faults, .. } = Params::default();
        let (scenario, storage, job) = (Scenario::Custom, Policy::Any, FirstJob::Same);
        Acquisition(Params { scenario, storage, mark: false, pause, faults, job, ..*params })
    }

    /// The values of the run.
    pub fn params(&self) -> &Params {
        &self.0
    }

    /// The same with another lease.
    pub fn leased(&self, lease: Duration) -> Acquisition {
        Acquisition(Params { lease, ..self.0 })
    }

    /// The same with another seed.
    pub fn seeded(&self, seed: u32) -> Acquisition {
        Acquisition(Params { seed, ..self.0 })
    }

    /// The same, but clients ask so much later.
    pub fn later(&self, by: Duration) -> Acquisition {
        Acquisition(Params { starts: self.0.starts.later(by), ..self.0 })
    }

    /// The run in which nothing fails.
    pub fn undisturbed(&self) -> Setup {
        Setup::new(self.0).unwrap_or_default()
    }

    /// The run in which A pauses, and the storage checks something.
    pub fn paused(&self, Pause { after, length }: Pause, check: Check) -> Setup {
        let (storage, mark) = match check {
            Check::Nothing => (Policy::Any, false),
            Check::Tokens => (Policy::Fencing, false),
            Check::TokensOfReads => (Policy::Fencing, true),
            Check::Versions => (Policy::Conditional, false),
        };
        let params = Params { storage, mark, ..self.0 };
        disturbed(params, after, FaultKind::Pause { client: ClientId::A, length })
    }

    /// The run in which A dies a while after it has learned that it has the lock.
    pub fn crashed(&self, after: Duration) -> Setup {
        disturbed(self.0, after, FaultKind::Crash { client: ClientId::A })
    }
}

fn disturbed(mut params: Params, offset: Duration, kind: FaultKind) -> Setup {
    let start = Start::After { client: ClientId::A, anchor: Anchor::Acquired, offset };
    params.faults.push(Fault { start, kind });
    Setup::new(params).unwrap_or_default()
}

/// What was seen of an acquisition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// How long A took from learning that it has the lock until it gave it back.
    pub job: Option<Duration>,
    /// Whether A's write was accepted.
    pub wrote: bool,
    /// Whether another client got the lock after A had got it.
    pub passed_on: bool,
    /// Whether some client believed that it had the lock when it could not rely on it any more.
    /// While none does, no two believe so at once, since the service lets no two rely on it.
    pub outlived: bool,
    /// Whether two clients believed at once that they had the lock.
    pub overlap: bool,
    /// Whether an update was lost, or a later one overwritten.
    pub lost: bool,
    /// How long A's crash kept another client waiting that got the lock: from the crash on, or from
    /// when that client asked, if it did so later. Nothing, if A had lost the lock to it before.
    pub blocked: Option<Duration>,
}

/// An acquisition under way.
#[derive(Clone, Debug)]
pub struct Run {
    world: World,
    watch: Watch,
}

impl Run {
    /// A run of which nothing has happened yet.
    pub fn new(setup: Setup) -> Run {
        Run { world: World::new(setup), watch: Watch::default() }
    }

    /// Goes on for at most some steps, which it counts down; what was seen, once the run is over.
    pub fn advance(&mut self, steps: &mut u64) -> Option<Seen> {
        while *steps > 0 {
            *steps -= 1;
            if !self.world.step(&mut self.watch) {
                let watch = std::mem::take(&mut self.watch);
                let outcome = watch.judge.conclude(self.world.end());
                let lost = outcome.headline() == Headline::Corrupted;
                return Some(Seen { overlap: !outcome.overlap.is_zero(), lost, ..watch.seen });
            }
        }
        None
    }
}

/// Watches a run.
#[derive(Clone, Debug, Default)]
struct Watch {
    judge: Judge,
    seen: Seen,
    acquired: Option<Time>,
    crashed: Option<Time>,
    /// When each client asked for the first time.
    asked: [Option<Time>; ClientId::MOST],
}

impl Observer for Watch {
    fn observe(&mut self, event: Event) {
        self.judge.observe(event);
        if let EventKind::WriteAccepted { write, .. } = event.kind {
            self.seen.wrote |= write.client == ClientId::A;
        }
        let Some(client) = event.client() else {
            return;
        };
        self.seen.outlived |= self.judge.believes(client) && !self.judge.may_rely(client);
        let since = |start: Option<Time>| start.map(|start| event.at.since(start));
        match event.kind {
            EventKind::Asked => {
                self.asked[client.index()].get_or_insert(event.at);
            }
            EventKind::Acquired { .. } if client == ClientId::A => self.acquired = Some(event.at),
            EventKind::Acquired { .. } if self.acquired.is_some() => {
                self.seen.passed_on = true;
                let waits_from = self.crashed.max(self.asked[client.index()]);
                let waited = self.crashed.and(since(waits_from));
                self.seen.blocked = self.seen.blocked.or(waited);
            }
            EventKind::Releasing if client == ClientId::A => self.seen.job = since(self.acquired),
            EventKind::Crashed => {
                self.crashed = Some(event.at);
                // Whoever waits now does not wait for A.
                self.seen.blocked = self.seen.passed_on.then_some(Duration::ZERO);
            }
            _ => {}
        }
    }
}
