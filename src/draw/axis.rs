//! Time from left to right, and the marks on its axis.

use crate::sim::{Duration, Time};

/// How the time of a run is spread over the columns of a picture.
///
/// No run lasts longer than days, and no picture is wider than some thousand columns, so that
/// their product is far from the limits of the numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeScale {
    /// The column of the beginning of the run.
    pub left: i32,
    /// The column of the end of the axis.
    pub right: i32,
    /// The end of the run, or a later instant if the axis goes on.
    pub end: Time,
}

impl TimeScale {
    /// The column of an instant, which is taken to be the last one if it is later than that.
    pub fn x(&self, at: Time) -> i32 {
        let end = self.end.as_micros().max(1);
        let at = at.as_micros().min(end);
        self.left + ((at * self.columns() * 2 + end) / (end * 2)) as i32
    }

    /// The instant of a column, which is taken to be on the axis.
    pub fn at(&self, x: i32) -> Time {
        let columns = self.columns().max(1);
        let column = u64::from(x.clamp(self.left, self.right).abs_diff(self.left));
        Time::from_micros(self.end.as_micros() * column / columns)
    }

    /// Round instants from the beginning to the end, at least `apart` columns from each other.
    pub fn ticks(&self, apart: i32) -> Vec<Time> {
        let step = self.step(apart);
        let mut ticks = vec![Time::ZERO];
        let mut next = Time::ZERO + step;
        while next <= self.end {
            ticks.push(next);
            next = next + step;
        }
        ticks
    }

    /// How many columns the axis has.
    pub fn columns(&self) -> u64 {
        u64::from(self.right.abs_diff(self.left))
    }

    /// The shortest of 1, 2, 5, 10, 20, 50 and so on milliseconds that is at least `apart` columns
    /// wide.
    pub fn step(&self, apart: i32) -> Duration {
        let columns = self.columns().max(1);
        let least = u64::from(apart.unsigned_abs()) * self.end.as_micros();
        let mut decade = 1_000;
        loop {
            for micros in [decade, decade * 2, decade * 5] {
                if micros * columns >= least {
                    return Duration::from_micros(micros);
                }
            }
            decade *= 10;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(right: i32, millis: u64) -> TimeScale {
        TimeScale { left: 100, right, end: Time::from_micros(millis * 1_000) }
    }

    fn ticks(right: i32, millis: u64) -> Vec<String> {
        scale(right, millis).ticks(60).iter().map(Time::to_string).collect()
    }

    #[test]
    fn ticks_are_round_numbers_with_room_between_them() {
        assert_eq!(ticks(950, 8_660), ["0", "1", "2", "3", "4", "5", "6", "7", "8"]);
        assert_eq!(ticks(400, 8_660), ["0", "2", "4", "6", "8"]);
        assert_eq!(ticks(400, 910), ["0", "0.2", "0.4", "0.6", "0.8"]);
        assert_eq!(ticks(400, 308_000), ["0", "100", "200", "300"]);
    }

    #[test]
    fn the_ends_of_the_run_are_the_ends_of_the_scale() {
        let scale = scale(950, 8_660);
        assert_eq!((scale.x(Time::ZERO), scale.x(scale.end)), (100, 950));
        assert_eq!(scale.x(Time::from_micros(u64::MAX)), 950);
    }

    #[test]
    fn a_column_stands_for_an_instant_that_stands_in_that_column() {
        let scale = scale(950, 8_660);
        for x in 100..=950 {
            assert!(scale.x(scale.at(x)).abs_diff(x) <= 1, "column {x}");
        }
        assert_eq!((scale.at(i32::MIN), scale.at(i32::MAX)), (Time::ZERO, scale.end));
    }

    #[test]
    fn a_run_of_no_length_has_a_scale() {
        let scale = scale(950, 0);
        assert_eq!((scale.x(Time::ZERO), scale.ticks(60).len()), (100, 1));
    }
}
