//! A picture as a list of simple shapes, in CSS pixels and in inks instead of colours.

use std::ops::Range;

use super::axis::TimeScale;
use super::ink::Ink;
use super::metrics;

/// A point. `y` grows downwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// From the left edge of the picture.
    pub x: i32,
    /// From its top.
    pub y: i32,
}

/// The point at `x` and `y`.
pub const fn point(x: i32, y: i32) -> Point {
    Point { x, y }
}

/// A rectangle. Its right and bottom edges lie just outside of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rect {
    /// The left edge.
    pub left: i32,
    /// The top edge.
    pub top: i32,
    /// The right edge.
    pub right: i32,
    /// The bottom edge.
    pub bottom: i32,
}

impl Rect {
    /// The rectangle between two columns and two rows.
    pub const fn new(left: i32, right: i32, top: i32, bottom: i32) -> Rect {
        Rect { left, top, right, bottom }
    }

    /// From its left to its right edge.
    pub const fn width(&self) -> i32 {
        self.right - self.left
    }

    /// From its top to its bottom edge.
    pub const fn height(&self) -> i32 {
        self.bottom - self.top
    }

    /// The column halfway between its left and its right edge.
    pub const fn center(&self) -> i32 {
        (self.left + self.right) / 2
    }

    /// The row halfway between its top and its bottom.
    pub const fn middle(&self) -> i32 {
        (self.top + self.bottom) / 2
    }

    /// The same rectangle with a margin around it.
    pub const fn grown(&self, x: i32, y: i32) -> Rect {
        Rect::new(self.left - x, self.right + x, self.top - y, self.bottom + y)
    }

    /// Whether the two have any area in common.
    pub const fn overlaps(&self, other: &Rect) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// Whether all of `other` lies inside.
    pub const fn contains(&self, other: &Rect) -> bool {
        self.left <= other.left
            && other.right <= self.right
            && self.top <= other.top
            && other.bottom <= self.bottom
    }

    /// The smallest rectangle around some points.
    fn around(points: &[Point]) -> Rect {
        let across = |pick: fn(&Point) -> i32| points.iter().map(pick);
        Rect {
            left: across(|point| point.x).min().unwrap_or(0),
            top: across(|point| point.y).min().unwrap_or(0),
            right: across(|point| point.x).max().unwrap_or(0),
            bottom: across(|point| point.y).max().unwrap_or(0),
        }
    }
}

/// Which part of a text stands at its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// How heavy the letters are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// Normal.
    Regular,
    /// Bold.
    Bold,
}

/// Where a text stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// A point: across, where the anchor is; in height, the middle of the letters.
    pub at: Point,
    /// Which part of the text stands there.
    pub anchor: Anchor,
}

/// How a text looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// The ink.
    pub ink: Ink,
    /// The size of the font.
    pub size: i32,
    /// The weight of the font.
    pub weight: Weight,
}

impl Style {
    /// The room that a text takes up, rather more than less.
    pub fn bounds(&self, words: &str, Place { at, anchor }: Place) -> Rect {
        let width = metrics::width(words, self.size, self.weight);
        let left = match anchor {
            Anchor::Start => at.x,
            Anchor::Middle => at.x - width / 2,
            Anchor::End => at.x - width,
        };
        let half = self.size / 2 + 1;
        Rect::new(left, left + width, at.y - half, at.y + half)
    }
}

/// A line of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// What it says.
    pub words: String,
    /// Where it stands.
    pub place: Place,
    /// How it looks.
    pub style: Style,
}

impl Text {
    /// The room that the text takes up, rather more than less.
    pub fn bounds(&self) -> Rect {
        self.style.bounds(&self.words, self.place)
    }
}

