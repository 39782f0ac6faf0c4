//! What each scenario does to a run: the faults it adds, and how it changes a client's job.

use super::choice::{FirstJob, Restart, Scenario, ServiceKind};
use super::fault::{Anchor, Fault, FaultKind, Start};
use super::node::{ClientId, ServerId};
use super::setup::{Params, Setup};
use super::time::{Duration, Time};

/// How far into A's work its fault starts, if the work is long enough.
const INTO_WORK: Duration = Duration::from_millis(250);

/// How long a server of Redlock takes to come back, if nothing holds it up.
const PROMPT: Duration = Duration::from_millis(100);

/// What a client does between getting the lock and giving it back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Job {
    /// How long it works, while awake, between reading and writing.
    pub work: Duration,
    /// Whether it renews its lease while it holds it.
    pub renew: bool,
    /// Whether it looks at its lease right before it writes.
    pub check: bool,
    /// Whether it stops working as soon as it learns that its lease is over.
    pub obey: bool,
}

impl Params {
    /// How the job of client A differs from the others'.
    pub fn first_job(&self) -> FirstJob {
        match self.scenario {
            Scenario::CheckPause => FirstJob::Checks,
            Scenario::Overrun => FirstJob::Works,
            Scenario::Partition => FirstJob::Renews,
            Scenario::Custom => self.job,
            Scenario::Normal
            | Scenario::Pause
            | Scenario::Delay
            | Scenario::Crash
            | Scenario::ClockJump
            | Scenario::Failover => FirstJob::Same,
        }
    }
}

impl Setup {
    /// The job of a client in this setup's scenario.
    pub fn job(&self, client: ClientId) -> Job {
        let params = self.params();
        let plain =
            Job { work: params.work, renew: params.renew, check: params.check, obey: params.obey };
        if client != ClientId::A {
            return plain;
        }
        match params.first_job() {
            FirstJob::Same => plain,
            FirstJob::Checks => Job { check: true, ..plain },
            FirstJob::Works => Job { work: params.pause, ..plain },
            FirstJob::Renews => Job { work: params.pause, renew: true, ..plain },
        }
    }

    /// The same run as a custom one, whose faults can be changed one by one.
    pub fn as_custom(&self) -> Params {
        let mut params = *self.params();
        params.job = params.first_job();
        params.faults = self.faults().iter().collect();
        params.scenario = Scenario::Custom;
        params
    }

    /// The faults of this setup's scenario.
    pub fn faults(&self) -> Vec<Fault> {
        let client = ClientId::A;
        let length = self.params().pause;
        let after = |anchor, offset| Start::After { client, anchor, offset };
        let into_work = after(Anchor::Work, INTO_WORK.min(self.job(client).work / 2));
        match self.params().scenario {
            Scenario::Normal | Scenario::Overrun => Vec::new(),
            Scenario::Pause => {
                vec![Fault { start: into_work, kind: FaultKind::Pause { client, length } }]
            }
            Scenario::CheckPause => vec![Fault {
                start: after(Anchor::Checked, Duration::ZERO),
                kind: FaultKind::Pause { client, length },
            }],
            Scenario::Delay => vec![Fault {
                start: after(Anchor::Write, Duration::ZERO),
                kind: FaultKind::Delay { client, by: length },
            }],
            Scenario::Crash => vec![Fault { start: into_work, kind: FaultKind::Crash { client } }],
            Scenario::Partition => {
                let cut = FaultKind::Cut { client, server: None, length: Some(length) };
                vec![Fault { start: into_work, kind: cut }]
            }
            Scenario::ClockJump => {
                let by = self.granted_lease() + Duration::from_secs(1);
                self.at_the_last_of_a_bare_majority(|server| FaultKind::Jump { server, by })
            }
            Scenario::Failover if self.params().service == ServiceKind::Redlock => {
                let down = Some(match self.params().restart {
                    Restart::Prompt => PROMPT,
                    Restart::Delayed => self.granted_lease() + Duration::from_secs(1),
                });
                self.at_the_last_of_a_bare_majority(|server| FaultKind::Restart { server, down })
            }
            Scenario::Failover => self.at_the_last_of_a_bare_majority(|_| FaultKind::Failover),
            Scenario::Custom => self.params().faults.iter().copied().collect(),
        }
    }

    /// A can reach only a bare majority of the servers, and once it has acquired the lock
    /// something happens to the last one of them.
    fn at_the_last_of_a_bare_majority(&self, what: impl Fn(ServerId) -> FaultKind) -> Vec<Fault> {
        let client = ClientId::A;
        let reached = usize::from(self.majority());
        let mut faults: Vec<Fault> = ServerId::first(self.servers())
            .skip(reached)
            .map(|server| Fault {
                start: Start::At(Time::ZERO),
                kind: FaultKind::Cut { client, server: Some(server), length: None },
            })
            .collect();
        let last = ServerId::first(self.servers()).take(reached).last();
        faults.push(Fault {
            start: Start::After { client, anchor: Anchor::Acquired, offset: Duration::ZERO },
            kind: what(last.unwrap_or(ServerId::FIRST)),
        });
        faults
    }
}
