//! The clock of a node.

use super::time::{Duration, Time};

/// A clock that is slewed runs this much faster than it should: one part in so many, 500 ppm,
/// which is the most that the kernel's `adjtime` and so ntpd do.
const SLEW: u64 = 2_000;

/// A node's wall clock, which an administrator or a time daemon may set.
///
/// It starts in step with true time. Monotonic clocks need no type of their own: they cannot be
/// set, so they show true time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct WallClock {
    ahead: Duration,
    /// Since when it runs fast, and how much it is to gain.
    slew: Option<(Time, Duration)>,
}

impl WallClock {
    /// What the clock shows at the true time `now`.
    pub fn shows(self, now: Time) -> Time {
        now + self.ahead + self.gained(now)
    }

    /// The true time at which the clock first shows `reading`, if nobody sets it meanwhile; not
    /// later than the last time it was set, if it had shown that by then.
    pub fn when(self, reading: Time) -> Time {
        let plain = reading - self.ahead;
        let Some((since, gain)) = self.slew else {
            return plain;
        };
        let over = since + gain * SLEW;
        if self.shows(over) <= reading {
            return plain - gain;
        }
        // While it is slewed, it shows SLEW + 1 units in SLEW.
        let shown = plain.since(since).as_micros();
        let passed = shown - shown / (SLEW + 1);
        since.min(plain) + Duration::from_micros(passed)
    }

    /// Steps the clock forward by `by`.
    pub fn step(&mut self, by: Duration) {
        self.ahead += by;
    }

    /// Lets the clock run fast from `now` on until it has gained `by`, besides what it has still
    /// to gain.
    pub fn slew(&mut self, now: Time, by: Duration) {
        let gained = self.gained(now);
        let left = self.slew.map_or(Duration::ZERO, |(_, gain)| gain.saturating_sub(gained));
        self.ahead += gained;
        self.slew = Some((now, left + by));
    }

    fn gained(self, now: Time) -> Duration {
        self.slew.map_or(Duration::ZERO, |(since, gain)| gain.min(now.since(since) / SLEW))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_slewed_gains_half_a_millisecond_a_second_until_it_is_right() {
        let mut clock = WallClock::default();
        let at = |millis| Time::ZERO + Duration::from_millis(millis);
        clock.slew(at(1_000), Duration::from_millis(3));
        assert_eq!(clock.shows(at(1_000)), at(1_000));
        assert_eq!(clock.shows(at(3_000)), at(3_001));
        assert_eq!(clock.shows(at(7_000)), at(7_003));
        assert_eq!(clock.shows(at(60_000)), at(60_003));
    }

    #[test]
    fn a_clock_shows_a_reading_when_it_says_it_will_and_not_before() {
        let mut clock = WallClock::default();
        clock.step(Duration::from_millis(7));
        clock.slew(Time::from_micros(1_234_567), Duration::from_millis(4));
        clock.slew(Time::from_micros(2_000_001), Duration::from_millis(2));
        for micros in (1_300_000..20_000_000).step_by(997) {
            let reading = Time::from_micros(micros);
            let when = clock.when(reading);
            assert!(clock.shows(when) >= reading, "{reading} is shown by {when}");
            if when > Time::from_micros(2_000_001) {
                let before = when - Duration::from_micros(1);
                assert!(clock.shows(before) < reading, "{reading} is not shown before {when}");
            }
        }
    }
}
