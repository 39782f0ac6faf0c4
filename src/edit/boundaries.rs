//! Where a run begins to end differently, if one thing of it is moved.

use super::board::{Board, What};
use crate::sim::{Duration, Headline, Outcome, Setup, Time};

/// How many values are tried, before the changes between two of them are looked for.
const SAMPLES: u64 = 64;
/// How exactly a boundary is found.
const EXACT: Duration = Duration::from_millis(1);
/// How many events all the runs that are tried may have, more or less: on the page they have to be
/// over before anyone notices.
const MOST_EVENTS: u64 = 400_000;

/// From where on a run ends in some way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Boundary {
    /// The first value with which it does, of those that [`Grip::value`](super::Grip::value) can have.
    pub from: Duration,
    /// How the run ends with this value, and with those up to the next boundary.
    pub headline: Headline,
}

/// How a run ends with every value of something, from the least up to the one that it would have at
/// an instant. The first entry is the least value. Empty, if there is no such thing, or if the run
/// is too long to be tried so many times.
///
/// The headline need not be monotone: what changes there and back between two of the 64 values that
/// are tried is not found.
pub fn boundaries(board: &Board, what: What, until: Time) -> Vec<Boundary> {
    let Some(grip) = board.grip(what).filter(|_| board.events() * SAMPLES < MOST_EVENTS) else {
        return Vec::new();
    };
    let (least, most) = grip.limits;
    let most = grip.value_at(until).clamp(least, most);
    let headline = |value: Duration| {
        let params = board.set(what, value, EXACT);
        Outcome::of(Setup::new(params).unwrap_or_default()).headline()
    };
    let value = |sample: u64| whole(least + most.saturating_sub(least) * sample / SAMPLES);
    let mut last = Boundary { from: least, headline: headline(least) };
    let mut found = vec![last];
    let mut left = least;
    for sample in 1..=SAMPLES {
        let right = value(sample);
        let wanted = headline(right);
        // There may be several changes between two values, one soon after the other.
        while last.headline != wanted {
            let mut same = left;
            let mut other = right;
            while other > same + EXACT {
                let middle = whole(same + other.saturating_sub(same) / 2).max(same + EXACT);
                if headline(middle) == last.headline { same = middle } else { other = middle }
            }
            last = Boundary { from: other, headline: headline(other) };
            found.push(last);
            left = other;
        }
        left = right;
    }
    found
}

/// A length in whole milliseconds.
fn whole(length: Duration) -> Duration {
    Duration::from_millis(length.as_millis())
}
