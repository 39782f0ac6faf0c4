//! Where a run begins to end differently, if one thing of it is moved.

use super::board::{Board, What};
use crate::sim::{Boundaries, Boundary, Duration, Outcome, Setup, Time};

/// How many values are tried, before the changes between two of them are looked for.
const SAMPLES: u64 = 64;
/// How exactly something is put where it is tried.
const EXACT: Duration = Duration::from_millis(1);
/// How many events all the runs that are tried may have, more or less: on the page they have to be
/// over before anyone notices.
const MOST_EVENTS: u64 = 400_000;

/// How a run ends with every value of something, from the least up to the one that it would have at
/// an instant. The first entry is the least value. Empty, if there is no such thing, or if the run
/// is too long to be tried so many times.
///
/// What changes there and back between two of the 64 samples is not found.
pub fn boundaries(board: &Board, what: What, until: Time) -> Vec<Boundary> {
    let Some(grip) = board.grip(what).filter(|_| board.events() * SAMPLES < MOST_EVENTS) else {
        return Vec::new();
    };
    let (least, most) = grip.limits;
    let most = grip.value_at(until).clamp(least, most);
    let mut search = Boundaries::new(least, most, SAMPLES);
    while let Some(value) = search.wish() {
        let params = board.set(what, value, EXACT);
        search.tell(Outcome::of(Setup::new(params).unwrap_or_default()).headline());
    }
    search.found().to_vec()
}
