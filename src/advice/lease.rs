//! What one lease comes to.

use super::acquisition::{Acquisition, Check, Pause, Seen};
use super::crashes::{Crashes, Wait};
use super::estimate::{Chance, Estimate, Strata, Tally};
use super::harmless::Search;
use super::pauses::Pauses;
use super::trials::{Flaw, Trials};
use crate::sim::{Duration, Setup};

/// What is known of a lease.
#[derive(Clone, PartialEq, Debug)]
pub struct Figures {
    /// The lease.
    pub lease: Duration,
    /// Pauses up to this length do no harm, whenever they begin.
    pub harmless: Duration,
    /// How often two clients believe at once that they have the lock.
    pub overlap: Estimate,
    /// How often an update is lost, with each check that is possible, in the order of
    /// [`Check::all`].
    pub lost: Vec<(Check, Estimate)>,
    /// How long a crash of A blocks the others, if another gets the lock at all.
    pub wait: Option<Wait>,
    /// From how many runs of the model all this is known.
    pub runs: u64,
}

impl Figures {
    /// How often an update is lost with a check; without one, if that check is not possible.
    pub fn lost_with(&self, check: Check) -> &Estimate {
        let found = self.lost.iter().find(|(other, _)| *other == check).or(self.lost.first());
        found.map_or(&self.overlap, |(_, lost)| lost)
    }

    /// How often an update is lost if the storage checks nothing.
    pub fn lost_unchecked(&self) -> &Estimate {
        self.lost_with(Check::Nothing)
    }
}

/// What is to be found out next.
#[derive(Clone, Debug)]
enum Task {
    /// What comes of it if nothing fails, and how long A's job takes.
    Trial(Trials),
    /// Which pauses do no harm, in runs of a seed.
    Harmless(u32, Search),
    /// How long the others wait if A crashes.
    Crash(Crash),
    /// How often there is harm.
    Sample(Sample),
    /// Nothing, unless more samples are wanted.
    Nothing,
    /// Nothing, since the lease is left out.
    LeftOut(Flaw),
}

/// The crash that is to be tried.
#[derive(Clone, Copy, Debug)]
struct Crash {
    chance: Chance,
    /// How long A's job takes; to be found out first, if it is a matter of chance.
    job: Option<Duration>,
}

/// Where the samples have got to.
#[derive(Clone, Copy, Debug)]
struct Sample {
    stratum: usize,
    /// How many more are wanted in this stratum.
    left: u32,
    chance: Chance,
    /// How long A's job takes; to be found out first, if it is a matter of chance.
    job: Option<Duration>,
    /// Which of the checks is tried.
    check: usize,
}

/// The study of one lease: it says which run it needs next, and takes note of what was seen there.
#[derive(Clone, Debug)]
pub struct LeaseStudy {
    acquisition: Acquisition,
    pauses: Pauses,
    checks: &'static [Check],
    /// After how long the clocks of the service stand as they did before.
    cycle: Duration,
    task: Task,
    /// How many samples are wanted in each stratum the next time, and how many there are.
    wanted: u32,
    sampled: u32,
    job: Duration,
    harmless: Duration,
    crashes: Crashes,
    strata: Strata,
    overlap: Vec<Tally>,
    lost: Vec<Vec<Tally>>,
    runs: u64,
}

impl LeaseStudy {
    /// A study that has not begun.
    pub fn new(acquisition: Acquisition, pauses: Pauses) -> LeaseStudy {
        LeaseStudy {
            acquisition,
            pauses,
            checks: Check::all(acquisition.params()),
            cycle: acquisition.undisturbed().cycle(),
            task: Task::Trial(Trials::new(acquisition.params())),
            wanted: 0,
            sampled: 0,
            job: Duration::ZERO,
            harmless: Duration::ZERO,
            crashes: Crashes::default(),
            strata: Strata::of_longest(0.0),
            overlap: Vec::new(),
            lost: Vec::new(),
            runs: 0,
        }
    }

