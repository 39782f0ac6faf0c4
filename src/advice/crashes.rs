//! How long a crash of A keeps the others waiting.

use super::acquisition::Seen;
use super::estimate::{Chance, DEVIATIONS};
use crate::sim::Duration;

/// In how many equal parts of its job A crashes, apart from its very beginning.
const PARTS: u32 = 63;

/// The series of chance that crashes take.
const SERIES: u32 = u32::MAX;

/// How long another client waits for the lock because A has died.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wait {
    /// The mean over the moments at which A can die, and those of the service's clocks.
    pub mean: Duration,
    /// The lower end of the band in which the mean is with 95 % confidence.
    pub low: Duration,
    /// Its upper end.
    pub high: Duration,
    /// The longest of those that were tried. There may be longer ones.
    pub worst: Duration,
    /// How many crashes were tried.
    pub crashes: u32,
    /// After how many of them nobody got the lock. These do not count for the rest.
    pub unwanted: u32,
}

/// The crashes that are tried, one after the other: the first right at the beginning of A's job, each
/// other one somewhere in one of [`PARTS`] parts of it.
#[derive(Clone, Debug, Default)]
pub struct Crashes {
    /// The number of the next one.
    number: u32,
    tried: u32,
    /// How long the others waited after the first one, and after the others.
    at_first: Option<Duration>,
    waits: Vec<Duration>,
}

impl Crashes {
    /// What chance decides about the next one; nothing, if there are no more.
    pub fn next(&self, seed: u32) -> Option<Chance> {
        (self.number <= PARTS).then(|| Chance::of(seed, SERIES, self.number))
    }

    /// How long after A has learned that it has the lock it dies in the next one: always before it
    /// gives it back.
    pub fn after(&self, chance: &Chance, job: Duration) -> Duration {
        let part = job / u64::from(PARTS);
        match self.number.checked_sub(1) {
            None => Duration::ZERO,
            Some(parts) => part * u64::from(parts) + chance.after(part),
        }
    }

    /// Takes note of what was seen in it.
    pub fn take(&mut self, seen: Seen) {
        match self.number {
            0 => self.at_first = seen.blocked,
            _ => self.waits.extend(seen.blocked),
        }
        self.tried += 1;
        self.number += 1;
    }

    /// Goes on to the one after it, if chance has it that A gets nothing done and has no job in which
    /// it could die.
    pub fn skip(&mut self) {
        self.number += 1;
    }

    /// How long the others wait. The mean is without the crash at the very beginning, which is there
    /// for the longest wait only.
    ///
    /// Crashes that follow each other differ little in their moment, so it is chance that makes their
    /// waits differ: the band comes from these differences, as is usual for systematic samples.
    pub fn wait(&self) -> Option<Wait> {
        let count = self.waits.len() as u64;
        let differences = count.checked_sub(1).filter(|count| *count > 0)?;
        let mean = self.waits.iter().fold(Duration::ZERO, |sum, &wait| sum + wait) / count;
        let squares = self.waits.windows(2).map(|two| {
            let difference = two[0].as_micros().abs_diff(two[1].as_micros()) as f64;
            difference * difference
        });
        let variance = squares.sum::<f64>() / (2 * differences * count) as f64;
        let reach = Duration::from_micros((DEVIATIONS * variance.sqrt()).ceil() as u64);
        let all = self.waits.iter().copied().chain(self.at_first);
        let blocked = count as u32 + u32::from(self.at_first.is_some());
        Some(Wait {
            mean,
            low: mean.saturating_sub(reach),
            high: mean + reach,
            worst: all.max().unwrap_or_default(),
            crashes: self.tried,
            unwanted: self.tried.saturating_sub(blocked),
        })
    }
}
