//! What a run is made from.

use std::fmt;
use std::ops::RangeInclusive;

use super::node::ClientId;
use super::time::Duration;

/// Defines an enum whose variants each have a word for links, and a list of them all.
macro_rules! choices {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$doc])* $variant,)+ }

        impl $name {
            /// Every variant, in the order in which they are offered.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The words of all variants, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The word that stands for it in links and in output for programs.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)+ }
            }

            /// The variant for a word.
            pub fn from_word(word: &str) -> Option<$name> {
                match word { $($word => Some($name::$variant),)+ _ => None }
            }
        }
    };
}

pub(crate) use choices;

choices! {
    /// The lock services that can be chosen.
    ServiceKind {
        /// A key under a lease in etcd, as its `concurrency` package makes it.
        Etcd = "etcd",
        /// An ephemeral sequential znode in ZooKeeper, as its lock recipe makes it.
        ZooKeeper = "zookeeper",
        /// `SET key value NX PX ttl` on one Redis server.
        Redis = "redis",
        /// The same on a majority of independent Redis servers.
        Redlock = "redlock",
    }
}

impl ServiceKind {
    /// Whether the service hands out a number that rises with each holder.
    pub fn has_tokens(self) -> bool {
        match self {
            ServiceKind::Etcd | ServiceKind::ZooKeeper => true,
            ServiceKind::Redis | ServiceKind::Redlock => false,
        }
    }
}

choices! {
    /// The stories that can be chosen. A is the client they happen to.
    Scenario {
        /// Nothing fails.
        Normal = "normal",
        /// A stops during its work.
        Pause = "pause",
        /// A checks its lease, then stops, then writes.
        CheckPause = "check-pause",
        /// A's work takes long.
        Overrun = "overrun",
        /// A's write is long on its way.
        Delay = "delay",
        /// A dies during its work.
        Crash = "crash",
        /// A lock server's wall clock steps ahead.
        ClockJump = "clock-jump",
    }
}

choices! {
    /// What the storage asks of a write.
    Policy {
        /// Nothing: every write is accepted.
        Any = "any",
        /// A token no lower than the highest it has seen.
        Fencing = "fencing",
    }
}

/// What a user can set, each value on its own. [`Setup::new`] checks that they go together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Params {
    /// The lock service.
    pub service: ServiceKind,
    /// The story.
    pub scenario: Scenario,
    /// What the storage asks of a write.
    pub storage: Policy,
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
    /// ZooKeeper's tick.
    pub tick: Duration,
    /// How many servers Redlock has: 3, 5 or 7.
    pub nodes: u8,
    /// How long a client of Redis or Redlock waits before it asks again, at the least.
    pub retry: Duration,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            service: ServiceKind::Etcd,
            scenario: Scenario::Pause,
            storage: Policy::Any,
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
            tick: Duration::from_secs(2),
            nodes: 5,
            retry: Duration::from_millis(200),
        }
    }
}

/// The lengths that can be set, with the range of each.
pub mod limits {
    use super::{Duration, RangeInclusive};

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
    /// ZooKeeper's tick.
    pub const TICK: RangeInclusive<Duration> = millis(100, 10_000);
    /// The delay before another try.
    pub const RETRY: RangeInclusive<Duration> = millis(50, 10_000);
    /// The number of clients.
    pub const CLIENTS: RangeInclusive<u8> = 2..=super::ClientId::MOST as u8;
    /// The numbers of servers that Redlock can have; odd, so that a majority is clear.
    pub const NODES: [u8; 3] = [3, 5, 7];
}

/// Why a run cannot be made from some [`Params`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Impossible {
    /// The storage was to check tokens, and the service has none.
    NoTokens(ServiceKind),
    /// A number lies outside its range in [`limits`]; this is its name in links.
    OutOfRange(&'static str),
}

impl fmt::Display for Impossible {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Impossible::NoTokens(service) => {
                write!(out, "{} hands out no fencing token", service.word())
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
            ("tick", limits::TICK.contains(&params.tick)),
            ("nodes", limits::NODES.contains(&params.nodes)),
            ("retry", limits::RETRY.contains(&params.retry)),
        ];
        if let Some((name, _)) = ranges.iter().find(|(_, fits)| !fits) {
            return Err(Impossible::OutOfRange(name));
        }
        match params.storage {
            Policy::Fencing if !params.service.has_tokens() => {
                Err(Impossible::NoTokens(params.service))
            }
            Policy::Fencing | Policy::Any => Ok(Setup(params)),
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
        match self.0.service {
            ServiceKind::Redlock => self.0.nodes,
            ServiceKind::Etcd | ServiceKind::ZooKeeper | ServiceKind::Redis => 1,
        }
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
    /// `getMaxSessionTimeout`). Redis takes milliseconds as they are.
    pub fn granted_lease(&self) -> Duration {
        let asked = self.0.lease;
        match self.0.service {
            ServiceKind::Etcd => asked.round_up(Duration::from_secs(1)).max(Duration::from_secs(2)),
            ServiceKind::ZooKeeper => asked.clamp(self.0.tick * 2, self.0.tick * 20),
            ServiceKind::Redis | ServiceKind::Redlock => Duration::from_millis(asked.as_millis()),
        }
    }

    /// What a client of Redlock takes off its lease for clocks that run at different rates: one
    /// percent and 2 ms, as the implementations listed in the Redis documentation do. Zero for
    /// the other services.
    pub fn drift_allowance(&self) -> Duration {
        match self.0.service {
            ServiceKind::Redlock => self.granted_lease() / 100 + Duration::from_millis(2),
            ServiceKind::Etcd | ServiceKind::ZooKeeper | ServiceKind::Redis => Duration::ZERO,
        }
    }
}