    /// The lease.
    pub fn lease(&self) -> Duration {
        self.acquisition.params().lease
    }

    /// Asks for some more samples in each stratum, unless there is no need for them.
    pub fn sample(&mut self, more: u32) {
        self.wanted = more;
        if matches!(self.task, Task::Nothing) && !self.is_sharp() {
            self.begin_samples();
        }
    }

    /// The run that is needed next; none, if no more are wanted.
    pub fn next(&self) -> Option<Setup> {
        match &self.task {
            Task::Trial(trials) => Some(self.acquisition.seeded(trials.seed()).undisturbed()),
            Task::Harmless(seed, search) => {
                let acquisition = self.acquisition.seeded(*seed);
                search.next().map(|pause| acquisition.paused(pause, Check::Nothing))
            }
            Task::Crash(Crash { chance, job: Some(job) }) => {
                Some(self.decided(chance).crashed(self.crashes.after(chance, *job)))
            }
            Task::Crash(Crash { chance, job: None })
            | Task::Sample(Sample { chance, job: None, .. }) => {
                Some(self.decided(chance).undisturbed())
            }
            Task::Sample(Sample { stratum, chance, job: Some(job), check, .. }) => {
                let length = self.pauses.exceeded_by(self.strata.pick(*stratum, chance));
                let pause = Pause { after: chance.after(*job), length };
                let check = self.checks.get(*check).copied().unwrap_or(Check::Nothing);
                Some(self.decided(chance).paused(pause, check))
            }
            Task::Nothing | Task::LeftOut(_) => None,
        }
    }

    /// The acquisition as chance has decided about it.
    fn decided(&self, chance: &Chance) -> Acquisition {
        self.acquisition.seeded(chance.seed).later(chance.into(self.cycle))
    }

    /// Takes note of what was seen in that run.
    pub fn take(&mut self, seen: Seen) {
        self.runs += 1;
        match &mut self.task {
            Task::Trial(trials) => {
                trials.take(seen);
                if trials.are_over() {
                    let trials = trials.clone();
                    self.take_trials(&trials);
                }
            }
            Task::Harmless(_, search) => {
                search.take(seen.outlived);
                if search.next().is_none() {
                    self.harmless = search.length();
                    self.begin_crash();
                }
            }
            Task::Crash(crash) => {
                let crash = *crash;
                self.take_crash(crash, seen);
            }
            Task::Sample(sample) => {
                let sample = *sample;
                self.take_sample(sample, seen);
            }
            Task::Nothing | Task::LeftOut(_) => {}
        }
    }

    fn take_trials(&mut self, trials: &Trials) {
        match (trials.flaw(), trials.fit()) {
            (None, Some((seed, job))) => {
                self.job = job;
                // If somebody believes too long even so, there is nothing to be searched for.
                if trials.outlived() {
                    self.begin_crash();
                } else {
                    self.task = Task::Harmless(seed, Search::new(&self.acquisition, job));
                }
            }
            (flaw, _) => self.task = Task::LeftOut(flaw.unwrap_or(Flaw::Unfinished)),
        }
    }

    /// How long A's job takes, if that is no matter of chance.
    fn certain_job(&self) -> Option<Duration> {
        self.acquisition.params().jitter.is_zero().then_some(self.job)
    }

    fn begin_crash(&mut self) {
        match self.crashes.next(self.acquisition.params().seed) {
            Some(chance) => self.task = Task::Crash(Crash { chance, job: self.certain_job() }),
            None => self.begin_strata(),
        }
    }

    fn take_crash(&mut self, crash: Crash, seen: Seen) {
        match (crash.job, seen.job) {
            (None, Some(job)) => self.task = Task::Crash(Crash { job: Some(job), ..crash }),
            (None, None) => {
                self.crashes.skip();
                self.begin_crash();
            }
            (Some(_), _) => {
                self.crashes.take(seen);
                self.begin_crash();
            }
        }
    }

