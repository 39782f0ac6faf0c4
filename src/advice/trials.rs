//! Whether a lease is worth a study: what comes of an acquisition if nothing fails.

use super::acquisition::Seen;
use super::estimate::Chance;
use crate::sim::{Duration, Params};

/// How many runs there are, if what comes of them is a matter of chance.
const TRIALS: u32 = 16;

/// The seed from which their seeds come, and the series of chance that they take: the same for every
/// run, so that it is not its seed that decides whether a lease is left out.
const CHANCE: (u32, u32) = (0, u32::MAX - 1);

/// Why a lease is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// In most runs A does not get its job done, though nothing fails.
    Unfinished,
    /// In most runs nobody gets the lock after A.
    Unwanted,
}

/// Runs in which nothing fails.
#[derive(Clone, Debug)]
pub struct Trials {
    /// The seed of the run.
    seed: u32,
    count: u32,
    tried: u32,
    finished: u32,
    passed_on: u32,
    outlived: bool,
    fit: Option<(u32, Duration)>,
}

impl Trials {
    /// Trials that have not begun.
    pub fn new(params: &Params) -> Trials {
        let (seed, count) = (params.seed, if params.jitter.is_zero() { 1 } else { TRIALS });
        let (tried, finished, passed_on, outlived, fit) = (0, 0, 0, false, None);
        Trials { seed, count, tried, finished, passed_on, outlived, fit }
    }

    /// Whether there are no more.
    pub fn are_over(&self) -> bool {
        self.tried == self.count
    }

    /// The seed of the next run.
    pub fn seed(&self) -> u32 {
        let (seed, series) = CHANCE;
        match self.count {
            1 => self.seed,
            _ => Chance::of(seed, series, self.tried).seed,
        }
    }

    /// Takes note of what was seen in it.
    pub fn take(&mut self, seen: Seen) {
        self.outlived |= seen.outlived;
        if let Some(job) = seen.job.filter(|_| seen.wrote) {
            self.finished += 1;
            if seen.passed_on {
                self.passed_on += 1;
                self.fit = self.fit.or(Some((self.seed(), job)));
            }
        }
        self.tried += 1;
    }

    /// Why the lease is left out, if it is.
    pub fn flaw(&self) -> Option<Flaw> {
        let is_rare = |count: u32| count * 2 < self.tried;
        match (is_rare(self.finished), is_rare(self.passed_on)) {
            (true, _) => Some(Flaw::Unfinished),
            (false, true) => Some(Flaw::Unwanted),
            (false, false) => None,
        }
    }

    /// The seed of a run in which A gets its job done and passes the lock on, and how long that takes.
    pub fn fit(&self) -> Option<(u32, Duration)> {
        self.fit
    }

    /// Whether a client believed too long in its lock in any of them.
    pub fn outlived(&self) -> bool {
        self.outlived
    }
}
