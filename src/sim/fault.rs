//! What goes wrong in a run, as data. A scenario is nothing but a list of these.

use super::node::{ClientId, ServerId};
use super::time::{Duration, Time};

/// One thing that goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// When it begins.
    pub start: Start,
    /// What goes wrong.
    pub kind: FaultKind,
}

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// A client does nothing at all for a while: a garbage collection, a suspended machine.
    Pause {
        /// Who stops.
        client: ClientId,
        /// For how long.
        length: Duration,
    },
    /// A client dies and does not come back.
    Crash {
        /// Who dies.
        client: ClientId,
    },
    /// The next write that a client sends takes longer on its way to the storage.
    Delay {
        /// Whose write.
        client: ClientId,
        /// How much longer than usual.
        by: Duration,
    },
    /// A client and a lock server cannot talk, in either direction, until the run ends.
    Cut {
        /// One end of the link.
        client: ClientId,
        /// The other end.
        server: ServerId,
    },
    /// The wall clock of a lock server steps forward.
    Jump {
        /// Whose clock.
        server: ServerId,
        /// How far.
        by: Duration,
    },
}

impl FaultKind {
    /// How long the fault lasts; zero for what happens in an instant.
    pub fn length(&self) -> Duration {
        match *self {
            FaultKind::Pause { length, .. } => length,
            FaultKind::Delay { by, .. } => by,
            FaultKind::Crash { .. } | FaultKind::Cut { .. } | FaultKind::Jump { .. } => {
                Duration::ZERO
            }
        }
    }
}

/// When a fault begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// At a fixed instant.
    At(Time),
    /// A while after a client first gets to a point of its job, so that a scenario works out with
    /// any lease and any length of the work.
    After {
        /// Whose job.
        client: ClientId,
        /// The point of the job.
        anchor: Anchor,
        /// How long after it.
        offset: Duration,
    },
}

/// A point in a client's job that faults can be tied to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// The client learns that it holds the lock.
    Acquired,
    /// It begins its work.
    Work,
    /// It has looked at its lease and found it good.
    Checked,
    /// It is about to send its write.
    Write,
}
