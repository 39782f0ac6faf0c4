//! One run after another along one setting, with the boundaries between how they end.

use super::Map;
use super::axes::{Axes, Range, Setting};
use crate::sim::{Boundaries, Boundary, ClientId, Judge, Params, Setup, World};

/// A run with every value of one of its settings, from the least to the greatest: how it ends, and
/// where that changes. It can be stopped and taken up again anywhere, even in the middle of a run.
#[derive(Clone, Debug)]
pub struct Sweep {
    params: Params,
    along: Setting,
    range: Range,
    search: Boundaries,
    stored: Vec<Option<ClientId>>,
    running: Option<(World, Judge)>,
}

impl Sweep {
    /// A sweep along a setting, in which each value of a range is tried and all else stays.
    pub fn new(params: Params, along: Setting, range: Range) -> Sweep {
        let parts = range.count.saturating_sub(1) as u64;
        let search = Boundaries::new(range.first, range.last(), parts);
        Sweep { params, along, range, search, stored: Vec::new(), running: None }
    }

    /// Goes on until about `steps` things have happened, and takes these off. Whether there is more
    /// to do.
    pub fn advance(&mut self, steps: &mut u64) -> bool {
        while let Some(value) = self.search.wish() {
            let (world, judge) = self.running.get_or_insert_with(|| {
                let params = self.along.put(self.params, value);
                (World::new(Setup::new(params).unwrap_or_default()), Judge::default())
            });
            while *steps > 0 && world.step(judge) {
                *steps -= 1;
            }
            if *steps == 0 {
                return true;
            }
            // What it takes to begin a run and to judge it counts as a step too.
            *steps -= 1;
            if let Some((world, judge)) = self.running.take() {
                let outcome = judge.conclude(world.end());
                self.search.tell(outcome.headline());
                if self.range.value(self.stored.len()) == value {
                    self.stored.push(outcome.stored);
                }
            }
        }
        false
    }

    /// How the run ends with which values, as far as it is known. The first entry is the least value.
    pub fn found(&self) -> &[Boundary] {
        self.search.found()
    }

    /// What is stored in the end with each value of the range, as far as it is known.
    pub fn stored(&self) -> &[Option<ClientId>] {
        &self.stored
    }
}

/// The boundaries of a run itself: along either of two settings, while the other one stays what it
/// is.
#[derive(Clone, Debug)]
pub struct Cross {
    across: Sweep,
    up: Sweep,
}

impl Cross {
    /// The boundaries of a run along the settings of a map, within its axes.
    pub fn new(map: &Map, params: Params) -> Cross {
        let Axes { across, up } = map.axes;
        Cross { across: Sweep::new(params, across, map.across), up: Sweep::new(params, up, map.up) }
    }

    /// Goes on until about `steps` things have happened. Whether there is more to do.
    pub fn advance(&mut self, mut steps: u64) -> bool {
        self.up.advance(&mut steps) || self.across.advance(&mut steps)
    }

    /// The boundaries along the setting of the lower axis.
    pub fn across(&self) -> &[Boundary] {
        self.across.found()
    }

    /// The boundaries along the setting of the axis on the left.
    pub fn up(&self) -> &[Boundary] {
        self.up.found()
    }
}
