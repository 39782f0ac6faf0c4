//! The advice in words.

use super::acquisition::Check;
use super::crashes::Wait;
use super::grid::present_lease;
use super::lease::Figures;
use super::numbers::{mean_wait, seconds, with_band};
use super::pauses::Pauses;
use super::question::Question;
use super::study::Study;
use super::trials::Flaw;
use super::verdict::{Verdict, cannot_show};
use crate::sim::{Duration, Params, Policy};
use crate::words::{grouped, service_name};

/// The advice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The lease to be tried, if one is better than the others: the shortest that keeps to the risk,
    /// as do all longer ones that were tried, if there is such a lease.
    pub lease: Option<Duration>,
    /// Whether all that is shown.
    pub is_known: bool,
    /// Which lease that is, what it costs, and what would make another possible.
    pub sentences: Vec<String>,
    /// What all this takes for granted.
    pub notes: Vec<String>,
}

impl Answer {
    /// The lease, if it is known to keep to the risk.
    pub fn advised(&self) -> Option<Duration> {
        self.lease.filter(|_| self.is_known)
    }
}

/// The advice for a run and the storage that is set in it; none, as long as not every lease has been
/// looked at.
pub fn answer(params: &Params, question: &Question, study: &Study) -> Option<Answer> {
    let figures = study.figures();
    if !study.is_complete() {
        return None;
    }
    let check = Check::of(params);
    let risk = question.risk.probability();
    let (Some(shortest), Some(verdict)) = (figures.first(), Verdict::of(&figures, risk, check))
    else {
        let (lease, is_known) = (None, true);
        let (sentences, notes) = (vec![without_figures(study).into()], Vec::new());
        return Some(Answer { lease, is_known, sentences, notes });
    };
    let notes = notes(question, study);
    if check.refuses_all() {
        let mut sentences = vec![ANY_LEASE.to_owned()];
        sentences.extend(shortest.wait.map(|wait| cost(shortest.lease, &wait)));
        sentences.extend(at_present(params, study, &figures, shortest, check));
        return Some(Answer { lease: None, is_known: true, sentences, notes });
    }
    let named = verdict.named();
    let mut sentences: Vec<String> = other_storage(params).into_iter().collect();
    sentences.push(verdict.in_words(&figures, question, check));
    sentences.extend(named.wait.map(|wait| cost(named.lease, &wait)));
    sentences.extend(at_present(params, study, &figures, named, check));
    sentences.extend(with_more(params, named, &figures, check));
    let (lease, is_known) = match (verdict, question.pauses) {
        (Verdict::Kept(kept), _) => (Some(kept.lease), true),
        (Verdict::Mixed(shortest, _), _) => (Some(shortest.lease), false),
        (Verdict::Unknown(lowest), Pauses::Measured { .. }) => (Some(lowest.lease), false),
        (Verdict::Unknown(_), Pauses::LogNormal { .. }) => (None, false),
        (Verdict::Missed(_), _) => (None, true),
    };
    Some(Answer { lease, is_known, sentences, notes })
}

/// Why there are no figures.
fn without_figures(study: &Study) -> &'static str {
    match study.left_out().all(|(_, flaw)| flaw == Flaw::Unfinished) {
        true => "With no lease do clients get their jobs done, even if nothing fails.",
        false => {
            "With no lease that lets clients get their jobs done does another client get the lock \
             after A, so there is nobody whom a pause or a crash of A could harm."
        }
    }
}

impl Check {
    /// What the storage that is set checks, as far as it was studied; see [`other_storage`].
    fn of(params: &Params) -> Check {
        match params.storage {
            Policy::Any | Policy::Value => Check::Nothing,
            Policy::Conditional => Check::Versions,
            Policy::Fencing if !params.has_tokens() => Check::Nothing,
            Policy::Fencing if params.mark => Check::TokensOfReads,
            Policy::Fencing => Check::Tokens,
        }
    }

    /// For which storage something is said.
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Check::Nothing => "if the storage checks nothing",
            Check::Tokens => "if the storage checks the fencing tokens of writes",
            Check::TokensOfReads => {
                "if the storage checks the fencing tokens of writes, and reads carry them too"
            }
            Check::Versions => "if writes are conditional on the version that was read",
        }
    }
}

/// Where the storage that is set is not the one of which figures are known.
fn other_storage(params: &Params) -> Option<String> {
    match params.storage {
        Policy::Any | Policy::Fencing | Policy::Conditional => None,
        Policy::Value => Some(
            "The storage that is set checks lock values, which is not studied: what follows is for a \
             storage that checks nothing."
                .into(),
        ),
    }
}

const ANY_LEASE: &str = "The storage that is set refuses every stale write, so no pause costs an \
                         update, and the lease can be chosen by how long a crash may block the others.";

fn cost(lease: Duration, wait: &Wait) -> String {
    let (mean, worst) = (mean_wait(wait), seconds(wait.worst));
    let Wait { crashes, unwanted, .. } = wait;
    let longest = match unwanted {
        0 => format!("the longest of {crashes} crashes that were tried took {worst} s"),
        _ => format!(
            "after {unwanted} of {crashes} crashes that were tried nobody wanted it, and the longest of \
             the others took {worst} s"
        ),
    };
    format!(
        "When A crashes with a lease of {lease} s, the next client gets the lock after {mean} s on \
         average; {longest}."
    )
}

