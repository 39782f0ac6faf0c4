//! The numbers of the log's steps, where there is room for them.

use super::ink::Ink;
use super::labels::{NUMBER, centred_at};
use super::metrics;
use super::picture::{Rect, Spot, point};
use super::scene::{Entry, Layer, Scene};
use crate::words::Line;

/// Half the height of a number's ground.
const HALF: i32 = 7;
/// How far a number may be moved to the right to make room for the one before it.
const MOST_MOVED: i32 = 30;

/// Draws the numbers of the steps, and tells where they are.
pub fn draw(scene: &mut Scene, steps: &[Line]) -> Vec<Spot> {
    let mut spots = Vec::new();
    for Line { number, event, .. } in steps {
        if let Some(event) = scene.trace.events.get(*event) {
            let (x, y) = (scene.x(event.at), scene.layout.strip(event.actor));
            let x = draw_number(scene, &number.to_string(), x, y).unwrap_or(x);
            spots.push(Spot { number: *number, at: point(x, y) });
        }
    }
    spots
}

/// Draws a number at a place or to the right of it, if there is room, and tells in which column.
fn draw_number(scene: &mut Scene, number: &str, x: i32, y: i32) -> Option<i32> {
    let half = (metrics::width(number, NUMBER.size, NUMBER.weight) / 2 + 3).max(HALF);
    let mut chip = Rect::new(x - half, x + half, y - HALF, y + HALF);
    while !scene.room.is_free(&chip.grown(1, 0)) {
        chip = Rect { left: chip.left + 2, right: chip.right + 2, ..chip };
        if chip.center() > x + MOST_MOVED {
            return None;
        }
    }
    scene.room.take(chip);
    draw_chip(scene, chip);
    scene.write(number, NUMBER, centred_at(chip.center(), y));
    scene.explain(Entry::Step);
    Some(chip.center())
}

/// A rectangle with round ends.
fn draw_chip(scene: &mut Scene, area: Rect) {
    let (y, radius) = (area.middle(), area.height() / 2);
    let (left, right) = (area.left + radius, area.right - radius);
    scene.disc(Layer::Labels, point(left, y), radius, Ink::Chip);
    if left < right {
        scene.disc(Layer::Labels, point(right, y), radius, Ink::Chip);
        scene.fill(Layer::Labels, Rect { left, right, ..area }, Ink::Chip);
    }
}
