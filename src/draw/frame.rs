//! What surrounds the lanes: their names, the axis, the lines between them.

use super::ink::Ink;
use super::labels::{bold, centred_at, small, starting_at};
use super::layout::ClientLane;
use super::metrics;
use super::picture::{Place, Rect};
use super::scene::{Layer, Scene};
use crate::sim::Node;
use crate::words::{actor_name, service_name};

/// Where names begin.
const LEFT: i32 = 4;

/// Draws the axis, and the end of the run if the axis goes on.
pub fn draw_axis(scene: &mut Scene) {
    let style = small(Ink::Muted);
    let plot = scene.layout.plot();
    let y = plot.bottom;
    scene.fill(Layer::Bars, Rect::new(plot.left, plot.right, y, y + 1), Ink::Line);
    for tick in scene.layout.scale.ticks(56) {
        let x = scene.x(tick);
        scene.fill(Layer::Back, Rect::new(x, x + 1, plot.top, y), Ink::Grid);
        scene.fill(Layer::Bars, Rect::new(x, x + 1, y, y + 5), Ink::Line);
        let words = [&tick.to_string(), " s"].concat();
        let half = metrics::width(&words, style.size, style.weight) / 2 + 6;
        let place = centred_at(x.clamp(half, scene.layout.width - half), y + 13);
        if scene.room.is_free(&style.bounds(&words, place).grown(3, 0)) {
            scene.write(&words, style, place);
        }
    }
    if let Some(x) = end(scene) {
        scene.fill(Layer::Back, Rect::new(x, x + 1, plot.top, y), Ink::Line);
    }
}

/// The column in which the run ends, if the axis goes on.
fn end(scene: &Scene) -> Option<i32> {
    (scene.trace.end < scene.layout.scale.end).then(|| scene.x(scene.trace.end))
}

/// Says that the run ends before the axis, or that one does not know, beside a lane of a client.
pub fn label_end(scene: &mut Scene) {
    if let Some(x) = end(scene) {
        let beside = |lane: &ClientLane| starting_at(x + 6, lane.truth.middle());
        let places: Vec<Place> = scene.layout.clients.iter().map(beside).collect();
        let words: &[&str] = if scene.trace.goes_on { &["?"] } else { &["end of the run", "end"] };
        scene.label(words, small(Ink::Muted), &places);
    }
}

/// Writes the name of a lane, on a ground of its own where a line crosses it.
fn name(scene: &mut Scene, words: &str, y: i32, ink: Ink) {
    let (style, place) = (bold(ink), starting_at(LEFT, y));
    let area = style.bounds(words, place);
    if scene.room.is_crossed(&area) {
        scene.fill(Layer::Labels, area.grown(2, 0), Ink::Ground);
    }
    scene.write(words, style, place);
}

fn note(scene: &mut Scene, words: &str, y: i32) {
    scene.write(words, small(Ink::Muted), starting_at(LEFT, y));
}

/// Writes the names of the lanes, beside or above them.
pub fn draw_names(scene: &mut Scene) {
    let layout = scene.layout;
    let setup = scene.trace.setup;
    for lane in &layout.clients {
        let y = if layout.wide { lane.strip } else { lane.name };
        name(scene, &format!("Client {}", lane.client), y, Ink::Hue(lane.client));
        if layout.wide {
            note(scene, "belief", lane.belief.middle());
            note(scene, "lease", lane.truth.middle());
        }
    }
    if !layout.wide {
        name(scene, service_name(setup.params().service), layout.servers_name, Ink::Text);
    }
    let alone = layout.only_server().is_some();
    for lane in &layout.servers {
        if layout.wide {
            name(scene, &actor_name(Node::Server(lane.server), &setup), lane.strip, Ink::Text);
            if alone {
                note(scene, "lock service", lane.bar.middle());
            }
        } else if !alone {
            note(scene, &lane.server.number().to_string(), lane.strip);
        }
    }
    let y = if layout.wide { layout.storage.strip } else { layout.storage_name };
    name(scene, "Storage", y, Ink::Text);
    if layout.wide {
        note(scene, "stored value", layout.storage.rule);
    }
}
