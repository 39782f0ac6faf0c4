//! Estimating how often something happens from runs in strata.

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::sim::Duration;

/// Pauses that are rarer than this are not told apart.
const RAREST: f64 = 1e-8;

/// How many of the halvings, from the most frequent pauses on, are divided further.
const FINE_HALVINGS: u32 = 6;

/// Into how many parts.
const PARTS: u32 = 4;

/// How many standard deviations to either side cover 95 % of a normal distribution.
pub const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// If none of `n` independent runs shows something, its probability is below this divided by `n`,
/// with 95 % confidence.
const RULE_OF_THREE: f64 = 3.0;

/// A probability, with the band in which it is with 95 % confidence.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower end of the band.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Estimate {
    /// What cannot happen.
    pub const ZERO: Estimate = Estimate { value: 0.0, low: 0.0, high: 0.0 };

    /// Whether the band is so narrow that more runs would tell nothing new, or all so rare that
    /// nobody minds.
    pub fn is_sharp(&self) -> bool {
        self.high <= RAREST || self.high - self.low <= self.value * 0.2
    }

    /// The same with a wider band, if it is the share of so many samples: these could have been
    /// others, and that they are as many as they are is chance as well.
    pub fn of_samples(self, count: u32) -> Estimate {
        let count = f64::from(count);
        let low = fewest(self.low * count) / count;
        let high = (most(self.high * count) / count).min(1.0);
        Estimate { low, high, ..self }
    }
}

/// The upper end of the band, with 95 % confidence, of how many of something rare are to be expected
/// where so many were seen: Garwood's, in the approximation by Wilson and Hilferty, which takes parts
/// of one as well.
fn most(seen: f64) -> f64 {
    let next = seen + 1.0;
    let root = 1.0 - 1.0 / (9.0 * next) + DEVIATIONS / (3.0 * next.sqrt());
    next * root * root * root
}

/// Its lower end.
fn fewest(seen: f64) -> f64 {
    if seen <= 0.0 {
        return 0.0;
    }
    let root = 1.0 - 1.0 / (9.0 * seen) - DEVIATIONS / (3.0 * seen.sqrt());
    (seen * root * root * root).max(0.0)
}

/// A range of pauses, by the part of all pauses that is longer.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Stratum {
    /// The part that is longer than its longest pause.
    from: f64,
    /// The part that is longer than its shortest pause.
    to: f64,
}

/// All pauses that can do harm, cut into ranges: into halves of what is left, again and again, so
/// that rare pauses are looked at as closely as frequent ones.
#[derive(Clone, PartialEq, Debug)]
pub struct Strata(Vec<Stratum>);

impl Strata {
    /// The strata of the longest pauses, which make up a part of all.
    pub fn of_longest(part: f64) -> Strata {
        let mut strata = Vec::new();
        let (mut to, mut halving) = (part, 0);
        while to > RAREST {
            let parts = if halving < FINE_HALVINGS { PARTS } else { 1 };
            let width = to / 2.0 / f64::from(parts);
            strata.extend((0..parts).map(|place| {
                let to = to - width * f64::from(place);
                Stratum { from: to - width, to }
            }));
            to /= 2.0;
            halving += 1;
        }
        if to > 0.0 {
            strata.push(Stratum { from: 0.0, to });
        }
        Strata(strata)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The part of all pauses that is longer than the one which chance picks in a stratum.
    pub fn pick(&self, stratum: usize, chance: &Chance) -> f64 {
        self.0.get(stratum).map_or(0.0, |Stratum { from, to }| to - (to - from) * chance.across)
    }

    fn weight(&self, stratum: usize) -> f64 {
        self.0.get(stratum).map_or(0.0, |Stratum { from, to }| to - from)
    }

    /// The weight of all.
    fn whole(&self) -> f64 {
        self.0.first().map_or(0.0, |first| first.to)
    }
}

/// What chance decides about one run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chance {
    /// Where in its range a pause is, between 0 for its shortest and 1 for its longest.
    pub across: f64,
    /// When in the job of A something happens, between 0 for its beginning and 1 for its end.
    pub moment: f64,
    /// The seed of the run.
    pub seed: u32,
    /// Where in their cycle the clocks of the service are when the run begins, between 0 and 1.
    pub phase: f64,
}

