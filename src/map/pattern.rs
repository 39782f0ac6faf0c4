//! How runs end, as grounds and patterns: each headline is told from the others without colour too.

use crate::draw::{Ink, Point, Rect, Shape};
use crate::sim::{ClientId, Headline};

/// How runs end along a column of pixels: from which row on upwards in which way, from the bottom.
pub type Rows = Vec<(i32, Headline)>;

/// How far apart the lines of patterns are.
const STEP: i32 = 8;

/// The ground of a headline, and the ink of its pattern.
fn inks(headline: Headline) -> (Ink, Ink) {
    let of = |place: usize| {
        let client = ClientId::first(ClientId::MOST).nth(place).unwrap_or(ClientId::A);
        (Ink::Soft(client), Ink::Hue(client))
    };
    match headline {
        Headline::Corrupted => (Ink::TroubleSoft, Ink::Trouble),
        Headline::AtRisk => of(3),
        Headline::Protected => of(0),
        Headline::Safe => of(1),
    }
}

/// Fills an area whose columns are given from left to right, as far as they are known.
pub fn grounds(area: Rect, columns: &[Option<Rows>]) -> Vec<Shape> {
    let mut shapes = fills(area, columns);
    let look = Look { area, columns };
    shapes.extend(look.slanting(Headline::Corrupted, 1, 2));
    shapes.extend(look.slanting(Headline::AtRisk, -1, 1));
    shapes.extend(look.dotted(Headline::Protected));
    shapes
}

/// Plain grounds: one rectangle for as many columns as it is the same in.
fn fills(area: Rect, columns: &[Option<Rows>]) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let mut open: Vec<(Rect, Headline)> = Vec::new();
    for (x, rows) in (area.left..).zip(columns) {
        let mut parts = Vec::new();
        let rows = rows.as_deref().unwrap_or_default();
        for (place, &(bottom, headline)) in rows.iter().enumerate() {
            let top = rows.get(place + 1).map_or(area.top, |(row, _)| *row);
            if top < bottom {
                parts.push((Rect::new(x, x + 1, top, bottom), headline));
            }
        }
        for part in &mut parts {
            let goes_on = open.iter().position(|(rect, headline)| {
                (rect.top, rect.bottom, *headline) == (part.0.top, part.0.bottom, part.1)
            });
            if let Some(place) = goes_on {
                part.0.left = open.swap_remove(place).0.left;
            }
        }
        shapes.extend(std::mem::replace(&mut open, parts).into_iter().map(fill));
    }
    shapes.extend(open.into_iter().map(fill));
    shapes
}

fn fill((area, headline): (Rect, Headline)) -> Shape {
    Shape::Fill { area, ink: inks(headline).0 }
}

struct Look<'a> {
    area: Rect,
    columns: &'a [Option<Rows>],
}

impl Look<'_> {
    /// How the run ends at a pixel, if it is inside and known.
    fn headline(&self, x: i32, y: i32) -> Option<Headline> {
        if !(self.area.top..self.area.bottom).contains(&y) {
            return None;
        }
        let place = usize::try_from(x - self.area.left).ok()?;
        let rows = self.columns.get(place)?.as_ref()?;
        rows.iter().rev().find(|(bottom, _)| y < *bottom).map(|(_, headline)| *headline)
    }

    /// The stretches of a line between two columns, by the row of each column, in which the run ends
    /// in some way. At the second column the line has left the area.
    fn stretches(
        &self,
        headline: Headline,
        (left, right): (i32, i32),
        row: impl Fn(i32) -> i32,
    ) -> Vec<(i32, i32)> {
        let mut found = Vec::new();
        let mut from = None;
        for x in left.max(self.area.left)..=right.min(self.area.right) {
            let is_in = self.headline(x, row(x)) == Some(headline);
            match (from, is_in) {
                (None, true) => from = Some(x),
                (Some(left), false) => {
                    found.push((left, x));
                    from = None;
                }
                (None, false) | (Some(_), true) => {}
            }
        }
        found
    }

    /// Lines that go up to the right with a `slope` of 1, and down with one of -1.
    fn slanting(&self, headline: Headline, slope: i32, stroke: i32) -> Vec<Shape> {
        let Rect { left, right, top, bottom } = self.area;
        let ink = inks(headline).1;
        // Each line goes through a column at the top, which may lie outside.
        let (width, height) = (right - left, bottom - top);
        let starts = (-height..width + height).step_by(STEP as usize);
        let line = |start: i32| {
            let at_top = left + start;
            let row = move |x: i32| top + slope * (at_top - x);
            let reach =
                if slope > 0 { (at_top - height, at_top + 1) } else { (at_top, at_top + height) };
            let line = move |(left, right): (i32, i32)| Shape::Line {
                from: Point { x: left, y: row(left) },
                to: Point { x: right - 1, y: row(right - 1) },
                stroke,
                ink,
            };
            let long = |(left, right): &(i32, i32)| right - left > 2;
            self.stretches(headline, reach, row).into_iter().filter(long).map(line)
        };
        starts.flat_map(line).collect()
    }

    /// Rows of dots.
    fn dotted(&self, headline: Headline) -> Vec<Shape> {
        let (dash, gap) = (2, STEP - 2);
        let rows = (self.area.top + STEP / 2..self.area.bottom).step_by(STEP as usize);
        let row = |(place, y): (usize, i32)| {
            // Every second row begins half a step further on.
            let shift = place as i32 % 2 * STEP / 2;
            let dots = move |(left, right): (i32, i32)| {
                let first = left + (self.area.left + shift - left).rem_euclid(STEP);
                (first < right).then_some(Shape::Dashes {
                    from: Point { x: first, y },
                    to: Point { x: right, y },
                    dash,
                    gap,
                    stroke: 2,
                    ink: inks(headline).1,
                })
            };
            self.stretches(headline, (self.area.left, self.area.right), move |_| y)
                .into_iter()
                .filter_map(dots)
        };
        rows.enumerate().flat_map(row).collect()
    }
}
