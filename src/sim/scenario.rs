//! What each scenario does to a run: the faults it adds, and how it changes a client's job.

use super::fault::{Anchor, Fault, FaultKind, Start};
use super::node::{ClientId, ServerId};
use super::setup::{Scenario, Setup};
use super::time::{Duration, Time};

/// How far into A's work its fault starts, if the work is long enough.
const INTO_WORK: Duration = Duration::from_millis(250);

/// What a client does between getting the lock and giving it back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

impl Setup {
    /// The job of a client in this setup's scenario.
    pub fn job(&self, client: ClientId) -> Job {
        let params = self.params();
        let plain =
            Job { work: params.work, renew: params.renew, check: params.check, obey: params.obey };
        if client != ClientId::A {
            return plain;
        }
        match params.scenario {
            Scenario::CheckPause => Job { check: true, ..plain },
            Scenario::Overrun => Job { work: params.pause, ..plain },
            Scenario::Normal
            | Scenario::Pause
            | Scenario::Delay
            | Scenario::Crash
            | Scenario::ClockJump => plain,
        }
    }

    /// The faults of this setup's scenario.
    pub fn faults(&self) -> Vec<Fault> {
        let client = ClientId::A;
        let length = self.params().pause;
        let after = |anchor, offset| Start::After { client, anchor, offset };
        let into_work = after(Anchor::Work, INTO_WORK.min(self.params().work / 2));
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
            Scenario::ClockJump => self.clock_jump(),
        }
    }

    /// A can reach only a bare majority of the servers, and once it has acquired the lock the
    /// last clock of that majority steps ahead by more than the lease.
    fn clock_jump(&self) -> Vec<Fault> {
        let client = ClientId::A;
        let reached = usize::from(self.majority());
        let mut faults: Vec<Fault> = ServerId::first(self.servers())
            .skip(reached)
            .map(|server| Fault {
                start: Start::At(Time::ZERO),
                kind: FaultKind::Cut { client, server },
            })
            .collect();
        let jumped = ServerId::first(self.servers()).take(reached).last();
        faults.push(Fault {
            start: Start::After { client, anchor: Anchor::Acquired, offset: Duration::ZERO },
            kind: FaultKind::Jump {
                server: jumped.unwrap_or(ServerId::FIRST),
                by: self.granted_lease() + Duration::from_secs(1),
            },
        });
        faults
    }
}
