//! How long clients pause.

use std::ops::RangeInclusive;

use super::estimate::Estimate;
use crate::query::{Kind, Value};
use crate::sim::{Duration, limits};
use crate::words::grouped;

/// The longest pause that is distinguished. No lease is as long, so a longer one does the same harm.
pub const LONGEST: Duration = *limits::FAULT.end();

/// The lengths that can be entered.
const LENGTHS: RangeInclusive<Duration> = Duration::from_micros(1)..=LONGEST;

/// The quantile of a standard normal distribution that one in a thousand exceeds.
const PER_MILLE: f64 = 3.090_232_306_167_813_5;

/// How many of [`WHOLE`] samples are no longer than each of the quantiles that are kept: finer
/// towards the long ones, which do the harm.
const LEVELS: [u32; 17] = [
    0, 25_000, 50_000, 75_000, 90_000, 95_000, 98_000, 99_000, 99_500, 99_800, 99_900, 99_950,
    99_980, 99_990, 99_995, 99_999, WHOLE,
];

/// All samples, where levels are counted.
const WHOLE: u32 = 100_000;

/// How many of the quantiles are below the median.
const MEDIAN: usize = 2;

/// The distribution of the pauses of a client: how long it stops in one acquisition of the lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pauses {
    /// Their logarithm is normally distributed.
    LogNormal {
        /// What half of them exceed.
        median: Duration,
        /// What one in a thousand exceeds; not shorter than the median.
        tail: Duration,
    },
    /// They were measured.
    Measured {
        /// How many were.
        count: u32,
        /// What some parts of them do not exceed, the shortest first and the longest last. What lies
        /// between two of these is taken to be spread evenly by the logarithm of its length; only what
        /// is longer than the last but the longest counts as the longest, so that a single long pause
        /// is not taken for a shorter one.
        quantiles: [Duration; LEVELS.len()],
    },
}

impl Pauses {
    /// The log-normal distribution of which the median and the 99.9th percentile are known.
    ///
    /// # Errors
    ///
    /// Says what is wrong with them.
    pub fn log_normal(median: Duration, tail: Duration) -> Result<Pauses, String> {
        if ![median, tail].iter().all(|length| LENGTHS.contains(length)) {
            let most = LONGEST.as_millis();
            return Err(format!("a pause lasts 0.001 to {most} ms"));
        }
        if tail < median {
            return Err("the 99.9th percentile cannot be shorter than the median".into());
        }
        Ok(Pauses::LogNormal { median, tail })
    }

    /// The same from what somebody has entered, in milliseconds.
    ///
    /// # Errors
    ///
    /// Says in a sentence what is wrong with it.
    pub fn entered(median: &str, tail: &str) -> Result<Pauses, String> {
        let length = |text: &str, name| {
            let allowed = || match text.trim().parse::<f64>() {
                Ok(number) if !number.is_nan() => {
                    format!("The {name} has to be 0.001 to {} ms.", LONGEST.as_millis())
                }
                _ => format!("The {name} has to be a number of milliseconds."),
            };
            let length = read_millis(text.trim()).filter(|length| LENGTHS.contains(length));
            length.ok_or_else(allowed)
        };
        let (median, tail) = (length(median, "median")?, length(tail, "99.9th percentile")?);
        Pauses::log_normal(median, tail).map_err(|wrong| {
            let mut wrong = [&wrong, "."].concat();
            if let Some(first) = wrong.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            wrong
        })
    }

    /// The distribution of some samples; none, if there are none. Of each quantile three digits are
    /// kept, rounded up, so that a link has room for them.
    pub fn measured(mut samples: Vec<Duration>) -> Option<Pauses> {
        samples.sort_unstable();
        let last = samples.len().checked_sub(1)?;
        let quantile = |level: u32| {
            // Their product is too large for the integers of a browser.
            let place = (u64::from(level) * samples.len() as u64).div_ceil(WHOLE.into()) as usize;
            three_digits(samples[place.saturating_sub(1).min(last)]).min(LONGEST)
        };
        let count = u32::try_from(samples.len()).unwrap_or(u32::MAX);
        Some(Pauses::Measured { count, quantiles: LEVELS.map(quantile) })
    }

