//! The boundaries of a map as lines.

use super::Map;
use super::seam::{Seam, differences};
use crate::draw::{Ink, Point, Shape};
use crate::sim::Duration;

/// How far a line may pass by a point that lies on a boundary, in pixels.
const NEAR: i64 = 1;

/// The lines between the parts of a map in which runs end differently, as far as they are known.
pub fn lines(map: &Map, place: &dyn Fn(Duration, Duration) -> Point) -> Vec<Shape> {
    let mut paths: Vec<Vec<Point>> = Vec::new();
    // The boundaries that go on into the next column.
    let mut open: Vec<Vec<Point>> = Vec::new();
    for (number, column) in map.columns.iter().enumerate() {
        let x = map.across.value(number);
        match number.checked_sub(1).and_then(|before| map.seams.get(before)) {
            Some(seam @ Seam::Joined(_)) => {
                let before = &map.columns[number - 1];
                for (boundary, path) in (1..).zip(&mut open) {
                    if let Some(at) = seam.jump(boundary) {
                        path.push(place(at, before[boundary].from));
                        path.push(place(at, column[boundary].from));
                    }
                    path.push(place(x, column[boundary].from));
                }
                continue;
            }
            Some(Seam::Apart(at)) => {
                let before = &map.columns[number - 1];
                for (boundary, path) in before.iter().skip(1).zip(&mut open) {
                    path.push(place(*at, boundary.from));
                }
                for (from, to) in differences(before, column, map.up.last()) {
                    paths.push(vec![place(*at, from), place(*at, to)]);
                }
                paths.append(&mut open);
                let begin = |boundary| vec![place(*at, boundary), place(x, boundary)];
                open.extend(column.iter().skip(1).map(|boundary| begin(boundary.from)));
            }
            None => {
                paths.append(&mut open);
                open.extend(column.iter().skip(1).map(|boundary| vec![place(x, boundary.from)]));
            }
        }
    }
    paths.append(&mut open);
    paths.iter().flat_map(|path| straight(path)).collect()
}

/// A path as as few straight lines as come near all its points.
fn straight(path: &[Point]) -> Vec<Shape> {
    let mut lines = Vec::new();
    let mut from = 0;
    while from + 1 < path.len() {
        let comes_near = |to: &usize| {
            path[from + 1..*to].iter().all(|&point| is_near(path[from], path[*to], point))
        };
        let to = (from + 1..path.len()).take_while(comes_near).last().unwrap_or(from + 1);
        let (from_point, to_point) = (path[from], path[to]);
        if from_point != to_point {
            lines.push(Shape::Line { from: from_point, to: to_point, stroke: 2, ink: Ink::Text });
        }
        from = to;
    }
    lines
}

/// Whether a point lies near a straight line.
fn is_near(from: Point, to: Point, point: Point) -> bool {
    // Numbers of pixels are far from the limits of these.
    let [x, y, across, down] =
        [point.x - from.x, point.y - from.y, to.x - from.x, to.y - from.y].map(i64::from);
    let off = (x * down - y * across).abs();
    off * off <= NEAR * NEAR * (across * across + down * down)
}
