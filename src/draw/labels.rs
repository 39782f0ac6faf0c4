//! Finding room for labels.

use super::ink::Ink;
use super::picture::{Anchor, Place, Point, Rect, Style, Text, Weight, point};

/// The size of nearly all labels.
const SIZE: i32 = 12;
/// The size of what is said in passing.
const SMALL: i32 = 11;
/// The size of the numbers of steps.
const TINY: i32 = 10;

/// A label of normal size and weight.
pub const fn plain(ink: Ink) -> Style {
    Style { ink, size: SIZE, weight: Weight::Regular }
}

/// A label in bold.
pub const fn bold(ink: Ink) -> Style {
    Style { weight: Weight::Bold, ..plain(ink) }
}

/// A smaller label.
pub const fn small(ink: Ink) -> Style {
    Style { size: SMALL, ..plain(ink) }
}

/// The number of a step.
pub const NUMBER: Style = Style { size: TINY, ..plain(Ink::Text) };

/// A place for a text that begins at a column.
pub const fn starting_at(x: i32, y: i32) -> Place {
    Place { at: point(x, y), anchor: Anchor::Start }
}

/// A place for a text that has its middle at a column.
pub const fn centred_at(x: i32, y: i32) -> Place {
    Place { at: point(x, y), anchor: Anchor::Middle }
}

/// A place for a text that ends at a column.
pub const fn ending_at(x: i32, y: i32) -> Place {
    Place { at: point(x, y), anchor: Anchor::End }
}

/// Three places over, in or under a stretch of a row: in its middle, at its end, at its beginning.
pub const fn along(area: &Rect, y: i32) -> [Place; 3] {
    [centred_at(area.center(), y), ending_at(area.right, y), starting_at(area.left, y)]
}

/// Which parts of the picture are taken.
#[derive(Clone, Debug)]
pub struct Room {
    /// Where labels may be.
    bounds: Rect,
    /// What no label may cover.
    taken: Vec<Rect>,
    /// The lines, which no label may cover but one of trouble that has no other place.
    lines: Vec<Rect>,
    /// What only a label that belongs to it may cover.
    bars: Vec<Rect>,
}

impl Room {
    /// Nothing is taken yet.
    pub fn new(bounds: Rect) -> Room {
        Room { bounds, taken: Vec::new(), lines: Vec::new(), bars: Vec::new() }
    }

    /// Keeps all labels away from an area.
    pub fn take(&mut self, area: Rect) {
        self.taken.push(area);
    }

    /// Keeps labels away from a bar, except for its own.
    pub fn take_bar(&mut self, area: Rect) {
        self.bars.push(area);
    }

    /// Gives an area back.
    pub fn free(&mut self, area: &Rect) {
        if let Some(index) = self.taken.iter().position(|taken| taken == area) {
            self.taken.swap_remove(index);
        }
    }

    /// Keeps labels away from a line.
    pub fn take_line(&mut self, from: Point, to: Point) {
        let pieces = (from.y.abs_diff(to.y).max(from.x.abs_diff(to.x)) / 6).max(1) as i32;
        let part = |start: i32, end: i32, piece: i32| start + (end - start) * piece / pieces;
        for piece in 0..pieces {
            let (left, right) = (part(from.x, to.x, piece), part(from.x, to.x, piece + 1));
            let (top, bottom) = (part(from.y, to.y, piece), part(from.y, to.y, piece + 1));
            let area =
                Rect::new(left.min(right), left.max(right), top.min(bottom), bottom.max(top));
            self.lines.push(area.grown(2, 1));
        }
    }

    /// Whether an area is free.
    pub fn is_free(&self, area: &Rect) -> bool {
        self.is_free_of_all_but_lines(area) && !self.is_crossed(area)
    }

    /// Whether a line crosses an area.
    pub fn is_crossed(&self, area: &Rect) -> bool {
        covers(&self.lines, area)
    }

    fn is_free_of_all_but_lines(&self, area: &Rect) -> bool {
        self.bounds.contains(area) && !covers(&self.taken, area) && !covers(&self.bars, area)
    }

    /// Takes the first place that is free, for the first of several wordings for which there is
    /// one. Labels of trouble rather cover a line than be left out.
    pub fn place(&mut self, wordings: &[&str], style: Style, places: &[Place]) -> Option<Text> {
        let placed =
            self.first(wordings, style, places, &|room, area| room.is_free(&area.grown(3, 0)));
        if placed.is_some() || style.ink != Ink::Trouble {
            return placed;
        }
        self.first(wordings, style, places, &|room, area| {
            room.is_free_of_all_but_lines(&area.grown(3, 0))
        })
    }

