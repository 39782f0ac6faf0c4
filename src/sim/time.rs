//! Instants and lengths of time, in whole microseconds.
//!
//! Simulated time is an integer, so a run is the same on every platform, bit for bit.

use std::fmt;
use std::ops::{Add, AddAssign, Div, Mul, Sub};

use serde::Serialize;

const MICROS_PER_MILLI: u64 = 1_000;
const MICROS_PER_SECOND: u64 = 1_000_000;

/// An instant of simulated time, in microseconds since the run began.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
pub struct Time(u64);

/// A length of simulated time, in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
pub struct Duration(u64);

impl Time {
    /// The instant at which every run begins.
    pub const ZERO: Time = Time(0);

    /// The instant `micros` microseconds into the run.
    pub const fn from_micros(micros: u64) -> Time {
        Time(micros)
    }

    /// Microseconds since the run began.
    pub const fn as_micros(self) -> u64 {
        self.0
    }

    /// How long after `earlier` this instant is; zero if it is not after it.
    pub const fn since(self, earlier: Time) -> Duration {
        Duration(self.0.saturating_sub(earlier.0))
    }

    /// The first instant at or after this one that is a whole multiple of `step`.
    pub const fn round_up(self, step: Duration) -> Time {
        if step.0 == 0 {
            return self;
        }
        Time(self.0.div_ceil(step.0).saturating_mul(step.0))
    }
}

impl Duration {
    /// No time at all.
    pub const ZERO: Duration = Duration(0);

    /// A length of `micros` microseconds.
    pub const fn from_micros(micros: u64) -> Duration {
        Duration(micros)
    }

    /// A length of `millis` milliseconds.
    pub const fn from_millis(millis: u64) -> Duration {
        Duration(millis.saturating_mul(MICROS_PER_MILLI))
    }

    /// A length of `seconds` seconds.
    pub const fn from_secs(seconds: u64) -> Duration {
        Duration(seconds.saturating_mul(MICROS_PER_SECOND))
    }

    /// The length in microseconds.
    pub const fn as_micros(self) -> u64 {
        self.0
    }

    /// The length in whole milliseconds, rounded down.
    pub const fn as_millis(self) -> u64 {
        self.0 / MICROS_PER_MILLI
    }

    /// Whether the length is zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The shortest whole multiple of `step` that is not shorter than this length.
    pub const fn round_up(self, step: Duration) -> Duration {
        Duration(Time(self.0).round_up(step).0)
    }

    /// This length less `other`; zero if `other` is longer.
    pub const fn saturating_sub(self, other: Duration) -> Duration {
        Duration(self.0.saturating_sub(other.0))
    }
}

impl Add<Duration> for Time {
    type Output = Time;
    fn add(self, length: Duration) -> Time {
        Time(self.0.saturating_add(length.0))
    }
}

impl Add for Duration {
    type Output = Duration;
    fn add(self, other: Duration) -> Duration {
        Duration(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Duration {
    fn add_assign(&mut self, other: Duration) {
        *self = *self + other;
    }
}

impl Sub<Duration> for Time {
    type Output = Time;
    fn sub(self, length: Duration) -> Time {
        Time(self.0.saturating_sub(length.0))
    }
}

impl Mul<u64> for Duration {
    type Output = Duration;
    fn mul(self, factor: u64) -> Duration {
        Duration(self.0.saturating_mul(factor))
    }
}

impl Div<u64> for Duration {
    type Output = Duration;
    fn div(self, divisor: u64) -> Duration {
        Duration(self.0 / divisor.max(1))
    }
}

/// Seconds with as many decimals as needed, without a unit: `8`, `0.25`, `4.948`.
impl fmt::Display for Duration {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / MICROS_PER_SECOND, self.0 % MICROS_PER_SECOND);
        if rest == 0 {
            return write!(out, "{whole}");
        }
        let decimals = format!("{rest:06}");
        write!(out, "{whole}.{}", decimals.trim_end_matches('0'))
    }
}

/// Seconds since the run began, as for [`Duration`].
impl fmt::Display for Time {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        Duration(self.0).fmt(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_is_written_with_only_the_decimals_it_needs() {
        let written = |micros| Duration::from_micros(micros).to_string();
        assert_eq!(written(8_000_000), "8");
        assert_eq!(written(250_000), "0.25");
        assert_eq!(written(1), "0.000001");
    }

    #[test]
    fn rounding_up_keeps_a_whole_multiple() {
        let step = Duration::from_millis(500);
        assert_eq!(Time(500_000).round_up(step), Time(500_000));
        assert_eq!(Time(500_001).round_up(step), Time(1_000_000));
        assert_eq!(Time(7).round_up(Duration::ZERO), Time(7));
    }

    #[test]
    fn arithmetic_at_the_limits_saturates() {
        assert_eq!(Time(1).since(Time(2)), Duration::ZERO);
        assert_eq!(Time(u64::MAX) + Duration(1), Time(u64::MAX));
        assert_eq!(Duration::from_secs(u64::MAX), Duration(u64::MAX));
    }
}
