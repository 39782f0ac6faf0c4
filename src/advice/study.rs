//! The study of all leases, which can be interrupted at any time.

use super::acquisition::{Acquisition, Run};
use super::grid::{grid, present_lease};
use super::lease::{Figures, LeaseStudy};
use super::pauses::Pauses;
use super::question::Question;
use super::trials::Flaw;
use crate::sim::{Duration, Params};

/// How many runs there are in each stratum of each lease, one pass over all leases after the other.
pub const PASSES: [u32; 4] = [4, 4, 8, 16];

/// What each lease comes to, for a run and its pauses.
#[derive(Clone, Debug)]
pub struct Study {
    acquisition: Acquisition,
    question: Question,
    leases: Vec<LeaseStudy>,
    passes: &'static [u32],
    /// Which lease is looked at when: first some from all over the range, then those in between.
    order: Vec<usize>,
    /// How many leases have been looked at in all passes.
    looked_at: usize,
    run: Option<Run>,
}

impl Study {
    /// A study of all leases of the [`grid`], which has not begun.
    pub fn new(params: &Params, question: &Question) -> Study {
        Study::of_leases(params, question, &grid(params), &PASSES)
    }

    /// A study of some leases, the shortest first, which are granted as they are asked for, with so
    /// many runs in each stratum, one pass after the other: with fewer than [`PASSES`] it is over
    /// sooner, and its bands are wider.
    pub fn of_leases(
        params: &Params,
        question: &Question,
        leases: &[Duration],
        passes: &'static [u32],
    ) -> Study {
        let acquisition = Acquisition::of(params);
        let study = |&lease: &Duration| LeaseStudy::new(acquisition.leased(lease), question.pauses);
        let leases: Vec<LeaseStudy> = leases.iter().map(study).collect();
        let mut order: Vec<usize> = (0..leases.len()).collect();
        order.sort_by_key(|place| place.reverse_bits());
        let question = *question;
        let (looked_at, run) = (0, None);
        let mut study = Study { acquisition, question, leases, passes, order, looked_at, run };
        study.look();
        study
    }

    /// Goes on for about so many steps of runs; false, if there is nothing more to do.
    pub fn advance(&mut self, mut steps: u64) -> bool {
        while let Some((place, _)) = self.turn() {
            let lease = &mut self.leases[place];
            match self.run.take().or_else(|| lease.next().map(Run::new)) {
                None => {
                    self.looked_at += 1;
                    self.look();
                }
                Some(mut run) => match run.advance(&mut steps) {
                    Some(seen) => lease.take(seen),
                    None => {
                        self.run = Some(run);
                        return true;
                    }
                },
            }
        }
        false
    }

    /// Whether it is also the study of a run that may have another lease, and of its pauses. What risk
    /// is wanted makes no difference to it.
    pub fn covers(&self, params: &Params, question: &Question) -> bool {
        let lease = present_lease(params);
        Acquisition::of(params).leased(lease) == self.acquisition.leased(lease)
            && self.question.pauses == question.pauses
            && self.leases.iter().any(|study| study.lease() == lease)
    }

    /// How long clients pause.
    pub fn pauses(&self) -> Pauses {
        self.question.pauses
    }

    /// The shortest and the longest lease.
    pub fn range(&self) -> Option<(Duration, Duration)> {
        Some((self.leases.first()?.lease(), self.leases.last()?.lease()))
    }

    /// The lease whose turn it is, and how many more runs it gets.
    fn turn(&self) -> Option<(usize, u32)> {
        let pass = self.looked_at.checked_div(self.order.len())?;
        let place = self.order.get(self.looked_at % self.order.len())?;
        Some((*place, *self.passes.get(pass)?))
    }

    /// Begins with the lease whose turn it is.
    fn look(&mut self) {
        if let Some((place, more)) = self.turn() {
            self.leases[place].sample(more);
        }
    }

    /// Whether there is nothing more to do.
    pub fn is_done(&self) -> bool {
        self.looked_at >= self.of()
    }

    /// How much has been done, of [`Study::of`].
    pub fn progress(&self) -> usize {
        self.looked_at
    }

    /// How much there is to do.
    pub fn of(&self) -> usize {
        self.order.len() * self.passes.len()
    }

    /// What is known of the leases so far, the shortest first.
    pub fn figures(&self) -> Vec<Figures> {
        self.leases.iter().filter_map(LeaseStudy::figures).collect()
    }

    /// Whether something is known of every lease.
    pub fn is_complete(&self) -> bool {
        self.looked_at >= self.order.len()
    }

    /// The leases that are left out, the shortest first, and why.
    pub fn left_out(&self) -> impl Iterator<Item = (Duration, Flaw)> {
        self.leases.iter().filter_map(|study| Some((study.lease(), study.flaw()?)))
    }

    /// How many runs of the model the figures come from.
    pub fn runs(&self) -> u64 {
        self.figures().iter().map(|figures| figures.runs).sum()
    }
}
