//! The rows below the picture that say what its signs mean.

use super::ink::Ink;
use super::labels::{SMALL, label};
use super::marks;
use super::metrics;
use super::picture::{Anchor, Rect, Shape, Weight, point};
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
        Entry::Stale => "believes, but its lease is over",
        Entry::Double => "two may rely on it at once",
        Entry::Pause => "paused",
        Entry::Accepted => "write accepted",
        Entry::Refused => "write refused",
        Entry::Step => "step in the log",
    }
}

/// The sign itself, in the hue of the client that every preset is about.
fn sample(entry: Entry, area: Rect) -> Vec<Shape> {
    let hue = Ink::Hue(ClientId::A);
    let y = area.middle();
    let center = point((area.left + area.right) / 2, y);
    let bar = Rect { top: y - 5, bottom: y + 5, ..area };
    match entry {
        Entry::Belief => vec![Shape::Fill { area: bar, ink: hue }],
        Entry::Truth => marks::hollow(bar, ClientId::A),
        Entry::Promise => marks::promise(bar.left, bar.right, y, hue).to_vec(),
        Entry::Stale => marks::stale(bar).to_vec(),
        Entry::Double => {
            let edge = |x| Shape::Dashes {
                from: point(x, bar.top - 1),
                to: point(x, bar.bottom + 1),
                dash: 3,
                stroke: 1,
                ink: Ink::Trouble,
            };
            vec![
                Shape::Fill { area: bar.grown(0, 1), ink: Ink::TroubleSoft },
                edge(bar.left),
                edge(bar.right),
            ]
        }
        Entry::Pause => vec![
            Shape::Hatch { area: bar, step: 7, stroke: 1, ink: Ink::Hatch },
            Shape::Frame { area: bar, stroke: 1, ink: Ink::Hatch },
        ],
        Entry::Accepted => marks::accepted(center, hue),
        Entry::Refused => marks::refused(center),
        Entry::Step => vec![Shape::Disc { center, radius: 7, ink: Ink::Chip }],
    }
}

/// Draws the legend from `top` on and tells where it ends.
pub fn draw(scene: &mut Scene, top: i32) -> i32 {
    let left = if scene.layout.wide { scene.layout.scale.left } else { 4 };
    let right = scene.layout.width - 2;
    let (mut x, mut y) = (left, top);
    for entry in scene.entries() {
        let words = words(entry);
        let width = SAMPLE + 6 + metrics::width(words, SMALL, Weight::Regular);
        if x > left && x + width > right {
            (x, y) = (left, y + ROW);
        }
        let area = Rect::new(x, x + SAMPLE, y, y + ROW);
        sample(entry, area).into_iter().for_each(|shape| scene.draw(Layer::Labels, shape));
        let at = point(area.right + 6, area.middle());
        scene.write(label(words, Ink::Muted, at, Anchor::Start).small());
        if entry == Entry::Step {
            let at = point((area.left + area.right) / 2, area.middle());
            let number = label("1", Ink::Text, at, Anchor::Middle);
            scene.write(super::picture::Text { size: 10, ..number });
        }
        x += width + BETWEEN;
    }
    y + ROW
}