/// Something to draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A filled rectangle.
    Fill {
        /// Where.
        area: Rect,
        /// With what.
        ink: Ink,
    },
    /// The outline of a rectangle, drawn along the inside of its edges.
    Frame {
        /// Where.
        area: Rect,
        /// How thick.
        stroke: i32,
        /// With what.
        ink: Ink,
    },
    /// A straight line.
    Line {
        /// Where it begins.
        from: Point,
        /// Where it ends.
        to: Point,
        /// How thick.
        stroke: i32,
        /// With what.
        ink: Ink,
    },
    /// A line with a corner.
    Hook {
        /// Its beginning, its corner and its end.
        points: [Point; 3],
        /// How thick.
        stroke: i32,
        /// With what.
        ink: Ink,
    },
    /// A broken straight line.
    Dashes {
        /// Where it begins.
        from: Point,
        /// Where it ends.
        to: Point,
        /// How long each piece is.
        dash: i32,
        /// How long each gap is.
        gap: i32,
        /// How thick.
        stroke: i32,
        /// With what.
        ink: Ink,
    },
    /// Slanting lines that fill a rectangle.
    Hatch {
        /// Where.
        area: Rect,
        /// How far the lines are apart, across.
        step: i32,
        /// How thick they are.
        stroke: i32,
        /// With what.
        ink: Ink,
    },
    /// A filled circle.
    Disc {
        /// Its centre.
        center: Point,
        /// Its radius.
        radius: i32,
        /// With what.
        ink: Ink,
    },
    /// A filled triangle.
    Triangle {
        /// Its corners.
        points: [Point; 3],
        /// With what.
        ink: Ink,
    },
    /// A line of text.
    Text(Text),
}

impl Shape {
    /// The room that the shape takes up.
    pub fn bounds(&self) -> Rect {
        match self {
            Shape::Fill { area, .. } | Shape::Frame { area, .. } | Shape::Hatch { area, .. } => {
                *area
            }
            Shape::Hook { points, stroke, .. } => {
                Rect::around(points).grown(*stroke / 2, *stroke / 2)
            }
            Shape::Line { from, to, stroke, .. } | Shape::Dashes { from, to, stroke, .. } => {
                // Lines along a row or a column have ends that are cut straight.
                let reach = |is_straight: bool| if is_straight { 0 } else { *stroke / 2 };
                let (across, down) = (reach(from.y == to.y), reach(from.x == to.x));
                Rect::around(&[*from, *to]).grown(across, down)
            }
            Shape::Disc { center: Point { x, y }, radius, .. } => {
                Rect::new(x - radius, x + radius, y - radius, y + radius)
            }
            Shape::Triangle { points, .. } => Rect::around(points),
            Shape::Text(text) => text.bounds(),
        }
    }
}

/// How near to a spot a finger or a pointer has to be: half the size of a target.
const NEAR: u32 = 12;

/// Where a step of the log is in the picture, whether there was room for its number or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// The number of the step.
    pub number: u32,
    /// Where it is.
    pub at: Point,
}

/// A finished picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// Its width.
    pub width: i32,
    /// Its height.
    pub height: i32,
    /// How time runs in it.
    pub scale: TimeScale,
    /// The rows between which a line stands for an instant.
    pub rows: Range<i32>,
    /// Where the steps of the log are.
    pub spots: Vec<Spot>,
    /// What to draw, in this order.
    pub shapes: Vec<Shape>,
}

impl Picture {
    /// Its width and its height.
    pub fn size(&self) -> (i32, i32) {
        (self.width, self.height)
    }

    /// The step whose spot is nearest to a point, if any is near.
    pub fn step_at(&self, point: Point) -> Option<u32> {
        let apart = |spot: &Spot| {
            let (x, y) = (spot.at.x.abs_diff(point.x), spot.at.y.abs_diff(point.y));
            x.max(y)
        };
        let nearest = self.spots.iter().min_by_key(|spot| apart(spot))?;
        (apart(nearest) <= NEAR).then_some(nearest.number)
    }

    /// The texts in it.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        self.shapes.iter().filter_map(|shape| match shape {
            Shape::Text(text) => Some(text),
            _ => None,
        })
    }
}
