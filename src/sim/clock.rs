//! The clock of a node.

use super::time::{Duration, Time};

/// A node's wall clock, which an administrator or a time daemon may step.
///
/// It starts in step with true time. Monotonic clocks need no type of their own: they cannot be
/// stepped, so they show true time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WallClock {
    ahead: Duration,
}

impl WallClock {
    /// What the clock shows at the true time `now`.
    pub fn shows(self, now: Time) -> Time {
        now + self.ahead
    }

    /// The true time at which the clock shows `reading`, if nobody steps it meanwhile; the
    /// beginning of the run if it has shown that already.
    pub fn when(self, reading: Time) -> Time {
        reading - self.ahead
    }

    /// Steps the clock forward by `by`.
    pub fn step(&mut self, by: Duration) {
        self.ahead += by;
    }
}
