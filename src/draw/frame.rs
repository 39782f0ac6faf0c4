//! What surrounds the lanes: their names, the axis, the lines between them.

use super::ink::Ink;
use super::labels::{SMALL, label};
use super::metrics;
use super::picture::{Anchor, Rect, Weight, point};
use super::scene::{Layer, Scene};
use crate::sim::Node;
use crate::words::{actor_name, service_name};

/// Where names begin.
const LEFT: i32 = 4;

/// Draws the axis.
pub fn draw_axis(scene: &mut Scene) {
    let plot = scene.layout.plot();
    let scale = scene.layout.scale;
    let y = plot.bottom;
    scene.fill(Layer::Bars, Rect::new(plot.left, plot.right, y, y + 1), Ink::Line);
    for tick in scale.ticks(56) {
        let x = scale.x(tick);
        scene.fill(Layer::Back, Rect::new(x, x + 1, plot.top, y), Ink::Grid);
        scene.fill(Layer::Bars, Rect::new(x, x + 1, y, y + 5), Ink::Line);
        let words = format!("{tick} s");
        let half = metrics::width(&words, SMALL, Weight::Regular) / 2 + 6;
        let x = x.clamp(half, scene.layout.width - half);
        let text = label(words, Ink::Muted, point(x, y + 13), Anchor::Middle).small();
        if let Some(text) = scene.room.place([text]) {
            scene.write(text);
        }
    }
}

/// Writes the names of the lanes, beside or above them.
pub fn draw_names(scene: &mut Scene) {
    let layout = scene.layout.clone();
    let setup = scene.trace.setup;
    let several = layout.servers.len() > 1;
    let name =
        |words: String, y: i32, ink: Ink| label(words, ink, point(LEFT, y), Anchor::Start).bold();
    let note =
        |words: &str, y: i32| label(words, Ink::Muted, point(LEFT, y), Anchor::Start).small();
    for lane in &layout.clients {
        let y = if layout.wide { lane.strip } else { lane.name };
        scene.write(name(format!("Client {}", lane.client), y, Ink::Hue(lane.client)));
        if layout.wide {
            scene.write(note("belief", lane.belief.middle()));
            scene.write(note("lease", lane.truth.middle()));
        }
    }
    if !layout.wide {
        let words = service_name(setup.params().service);
        scene.write(name(words.into(), layout.servers_name, Ink::Text));
    }
    for lane in &layout.servers {
        let y = lane.strip;
        match (layout.wide, several) {
            (true, false) => {
                scene.write(name(actor_name(Node::Server(lane.server), &setup), y, Ink::Text));
                scene.write(note("lock service", lane.bar.middle()));
            }
            (true, true) => {
                scene.write(name(actor_name(Node::Server(lane.server), &setup), y, Ink::Text));
            }
            (false, true) => scene.write(note(&lane.server.number().to_string(), y)),
            (false, false) => {}
        }
    }
    let y = if layout.wide { layout.storage.strip } else { layout.storage_name };
    scene.write(name("Storage".into(), y, Ink::Text));
    if layout.wide {
        scene.write(note("stored value", layout.storage.rule));
    }
}
