//! What a run is made from.

use std::fmt;
use std::ops::RangeInclusive;

use super::choice::{
    Care, ClockSetting, FirstJob, Policy, Restart, Scenario, SequencerCheck, ServiceKind,
    TokenSource,
};
use super::fault::{Fault, FaultKind, FaultList, Start};
use super::node::{ClientId, ServerId};
use super::service::Rules;
use super::starts::Starts;
use super::time::{Duration, Time};

/// What a user can set, each value on its own. [`Setup::new`] checks that they go together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Params {
    /// The lock service.
    pub service: ServiceKind,
    /// The story.
    pub scenario: Scenario,
    /// What the storage asks of a write.
    pub storage: Policy,
    /// Whether fencing tokens go along with reads too.
    pub mark: bool,
    /// The lease that clients ask for.
    pub lease: Duration,
    /// How long the scenario's fault lasts.
    pub pause: Duration,
    /// Whether a holder renews its lease, at every third of it.
    pub renew: bool,
    /// Whether a client looks at its lease right before it writes.
    pub check: bool,
    /// Whether a client stops working as soon as it learns that its lease is over.
    pub obey: bool,
    /// How long the work between reading and writing takes.
    pub work: Duration,
    /// How many clients want the lock.
    pub clients: u8,
    /// How long a message is on its way, at the least.
    pub latency: Duration,
    /// How much longer it may be, at random.
    pub jitter: Duration,
    /// What chance depends on.
    pub seed: u32,
    /// The faults of [`Scenario::Custom`].
    pub faults: FaultList,
    /// How the job of client A differs in [`Scenario::Custom`].
    pub job: FirstJob,
    /// When each client asks for the lock.
    pub starts: Starts,
    /// ZooKeeper's tick.
    pub tick: Duration,
    /// How long Chubby holds a lock back after its holder has failed.
    pub lockdelay: Duration,
    /// How many servers Redlock has: 3, 5 or 7.
    pub nodes: u8,
    /// How long a client of Redis or Redlock waits before it asks again, at the least.
    pub retry: Duration,
    /// Where a single Redis gets a fencing token from.
    pub token: TokenSource,
    /// How a client of a single Redis deletes the key.
    pub release: Care,
    /// How a client of a single Redis gives the key more time.
    pub extend: Care,
    /// Whether a waiter of etcd whose turn has come looks for its own key first.
    pub recheck: bool,
    /// How a wall clock is set.
    pub clock: ClockSetting,
    /// What the storage compares a sequencer of Chubby with.
    pub sequencer: SequencerCheck,
    /// When a server of Redlock that has lost its memory takes part again.
    pub restart: Restart,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            service: ServiceKind::Etcd,
            scenario: Scenario::Pause,
            storage: Policy::Any,
            mark: false,
            lease: Duration::from_secs(5),
            pause: Duration::from_secs(8),
            renew: false,
            check: false,
            obey: false,
            work: Duration::from_millis(500),
            clients: 2,
            latency: Duration::from_millis(20),
            jitter: Duration::ZERO,
            seed: 0,
            faults: FaultList::default(),
            job: FirstJob::Same,
            starts: Starts::default(),
            tick: Duration::from_secs(2),
            lockdelay: Duration::ZERO,
            nodes: 5,
            retry: Duration::from_millis(200),
            token: TokenSource::None,
            release: Care::Safe,
            extend: Care::Safe,
            recheck: true,
            clock: ClockSetting::Step,
            sequencer: SequencerCheck::Observed,
            restart: Restart::Prompt,
        }
    }
}

impl Params {
    /// Whether the lock comes with a number that rises with each holder.
    pub fn has_tokens(&self) -> bool {
        match self.service {
            ServiceKind::Etcd | ServiceKind::ZooKeeper | ServiceKind::Chubby => true,
            ServiceKind::Redis => self.token == TokenSource::Incr,
            ServiceKind::Redlock => false,
        }
    }

    /// Whether a storage that checks fencing tokens asks Chubby about them, instead of comparing
    /// them with those that it has seen.
    pub fn asks_chubby(&self) -> bool {
        self.service == ServiceKind::Chubby && self.sequencer == SequencerCheck::Checked
    }

    /// Whether clients hold the lock under a random value of their own.
    pub fn has_values(&self) -> bool {
        match self.service {
            ServiceKind::Redis | ServiceKind::Redlock => true,
            ServiceKind::Etcd | ServiceKind::ZooKeeper | ServiceKind::Chubby => false,
        }
    }

