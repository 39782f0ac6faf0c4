//! The lane of the storage, and the writes that travel to it.

use super::ink::Ink;
use super::labels::label;
use super::marks::{self, RADIUS};
use super::picture::{Anchor, Point, Rect, Shape, Text, point};
use super::scene::{Entry, Layer, Scene};
use crate::sim::{ClientId, EventKind, Node, Time, Version, Write};

/// What became of a write.
#[derive(Clone, Copy)]
enum Fate {
    /// It was accepted and replaced what another client had written, unseen by the writer.
    Overwrote,
    Accepted,
    Refused,
}

/// A write that arrived.
struct Arrival {
    write: Write,
    fate: Fate,
    words: Vec<String>,
    from: Point,
    to: Point,
}

/// What is to be drawn of the storage and of the writes.
pub struct Storage {
    arrivals: Vec<Arrival>,
    /// From when on which value was stored.
    values: Vec<(Time, Option<(ClientId, Version)>)>,
}

impl Storage {
    /// Draws the stored value and the writes, and leaves the labels for later.
    pub fn draw(scene: &mut Scene) -> Storage {
        let storage = Storage::read(scene);
        storage.draw_value(scene);
        for arrival in &storage.arrivals {
            draw_arrow(scene, arrival.from, arrival.to, Ink::Hue(arrival.write.client));
        }
        draw_unanswered(scene, &storage.arrivals);
        for Arrival { write, fate, to, .. } in &storage.arrivals {
            let center = point(to.x, scene.layout.storage.rule);
            let (shapes, entry) = match fate {
                Fate::Refused => (marks::refused(center), Entry::Refused),
                Fate::Accepted | Fate::Overwrote => {
                    (marks::accepted(center, Ink::Hue(write.client)), Entry::Accepted)
                }
            };
            scene.explain(entry);
            shapes.into_iter().for_each(|shape| scene.draw(Layer::Marks, shape));
            let reach = RADIUS + 1;
            scene.room.take(Rect::new(to.x, to.x, center.y, center.y).grown(reach, reach));
        }
        storage
    }

    fn read(scene: &Scene) -> Storage {
        let mut arrivals = Vec::new();
        let mut values: Vec<(Time, Option<(ClientId, Version)>)> = vec![(Time::ZERO, None)];
        for event in &scene.trace.events {
            let stored = values.last().and_then(|&(_, value)| value);
            let (write, fate, words) = match event.kind {
                EventKind::WriteAccepted { write, version } => {
                    values.push((event.at, Some((write.client, version))));
                    let unseen = write.base.next() != version;
                    match stored.filter(|&(client, _)| unseen && client != write.client) {
                        Some((other, _)) => (write, Fate::Overwrote, overwriting(&write, other)),
                        None => (write, Fate::Accepted, token(&write)),
                    }
                }
                EventKind::WriteRejected { write, highest } => {
                    let mut words = vec!["refused".to_owned()];
                    if let Some(token) = write.token {
                        let compared = format!("{token} < {highest}");
                        words = vec![format!("{compared}: refused"), compared, token.to_string()];
                    }
                    (write, Fate::Refused, words)
                }
                _ => continue,
            };
            let (from, to) = ends(scene, write.client, write.sent, event.at);
            arrivals.push(Arrival { write, fate, words, from, to });
        }
        Storage { arrivals, values }
    }

    /// The values with the columns between which they were stored.
    fn stretches(&self, scene: &Scene) -> Vec<(Option<(ClientId, Version)>, Rect)> {
        let lane = scene.layout.storage;
        let row = Rect { top: lane.rule - 2, bottom: lane.rule + 2, ..lane.area };
        let ends = self.values.iter().skip(1).map(|&(from, _)| from).chain([scene.trace.end]);
        let stretch = |(&(from, value), to)| (value, scene.stretch(from, to, row));
        self.values.iter().zip(ends).map(stretch).collect()
    }

    fn draw_value(&self, scene: &mut Scene) {
        for (value, area) in self.stretches(scene) {
            match value {
                None => {
                    let thin = Rect { top: area.top + 1, bottom: area.bottom - 1, ..area };
                    scene.fill(Layer::Bars, thin, Ink::Line);
                }
                Some((client, _)) => scene.fill(Layer::Bars, area, Ink::Hue(client)),
            }
        }
    }

    /// Says which write destroyed what: before anything else, since it matters most.
    pub fn label_trouble(&self, scene: &mut Scene) {
        for arrival in &self.arrivals {
            match arrival.fate {
                Fate::Overwrote | Fate::Refused => label_arrival(scene, arrival, Ink::Trouble),
                Fate::Accepted => {}
            }
        }
    }

