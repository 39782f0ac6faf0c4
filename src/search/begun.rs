//! A fault of a schedule, and how great it is.

use crate::sim::{Duration, Fault, FaultKind, Start, Time, limits};

/// A fault that has begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Begun {
    /// When.
    pub at: Time,
    /// As a link has it.
    pub start: Start,
    /// As it began: what lasts for a while lasts as long as it can.
    pub kind: FaultKind,
    /// How long it lasts, once that is settled.
    pub length: Option<Duration>,
}

impl Begun {
    /// The fault as a link lists it.
    pub fn fault(&self) -> Fault {
        let kind = self.length.map_or(self.kind, |length| self.kind.lasting(length));
        Fault { start: self.start, kind }
    }

    /// Whether it is not over at a time after it began.
    pub fn goes_on(&self, at: Time) -> bool {
        self.is_open()
            || match self.kind {
                FaultKind::Crash { .. } | FaultKind::Cut { length: None, .. } => true,
                FaultKind::Restart { down, .. } => down.is_none_or(|down| self.at + down > at),
                FaultKind::Pause { .. }
                | FaultKind::Delay { .. }
                | FaultKind::Cut { length: Some(_), .. }
                | FaultKind::Jump { .. }
                | FaultKind::Failover => false,
            }
    }

    /// Whether it is still to be settled when it ends.
    pub fn is_open(&self) -> bool {
        self.length.is_none()
    }
}

/// How great the faults of a schedule are: their lengths together, and then their starts. What goes
/// on to the end of the run is longer than any other fault, and a clock's jump as long as it is far.
pub type Size = (Duration, Vec<Time>);

/// How long a fault is, as far as that makes one schedule greater than another.
pub fn extent(kind: FaultKind) -> Duration {
    match kind {
        FaultKind::Crash { .. }
        | FaultKind::Cut { length: None, .. }
        | FaultKind::Restart { down: None, .. } => *limits::FAULT.end(),
        FaultKind::Jump { by, .. } => by,
        FaultKind::Pause { .. }
        | FaultKind::Delay { .. }
        | FaultKind::Cut { .. }
        | FaultKind::Restart { .. }
        | FaultKind::Failover => kind.length(),
    }
}

/// Whether two faults are of one kind and happen to the same.
pub fn is_same_place(one: FaultKind, other: FaultKind) -> bool {
    match (one, other) {
        (FaultKind::Pause { client, .. }, FaultKind::Pause { client: other, .. })
        | (FaultKind::Crash { client }, FaultKind::Crash { client: other })
        | (FaultKind::Delay { client, .. }, FaultKind::Delay { client: other, .. }) => {
            client == other
        }
        (FaultKind::Cut { client, server, .. }, FaultKind::Cut { client: c, server: s, .. }) => {
            (client, server) == (c, s)
        }
        (FaultKind::Jump { server, .. }, FaultKind::Jump { server: other, .. })
        | (FaultKind::Restart { server, .. }, FaultKind::Restart { server: other, .. }) => {
            server == other
        }
        (FaultKind::Failover, FaultKind::Failover) => true,
        _ => false,
    }
}