    /// Whether the storage can ask for what a policy wants to see.
    pub fn allows(&self, policy: Policy) -> bool {
        match policy {
            Policy::Any | Policy::Conditional => true,
            Policy::Fencing => self.has_tokens(),
            Policy::Value => self.has_values(),
        }
    }

    /// How many lock servers take part.
    fn servers(&self) -> u8 {
        match self.service {
            ServiceKind::Redlock => self.nodes,
            ServiceKind::Etcd
            | ServiceKind::ZooKeeper
            | ServiceKind::Redis
            | ServiceKind::Chubby => 1,
        }
    }

    /// Whether all that a fault needs takes part.
    pub fn has_place_for(&self, fault: &Fault) -> bool {
        let client = |client: ClientId| client.index() < usize::from(self.clients);
        let server = |server: ServerId| server.index() < usize::from(self.servers());
        let anchor = match fault.start {
            Start::At(_) => true,
            Start::After { client: id, .. } => client(id),
        };
        anchor
            && match fault.kind {
                FaultKind::Pause { client: id, .. }
                | FaultKind::Crash { client: id }
                | FaultKind::Delay { client: id, .. } => client(id),
                FaultKind::Cut { client: id, server: end, .. } => {
                    client(id) && end.is_none_or(server)
                }
                FaultKind::Jump { server: id, .. } => server(id),
                FaultKind::Restart { server: id, .. } => server(id) && self.has_values(),
                FaultKind::Failover => self.service != ServiceKind::Redlock,
            }
    }

    /// The same without the faults for which something is missing.
    pub fn with_possible_faults(mut self) -> Params {
        self.faults = self.faults.iter().filter(|fault| self.has_place_for(fault)).collect();
        self
    }
}

/// The lengths that can be set, with the range of each.
pub mod limits {
    use super::{Duration, RangeInclusive, Time};

    const fn millis(least: u64, most: u64) -> RangeInclusive<Duration> {
        RangeInclusive::new(Duration::from_millis(least), Duration::from_millis(most))
    }

    /// The lease that clients ask for.
    pub const LEASE: RangeInclusive<Duration> = millis(500, 120_000);
    /// The length of the scenario's fault.
    pub const PAUSE: RangeInclusive<Duration> = millis(0, 300_000);
    /// The length of the work.
    pub const WORK: RangeInclusive<Duration> = millis(0, 300_000);
    /// The latency, and the jitter on top of it.
    pub const LATENCY: RangeInclusive<Duration> = millis(0, 5_000);
    /// When a client asks for the lock, as the time since the run began.
    pub const START: RangeInclusive<Duration> = millis(0, 300_000);
    /// ZooKeeper's tick.
    pub const TICK: RangeInclusive<Duration> = millis(100, 10_000);
    /// Chubby's lock-delay, whose upper bound in the paper (section 2.4) is one minute.
    pub const LOCK_DELAY: RangeInclusive<Duration> = millis(0, 60_000);
    /// The delay before another try.
    pub const RETRY: RangeInclusive<Duration> = millis(50, 10_000);
    /// The number of clients.
    pub const CLIENTS: RangeInclusive<u8> = 2..=super::ClientId::MOST as u8;
    /// The numbers of servers that Redlock can have; odd, so that a majority is clear.
    pub const NODES: [u8; 3] = [3, 5, 7];
    /// The latest start of a fault.
    pub const LATEST: Time = Time::from_micros(600_000_000);
    /// The length of a fault.
    pub const FAULT: RangeInclusive<Duration> = millis(0, 600_000);
    /// How far a clock can be set: up to ten days.
    pub const JUMP: RangeInclusive<Duration> = millis(0, 864_000_000);
}

/// Why a run cannot be made from some [`Params`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Impossible {
    /// The storage was to check tokens, and the service has none.
    NoTokens(ServiceKind),
    /// The storage was to compare lock values, and the service has none.
    NoValues(ServiceKind),
    /// Something that a fault happens to does not take part; its place in the list, from 1.
    NoPlace(usize),
    /// A number lies outside its range in [`limits`]; this is its name in links.
    OutOfRange(&'static str),
}

impl fmt::Display for Impossible {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Impossible::NoTokens(service) => {
                write!(out, "{} hands out no fencing token", service.word())
            }
            Impossible::NoValues(service) => {
                write!(out, "{} has no lock value", service.word())
            }
            Impossible::NoPlace(number) => {
                write!(out, "fault {number} happens to something that does not take part")
            }
            Impossible::OutOfRange(name) => write!(out, "{name} is out of range"),
        }
    }
}

