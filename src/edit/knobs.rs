//! Where the knobs are by which things are moved.

use super::board::{Grip, What};
use super::menu::Whose;
use crate::draw::{Lanes, Point, Rect, TimeScale};
use crate::sim::{Duration, Node, Time};

/// How large a knob is, across and in height: as large as a finger needs it.
const KNOB: i32 = 24;
/// How far a knob is moved at a time to make room for another one.
const SHIFT: i32 = 4;

/// Where the menus of the lanes are: beside their names.
pub fn menus(all: &[Whose], lanes: &Lanes) -> Vec<Point> {
    let place = |whose: &Whose| {
        let lane = lanes.lanes.iter().find(|lane| match (whose, lane.node) {
            (Whose::Client(client), Node::Client(other)) => *client == other,
            (Whose::Service, Node::Server(_)) => true,
            (Whose::Client(_) | Whose::Service, _) => false,
        });
        lane.map_or(Point { x: 0, y: 0 }, |lane| lane.menu)
    };
    all.iter().map(place).collect()
}

/// The centres of the knobs, none of them over another or over one of the menus, and all inside of
/// the picture, as far as there is room. Where a knob had to give way, it is beside its instant.
pub fn knobs(grips: &[Grip], menus: &[Point], lanes: &Lanes) -> Vec<Point> {
    let mut taken: Vec<Rect> = menus.iter().map(|&menu| square(menu)).collect();
    let edge = KNOB / 2;
    let mut places = Vec::new();
    for grip in grips {
        let x = lanes.scale.x(grip.at);
        let rows = rows(grip, lanes);
        // At its instant in any of its rows, and then further and further away from it.
        let free = (0..=lanes.width).step_by(SHIFT as usize).find_map(|far| {
            let sides = [x - far, x + far];
            let columns = sides.into_iter().filter(|x| (edge..=lanes.width - edge).contains(x));
            let places = columns.flat_map(|x| rows.iter().map(move |&y| Point { x, y }));
            places
                .into_iter()
                .find(|&place| taken.iter().all(|other| !other.overlaps(&square(place))))
        });
        let clamped = x.clamp(edge, lanes.width - edge);
        let place = free.unwrap_or(Point { x: clamped, y: rows[0] });
        taken.push(square(place));
        places.push(place);
    }
    places
}

/// The rows in which a knob may be, the best one first: what a client is entitled to in the lower
/// half of its lane, what goes wrong in the upper one.
fn rows(grip: &Grip, lanes: &Lanes) -> [i32; 2] {
    let lane = lanes.lanes.iter().find(|lane| lane.node == grip.lane);
    let area = lane.map_or(Rect::new(0, 0, 0, 0), |lane| lane.area);
    let (upper, lower) = (area.top + KNOB / 2, area.bottom - KNOB / 2);
    match (grip.lane, grip.what) {
        (Node::Server(_) | Node::Storage, _) => [area.middle(), area.middle()],
        (Node::Client(_), What::Asking(_) | What::Lease) => [lower, upper],
        (Node::Client(_), What::Start(_) | What::End(_)) => [upper, lower],
    }
}

/// The room that a knob or a menu takes up.
pub fn square(center: Point) -> Rect {
    let half = KNOB / 2;
    Rect::new(center.x - half, center.x + half, center.y - half, center.y + half)
}

/// The steps in which things are moved: 10 milliseconds, or the shortest of 20, 50, 100 and so on that
/// a pixel does not skip.
pub fn step(scale: &TimeScale) -> Duration {
    scale.step(1).max(Duration::from_millis(10))
}

/// The instant that is some pixels away from another one.
pub fn away(scale: &TimeScale, from: Time, pixels: i32) -> Time {
    let micros = scale.end.as_micros() * u64::from(pixels.unsigned_abs()) / scale.columns().max(1);
    let far = Duration::from_micros(micros);
    if pixels < 0 { from - far } else { from + far }
}