    /// Takes a place in a bar, at its beginning, in its middle or at its end, for the first of
    /// several wordings that fits.
    pub fn place_inside(&mut self, bar: Rect, wordings: &[&str], style: Style) -> Option<Text> {
        let Rect { left, right, .. } = bar.grown(-5, 0);
        let y = bar.middle();
        let places = [starting_at(left, y), centred_at((left + right) / 2, y), ending_at(right, y)];
        self.first(wordings, style, &places, &|room, area| {
            left <= area.left
                && area.right <= right
                && room.bounds.contains(area)
                && !covers(&room.taken, &area.grown(2, 0))
                && !room.is_crossed(&area.grown(2, 0))
        })
    }

    fn first(
        &mut self,
        wordings: &[&str],
        style: Style,
        places: &[Place],
        is_free: &dyn Fn(&Room, &Rect) -> bool,
    ) -> Option<Text> {
        for &words in wordings {
            for &place in places {
                let area = style.bounds(words, place);
                if is_free(self, &area) {
                    self.take(area);
                    return Some(Text { words: words.into(), place, style });
                }
            }
        }
        None
    }
}

fn covers(areas: &[Rect], area: &Rect) -> bool {
    areas.iter().any(|taken| taken.overlaps(area))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: Style = plain(Ink::Text);

    fn room() -> Room {
        Room::new(Rect::new(0, 200, 0, 40))
    }

    fn at(x: i32) -> Place {
        starting_at(x, 20)
    }

    #[test]
    fn a_label_takes_the_first_place_that_is_free() {
        let mut room = room();
        assert!(room.place(&["first"], STYLE, &[at(10)]).is_some());
        let second = room.place(&["second"], STYLE, &[at(20), at(100)]);
        assert_eq!(second.map(|text| text.place), Some(at(100)));
        assert_eq!(room.place(&["third"], STYLE, &[at(90), at(190)]), None);
    }

    #[test]
    fn a_label_becomes_shorter_only_where_no_place_is_wide_enough() {
        let mut room = room();
        let placed = room.place(&["far too long a label", "short"], STYLE, &[at(150), at(10)]);
        assert_eq!(placed.map(|text| text.words), Some("far too long a label".into()));
        let placed = room.place(&["far too long a label", "short"], STYLE, &[at(10), at(150)]);
        assert_eq!(placed.map(|text| (text.words, text.place)), Some(("short".into(), at(150))));
    }

    #[test]
    fn only_its_own_label_goes_into_a_bar() {
        let mut room = room();
        let bar = Rect::new(0, 100, 10, 30);
        room.take_bar(bar);
        assert_eq!(room.place(&["other"], STYLE, &[at(10)]), None);
        let placed = room.place_inside(bar, &["far too long a label for it", "own"], STYLE);
        assert_eq!(placed.map(|text| text.words), Some("own".into()));
    }

    #[test]
    fn a_label_keeps_off_a_slanting_line() {
        let mut room = room();
        room.take_line(point(0, 0), point(100, 40));
        assert_eq!(room.place(&["crossed"], STYLE, &[at(40)]), None);
        assert!(room.place(&["beside"], STYLE, &[at(120)]).is_some());
    }

    #[test]
    fn a_label_of_trouble_covers_a_line_before_it_is_left_out_but_never_another_label() {
        let mut room = room();
        room.take_line(point(60, 0), point(60, 40));
        let trouble = plain(Ink::Trouble);
        let placed = room.place(&["trouble"], trouble, &[at(40), at(120)]);
        assert_eq!(placed.map(|text| text.place), Some(at(120)));
        let placed = room.place(&["trouble"], trouble, &[at(40), at(120)]);
        assert_eq!(placed.map(|text| text.place), Some(at(40)));
        assert_eq!(room.place(&["trouble"], trouble, &[at(40), at(120)]), None);
    }

    #[test]
    fn what_is_given_back_is_free_again() {
        let mut room = room();
        let placed = room.place(&["first"], STYLE, &[at(10)]).map(|text| text.bounds());
        assert_eq!(room.place(&["second"], STYLE, &[at(10)]), None);
        room.free(&placed.expect("there was room"));
        assert!(room.place(&["second"], STYLE, &[at(10)]).is_some());
    }
}
