//! The rows below the picture that say what its signs mean.

use super::ink::Ink;
use super::labels::{NUMBER, centred_at, small, starting_at};
use super::marks;
use super::metrics;
use super::picture::{Rect, Shape, point};
use super::scene::{Entry, Layer, Scene};
use crate::sim::ClientId;

const ROW: i32 = 19;
const SAMPLE: i32 = 24;
const BETWEEN: i32 = 18;

fn words(entry: Entry) -> &'static str {
    match entry {
        Entry::Belief => "believes it holds the lock",
        Entry::Truth => "holds it, says the lock service",
        Entry::Promise => "may rely on it",
        Entry::Stale => "believes, but holds it no more",
        Entry::Double => "two may rely on it at once",
        Entry::Pause => "paused",
        Entry::Cut => "cut off from the lock service",
        Entry::Gap => "gives out no lock",
        Entry::Accepted => "write accepted",
        Entry::Refused => "write refused",
        Entry::Step => "step in the log",
    }
}

/// Draws the sign itself, in the hue of the client that every preset is about.
fn draw_sign(scene: &mut Scene, entry: Entry, area: Rect) {
    let layer = Layer::Labels;
    let hue = Ink::Hue(ClientId::A);
    let center = point(area.center(), area.middle());
    let bar = Rect { top: center.y - 5, bottom: center.y + 5, ..area };
    match entry {
        Entry::Belief => scene.fill(layer, bar, hue),
        Entry::Truth => marks::hollow(scene, layer, bar, ClientId::A),
        Entry::Promise => marks::promise(scene, layer, bar.left, bar.right, center.y, hue),
        Entry::Stale => marks::stale(scene, layer, bar),
        Entry::Double => marks::double(scene, layer, bar.grown(0, 1)),
        Entry::Pause => {
            scene.hatch(layer, bar, 7, 1, Ink::Hatch);
            scene.draw(layer, Shape::Frame { area: bar, stroke: 1, ink: Ink::Hatch });
        }
        Entry::Cut => marks::cut(scene, layer, bar),
        Entry::Gap => marks::barred(scene, layer, bar),
        Entry::Accepted => marks::accepted(scene, layer, center, hue),
        Entry::Refused => marks::refused(scene, layer, center),
        Entry::Step => scene.disc(layer, center, 7, Ink::Chip),
    }
}

/// Draws the legend from `top` on and tells where it ends.
pub fn draw(scene: &mut Scene, top: i32) -> i32 {
    let style = small(Ink::Muted);
    let left = if scene.layout.wide { scene.layout.scale.left } else { 4 };
    let right = scene.layout.width - 2;
    let (mut x, mut y) = (left, top);
    for entry in Entry::ALL {
        if !scene.explains(entry) {
            continue;
        }
        let words = words(entry);
        let width = SAMPLE + 6 + metrics::width(words, style.size, style.weight);
        if x > left && x + width > right {
            (x, y) = (left, y + ROW);
        }
        let area = Rect::new(x, x + SAMPLE, y, y + ROW);
        draw_sign(scene, entry, area);
        scene.write(words, style, starting_at(area.right + 6, area.middle()));
        if entry == Entry::Step {
            scene.write("1", NUMBER, centred_at(area.center(), area.middle()));
        }
        x += width + BETWEEN;
    }
    y + ROW
}