    fn begin_strata(&mut self) {
        self.strata = Strata::of_longest(self.pauses.longer_than(self.harmless));
        self.overlap = vec![Tally::default(); self.strata.len()];
        self.lost = vec![self.overlap.clone(); self.checks.len()];
        self.begin_samples();
    }

    fn begin_samples(&mut self) {
        self.task = match self.strata.len() {
            0 => Task::Nothing,
            _ => Task::Sample(self.draw(0, self.wanted)),
        };
    }

    fn draw(&self, stratum: usize, left: u32) -> Sample {
        let params = self.acquisition.params();
        let series = u32::try_from(stratum).unwrap_or(u32::MAX);
        let chance = Chance::of(params.seed, series, self.sampled + self.wanted - left);
        Sample { stratum, left, chance, job: self.certain_job(), check: 0 }
    }

    fn take_sample(&mut self, sample: Sample, seen: Seen) {
        if sample.job.is_none() {
            // Where chance has it that A gets nothing done, there is nothing to be disturbed.
            let job = Some(seen.job.unwrap_or_default());
            self.task = Task::Sample(Sample { job, ..sample });
            return;
        }
        if let Some(lost) = self.lost.get_mut(sample.check) {
            lost[sample.stratum].count(seen.lost);
        }
        if sample.check == 0 {
            self.overlap[sample.stratum].count(seen.overlap);
        }
        let next = sample.check + 1;
        if next < self.checks.len() && (sample.check > 0 || seen.lost) {
            self.task = Task::Sample(Sample { check: next, ..sample });
            return;
        }
        // Where nothing was lost, no check would have refused a write, so it is the same run.
        for lost in self.lost.iter_mut().skip(next) {
            lost[sample.stratum].count(false);
        }
        self.task = if sample.left > 1 {
            Task::Sample(self.draw(sample.stratum, sample.left - 1))
        } else if sample.stratum + 1 < self.strata.len() {
            Task::Sample(self.draw(sample.stratum + 1, self.wanted))
        } else {
            self.sampled += self.wanted;
            Task::Nothing
        };
    }

    /// Whether more samples would tell nothing new of anything that can happen.
    fn is_sharp(&self) -> bool {
        let lost = self.checks.iter().zip(&self.lost);
        let lost = lost.filter(|(check, _)| !check.refuses_all()).map(|(_, tallies)| tallies);
        let is_sharp = |tallies: &Vec<Tally>| {
            self.strata.estimate(tallies).is_some_and(|found| found.is_sharp())
        };
        [&self.overlap].into_iter().chain(lost).all(is_sharp)
    }

    /// Why the lease is left out, if it is.
    pub fn flaw(&self) -> Option<Flaw> {
        match self.task {
            Task::LeftOut(flaw) => Some(flaw),
            Task::Trial(_)
            | Task::Harmless(..)
            | Task::Crash(_)
            | Task::Sample(_)
            | Task::Nothing => None,
        }
    }

    /// What is known; nothing, as long as not every stratum has been looked at.
    pub fn figures(&self) -> Option<Figures> {
        match self.task {
            Task::Trial(_) | Task::Harmless(..) | Task::Crash(_) | Task::LeftOut(_) => return None,
            Task::Sample(_) | Task::Nothing => {}
        }
        let known = |tallies| Some(self.pauses.sampled(self.strata.estimate(tallies)?));
        let estimates = self.checks.iter().zip(&self.lost);
        let lost = estimates.map(|(&check, tallies)| Some((check, known(tallies)?)));
        Some(Figures {
            lease: self.lease(),
            harmless: self.harmless,
            overlap: known(&self.overlap)?,
            lost: lost.collect::<Option<_>>()?,
            wait: self.crashes.wait(),
            runs: self.runs,
        })
    }
}
