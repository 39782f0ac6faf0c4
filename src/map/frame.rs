//! Which runs a map shows.

use super::axes::{Axes, Range};
use crate::sim::{Duration, Params};

/// All runs that differ from one in two settings only, with these within the axes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The run.
    pub params: Params,
    /// The two settings.
    pub axes: Axes,
    /// Which values of the one, from left to right.
    pub across: Range,
    /// Which values of the other, upwards.
    pub up: Range,
}

impl Frame {
    /// The run with other values of the two settings.
    pub fn params_at(&self, across: Duration, up: Duration) -> Params {
        self.axes.up.put(self.axes.across.put(self.params, across), up)
    }

    /// The values of the two settings in a run; nothing, if it is none of these.
    pub fn place_of(&self, params: &Params) -> Option<(Duration, Duration)> {
        let (across, up) = (self.axes.across.of(params)?, self.axes.up.of(params)?);
        let is_inside = self.across.contains(across) && self.up.contains(up);
        (is_inside && self.params_at(across, up) == *params).then_some((across, up))
    }
}
