//! Which leases keep to a risk.

use super::acquisition::Check;
use super::estimate::Estimate;
use super::lease::Figures;
use super::numbers::{at_most, per_million, with_band};
use super::pauses::Pauses;
use super::question::Question;
use crate::words::grouped;

/// What the figures show of a risk. That a lease keeps to it is shown where its whole band does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict<'a> {
    /// This lease and all longer ones are shown to keep to it.
    Kept(&'a Figures),
    /// This one is, the shortest, but not all longer ones, such as the other one.
    Mixed(&'a Figures, &'a Figures),
    /// None is, but it may be that some do. This one has the lowest band.
    Unknown(&'a Figures),
    /// None keeps to it. This one has the lowest band.
    Missed(&'a Figures),
}

impl<'a> Verdict<'a> {
    /// The verdict on some leases, the shortest first; none, if there are none.
    pub fn of(figures: &'a [Figures], risk: f64, check: Check) -> Option<Verdict<'a>> {
        let high = |figures: &Figures| figures.lost_with(check).high;
        let is_shown = |figures: &&Figures| high(figures) <= risk;
        if let Some(kept) = figures.iter().rev().take_while(is_shown).last() {
            return Some(Verdict::Kept(kept));
        }
        let by_band = |one: &&Figures, other: &&Figures| high(one).total_cmp(&high(other));
        let mut longer = figures.iter().skip_while(|figures| !is_shown(figures));
        if let Some(shortest) = longer.next() {
            let worst = longer.max_by(by_band).unwrap_or(shortest);
            return Some(Verdict::Mixed(shortest, worst));
        }
        let lowest = figures.iter().min_by(by_band)?;
        let may_keep = |figures: &Figures| figures.lost_with(check).low <= risk;
        Some(match figures.iter().any(may_keep) {
            true => Verdict::Unknown(lowest),
            false => Verdict::Missed(lowest),
        })
    }

    /// The lease that it names.
    pub fn named(self) -> &'a Figures {
        match self {
            Verdict::Kept(named)
            | Verdict::Mixed(named, _)
            | Verdict::Unknown(named)
            | Verdict::Missed(named) => named,
        }
    }

    /// The verdict in words.
    pub fn in_words(self, all: &[Figures], question: &Question, check: Check) -> String {
        let (risk, storage) = (question.risk.name(), check.in_words());
        let lost = |figures: &Figures| with_band(figures.lost_with(check));
        match self {
            Verdict::Kept(kept) => {
                let shown = if all.first() == Some(kept) {
                    "All leases that were tried are".to_owned()
                } else {
                    "Of the leases that were tried, this and all longer ones are".to_owned()
                };
                let harm = harm(kept, check);
                let shorter = shorter(kept, all, question, check).unwrap_or_default();
                format!("{harm} {shown} shown to keep to {risk}.{shorter}")
            }
            Verdict::Mixed(shortest, worst) => format!(
                "{} It is shown to keep to {risk}, but not all longer ones are: with {} s, {} in a \
                 million lose an update.",
                harm(shortest, check),
                worst.lease,
                lost(worst)
            ),
            Verdict::Unknown(lowest) => format!(
                "No lease that was tried is shown to keep to {risk}, but some may: with a lease of {} \
                 s, {} in a million acquisitions lose an update {storage}.{}",
                lowest.lease,
                lost(lowest),
                too_few(question).unwrap_or_default()
            ),
            Verdict::Missed(lowest) => {
                let longest = if all.last() == Some(lowest) { ", the longest" } else { "" };
                format!(
                    "No lease that was tried keeps to {risk}: even with {} s{longest}, {} in a million \
                     acquisitions lose an update {storage}.",
                    lowest.lease,
                    lost(lowest)
                )
            }
        }
    }
}

/// What a lease that keeps to a risk comes to.
fn harm(figures: &Figures, check: Check) -> String {
    let (lease, storage, lost) = (figures.lease, check.in_words(), figures.lost_with(check));
    let most = at_most(lost.high);
    if lost.high == 0.0 {
        format!("With a lease of {lease} s, no pause is long enough to do harm {storage}.")
    } else if lost.value == 0.0 {
        format!(
            "With a lease of {lease} s, no run lost an update {storage}, and with 95 % confidence no \
             more than {most} in a million acquisitions do."
        )
    } else {
        format!(
            "With a lease of {lease} s, {} in a million acquisitions lose an update {storage}, and \
             with 95 % confidence no more than {most}.",
            per_million(lost.value)
        )
    }
}

/// Whether a lease that is shorter than some that fail keeps to the risk too, or may.
fn shorter(kept: &Figures, all: &[Figures], question: &Question, check: Check) -> Option<String> {
    let (risk, lost) = (question.risk.probability(), |of: &Figures| *of.lost_with(check));
    let failed = all.iter().rposition(|figures| lost(figures).low > risk)?;
    let below = all[..failed].iter().filter(|figures| figures.lease < kept.lease);
    let lowest = below.min_by(|one, other| lost(one).high.total_cmp(&lost(other).high))?;
    let (lease, found) = (lowest.lease, with_band(&lost(lowest)));
    if lost(lowest).high <= risk {
        Some(format!(" So is {lease} s, with {found}, but not all between."))
    } else if lost(lowest).low <= risk {
        Some(format!(
            " Whether a shorter one keeps to it is not known: with {lease} s it is {found}."
        ))
    } else {
        None
    }
}

/// That there are too few measured pauses for the risk, if it is so.
fn too_few(Question { pauses, risk }: &Question) -> Option<String> {
    let unseen = pauses.sampled(Estimate::ZERO);
    (unseen.high > risk.probability()).then(|| Some([" ", &cannot_show(pauses)?].concat()))?
}

/// How low a risk measured pauses can show at the most: if nothing of some kind is among them, the
/// band goes up to that.
pub fn cannot_show(pauses: &Pauses) -> Option<String> {
    match pauses {
        Pauses::LogNormal { .. } => None,
        Pauses::Measured { count, .. } => {
            let count = grouped((*count).into());
            Some(format!("{count} measured pauses cannot show a risk below about 4 in {count}."))
        }
    }
}
