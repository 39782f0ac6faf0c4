//! What lies between two columns of a map.

use super::axes::Range;
use super::headline_at;
use crate::sim::{Boundary, Duration, Headline};

/// By how many halves of a part of an axis a boundary has to move between two columns for it to be
/// looked whether it jumps.
const STEEP: u64 = 3;

/// Where on its way from one column to the other it is looked how steep a boundary is, in quarters.
const LOOKS: [u64; 2] = [1, 3];
/// How near to each other a boundary that jumps is found with each look.
const SAME: Duration = Duration::from_millis(2);

/// How two columns beside each other are joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seam {
    /// Runs end in the same ways in the same order. For each boundary, from the second entry on, the
    /// values between the two columns at which it was found, if it was looked for.
    Joined(Vec<Vec<Duration>>),
    /// They do not. All is as in the one column up to a value, from which on it is as in the other.
    Apart(Duration),
}

/// Something of a seam that is not known yet: where between the two columns a run with some value of
/// the other setting begins to end differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open {
    /// The place of the seam, which is that of the column to its left.
    pub seam: usize,
    /// The boundary that is looked for; whichever it is, if it is none.
    boundary: Option<usize>,
    /// The value of the other setting.
    pub at: Duration,
}

impl Open {
    /// Closes it with what was found between the two columns.
    pub fn close(self, seams: &mut [Seam], found: &[Boundary]) {
        let [_, Boundary { from, .. }, ..] = found else {
            return;
        };
        match (seams.get_mut(self.seam), self.boundary) {
            (Some(Seam::Apart(at)), None) => *at = *from,
            (Some(Seam::Joined(looks)), Some(boundary)) => looks[boundary].push(*from),
            (Some(Seam::Apart(_) | Seam::Joined(_)) | None, _) => {}
        }
    }
}

impl Seam {
    /// The seam between two columns as far as it is known before anything between them is tried,
    /// and what is open.
    pub fn between(
        seam: usize,
        left: &[Boundary],
        right: &[Boundary],
        middle: Duration,
        up: &Range,
    ) -> (Seam, Vec<Open>) {
        let ends = |column: &[Boundary]| -> Vec<Headline> {
            column.iter().map(|boundary| boundary.headline).collect()
        };
        if ends(left) != ends(right) {
            let at = widest_difference(left, right, up.last());
            let open = at.map(|at| Open { seam, boundary: None, at });
            return (Seam::Apart(middle), open.into_iter().collect());
        }
        let looks = left.iter().zip(right).enumerate().flat_map(|(boundary, (left, right))| {
            let (low, high) = (left.from.min(right.from), left.from.max(right.from));
            let far = high.saturating_sub(low);
            let looks = if far * 2 > up.step * STEEP { &LOOKS[..] } else { &[] };
            let look = move |quarters: &u64| low + far * *quarters / 4;
            looks.iter().map(move |quarters| Open {
                seam,
                boundary: Some(boundary),
                at: look(quarters),
            })
        });
        (Seam::Joined(vec![Vec::new(); left.len()]), looks.collect())
    }

    /// The value between the two columns at which a boundary jumps, if it does.
    pub fn jump(&self, boundary: usize) -> Option<Duration> {
        let Seam::Joined(looks) = self else {
            return None;
        };
        // One look alone cannot tell whether it jumps.
        let [one, other] = *looks[boundary].as_slice() else {
            return None;
        };
        let (first, last) = (one.min(other), one.max(other));
        (last <= first + SAME).then_some(first)
    }

    /// The column at a value between those of two others, which is `part` of a `whole` part of the
    /// axis beyond the left one.
    pub fn column(
        &self,
        left: &[Boundary],
        right: &[Boundary],
        across: Duration,
        (part, whole): (Duration, Duration),
    ) -> Vec<Boundary> {
        if let Seam::Apart(at) = self {
            return if across < *at { left } else { right }.to_vec();
        }
        let pairs = left.iter().zip(right).enumerate();
        let joined = pairs.map(|(place, (left, right))| {
            let from = match self.jump(place) {
                Some(at) if across < at => left.from,
                Some(_) => right.from,
                None => between(left.from, right.from, part, whole),
            };
            Boundary { from, headline: left.headline }
        });
        joined.collect()
    }
}

/// The length that lies so far between two others as a part of something lies in the whole.
fn between(left: Duration, right: Duration, part: Duration, whole: Duration) -> Duration {
    let far = |length: Duration| {
        Duration::from_micros(length.as_micros() * part.as_micros() / whole.as_micros().max(1))
    };
    let (up, down) = (far(right.saturating_sub(left)), far(left.saturating_sub(right)));
    (left + up).saturating_sub(down)
}

/// The middle of the longest stretch, up to a value, in which runs end differently in two columns.
fn widest_difference(left: &[Boundary], right: &[Boundary], last: Duration) -> Option<Duration> {
    let stretches = differences(left, right, last).into_iter();
    let widest = stretches.max_by_key(|(from, to, ..)| to.saturating_sub(*from));
    widest.map(|(from, to)| from + to.saturating_sub(from) / 2)
}

/// The stretches, from a value to another one, in which runs end differently in two columns.
pub fn differences(
    left: &[Boundary],
    right: &[Boundary],
    last: Duration,
) -> Vec<(Duration, Duration)> {
    let mut ends: Vec<Duration> = left.iter().chain(right).map(|boundary| boundary.from).collect();
    ends.push(last);
    ends.sort_unstable();
    ends.dedup();
    let differs = |pair: &&[Duration]| headline_at(left, pair[0]) != headline_at(right, pair[0]);
    ends.windows(2).filter(differs).map(|pair| (pair[0], pair[1])).collect()
}
