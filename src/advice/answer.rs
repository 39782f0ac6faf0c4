//! The advice in words.

use super::acquisition::Check;
use super::grid::present_lease;
use super::lease::{Figures, Wait};
use super::numbers::{at_most, per_million, seconds, with_band};
use super::pauses::Pauses;
use super::question::Question;
use super::study::Study;
use crate::sim::{Duration, Params, Policy};
use crate::words::{grouped, service_name};

/// In how many samples something is seen at least once, with 95 % confidence, if it happens three
/// times in as many.
const RULE_OF_THREE: f64 = 3.0;

/// The advice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The shortest lease that keeps to the risk, as do all longer ones that were tried; none, if there
    /// is none or if any lease will do.
    pub lease: Option<Duration>,
    /// Whether what is known of the pauses is enough to say so.
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
    let is_known = is_known(question);
    let (Some(shortest), Some(longest)) = (figures.first(), figures.last()) else {
        let sentence = "With no lease do clients get their jobs done, even if nothing fails.";
        let (sentences, notes) = (vec![sentence.into()], Vec::new());
        return Some(Answer { lease: None, is_known, sentences, notes });
    };
    let check = Check::of(params);
    if check.refuses_all() {
        let mut sentences = vec![ANY_LEASE.to_owned()];
        sentences.extend(shortest.wait.map(|wait| cost(shortest.lease, wait)));
        sentences.extend(at_present(params, &figures, Some(shortest), check));
        return Some(Answer { lease: None, is_known, sentences, notes: notes(question, study) });
    }
    let risk = question.risk.probability();
    let keeps = |figures: &&Figures| figures.lost_with(check).high <= risk;
    let kept = figures.iter().rev().take_while(keeps).last();
    let advised = kept.unwrap_or(longest);
    let mut sentences = vec![match kept {
        Some(kept) => recommendation(kept, shortest, question, check),
        None => format!(
            "No lease that was tried keeps to {}: even with {} s, the longest, {} in a million \
             acquisitions lose an update {}.",
            question.risk.name(),
            longest.lease,
            with_band(longest.lost_with(check)),
            check.in_words()
        ),
    }];
    sentences.extend(advised.wait.map(|wait| cost(advised.lease, wait)));
    sentences.extend(at_present(params, &figures, kept, check));
    sentences.extend(with_more(params, advised, &figures, check));
    sentences.splice(0..0, other_storage(params));
    let lease = kept.map(|kept| kept.lease);
    Some(Answer { lease, is_known, sentences, notes: notes(question, study) })
}

/// Whether pauses as rare as the risk would be among those that were measured.
fn is_known(question: &Question) -> bool {
    match question.pauses {
        Pauses::LogNormal { .. } => true,
        Pauses::Measured { count, .. } => {
            f64::from(count) * question.risk.probability() >= RULE_OF_THREE
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

    /// Whether every write is refused that would lose another one: the storage knows of all that
    /// happened since the writer has read.
    fn refuses_all(self) -> bool {
        match self {
            Check::Nothing | Check::Tokens => false,
            Check::TokensOfReads | Check::Versions => true,
        }
    }

    /// For which storage something is said.
    fn in_words(self) -> &'static str {
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

fn recommendation(kept: &Figures, shortest: &Figures, question: &Question, check: Check) -> String {
    let (risk, lost) = (question.risk.name(), kept.lost_with(check));
    let storage = check.in_words();
    let harm = if lost.high == 0.0 {
        format!("no pause is long enough to do harm {storage}")
    } else {
        format!(
            "{} in a million acquisitions lose an update {storage}, and with 95 % confidence no more \
             than {}",
            per_million(lost.value),
            at_most(lost.high)
        )
    };
    let with = format!("a lease of {} s", kept.lease);
    match question.pauses {
        Pauses::Measured { count, .. } if !is_known(question) => {
            let count = grouped(count.into());
            format!(
                "As far as {count} measured pauses can tell, with {with} {harm}. But they cannot show a \
                 risk below about 3 in {count}, so whether any lease keeps to {risk} is not known."
            )
        }
        Pauses::Measured { .. } | Pauses::LogNormal { .. } => {
            let others = if kept.lease == shortest.lease {
                format!("All leases that were tried keep to {risk}.")
            } else {
                format!("Of the leases that were tried, this and all longer ones keep to {risk}.")
            };
            format!("With {with}, {harm}. {others}")
        }
    }
}

fn cost(lease: Duration, Wait { mean, worst, crashes }: Wait) -> String {
    format!(
        "When A crashes with a lease of {lease} s, the next client gets the lock after {} s on average; \
         the longest of {crashes} crashes that were tried took {} s.",
        seconds(mean),
        seconds(worst)
    )
}

/// What the lease that is set comes to, if it is another.
fn at_present(
    params: &Params,
    figures: &[Figures],
    said: Option<&Figures>,
    check: Check,
) -> Option<String> {
    let lease = present_lease(params);
    if said.is_some_and(|said| said.lease == lease) {
        return None;
    }
    let which = if lease == params.lease {
        "the lease that is set".to_owned()
    } else {
        format!("the lease that is granted where {} s is set", params.lease)
    };
    let Some(present) = figures.iter().find(|figures| figures.lease == lease) else {
        return Some(format!(
            "With {lease} s, {which}, clients do not get their jobs done even if nothing fails."
        ));
    };
    let wait = present.wait.map(|wait| seconds(wait.mean));
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
    let tail = match question.pauses {
        Pauses::LogNormal { .. } => {
            "How often pauses beyond the 99.9th percentile occur is what a log-normal distribution says \
             of them, and nobody has measured it."
                .into()
        }
        Pauses::Measured { count, .. } => {
            let longest = question.pauses.longest().unwrap_or_default();
            let count = grouped(count.into());
            format!(
                "Nothing longer than {longest} s, the longest of the {count} pauses, is considered. They \
                 cannot tell what happens less often than once in {count}."
            )
        }
    };
    let useless = match study.useless() {
        0 => None,
        _ => Some(
            "Leases with which clients do not get their jobs done, even if nothing fails, are left out."
                .into(),
        ),
    };
    let sampling = format!(
        "{} runs of the model: for each lease, pauses up to a length that was found to do no harm are \
         not drawn; the longer ones are, in ranges that are finer the rarer they are, each weighted by \
         how often it occurs. If pauses are distributed as entered, the bands hold the true value in 95 of 100 cases. They come from the \
         variances of all ranges, with half a run more of either kind in each; where nothing was seen, \
         from the rule of three, in the range that has the fewest runs for its weight.",
        grouped(study.runs())
    );
    let drawn = "Where nothing was seen, the chart has no point; the table has how often it may happen \
                 all the same.";
    let once =
        "Each acquisition has one pause, which begins at any moment at which A has the lock.";
    [once.into(), tail].into_iter().chain(useless).chain([sampling, drawn.into()]).collect()
}
