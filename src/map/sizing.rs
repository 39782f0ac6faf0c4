//! In how many parts a run is mapped.

use super::{Axes, Map};
use crate::sim::{Params, Setup, World};

/// How many parts each axis has, unless the runs are long.
const PARTS: u32 = 100;
/// How many parts it has at the least.
const LEAST_PARTS: u32 = 25;
/// How many things may happen in all runs of a map together, more or less: in a browser this takes
/// some seconds.
const MOST_STEPS: u64 = 40_000_000;
/// How many may happen in a run of a map that has the fewest parts; what is longer makes no
/// difference.
const LONGEST: u64 = MOST_STEPS / (LEAST_PARTS as u64).pow(2);

/// Finds out into how many parts the axes of a map can be divided for it to take no more than some
/// seconds, by a run that is as long as any of them.
#[derive(Clone, Debug)]
pub struct Sizing {
    params: Params,
    axes: Axes,
    longest: World,
    steps: u64,
}

impl Sizing {
    /// Looks how large the map of a run can be.
    pub fn new(params: Params, axes: Axes) -> Sizing {
        // The run with the greatest values is about the longest.
        let corner = Map::new(params, axes, LEAST_PARTS);
        let longest = corner.params_at(corner.across.last(), corner.up.last());
        let longest = World::new(Setup::new(longest).unwrap_or_default());
        Sizing { params, axes, longest, steps: 0 }
    }

    /// Goes on until about `steps` things have happened. The map, of which nothing is known yet, as
    /// soon as it is clear how large it is.
    pub fn advance(&mut self, steps: u64) -> Option<Map> {
        for _ in 0..steps {
            if self.steps == LONGEST || !self.longest.step(&mut ()) {
                let parts = (MOST_STEPS / self.steps.max(1)).isqrt() as u32;
                return Some(Map::new(self.params, self.axes, parts.clamp(LEAST_PARTS, PARTS)));
            }
            self.steps += 1;
        }
        None
    }
}
