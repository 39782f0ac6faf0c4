//! What one lease comes to.

use super::acquisition::{Acquisition, Check, Pause, Seen};
use super::estimate::{Chance, Estimate, Strata, Tally};
use super::harmless::Search;
use super::pauses::Pauses;
use crate::sim::{Duration, Setup};

/// In how many equal parts of its job A crashes, apart from its very beginning.
const CRASHES: u32 = 31;

/// How long another client waits for the lock from the moment at which A dies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wait {
    /// The mean over all moments at which A can die.
    pub mean: Duration,
    /// The longest of those that were tried. There may be longer ones.
    pub worst: Duration,
    /// How many were tried.
    pub crashes: u32,
}

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
    /// How long A's job takes if nothing fails.
    Job,
    /// Which pauses do no harm.
    Harmless(Search),
    /// How long the others wait if A crashes.
    Crash(Crash),
    /// How often there is harm.
    Sample(Sample),
    /// Nothing, unless more samples are wanted.
    Nothing,
    /// Nothing: even if nothing fails, A does not write, or nobody gets the lock after it.
    Useless,
}

/// Where the crashes have got to.
#[derive(Clone, Copy, Debug)]
struct Crash {
    /// The number of the crash: 0 is right at the beginning of A's job, each other one somewhere in one
    /// of [`CRASHES`] parts of it.
    number: u32,
    chance: Chance,
    /// How long A's job takes; to be found out first, if it is a matter of chance.
    job: Option<Duration>,
}

impl Crash {
    /// How long after A has learned that it has the lock it dies: always before it gives it back.
    fn after(&self, job: Duration) -> Duration {
        let part = job / u64::from(CRASHES);
        match self.number.checked_sub(1) {
            None => Duration::ZERO,
            Some(parts) => part * u64::from(parts) + self.chance.after(part),
        }
    }
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
    task: Task,
    /// How many samples are wanted in each stratum the next time, and how many there are.
    wanted: u32,
    sampled: u32,
    job: Duration,
    harmless: Duration,
    /// How long the others waited after the crash at the beginning of the job, and after the others.
    wait_at_first: Option<Duration>,
    waits: Vec<Duration>,
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
            task: Task::Job,
            wanted: 0,
            sampled: 0,
            job: Duration::ZERO,
            harmless: Duration::ZERO,
            wait_at_first: None,
            waits: Vec::new(),
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
        let acquisition = &self.acquisition;
        match &self.task {
            Task::Job => Some(acquisition.undisturbed()),
            Task::Harmless(search) => {
                search.next().map(|pause| acquisition.paused(pause, Check::Nothing))
            }
            Task::Crash(crash @ Crash { chance, job: Some(job), .. }) => {
                Some(acquisition.seeded(chance.seed).crashed(crash.after(*job)))
            }
            Task::Crash(Crash { chance, job: None, .. })
            | Task::Sample(Sample { chance, job: None, .. }) => {
                Some(acquisition.seeded(chance.seed).undisturbed())
            }
            Task::Sample(Sample { stratum, chance, job: Some(job), check, .. }) => {
                let length = self.pauses.exceeded_by(self.strata.pick(*stratum, chance));
                let pause = Pause { after: chance.after(*job), length };
                let check = self.checks.get(*check).copied().unwrap_or(Check::Nothing);
                Some(acquisition.seeded(chance.seed).paused(pause, check))
            }
            Task::Nothing | Task::Useless => None,
        }
    }

    /// Takes note of what was seen in that run.
    pub fn take(&mut self, seen: Seen) {
        self.runs += 1;
        match &mut self.task {
            Task::Job => self.take_job(seen),
            Task::Harmless(search) => {
                search.take(seen.outlived);
                if search.next().is_none() {
                    self.harmless = search.length();
                    self.task = Task::Crash(self.crash(0));
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
            Task::Nothing | Task::Useless => {}
        }
    }

    fn crash(&self, number: u32) -> Crash {
        let params = self.acquisition.params();
        let chance = Chance::of(params.seed, u32::MAX, number);
        Crash { number, chance, job: params.jitter.is_zero().then_some(self.job) }
    }

    fn take_crash(&mut self, crash: Crash, seen: Seen) {
        match (crash.job, seen.job) {
            (None, Some(job)) => {
                self.task = Task::Crash(Crash { job: Some(job), ..crash });
                return;
            }
            // Where chance has it that A gets nothing done, there is no job in which it could die.
            (None, None) => {}
            (Some(_), _) if crash.number == 0 => self.wait_at_first = seen.blocked,
            (Some(_), _) => self.waits.extend(seen.blocked),
        }
        if crash.number < CRASHES {
            self.task = Task::Crash(self.crash(crash.number + 1));
        } else {
            self.begin_strata();
        }
    }

    fn take_job(&mut self, seen: Seen) {
        self.task = match seen.job.filter(|_| seen.wrote && seen.passed_on) {
            None => Task::Useless,
            Some(job) => {
                self.job = job;
                // If somebody believes too long even so, there is nothing to be searched for.
                if seen.outlived {
                    Task::Crash(self.crash(0))
                } else {
                    Task::Harmless(Search::new(&self.acquisition, job))
                }
            }
        };
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
        let job = params.jitter.is_zero().then_some(self.job);
        Sample { stratum, left, chance, job, check: 0 }
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

    fn is_sharp(&self) -> bool {
        self.figures()
            .is_none_or(|figures| figures.overlap.is_sharp() && figures.lost_unchecked().is_sharp())
    }

    /// Whether A gets done what it needs the lock for and passes it on, if nothing fails.
    pub fn is_useful(&self) -> bool {
        !matches!(self.task, Task::Useless)
    }

    /// What is known; nothing, as long as not every stratum has been looked at.
    pub fn figures(&self) -> Option<Figures> {
        if matches!(self.task, Task::Job | Task::Harmless(_) | Task::Crash(_) | Task::Useless) {
            return None;
        }
        let estimates = self.checks.iter().zip(&self.lost);
        let lost = estimates.map(|(&check, tallies)| Some((check, self.strata.estimate(tallies)?)));
        Some(Figures {
            lease: self.lease(),
            harmless: self.harmless,
            overlap: self.strata.estimate(&self.overlap)?,
            lost: lost.collect::<Option<_>>()?,
            wait: self.wait(),
            runs: self.runs,
        })
    }

    /// How long crashes block the others. The mean is without the crash that chance has no part in.
    fn wait(&self) -> Option<Wait> {
        let crashes = u32::try_from(self.waits.len()).unwrap_or(u32::MAX);
        let sum = self.waits.iter().fold(Duration::ZERO, |sum, &wait| sum + wait);
        let worst = *self.waits.iter().max()?;
        Some(match self.wait_at_first {
            Some(first) => Wait {
                mean: sum / u64::from(crashes),
                worst: worst.max(first),
                crashes: crashes + 1,
            },
            None => Wait { mean: sum / u64::from(crashes), worst, crashes },
        })
    }
}
