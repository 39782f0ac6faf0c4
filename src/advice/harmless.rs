//! Which pauses do no harm whenever they begin.

use super::acquisition::{Acquisition, Pause};
use super::pauses::LONGEST;
use crate::sim::Duration;

/// How many moments of a job are tried at the least, and at the most.
const MOMENTS: std::ops::RangeInclusive<u64> = 32..=256;

/// How exact the length is found, as a part of the lease.
const PRECISION: u64 = 64;

/// How many messages, on the safe side, decide how long A takes and how long it may rely on its
/// lock. By chance each of them can take longer than in the runs that are tried.
const MESSAGES: u64 = 20;

/// The search for the longest pause after which no client believes longer in its lock than it may
/// rely on it, whenever the pause begins.
///
/// If a pause does no harm, then neither does a shorter one that begins at the same moment, nor one
/// that begins later and ends at the same moment: A has done more of its job by then, and has renewed
/// its lease later, if at all. So it is enough to try some moments, and to take off how far they are
/// apart.
#[derive(Clone, Debug)]
pub struct Search {
    job: Duration,
    moments: u64,
    /// How far the moments are apart.
    gap: Duration,
    precision: Duration,
    margin: Duration,
    /// How many moments have been tried.
    tried: u64,
    /// The longest pause that does no harm at any of them.
    bound: Duration,
    /// Where it is searched for at the next moment: a pause that does no harm, and one that does.
    between: Option<(Duration, Duration)>,
}

impl Search {
    /// A search in a job of A that takes so long.
    pub fn new(acquisition: &Acquisition, job: Duration) -> Search {
        let params = acquisition.params();
        let precision = params.lease / PRECISION;
        let wanted = job.as_micros() / precision.as_micros().max(1);
        let moments = wanted.clamp(*MOMENTS.start(), *MOMENTS.end());
        let gap = job / moments + Duration::from_micros(1);
        let margin = gap + params.jitter * MESSAGES;
        let (tried, bound, between) = (0, LONGEST, None);
        Search { job, moments, gap, precision, margin, tried, bound, between }
    }

    /// The pause to be tried next; none, if the search is over.
    pub fn next(&self) -> Option<Pause> {
        let length = match self.between {
            None => self.bound,
            Some((harmless, harmful)) => (harmless + harmful) / 2,
        };
        let goes_on = self.tried < self.moments && self.bound > self.margin;
        goes_on.then(|| Pause { after: self.job * self.tried / self.moments, length })
    }

    /// Takes note of whether that pause does harm.
    pub fn take(&mut self, harmful: bool) {
        let (harmless, harmful) = match self.between {
            None if !harmful => {
                self.tried += 1;
                return;
            }
            None if self.tried == 0 => (Duration::ZERO, self.bound),
            None => (self.bound.saturating_sub(self.gap), self.bound),
            Some((harmless, long)) if harmful => (harmless, (harmless + long) / 2),
            Some((short, long)) => ((short + long) / 2, long),
        };
        if harmful.saturating_sub(harmless) > self.precision {
            self.between = Some((harmless, harmful));
        } else {
            self.bound = harmless;
            self.between = None;
            self.tried += 1;
        }
    }

    /// The longest pause that is known to do no harm, once the search is over.
    pub fn length(&self) -> Duration {
        self.bound.saturating_sub(self.margin)
    }
}
