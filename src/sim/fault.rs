//! What goes wrong in a run, as data. A scenario is nothing but a list of these.

use super::node::{ClientId, ServerId};
use super::setup::limits;
use super::time::{Duration, Time};

/// One thing that goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fault {
    /// When it begins.
    pub start: Start,
    /// What goes wrong.
    pub kind: FaultKind,
}

impl Fault {
    /// Whether its start and its length are within their [`limits`].
    pub fn is_in_range(&self) -> bool {
        let start = match self.start {
            Start::At(at) => at,
            Start::After { offset, .. } => Time::ZERO + offset,
        };
        start <= limits::LATEST
            && match self.kind {
                FaultKind::Jump { by, .. } => limits::JUMP.contains(&by),
                FaultKind::Pause { .. }
                | FaultKind::Crash { .. }
                | FaultKind::Delay { .. }
                | FaultKind::Cut { .. }
                | FaultKind::Restart { .. }
                | FaultKind::Failover => limits::FAULT.contains(&self.kind.length()),
            }
    }
}

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    /// A client and a lock server cannot talk, in either direction.
    Cut {
        /// One end of the link.
        client: ClientId,
        /// The other end; all servers, if it is none of them.
        server: Option<ServerId>,
        /// For how long; until the run ends, if it is not given.
        length: Option<Duration>,
    },
    /// The wall clock of a lock server is set forward.
    Jump {
        /// Whose clock.
        server: ServerId,
        /// How far.
        by: Duration,
    },
    /// A server that holds keys dies, and comes back without its memory, if it does.
    Restart {
        /// Which.
        server: ServerId,
        /// How long it is gone; for ever, if it is not given.
        down: Option<Duration>,
    },
    /// The lock service loses its leader or its primary, and another takes its place.
    Failover,
}

impl FaultKind {
    /// How long the fault lasts; zero for what happens in an instant or lasts to the end.
    pub fn length(&self) -> Duration {
        match *self {
            FaultKind::Pause { length, .. } => length,
            FaultKind::Delay { by, .. } => by,
            FaultKind::Cut { length, .. } => length.unwrap_or_default(),
            FaultKind::Restart { down, .. } => down.unwrap_or_default(),
            FaultKind::Crash { .. } | FaultKind::Jump { .. } | FaultKind::Failover => {
                Duration::ZERO
            }
        }
    }

    /// Whether it lasts for a while that can be longer or shorter: that of a pause, of a write's
    /// delay, or of a cut that is mended.
    pub fn is_open_ended(&self) -> bool {
        match self {
            FaultKind::Pause { .. }
            | FaultKind::Delay { .. }
            | FaultKind::Cut { length: Some(_), .. } => true,
            FaultKind::Crash { .. }
            | FaultKind::Cut { length: None, .. }
            | FaultKind::Jump { .. }
            | FaultKind::Restart { .. }
            | FaultKind::Failover => false,
        }
    }

    /// The same for another while, if it [is open-ended](FaultKind::is_open_ended).
    #[must_use]
    pub fn lasting(self, length: Duration) -> FaultKind {
        match self {
            FaultKind::Pause { client, .. } => FaultKind::Pause { client, length },
            FaultKind::Delay { client, .. } => FaultKind::Delay { client, by: length },
            FaultKind::Cut { client, server, length: Some(_) } => {
                FaultKind::Cut { client, server, length: Some(length) }
            }
            FaultKind::Crash { .. }
            | FaultKind::Cut { length: None, .. }
            | FaultKind::Jump { .. }
            | FaultKind::Restart { .. }
            | FaultKind::Failover => self,
        }
    }
}

/// When a fault begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

super::choice::choices! {
    /// A point in a client's job that faults can be tied to.
    Anchor {
        /// The client learns that it holds the lock.
        Acquired = "acquired",
        /// It begins its work.
        Work = "work",
        /// It has looked at its lease and found it good.
        Checked = "checked",
        /// It is about to send its write.
        Write = "write",
    }
}

/// What stands in the places of a list that are not taken.
const NONE: Fault = Fault { start: Start::At(Time::ZERO), kind: FaultKind::Failover };

/// A few faults, in the order in which a link lists them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FaultList {
    list: [Fault; FaultList::MOST],
    len: usize,
}

impl FaultList {
    /// How many faults there can be at the most.
    pub const MOST: usize = 16;

    /// Adds a fault; false if there is no more room.
    pub fn push(&mut self, fault: Fault) -> bool {
        let Some(place) = self.list.get_mut(self.len) else {
            return false;
        };
        *place = fault;
        self.len += 1;
        true
    }

    /// The faults.
    pub fn iter(&self) -> std::slice::Iter<'_, Fault> {
        self.list[..self.len].iter()
    }
}

impl Default for FaultList {
    fn default() -> FaultList {
        FaultList { list: [NONE; FaultList::MOST], len: 0 }
    }
}

impl<'a> FromIterator<&'a Fault> for FaultList {
    /// The first of some faults, as many as there is room for.
    fn from_iter<I: IntoIterator<Item = &'a Fault>>(faults: I) -> FaultList {
        let mut list = FaultList::default();
        for fault in faults {
            list.push(*fault);
        }
        list
    }
}
