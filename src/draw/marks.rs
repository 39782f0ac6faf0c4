//! The small signs in lanes and legend.

use super::ink::Ink;
use super::picture::{Point, Rect, Shape, point};
use crate::sim::ClientId;

/// The radius of the marks for writes.
pub const RADIUS: i32 = 7;

fn path(points: &[(i32, i32)], center: Point, stroke: i32, ink: Ink) -> Shape {
    let points = points.iter().map(|(x, y)| point(center.x + x, center.y + y)).collect();
    Shape::Path { points, stroke, ink }
}

/// A cross.
pub fn cross(center: Point, reach: i32, stroke: i32, ink: Ink) -> [Shape; 2] {
    [
        path(&[(-reach, -reach), (reach, reach)], center, stroke, ink),
        path(&[(-reach, reach), (reach, -reach)], center, stroke, ink),
    ]
}

/// A write that was accepted: a disc with a check mark.
pub fn accepted(center: Point, ink: Ink) -> Vec<Shape> {
    vec![
        Shape::Disc { center, radius: RADIUS + 1, ink: Ink::Ground },
        Shape::Disc { center, radius: RADIUS, ink },
        path(&[(-3, 0), (-1, 3), (4, -3)], center, 2, Ink::OnHue),
    ]
}

/// A write that was refused: a cross in a ring.
pub fn refused(center: Point) -> Vec<Shape> {
    let mut shapes = vec![
        Shape::Disc { center, radius: RADIUS + 1, ink: Ink::Ground },
        Shape::Disc { center, radius: RADIUS, ink: Ink::Trouble },
        Shape::Disc { center, radius: RADIUS - 2, ink: Ink::Ground },
    ];
    shapes.extend(cross(center, 2, 2, Ink::Trouble));
    shapes
}

/// A flag on a pole, its foot at `foot`.
pub fn flag(foot: Point, height: i32, ink: Ink) -> [Shape; 2] {
    let top = foot.y - height;
    let pole = Rect::new(foot.x, foot.x + 2, top, foot.y);
    let cloth =
        vec![point(foot.x + 2, top), point(foot.x + 10, top + 4), point(foot.x + 2, top + 8)];
    [Shape::Fill { area: pole, ink }, Shape::Polygon { points: cloth, ink }]
}

/// A bar for what the service says: hollow, if it is wide enough for that.
pub fn hollow(area: Rect, client: ClientId) -> Vec<Shape> {
    let (soft, hue) = (Ink::Soft(client), Ink::Hue(client));
    if area.width() <= 2 {
        return vec![Shape::Fill { area, ink: hue }];
    }
    vec![Shape::Fill { area, ink: soft }, Shape::Frame { area, stroke: 1, ink: hue }]
}

/// A bar for belief without a lease: hatched.
pub fn stale(area: Rect) -> [Shape; 2] {
    [
        Shape::Fill { area, ink: Ink::Trouble },
        Shape::Hatch { area: area.grown(0, -2), step: 9, stroke: 2, ink: Ink::OnHue },
    ]
}

/// A line from `left` to `right` that ends with a tick: what a client may rely on.
pub fn promise(left: i32, right: i32, y: i32, ink: Ink) -> [Shape; 2] {
    let right = right.max(left + 2);
    [
        Shape::Fill { area: Rect::new(left, right, y - 1, y + 1), ink },
        Shape::Fill { area: Rect::new(right - 2, right, y - 4, y + 4), ink },
    ]
}
