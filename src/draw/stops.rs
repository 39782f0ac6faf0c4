//! What keeps a client from acting: pauses, cuts and crashes.

use super::ink::Ink;
use super::labels::{along, bold, centred_at, ending_at, plain, starting_at};
use super::marks;
use super::picture::{Point, Rect, point};
use super::scene::{Entry, Layer, Scene};
use crate::sim::{ClientId, Duration, EventKind, Node, Span, SpanKind};
use crate::words::service_name;

/// Draws what keeps clients from acting, and leaves the labels for later.
pub fn draw(scene: &mut Scene) {
    let spans = scene.spans;
    for span in spans {
        let area = scene.stretch(span.from, span.to, scene.layout.client(span.client).area);
        match span.kind {
            SpanKind::Pause => {
                marks::pause(scene, Layer::Back, area);
                scene.explain(Entry::Pause);
            }
            SpanKind::Cut(None) => {
                marks::cut(scene, Layer::Back, area);
                scene.explain(Entry::Cut);
            }
            _ => {}
        }
    }
    for (_, center) in crashes(scene) {
        scene.disc(Layer::Marks, center, 8, Ink::Ground);
        marks::cross(scene, Layer::Marks, center, 5, 3, Ink::Text);
        scene.room.take(Rect::new(center.x - 8, center.x + 8, center.y - 8, center.y + 8));
    }
}

/// Says what it is, and how long it lasts.
pub fn label(scene: &mut Scene) {
    let service = service_name(scene.trace.setup.params().service);
    let spans = scene.spans;
    for span in spans {
        let (long, short) = match span.kind {
            SpanKind::Pause => ("paused".into(), "paused"),
            SpanKind::Cut(None) => (["cut off from ", service].concat(), "cut off"),
            _ => continue,
        };
        let length = length(scene, span).map(|length| [" ", &length.to_string(), " s"].concat());
        let longest = [long.as_str(), &length.unwrap_or_default()].concat();
        let lane = scene.layout.client(span.client);
        let area = scene.stretch(span.from, span.to, lane.area);
        scene.label(&[&longest, &long, short], plain(Ink::Text), &along(&area, lane.strip));
    }
    for (client, Point { x, y }) in crashes(scene) {
        let above = centred_at(x, scene.layout.client(client).strip);
        let places = [starting_at(x + 11, y), ending_at(x - 11, y), above];
        scene.label(&["crashed"], bold(Ink::Text), &places);
    }
}

/// Who crashes, and where that is in the picture.
fn crashes(scene: &Scene) -> Vec<(ClientId, Point)> {
    let mut crashes = Vec::new();
    for event in &scene.trace.events {
        if let (EventKind::Crashed, Node::Client(client)) = (event.kind, event.actor) {
            let y = scene.layout.client(client).belief.middle();
            crashes.push((client, point(scene.x(event.at), y)));
        }
    }
    crashes
}

/// How long a pause or a cut is to last, which is longer than the span if the run ends before;
/// nothing if it is to last for good.
fn length(scene: &Scene, span: &Span) -> Option<Duration> {
    for event in &scene.trace.events {
        if event.at == span.from && event.client() == Some(span.client) {
            let length = match (event.kind, span.kind) {
                (EventKind::Paused { length }, SpanKind::Pause) => length,
                (EventKind::CutOff { server: None, length }, SpanKind::Cut(_)) => length?,
                _ => continue,
            };
            return Some(length.max(span.to.since(span.from)));
        }
    }
    None
}