/// Everything that a run depends on. Whatever can be built can be run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Setup(Params);

impl Setup {
    /// Checks that the values are within their ranges and go together.
    ///
    /// # Errors
    ///
    /// Names the first thing that is [`Impossible`] about them.
    pub fn new(params: Params) -> Result<Setup, Impossible> {
        let ranges = [
            ("lease", limits::LEASE.contains(&params.lease)),
            ("pause", limits::PAUSE.contains(&params.pause)),
            ("work", limits::WORK.contains(&params.work)),
            ("clients", limits::CLIENTS.contains(&params.clients)),
            ("latency", limits::LATENCY.contains(&params.latency)),
            ("jitter", limits::LATENCY.contains(&params.jitter)),
            ("faults", params.faults.iter().all(|fault| fault.is_in_range())),
            ("starts", params.starts.are_in_range()),
            ("tick", limits::TICK.contains(&params.tick)),
            ("lockdelay", limits::LOCK_DELAY.contains(&params.lockdelay)),
            ("nodes", limits::NODES.contains(&params.nodes)),
            ("retry", limits::RETRY.contains(&params.retry)),
        ];
        if let Some((name, _)) = ranges.iter().find(|(_, fits)| !fits) {
            return Err(Impossible::OutOfRange(name));
        }
        let missing = params.faults.iter().position(|fault| !params.has_place_for(fault));
        if let Some(index) = missing {
            return Err(Impossible::NoPlace(index + 1));
        }
        match params.storage {
            Policy::Fencing if !params.has_tokens() => Err(Impossible::NoTokens(params.service)),
            Policy::Value if !params.has_values() => Err(Impossible::NoValues(params.service)),
            Policy::Any | Policy::Fencing | Policy::Conditional | Policy::Value => {
                Ok(Setup(params))
            }
        }
    }

    /// The values it was made from.
    pub fn params(&self) -> &Params {
        &self.0
    }

    /// The clients that take part.
    pub fn clients(&self) -> impl Iterator<Item = ClientId> + use<> {
        ClientId::first(usize::from(self.0.clients))
    }

    /// How many lock servers take part.
    pub fn servers(&self) -> u8 {
        self.0.servers()
    }

    /// How many servers a client must win to hold the lock.
    pub fn majority(&self) -> u8 {
        self.servers() / 2 + 1
    }

    /// The lease that the service really grants, which may be longer or shorter than asked.
    ///
    /// etcd counts whole seconds and raises what is below its minimum, one and a half election
    /// timeouts (`server/etcdserver/server.go`, `minLeaseTTL`: 2 s at the defaults). ZooKeeper
    /// clamps a session to 2 to 20 ticks (`ZooKeeperServer.getMinSessionTimeout` and
    /// `getMaxSessionTimeout`). Redis takes milliseconds as they are. Chubby's master chooses the
    /// lease itself, 12 s by default (section 2.8 of its paper); here it chooses what is asked.
    pub fn granted_lease(&self) -> Duration {
        let asked = self.0.lease;
        match self.0.service {
            ServiceKind::Etcd => asked.round_up(Duration::from_secs(1)).max(Duration::from_secs(2)),
            ServiceKind::ZooKeeper => asked.clamp(self.0.tick * 2, self.0.tick * 20),
            ServiceKind::Redis | ServiceKind::Redlock => Duration::from_millis(asked.as_millis()),
            ServiceKind::Chubby => asked,
        }
    }

    /// After how long everything that goes by the clocks of the service falls as it did before, such
    /// as the scans for leases that are over; zero, if nothing but the lease goes by them.
    pub fn cycle(&self) -> Duration {
        Rules::of(self).map_or(Duration::ZERO, Rules::cycle)
    }

    /// What a client of Redlock takes off its lease for clocks that run at different rates: one
    /// percent and 2 ms, as the implementations listed in the Redis documentation do. Zero for
    /// the other services.
    pub fn drift_allowance(&self) -> Duration {
        match self.0.service {
            ServiceKind::Redlock => self.granted_lease() / 100 + Duration::from_millis(2),
            ServiceKind::Etcd
            | ServiceKind::ZooKeeper
            | ServiceKind::Redis
            | ServiceKind::Chubby => Duration::ZERO,
        }
    }
}
