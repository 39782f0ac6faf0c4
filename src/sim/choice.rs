//! What can be chosen: services, stories, storages, and how each of them is set up.

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
        /// A lock with a sequencer in Google's Chubby.
        Chubby = "chubby",
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
        /// A can reach the storage, and not the lock service.
        Partition = "partition",
        /// A lock server's wall clock steps ahead.
        ClockJump = "clock-jump",
        /// The lock service loses its leader or its primary.
        Failover = "failover",
        /// The faults that the link lists.
        Custom = "custom",
    }
}

choices! {
    /// How the job of client A differs from the others'.
    FirstJob {
        /// Not at all.
        Same = "same",
        /// It looks at its lease right before it writes.
        Checks = "checks",
        /// Its work takes as long as the scenario's fault would.
        Works = "works",
        /// The same, and it renews its lease meanwhile.
        Renews = "renews",
    }
}

choices! {
    /// What the storage asks of a write.
    Policy {
        /// Nothing: every write is accepted.
        Any = "any",
        /// A token no lower than the highest it has seen.
        Fencing = "fencing",
        /// That the writer has read the version that is stored.
        Conditional = "conditional",
        /// That nobody has left another lock value since the writer left its own.
        Value = "value",
    }
}

choices! {
    /// Where a single Redis gets a fencing token from.
    TokenSource {
        /// Nowhere.
        None = "none",
        /// From a counter that each new holder increments.
        Incr = "incr",
    }
}

choices! {
    /// How carefully a script changes a key that may be somebody else's by now.
    Care {
        /// It compares the key's value with its own first.
        Safe = "safe",
        /// It does not look.
        Naive = "naive",
    }
}

choices! {
    /// How a wall clock that is wrong is set right.
    ClockSetting {
        /// At once.
        Step = "step",
        /// Little by little.
        Slew = "slew",
    }
}

choices! {
    /// What a storage compares a sequencer of Chubby with.
    SequencerCheck {
        /// The latest one that it has observed.
        Observed = "observed",
        /// What Chubby says about it, by `CheckSequencer`.
        Checked = "checked",
    }
}

choices! {
    /// When a server that has lost its memory takes part again.
    Restart {
        /// As soon as it can.
        Prompt = "prompt",
        /// Not before every key that it may have forgotten is over.
        Delayed = "delayed",
    }
}
