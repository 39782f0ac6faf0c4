//! The advice in words.

use super::acquisition::Check;
use super::grid::present_lease;
use super::lease::{Figures, Wait};
use super::numbers::{at_most, per_million, seconds, thousands, with_band};
use super::pauses::Pauses;
use super::question::Question;
use super::study::Study;
use crate::sim::{Duration, Params};
use crate::words::service_name;

/// The advice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The shortest lease that keeps to the risk, as do all longer ones that were tried.
    pub lease: Option<Duration>,
    /// Which lease that is, what it costs, and what would make another possible.
    pub sentences: Vec<String>,
    /// What all this takes for granted.
    pub notes: Vec<String>,
}

/// The advice for a run; none, as long as not every lease has been looked at.
pub fn answer(params: &Params, question: &Question, study: &Study) -> Option<Answer> {
    let figures = study.figures();
    if !study.is_complete() {
        return None;
    }
    let Some(longest) = figures.last() else {
        let sentence = "With no lease do clients get their jobs done, even if nothing fails.";
        return Some(Answer { lease: None, sentences: vec![sentence.into()], notes: Vec::new() });
    };
    let risk = question.risk.probability();
    let keeps = |figures: &&Figures| figures.lost_unchecked().high <= risk;
    let kept = figures.iter().rev().take_while(keeps).last();
    let advised = kept.unwrap_or(longest);
    let mut sentences = vec![recommendation(kept, &figures, question)];
    sentences.extend(advised.wait.map(|wait| cost(advised.lease, wait)));
    sentences.extend(at_present(params, &figures, kept));
    sentences.extend(with_a_check(params, advised, &figures));
    Some(Answer { lease: kept.map(|kept| kept.lease), sentences, notes: notes(question, study) })
}

fn recommendation(kept: Option<&Figures>, all: &[Figures], question: &Question) -> String {
    let risk = question.risk.name();
    let Some(kept) = kept else {
        let Some(longest) = all.last() else {
            return String::new();
        };
        return format!(
            "No lease that was tried keeps to {risk}: even with {} s, the longest, {} in a million \
             acquisitions lose an update if the storage checks nothing.",
            longest.lease,
            with_band(longest.lost_unchecked()),
        );
    };
    let lost = kept.lost_unchecked();
    let harm = if lost.high == 0.0 {
        "no pause is long enough to do harm".to_owned()
    } else {
        format!(
            "{} in a million acquisitions lose an update if the storage checks nothing, and with 95 % \
             confidence no more than {}",
            per_million(lost.value),
            at_most(lost.high)
        )
    };
    let others = match all.first() {
        Some(first) if first.lease == kept.lease => {
            format!("All leases that were tried keep to {risk}.")
        }
        _ => format!("Of the leases that were tried, this and all longer ones keep to {risk}."),
    };
    format!("With a lease of {} s, {harm}. {others}", kept.lease)
}

fn cost(lease: Duration, Wait { mean, worst }: Wait) -> String {
    format!(
        "When A crashes with a lease of {lease} s, the next client gets the lock after {} s on average \
         and {} s at the worst.",
        seconds(mean),
        seconds(worst)
    )
}

/// What the lease that is set comes to, if it is another.
fn at_present(params: &Params, figures: &[Figures], kept: Option<&Figures>) -> Option<String> {
    let lease = present_lease(params);
    if kept.is_some_and(|kept| kept.lease == lease) {
        return None;
    }
    let Some(present) = figures.iter().find(|figures| figures.lease == lease) else {
        return Some(format!(
            "With {lease} s, the lease that is set, clients do not get their jobs done even if nothing fails."
        ));
    };
    let wait =
        present.wait.map(|wait| format!(", and a crash costs {} s on average", seconds(wait.mean)));
    Some(format!(
        "With {lease} s, the lease that is set, {} in a million lose an update{}.",
        with_band(present.lost_unchecked()),
        wait.unwrap_or_default()
    ))
}

/// What a storage that checks something would make of it.
fn with_a_check(params: &Params, advised: &Figures, all: &[Figures]) -> Vec<String> {
    let mut sentences = Vec::new();
    if advised.lost_unchecked().high == 0.0 {
        return sentences;
    }
    for (place, (check, lost)) in advised.lost.iter().enumerate().skip(1) {
        let means = match check {
            Check::Nothing => continue,
            Check::Tokens => "If the storage checks the fencing tokens of writes",
            Check::TokensOfReads => "If reads carry the token too",
            Check::Versions => "If writes are conditional on the version that was read",
        };
        let never = all
            .iter()
            .all(|figures| figures.lost.get(place).is_some_and(|(_, lost)| lost.value == 0.0));
        sentences.push(if never {
            format!(
                "{means}, none of the runs lost an update, with any lease: the lease can then be \
                 chosen by how long a crash may block the others."
            )
        } else {
            format!(
                "{means}, {} in a million lose an update with {} s.",
                with_band(lost),
                advised.lease
            )
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
            format!(
                "Nothing longer than {} s, the longest of the {} pauses, is considered. They cannot tell \
                 what happens less often than once in {}.",
                longest,
                thousands(count.into()),
                thousands(count.into()),
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
         how often it occurs. The bands hold the true value in 95 of 100 cases. They come from the \
         variances of all ranges, with half a run more of either kind in each; where nothing was seen, \
         from the rule of three, in the range that has the fewest runs for its weight.",
        thousands(study.runs())
    );
    let once =
        "Each acquisition has one pause, which begins at any moment at which A has the lock.";
    [once.into(), tail].into_iter().chain(useless).chain([sampling]).collect()
}
