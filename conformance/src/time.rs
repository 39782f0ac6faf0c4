//! The clock that everything is timed by: it is the same for all processes of the machine, and
//! nobody can set it.

use std::time::Duration;

use lock_simulator::sim;
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

/// A reading of the machine's monotonic clock, in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Stamp(u64);

impl Stamp {
    /// What the clock shows now.
    pub fn now() -> Stamp {
        let now = clock_gettime(ClockId::Monotonic);
        Stamp(now.tv_sec as u64 * 1_000_000 + now.tv_nsec as u64 / 1_000)
    }

    /// The reading after some time has passed.
    pub fn after(self, duration: Duration) -> Stamp {
        Stamp(self.0.saturating_add(duration.as_micros() as u64))
    }

    /// How long it is from an earlier reading; zero if that is not earlier.
    pub fn since(self, earlier: Stamp) -> Duration {
        Duration::from_micros(self.0.saturating_sub(earlier.0))
    }

    /// The first reading from this one on that is a multiple of a step.
    pub fn round_up(self, step: Duration) -> Stamp {
        Stamp(self.0.next_multiple_of(step.as_micros().max(1) as u64))
    }

    /// The same moment in the time of a run that began at `start`. What came before counts as its
    /// beginning.
    pub fn in_run(self, start: Stamp) -> sim::Time {
        sim::Time::from_micros(self.0.saturating_sub(start.0))
    }
}

/// Sleeps until the clock shows this.
pub async fn sleep_until(stamp: Stamp) {
    tokio::time::sleep(stamp.since(Stamp::now())).await;
}

/// A duration of the model as one of the real world.
pub fn real(duration: sim::Duration) -> Duration {
    Duration::from_micros(duration.as_micros())
}

/// A duration of the real world as one of the model.
pub fn model(duration: Duration) -> sim::Duration {
    sim::Duration::from_micros(duration.as_micros() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_on_a_step_is_its_own_next_step() {
        let step = Duration::from_millis(500);
        assert_eq!(Stamp(1_000_000).round_up(step), Stamp(1_000_000));
        assert_eq!(Stamp(1_000_001).round_up(step), Stamp(1_500_000));
    }

    #[test]
    fn what_came_before_a_run_counts_as_its_beginning() {
        assert_eq!(Stamp(5).in_run(Stamp(7)), sim::Time::ZERO);
        assert_eq!(Stamp(9).in_run(Stamp(7)), sim::Time::from_micros(2));
    }
}