    /// What half of them do not exceed.
    pub fn median(&self) -> Duration {
        match self {
            Pauses::LogNormal { median, .. } => *median,
            Pauses::Measured { quantiles, .. } => quantiles[MEDIAN],
        }
    }

    /// The distribution in a few words.
    pub fn in_words(&self) -> String {
        match self {
            Pauses::LogNormal { median, tail } => {
                format!("median {} ms, 99.9th percentile {} ms", in_millis(median), in_millis(tail))
            }
            Pauses::Measured { count, quantiles } => {
                let longest = quantiles.last().copied().unwrap_or_default();
                let (count, median) = (grouped((*count).into()), in_millis(&self.median()));
                format!("{count} pauses, median {median} ms, longest {} ms", in_millis(&longest))
            }
        }
    }

    /// The longest, if there is one.
    pub fn longest(&self) -> Option<Duration> {
        match self {
            Pauses::LogNormal { .. } => None,
            Pauses::Measured { quantiles, .. } => quantiles.last().copied(),
        }
    }

    /// The part of all pauses that is longer than a length.
    pub fn longer_than(&self, length: Duration) -> f64 {
        match self {
            Pauses::LogNormal { median, tail } => {
                let log = |length: Duration| libm::log(length.as_micros() as f64);
                let spread = (log(*tail) - log(*median)) / PER_MILLE;
                let over = log(length) - log(*median);
                if spread == 0.0 {
                    return if over < 0.0 { 1.0 } else { 0.0 };
                }
                0.5 * libm::erfc(over / spread / std::f64::consts::SQRT_2)
            }
            Pauses::Measured { quantiles, .. } => {
                let no_longer = quantiles.partition_point(|quantile| *quantile <= length);
                let longer = |place: usize| f64::from(WHOLE - LEVELS[place]) / f64::from(WHOLE);
                let Some(last) = no_longer.checked_sub(1) else {
                    return 1.0;
                };
                match (quantiles.get(no_longer), self.longest()) {
                    (Some(next), longest) if Some(*next) != longest => {
                        // What lasts no time at all has no logarithm.
                        let log = |length: Duration| libm::log(length.as_micros().max(1) as f64);
                        let below = log(quantiles[last]);
                        let part = (log(length) - below) / (log(*next) - below);
                        let part = if part.is_finite() { part } else { 0.0 };
                        longer(last) + (longer(no_longer) - longer(last)) * part
                    }
                    _ => longer(last),
                }
            }
        }
    }

    /// A probability that was found for them with the band that it has: if they were measured, other
    /// samples of the same pauses could have come to something else.
    pub fn sampled(&self, found: Estimate) -> Estimate {
        match self {
            Pauses::LogNormal { .. } => found,
            Pauses::Measured { count, .. } => found.of_samples(*count),
        }
    }

    /// The shortest length, in whole microseconds, that at most a part of all pauses exceeds.
    pub fn exceeded_by(&self, part: f64) -> Duration {
        let (mut too_short, mut long_enough) = (0, LONGEST.as_micros());
        while too_short < long_enough {
            let middle = (too_short + long_enough) / 2;
            if self.longer_than(Duration::from_micros(middle)) > part {
                too_short = middle + 1;
            } else {
                long_enough = middle;
            }
        }
        Duration::from_micros(long_enough)
    }

    /// Writes the distribution in the way [`Pauses::read`] reads it: in milliseconds, the median and
    /// the 99.9th percentile, or `q`, the number of samples, and the quantiles.
    pub fn print(&self) -> String {
        match self {
            Pauses::LogNormal { median, tail } => [in_millis(median), in_millis(tail)].join("~"),
            Pauses::Measured { count, quantiles } => {
                let count = format!("q{count}");
                let quantiles = quantiles.iter().map(in_millis);
                [count].into_iter().chain(quantiles).collect::<Vec<String>>().join("~")
            }
        }
    }

