//! The numbers of the log's steps, where there is room for them.

use super::Step;
use super::ink::Ink;
use super::labels::label;
use super::picture::{Anchor, Rect, Shape, Spot, Text, point};
use super::scene::{Entry, Layer, Scene};

/// Half the height of a number's ground.
const HALF: i32 = 7;
/// How far a number may be moved to the right to make room for the one before it.
const MOST_MOVED: i32 = 30;

/// Draws the numbers and tells where the steps are.
pub fn draw(scene: &mut Scene, steps: &[Step]) -> Vec<Spot> {
    let mut spots = Vec::new();
    for step in steps {
        let Some(event) = scene.trace.events.get(step.event) else {
            continue;
        };
        let Some(y) = scene.layout.strip(event.actor) else {
            continue;
        };
        let x = scene.x(event.at);
        let text = Text {
            size: 10,
            ..label(step.number.to_string(), Ink::Text, point(x, y), Anchor::Middle)
        };
        let half = (text.bounds().width() / 2 + 3).max(HALF);
        let chip = |x: i32| Rect::new(x - half, x + half, y - HALF, y + HALF);
        let free = (0..=MOST_MOVED).step_by(2).map(|moved| x + moved);
        let place = free.into_iter().find(|&x| scene.room.is_free(&chip(x).grown(1, 0)));
        if let Some(x) = place {
            scene.room.take(chip(x));
            draw_chip(scene, chip(x));
            scene.draw(Layer::Labels, Shape::Text(Text { at: point(x, y), ..text }));
            scene.explain(Entry::Step);
        }
        spots.push(Spot { number: step.number, at: point(place.unwrap_or(x), y) });
    }
    spots
}

/// A rectangle with round ends.
fn draw_chip(scene: &mut Scene, area: Rect) {
    let radius = area.height() / 2;
    let ends = [area.left + radius, area.right - radius];
    for x in ends {
        let center = point(x, area.middle());
        scene.draw(Layer::Labels, Shape::Disc { center, radius, ink: Ink::Chip });
        if ends[0] == ends[1] {
            return;
        }
    }
    let [left, right] = ends;
    scene.fill(Layer::Labels, Rect { left, right, ..area }, Ink::Chip);
}