/// What the lease that is set comes to, if it is another than the one that is named.
fn at_present(
    params: &Params,
    study: &Study,
    figures: &[Figures],
    named: &Figures,
    check: Check,
) -> Option<String> {
    let lease = present_lease(params);
    if named.lease == lease {
        return None;
    }
    let which = if lease == params.lease {
        "the lease that is set".to_owned()
    } else {
        format!("the lease that is granted where {} s is set", params.lease)
    };
    let Some(present) = figures.iter().find(|figures| figures.lease == lease) else {
        let (_, flaw) = study.left_out().find(|(other, _)| *other == lease)?;
        return Some(format!("With {lease} s, {which}, {}.", flaw.in_words()));
    };
    let wait = present.wait.map(|wait| mean_wait(&wait));
    if check.refuses_all() {
        return wait
            .map(|wait| format!("With {lease} s, {which}, a crash costs {wait} s on average."));
    }
    let wait = wait.map(|wait| format!(", and a crash costs {wait} s on average"));
    Some(format!(
        "With {lease} s, {which}, {} in a million lose an update{}.",
        with_band(present.lost_with(check)),
        wait.unwrap_or_default()
    ))
}

impl Flaw {
    fn in_words(self) -> &'static str {
        match self {
            Flaw::Unfinished => "clients do not get their jobs done even if nothing fails",
            Flaw::Unwanted => "no client gets the lock after A",
        }
    }
}

/// What a storage that checks more would make of it.
fn with_more(params: &Params, advised: &Figures, all: &[Figures], set: Check) -> Vec<String> {
    let mut sentences = Vec::new();
    if advised.lost_with(set).high == 0.0 {
        return sentences;
    }
    let more = advised.lost.iter().skip_while(|(check, _)| *check != set).skip(1);
    for (check, lost) in more {
        let seen = with_band(lost);
        let words = check.in_words();
        let never = all.iter().all(|figures| figures.lost_with(*check).value == 0.0);
        let lease = advised.lease;
        sentences.push(if check.refuses_all() {
            format!(
                "No pause costs an update {words}, whatever the lease: every stale write is refused. \
                 The lease can then be chosen by how long a crash may block the others."
            )
        } else if never {
            format!(
                "None of the runs lost an update {words}, with any lease; that is {seen} in a million \
                 with {lease} s."
            )
        } else {
            format!("With {lease} s, {seen} in a million lose an update {words}.")
        });
    }
    if !params.has_tokens() {
        sentences.push(format!("{} has no fencing tokens.", service_name(params.service)));
    }
    sentences
}

fn notes(question: &Question, study: &Study) -> Vec<String> {
    let once = "Each acquisition has one pause, which begins at any moment at which A has the lock, \
                wherever the service’s clocks are.";
    let (tail, holds) = match question.pauses {
        Pauses::LogNormal { .. } => (
            "How often pauses beyond the 99.9th percentile occur is what a log-normal distribution says \
             of them, and nobody has measured it."
                .into(),
            "If pauses are distributed as entered, the bands hold the true value in 95 of 100 cases.",
        ),
        Pauses::Measured { quantiles, .. } => {
            let longest = question.pauses.longest().unwrap_or_default();
            let cannot_show = cannot_show(&question.pauses).unwrap_or_default();
            let kept = quantiles.len();
            (
                format!(
                    "The figures are not of the samples themselves but of {kept} of their quantiles: \
                     what lies between two of these is taken to be spread evenly by the logarithm of \
                     its length. Nothing longer than {longest} s, the longest, is considered. \
                     {cannot_show}"
                ),
                "If pauses are distributed as the quantiles say, the bands hold the true value in 95 of \
                 100 cases; other samples of the same pauses are allowed for.",
            )
        }
    };
    let flaws = [
        (
            Flaw::Unfinished,
            "Leases with which clients mostly do not get their jobs done, even if nothing fails, are \
             left out.",
        ),
        (Flaw::Unwanted, "Leases with which mostly no client gets the lock after A are left out."),
    ];
    let flaws = flaws.iter().filter(|(flaw, _)| study.left_out().any(|(_, found)| found == *flaw));
    let flaws = flaws.map(|(_, said)| (*said).to_owned());
    let sampling = format!(
        "{} runs of the model: for each lease, pauses up to a length that was found to do no harm are \
         not drawn; the longer ones are, in ranges that are finer the rarer they are, each weighted by \
         how often it occurs. {holds} They come from the variances of all ranges, with half a run more \
         of either kind in each; where nothing was seen, from the rule of three, in the range that has \
         the fewest runs for its weight.",
        grouped(study.runs())
    );
    let waits = "A wait after a crash counts from the crash, or from when the client that waits asks, if it \
                 asks later, and is zero if A has lost the lock before.";
    let drawn = "Where nothing was seen, the chart has no point but a dash: so often it may happen all \
                 the same.";
    [once.into(), tail]
        .into_iter()
        .chain(flaws)
        .chain([sampling, waits.into(), drawn.into()])
        .collect()
}