    /// Reads a distribution.
    ///
    /// # Errors
    ///
    /// Says what is allowed.
    pub fn read(text: &str) -> Result<Pauses, String> {
        let allowed =
            || "pauses are a median and a 99.9th percentile in milliseconds, such as 10~1000";
        let (first, others) = text.split_once('~').ok_or_else(allowed)?;
        match first.strip_prefix('q') {
            None => {
                let length = |text| read_millis(text).ok_or_else(allowed);
                Pauses::log_normal(length(first)?, length(others)?)
            }
            Some(count) => {
                let quantiles: Option<Vec<Duration>> = others.split('~').map(read_millis).collect();
                let quantiles = quantiles.and_then(|all| all.try_into().ok());
                let quantiles = quantiles.filter(|all: &[Duration; LEVELS.len()]| all.is_sorted());
                let count = count.parse().ok().filter(|count| *count > 0);
                let (count, quantiles) = count.zip(quantiles).ok_or_else(|| {
                    let levels = LEVELS.len();
                    format!("measured pauses are q, their number, and {levels} rising quantiles")
                })?;
                Ok(Pauses::Measured { count, quantiles })
            }
        }
    }
}

/// Writes a length in milliseconds.
pub fn in_millis(length: &Duration) -> String {
    (*length * 1_000).to_string()
}

/// Reads a length in milliseconds.
fn read_millis(text: &str) -> Option<Duration> {
    Kind::Millis(Duration::ZERO..=LONGEST).parse(text).and_then(Value::length)
}