impl Chance {
    /// What a seed decides about the run with a number in a series. It is the same for every lease,
    /// so that leases differ by what they do and not by chance.
    pub fn of(seed: u32, series: u32, number: u32) -> Chance {
        let mut random = ChaCha8Rng::seed_from_u64(u64::from(seed));
        random.set_stream(u64::from(series) << 32 | u64::from(number));
        let mut unit = || (f64::from(random.random::<u32>()) + 0.5) / (f64::from(u32::MAX) + 1.0);
        let (across, moment) = (unit(), unit());
        let seed = random.random();
        let phase = f64::from(random.random::<u32>()) / (f64::from(u32::MAX) + 1.0);
        Chance { across, moment, seed, phase }
    }

    /// The moment, in a job that takes so long.
    pub fn after(&self, job: Duration) -> Duration {
        Duration::from_micros((self.moment * job.as_micros() as f64) as u64)
    }

    /// How far into their cycle the clocks are, if it takes so long.
    pub fn into(&self, cycle: Duration) -> Duration {
        Duration::from_micros((self.phase * cycle.as_micros() as f64) as u64)
    }
}

/// How often something was seen in each stratum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How many runs there were.
    pub runs: u32,
    /// In how many of them it was seen.
    pub seen: u32,
}

impl Tally {
    /// Takes note of a run.
    pub fn count(&mut self, seen: bool) {
        self.runs += 1;
        self.seen += u32::from(seen);
    }
}

impl Strata {
    /// How often something happens, given how often it was seen in each stratum; nothing, as long as
    /// there is a stratum without a run.
    ///
    /// The value is the sum of each stratum's share times its weight. For the band, the variances of
    /// the shares are added up, each with half a run more that shows it and half a run that does
    /// not, since a few runs that agree prove little. Where it was seen nowhere, or everywhere, the
    /// band goes as far as three runs would in the stratum that was looked at least for its weight.
    pub fn estimate(&self, tallies: &[Tally]) -> Option<Estimate> {
        if tallies.iter().any(|tally| tally.runs == 0) || tallies.len() != self.len() {
            return None;
        }
        let (mut value, mut variance, mut blind) = (0.0, 0.0, 0.0_f64);
        for (stratum, tally) in tallies.iter().enumerate() {
            let (weight, runs) = (self.weight(stratum), f64::from(tally.runs));
            let seen = f64::from(tally.seen);
            value += weight * seen / runs;
            let share = (seen + 0.5) / (runs + 1.0);
            variance += weight * weight * share * (1.0 - share) / runs;
            blind = blind.max(weight * (RULE_OF_THREE / runs).min(1.0));
        }
        let reach = DEVIATIONS * variance.sqrt();
        let none = tallies.iter().all(|tally| tally.seen == 0);
        let all = tallies.iter().all(|tally| tally.seen == tally.runs);
        let (below, above) = match (none, all) {
            (true, _) => (0.0, blind),
            (_, true) => (blind, 0.0),
            (false, false) => (reach, reach),
        };
        let whole = self.whole();
        let value = value.min(whole);
        Some(Estimate { value, low: (value - below).max(0.0), high: (value + above).min(whole) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_band_of_a_count_is_near_that_of_garwood() {
        // Half the quantiles of chi-squared distributions.
        for (seen, low, high) in
            [(0.0, 0.0, 3.689), (1.0, 0.0253, 5.572), (2.0, 0.2422, 7.225), (10.0, 4.795, 18.39)]
        {
            assert!((fewest(seen) - low).abs() < 0.05, "{seen}: {}", fewest(seen));
            assert!((most(seen) / high - 1.0).abs() < 0.01, "{seen}: {}", most(seen));
        }
    }

    #[test]
    fn a_band_of_samples_is_no_narrower_than_that_of_their_distribution() {
        for value in [0.0, 1e-6, 1e-3, 0.3, 1.0] {
            let found = Estimate { value, low: value * 0.9, high: (value * 1.1_f64).min(1.0) };
            for count in [1, 30, 1_000, 100_000] {
                let Estimate { low, high, .. } = found.of_samples(count);
                assert!(low <= found.low && high >= found.high && high <= 1.0, "{value}, {count}");
            }
        }
    }
}
