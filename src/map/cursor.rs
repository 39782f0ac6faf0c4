//! Moving over a map by keys.

use super::Map;

/// How far the larger steps go.
const LARGE: isize = 10;

/// How far a key moves to the right and upwards; nothing, if it does not.
pub fn step_from_key(key: &str, is_large: bool) -> Option<(isize, isize)> {
    let far = if is_large { LARGE } else { 1 };
    Some(match key {
        "ArrowLeft" => (-far, 0),
        "ArrowRight" => (far, 0),
        "ArrowDown" => (0, -far),
        "ArrowUp" => (0, far),
        "PageDown" => (0, -LARGE),
        "PageUp" => (0, LARGE),
        "Home" => (isize::MIN, 0),
        "End" => (isize::MAX, 0),
        _ => return None,
    })
}

impl Map {
    /// The places of the values that are some steps away from others, as far as there are any.
    pub fn moved(&self, (across, up): (usize, usize), by: (isize, isize)) -> (usize, usize) {
        let moved = |place: usize, by: isize, count: usize| {
            place.saturating_add_signed(by).min(count.saturating_sub(1))
        };
        (moved(across, by.0, self.across.count), moved(up, by.1, self.up.count))
    }
}