/// A length rounded up to three digits.
fn three_digits(length: Duration) -> Duration {
    let mut step = 1;
    while length.as_micros() / step >= 1_000 {
        step *= 10;
    }
    length.round_up(Duration::from_micros(step))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn parts_are_near(found: f64, expected: f64) {
        assert!((found / expected - 1.0).abs() < 1e-9, "{found} instead of {expected}");
    }

    #[test]
    fn a_log_normal_distribution_has_the_percentiles_that_it_was_made_of() {
        let pauses = Pauses::log_normal(millis(10), millis(1_000)).expect("it is possible");
        parts_are_near(pauses.longer_than(millis(10)), 0.5);
        parts_are_near(pauses.longer_than(millis(1_000)), 0.001);
        // One standard deviation is a factor of 100^(1/3.09).
        let one_deviation = pauses.longer_than(Duration::from_micros(44_382));
        assert!((one_deviation - 0.158_655).abs() < 1e-5, "{one_deviation}");
        assert_eq!(pauses.longer_than(Duration::ZERO), 1.0);
        assert_eq!(pauses.exceeded_by(0.001), millis(1_000));
        assert_eq!(pauses.exceeded_by(1.0), Duration::ZERO);
        assert_eq!(pauses.exceeded_by(0.0), LONGEST);
    }

    #[test]
    fn where_median_and_percentile_are_the_same_every_pause_has_that_length() {
        let pauses = Pauses::log_normal(millis(10), millis(10)).expect("it is possible");
        assert_eq!(pauses.longer_than(Duration::from_micros(9_999)), 1.0);
        assert_eq!(pauses.longer_than(millis(10)), 0.0);
        assert_eq!(pauses.exceeded_by(0.5), millis(10));
    }

    #[test]
    fn measured_pauses_keep_their_quantiles_and_nothing_is_longer_than_the_longest() {
        let pauses = Pauses::measured((1..=1_000).map(millis).collect()).expect("there are some");
        assert_eq!(pauses.median(), millis(500));
        assert_eq!(pauses.longest(), Some(millis(1_000)));
        parts_are_near(pauses.longer_than(millis(990)), 0.01);
        parts_are_near(pauses.longer_than(millis(250)), 0.75);
        assert_eq!(pauses.longer_than(millis(1_000)), 0.0);
        assert_eq!(pauses.longer_than(Duration::ZERO), 1.0);
        assert_eq!(pauses.exceeded_by(0.1), millis(900));
    }

    #[test]
    fn one_long_pause_among_many_short_ones_is_as_rare_as_it_was() {
        let mut samples = vec![millis(1); 99_999];
        samples.push(millis(30_000));
        let pauses = Pauses::measured(samples).expect("there are some");
        parts_are_near(pauses.longer_than(millis(29_000)), 10e-6);
        parts_are_near(pauses.longer_than(millis(1)), 10e-6);
        assert_eq!(pauses.longer_than(millis(30_000)), 0.0);
    }

    #[test]
    fn a_part_is_as_near_to_that_of_the_samples_as_the_quantiles_are_to_each_other() {
        for count in [1, 2, 7, 99, 1_000, 3_333] {
            // Long ones are rare, there are steps, and three digits say all of each.
            let samples: Vec<Duration> = (0..count)
                .map(|at| three_digits(millis(at * 7_919 % count).max(millis(9)) * (at % 13)))
                .collect();
            let pauses = Pauses::measured(samples.clone()).expect("there are some");
            let Pauses::Measured { quantiles, .. } = pauses else {
                panic!("they were measured");
            };
            for length in samples.iter().flat_map(|&length| {
                [length, length.saturating_sub(Duration::from_micros(1)), length + millis(3)]
            }) {
                let longer = samples.iter().filter(|sample| **sample > length).count();
                let part = longer as f64 / samples.len() as f64;
                let found = pauses.longer_than(length);
                let above = quantiles.iter().position(|quantile| *quantile > length);
                let levels =
                    [above.map_or(16, |above| above.saturating_sub(1)), above.unwrap_or(16)];
                let [from, to] = levels.map(|place| f64::from(WHOLE - LEVELS[place]) / 1e5);
                let one = 1.0 / samples.len() as f64;
                assert!((to - 1e-12..=from + 1e-12).contains(&found), "{length} of {count}");
                assert!((to - one..=from + 1e-12).contains(&part), "{length} of {count}");
                // What lasts longest counts as that: there the part is no less than in the samples.
                if above.is_some_and(|above| Some(quantiles[above]) == pauses.longest()) {
                    assert!(found > part - 1e-12, "{length} of {count}");
                }
            }
        }
    }

    #[test]
    fn what_is_entered_out_of_range_or_not_as_a_number_is_told_apart() {
        let range = Err("The median has to be 0.001 to 600000 ms.".to_owned());
        for text in ["700000", "0", "-3", "1e300"] {
            assert_eq!(Pauses::entered(text, "1000"), range, "{text}");
        }
        let number = Err("The 99.9th percentile has to be a number of milliseconds.".to_owned());
        for text in ["", "fast", "NaN"] {
            assert_eq!(Pauses::entered("10", text), number, "{text}");
        }
        assert_eq!(Pauses::entered("0.001", " 600000 "), Pauses::read("0.001~600000"));
    }

    #[test]
    fn a_single_sample_is_the_length_of_every_pause() {
        let pauses = Pauses::measured(vec![millis(30)]).expect("there is one");
        assert_eq!(pauses.longer_than(millis(29)), 1.0);
        assert_eq!(pauses.longer_than(millis(30)), 0.0);
        assert_eq!(pauses.exceeded_by(0.3), millis(30));
        assert_eq!(Pauses::measured(Vec::new()), None);
    }

    #[test]
    fn what_is_printed_reads_as_the_same_and_fits_into_a_link() {
        let most =
            Pauses::measured((0..99_999).map(|at| Duration::from_micros(at * 9_973)).collect());
        let few =
            Pauses::measured(vec![millis(30), Duration::ZERO, Duration::from_micros(12_345_678)]);
        let normal = Pauses::log_normal(Duration::from_micros(1_234), LONGEST).ok();
        for pauses in [most, few, normal].into_iter().flatten() {
            let printed = pauses.print();
            assert!(printed.len() <= 126, "{printed}");
            assert!(
                printed
                    .bytes()
                    .all(|letter| matches!(letter, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'~'))
            );
            assert_eq!(Pauses::read(&printed), Ok(pauses));
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused_in_words() {
        for text in
            ["", "10", "10~", "~", "10~5", "0~5", "10~1e3", "10~600001", "q", "q5~1~2", "q0", "ä~ö"]
        {
            assert!(Pauses::read(text).is_err(), "{text}");
        }
        let falling = ["q9", &["5"; 16].join("~"), "4"].join("~");
        assert!(Pauses::read(&falling).is_err());
    }
}
