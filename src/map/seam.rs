//! What lies between two columns of a map.

use super::axes::Range;
use super::headline_at;
use crate::sim::{Boundary, Duration, Headline};

/// By how many parts of an axis a boundary has to move between two columns to be taken for a jump.
const JUMP: u64 = 2;

/// How two columns beside each other are joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seam {
    /// Runs end in the same ways in the same order. Each boundary, from the second entry on, goes
    /// straight on, or jumps at a value between the two columns.
    Joined(Vec<Option<Duration>>),
    /// They do not. All is as in the one column up to a value, from which on it is as in the other.
    Apart(Duration),
}

/// Something of a seam that is not known exactly yet: where between the two columns a run with some
/// value of the other setting begins to end differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open {
    /// The place of the seam, which is that of the column to its left.
    pub seam: usize,
    /// The boundary that jumps there; all of them, if it is none.
    boundary: Option<usize>,
    /// The value of the other setting.
    pub at: Duration,
}

impl Open {
    /// Closes it with what was found between the two columns.
    pub fn close(self, seams: &mut [Seam], found: &[Boundary]) {
        let Some(&[_, Boundary { from, .. }, ..]) = Some(found) else {
            return;
        };
        match (seams.get_mut(self.seam), self.boundary) {
            (Some(Seam::Apart(at)), None) => *at = from,
            (Some(Seam::Joined(jumps)), Some(place)) => jumps[place] = Some(from),
            (Some(_) | None, _) => {}
        }
    }
}

impl Seam {
    /// The seam between two columns as far as it is known before anything between them is tried,
    /// and what is open.
    pub fn between(
        place: usize,
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
            let open = at.map(|at| Open { seam: place, boundary: None, at });
            return (Seam::Apart(middle), open.into_iter().collect());
        }
        let pairs = left.iter().zip(right).enumerate();
        let open = pairs.filter_map(|(boundary, (left, right))| {
            let (low, high) = (left.from.min(right.from), left.from.max(right.from));
            let far = high.saturating_sub(low);
            let jumps = far > up.step * JUMP;
            jumps.then_some(Open { seam: place, boundary: Some(boundary), at: low + far / 2 })
        });
        let open: Vec<Open> = open.collect();
        let is_open = |place| open.iter().any(|open| open.boundary == Some(place));
        let jumps = (0..left.len()).map(|place| is_open(place).then_some(middle)).collect();
        (Seam::Joined(jumps), open)
    }

    /// The column at a value between those of two others, which is `part` of a whole part of the
    /// axis beyond the left one.
    pub fn column(
        &self,
        left: &[Boundary],
        right: &[Boundary],
        across: Duration,
        (part, whole): (Duration, Duration),
    ) -> Vec<Boundary> {
        match self {
            Seam::Apart(at) => if across < *at { left } else { right }.to_vec(),
            Seam::Joined(jumps) => {
                let between = |place: usize, left: &Boundary, right: &Boundary| {
                    let from = match jumps[place] {
                        Some(at) => {
                            if across < at {
                                left.from
                            } else {
                                right.from
                            }
                        }
                        None => between(left.from, right.from, part, whole),
                    };
                    Boundary { from, headline: left.headline }
                };
                let pairs = left.iter().zip(right).enumerate();
                pairs.map(|(place, (left, right))| between(place, left, right)).collect()
            }
        }
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
