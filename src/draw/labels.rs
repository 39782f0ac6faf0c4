//! Finding room for labels.

use super::ink::Ink;
use super::picture::{Anchor, Point, Rect, Text, Weight};

/// The size of nearly all labels.
pub const SIZE: i32 = 12;
/// The size of what is said in passing.
pub const SMALL: i32 = 11;

/// A label of normal size and weight.
pub fn label(words: impl Into<String>, ink: Ink, at: Point, anchor: Anchor) -> Text {
    Text { words: words.into(), at, anchor, size: SIZE, weight: Weight::Regular, ink }
}

impl Text {
    /// The same text in bold.
    pub fn bold(self) -> Text {
        Text { weight: Weight::Bold, ..self }
    }

    /// The same text in a smaller size.
    pub fn small(self) -> Text {
        Text { size: SMALL, ..self }
    }
}

/// Which parts of the picture are taken.
#[derive(Clone, Debug)]
pub struct Room {
    /// Where labels may be.
    bounds: Rect,
    /// What no label may cover.
    taken: Vec<Rect>,
    /// What only a label that belongs to it may cover.
    bars: Vec<Rect>,
}

impl Room {
    /// Nothing is taken yet.
    pub fn new(bounds: Rect) -> Room {
        Room { bounds, taken: Vec::new(), bars: Vec::new() }
    }

    /// Keeps all labels away from an area.
    pub fn take(&mut self, area: Rect) {
        self.taken.push(area);
    }

    /// Keeps labels away from a bar, except for its own.
    pub fn take_bar(&mut self, area: Rect) {
        self.bars.push(area);
    }

    /// Keeps all labels away from a line.
    pub fn take_line(&mut self, from: Point, to: Point) {
        let pieces = (from.y.abs_diff(to.y).max(from.x.abs_diff(to.x)) / 6).max(1) as i32;
        let part = |start: i32, end: i32, piece: i32| start + (end - start) * piece / pieces;
        for piece in 0..pieces {
            let (left, right) = (part(from.x, to.x, piece), part(from.x, to.x, piece + 1));
            let (top, bottom) = (part(from.y, to.y, piece), part(from.y, to.y, piece + 1));
            let area =
                Rect::new(left.min(right), left.max(right), top.min(bottom), bottom.max(top));
            self.take(area.grown(2, 1));
        }
    }

    /// Whether an area is free.
    pub fn is_free(&self, area: &Rect) -> bool {
        self.bounds.contains(area)
            && !self.taken.iter().chain(&self.bars).any(|taken| taken.overlaps(area))
    }

    /// Takes the first of several labels for which there is room, best first.
    pub fn place(&mut self, labels: impl IntoIterator<Item = Text>) -> Option<Text> {
        let placed = labels.into_iter().find(|text| self.is_free(&text.bounds().grown(3, 0)))?;
        self.take(placed.bounds());
        Some(placed)
    }

    /// Takes the first of several labels that fits into a bar: at its beginning, in its middle or
    /// at its end.
    pub fn place_inside(
        &mut self,
        bar: Rect,
        labels: impl IntoIterator<Item = Text>,
    ) -> Option<Text> {
        let inner = bar.grown(-5, 1);
        let y = bar.middle();
        let spots = [
            (inner.left, Anchor::Start),
            ((inner.left + inner.right) / 2, Anchor::Middle),
            (inner.right, Anchor::End),
        ];
        let placed = labels.into_iter().find_map(|text| {
            spots.into_iter().find_map(|(x, anchor)| {
                let text = Text { at: Point { x, y }, anchor, ..text.clone() };
                let area = text.bounds();
                let across = Rect { top: inner.top, bottom: inner.bottom, ..area };
                let free = inner.contains(&across)
                    && self.bounds.contains(&area)
                    && !self.taken.iter().any(|taken| taken.overlaps(&area.grown(2, 0)));
                free.then_some(text)
            })
        })?;
        self.take(placed.bounds());
        Some(placed)
    }
}

#[cfg(test)]
mod tests {
    use super::super::picture::point;
    use super::*;

    fn room() -> Room {
        Room::new(Rect::new(0, 200, 0, 40))
    }

    fn at(x: i32, words: &str) -> Text {
        label(words, Ink::Text, point(x, 20), Anchor::Start)
    }

    #[test]
    fn a_label_takes_the_first_place_that_is_free() {
        let mut room = room();
        assert!(room.place([at(10, "first")]).is_some());
        let second = room.place([at(20, "second"), at(100, "second")]);
        assert_eq!(second.map(|text| text.at.x), Some(100));
        assert_eq!(room.place([at(90, "third"), at(190, "third")]), None);
    }

    #[test]
    fn only_its_own_label_goes_into_a_bar() {
        let mut room = room();
        let bar = Rect::new(0, 100, 10, 30);
        room.take_bar(bar);
        assert_eq!(room.place([at(10, "other")]), None);
        let placed = room.place_inside(bar, [at(0, "far too long a label for it"), at(0, "own")]);
        assert_eq!(placed.map(|text| text.words), Some("own".into()));
    }

    #[test]
    fn a_label_keeps_off_a_slanting_line() {
        let mut room = room();
        room.take_line(point(0, 0), point(100, 40));
        assert_eq!(room.place([at(40, "crossed")]), None);
        assert!(room.place([at(120, "beside")]).is_some());
    }
}
