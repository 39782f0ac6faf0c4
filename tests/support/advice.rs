//! Studies of leases, for the tests of the advice.

use lock_simulator::advice::{Answer, Check, Estimate, Figures, PASSES, Question, Study, answer};
use lock_simulator::query::Query;
use lock_simulator::sim::{Duration, Params};

/// What a link sets.
pub fn params(link: &str) -> Params {
    *Query::parse(link).0.setup().params()
}

/// The question that a link has after `lease:`.
pub fn question(text: &str) -> Question {
    Question::read(text).expect("the question makes sense")
}

/// The study of some leases of a run, to its end.
pub fn studied_at(link: &str, text: &str, leases: &[Duration]) -> Study {
    studied_in(&PASSES, link, text, leases)
}

/// The same with other numbers of runs in each stratum.
pub fn studied_in(passes: &'static [u32], link: &str, text: &str, leases: &[Duration]) -> Study {
    let mut study = Study::of_leases(&params(link), &question(text), leases, passes);
    while study.advance(10_000) {}
    study
}

/// What one lease comes to.
pub fn figures_of(link: &str, text: &str, lease: Duration) -> Figures {
    of_lease(&studied_at(link, text, &[lease]), lease)
}

/// What one of several comes to.
pub fn of_lease(study: &Study, lease: Duration) -> Figures {
    let figures = study.figures().into_iter().find(|figures| figures.lease == lease);
    figures.expect("the lease is tried")
}

/// The advice of a study that is over.
pub fn advice(link: &str, text: &str, study: &Study) -> Answer {
    answer(&params(link), &question(text), study).expect("the study is complete")
}

/// How often an update is lost with a check.
pub fn lost(figures: &Figures, check: Check) -> Estimate {
    let found = figures.lost.iter().find(|(other, _)| *other == check);
    found.expect("the check is possible").1
}

/// Whether a value is in a band.
pub fn holds(Estimate { low, high, .. }: Estimate, value: f64) -> bool {
    (low..=high).contains(&value)
}