    /// Says with which tokens writes came, and what is stored.
    pub fn label(&self, scene: &mut Scene) {
        for arrival in &self.arrivals {
            if let Fate::Accepted = arrival.fate {
                label_arrival(scene, arrival, Ink::Hue(arrival.write.client));
            }
        }
        let y = scene.layout.storage.caption;
        // The last value matters most: it is what the run comes to.
        for (value, area) in self.stretches(scene).into_iter().rev() {
            let (words, ink) = match value {
                None => (vec!["empty".to_owned()], Ink::Muted),
                Some((client, version)) => (
                    vec![format!("from {client}, version {version}"), format!("from {client}")],
                    Ink::Hue(client),
                ),
            };
            let inset = if value.is_some() { RADIUS } else { 0 };
            let start = point(area.left - inset, y);
            let end = point(area.right + RADIUS, y);
            let last = area.right >= scene.layout.storage.area.right;
            let labels = words.into_iter().flat_map(|words| {
                let text = label(words, ink, start, Anchor::Start);
                let text = if value.is_some() { text.bold() } else { text };
                let fits = text.bounds().right <= area.right - 4 || last;
                let flush = Text { at: end, anchor: Anchor::End, ..text.clone() };
                [fits.then_some(text), last.then_some(flush)]
            });
            scene.label(labels.flatten());
        }
        for arrival in &self.arrivals {
            label_delay(scene, arrival);
        }
    }
}

fn token(write: &Write) -> Vec<String> {
    write.token.map(|token| token.to_string()).into_iter().collect()
}

fn overwriting(write: &Write, other: ClientId) -> Vec<String> {
    let mut words = vec![format!("overwrites {other}"), format!("replaces {other}")];
    if let Some(token) = write.token {
        words.insert(0, format!("{token} overwrites {other}"));
        words.push(token.to_string());
    }
    words
}

/// Where the arrow of a write begins and ends.
fn ends(scene: &Scene, client: ClientId, sent: Time, arrived: Time) -> (Point, Point) {
    let top = scene.layout.clients.get(client.index()).map_or(0, |lane| lane.belief.bottom);
    let bottom = scene.layout.storage.rule - RADIUS;
    (point(scene.x(sent), top), point(scene.x(arrived), bottom))
}

fn draw_arrow(scene: &mut Scene, from: Point, to: Point, ink: Ink) {
    scene.line(Layer::Arrows, from, to, 6, Ink::Ground);
    scene.line(Layer::Arrows, from, to, 2, ink);
    scene.room.take_line(from, to);
}

/// Writes that were sent and have not arrived when the run ends.
fn draw_unanswered(scene: &mut Scene, arrivals: &[Arrival]) {
    let trace = scene.trace;
    for event in &trace.events {
        let (Node::Client(client), EventKind::WriteSent { .. }) = (event.actor, event.kind) else {
            continue;
        };
        let arrived =
            |arrival: &Arrival| (arrival.write.client, arrival.write.sent) == (client, event.at);
        if !arrivals.iter().any(arrived) {
            let (from, to) = ends(scene, client, event.at, trace.end);
            scene.draw(
                Layer::Arrows,
                Shape::Dashes { from, to, dash: 4, stroke: 2, ink: Ink::Hue(client) },
            );
            scene.room.take_line(from, to);
        }
    }
}

fn label_arrival(scene: &mut Scene, arrival: &Arrival, ink: Ink) {
    let y = scene.layout.storage.strip;
    let Arrival { from, to, .. } = arrival;
    // The column in which the arrow, which may be slanted, crosses the row of the labels.
    let x = from.x + (to.x - from.x) * (y - from.y) / (to.y - from.y).max(1);
    let below = point(to.x + RADIUS, scene.layout.storage.caption);
    scene.label(arrival.words.iter().flat_map(|words| {
        let right = label(words.as_str(), ink, point(x + 7, y), Anchor::Start).bold();
        let left = Text { at: point(x - 7, y), anchor: Anchor::End, ..right.clone() };
        let below = Text { at: below, anchor: Anchor::End, ..right.clone() };
        // Below an accepted write stands the value that it made.
        let below = matches!(arrival.fate, Fate::Refused).then_some(below);
        [right, left].into_iter().chain(below)
    }));
}

/// Says of a long arrow what it is.
fn label_delay(scene: &mut Scene, Arrival { write, from, to, .. }: &Arrival) {
    if to.x - from.x < 60 {
        return;
    }
    let client = write.client;
    let words = [format!("{client}’s write is on its way"), "on its way".into()];
    let labels = words.into_iter().flat_map(|words| {
        [50, 30, 70, 15, 85].into_iter().flat_map(move |part| {
            let (x, y) =
                (from.x + (to.x - from.x) * part / 100, from.y + (to.y - from.y) * part / 100);
            let above = label(words.clone(), Ink::Hue(client), point(x + 8, y - 7), Anchor::Start);
            let below = Text { at: point(x - 8, y + 8), anchor: Anchor::End, ..above.clone() };
            [above, below]
        })
    });
    scene.label(labels.collect::<Vec<Text>>());
}
