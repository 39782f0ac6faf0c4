//! The lane of the storage, and the writes that travel to it.

use super::ink::Ink;
use super::labels::{bold, ending_at, plain, starting_at};
use super::marks::{self, RADIUS};
use super::picture::{Place, Point, Rect, Shape, point};
use super::scene::{Entry, Layer, Scene};
use crate::sim::{ClientId, EventKind, Node, Refusal, Time, Version, Write};

/// What became of a write.
#[derive(Clone, Copy)]
enum Fate {
    /// It was accepted and replaced what another client had written, unseen by the writer.
    Overwrote(ClientId),
    Accepted,
    /// It was refused.
    Refused(Refusal),
}

/// A write that arrived, and its arrow.
struct Arrival {
    write: Write,
    fate: Fate,
    from: Point,
    to: Point,
}

/// What the storage held.
type Value = Option<(ClientId, Version)>;

/// What is to be labelled of the storage and of the writes.
pub struct Storage {
    arrivals: Vec<Arrival>,
    /// The values with the columns between which they were stored.
    values: Vec<(Value, Rect)>,
}

impl Storage {
    /// Draws the stored value and the writes, and leaves the labels for later.
    pub fn draw(scene: &mut Scene) -> Storage {
        let storage = Storage::read(scene);
        for (value, area) in &storage.values {
            match value {
                None => scene.fill(Layer::Bars, area.grown(0, -1), Ink::Line),
                Some((client, _)) => scene.fill(Layer::Bars, *area, Ink::Hue(*client)),
            }
        }
        for arrival in &storage.arrivals {
            draw_arrival(scene, arrival);
        }
        draw_unanswered(scene, &storage.arrivals);
        storage
    }

    fn read(scene: &Scene) -> Storage {
        let lane = scene.layout.storage;
        let row = Rect { top: lane.rule - 2, bottom: lane.rule + 2, ..lane.area };
        let (mut arrivals, mut values) = (Vec::new(), Vec::new());
        let (mut stored, mut since): (Value, Time) = (None, Time::ZERO);
        for event in &scene.trace.events {
            let (write, fate) = match event.kind {
                EventKind::WriteAccepted { write, version } => {
                    let unseen = write.base.next() != version;
                    let fate = match stored {
                        Some((other, _)) if unseen && other != write.client => {
                            Fate::Overwrote(other)
                        }
                        _ => Fate::Accepted,
                    };
                    values.push((stored, scene.stretch(since, event.at, row)));
                    (stored, since) = (Some((write.client, version)), event.at);
                    (write, fate)
                }
                EventKind::WriteRejected { write, why } => (write, Fate::Refused(why)),
                _ => continue,
            };
            let (from, to) = ends(scene, write.client, write.sent, event.at);
            arrivals.push(Arrival { write, fate, from, to });
        }
        values.push((stored, scene.stretch(since, scene.trace.end, row)));
        Storage { arrivals, values }
    }

    /// Says which write destroyed what: before anything else, since it matters most.
    pub fn label_trouble(&self, scene: &mut Scene) {
        for arrival in &self.arrivals {
            if !matches!(arrival.fate, Fate::Accepted) {
                label_arrival(scene, arrival, Ink::Trouble);
            }
        }
    }

    /// Says with which tokens writes came, and what is stored.
    pub fn label(&self, scene: &mut Scene) {
        for arrival in &self.arrivals {
            if matches!(arrival.fate, Fate::Accepted) {
                label_arrival(scene, arrival, Ink::Hue(arrival.write.client));
            }
        }
        self.label_values(scene);
        for arrival in &self.arrivals {
            label_delay(scene, arrival);
        }
    }

    /// Names the stored values, each below its stretch or else to the left, up to its mark.
    ///
    /// The last one matters most: it is what the run comes to. That the others are named as well
    /// matters more than any version.
    fn label_values(&self, scene: &mut Scene) {
        // First the names take their room, and then versions join them where there is more.
        let mut reserved = vec![None; self.values.len()];
        for is_final in [false, true] {
            // Before this a label must end, so as to be below no mark but its own.
            let mut limit = scene.layout.width - 5;
            for index in (0..self.values.len()).rev() {
                self.label_value(scene, index, limit, is_final, &mut reserved[index]);
                limit = self.values[index].1.left - 4;
            }
        }
    }

    /// Reserves the room for the name of a value, or says there what is stored.
    fn label_value(
        &self,
        scene: &mut Scene,
        index: usize,
        limit: i32,
        is_final: bool,
        reserved: &mut Option<Rect>,
    ) {
        let (value, area) = &self.values[index];
        let is_last = index + 1 == self.values.len();
        let before = if index > 0 { self.values[index - 1].1.left + RADIUS } else { 0 };
        let (mut left, mut style) = (area.left, plain(Ink::Muted));
        let (mut short, mut long) = ("empty".into(), String::new());
        if let Some((client, version)) = value {
            (left, style) = (left - RADIUS, bold(Ink::Hue(*client)));
            short = format!("from {client}");
            long = format!("{short}, version {version}");
        }
        let end = if is_last { area.right } else { area.left };
        let y = scene.layout.storage.caption;
        let places = [starting_at(left, y), ending_at(end + RADIUS, y)];
        let fits = |words: &str, place: Place, before: i32| {
            let Rect { left, right, .. } = style.bounds(words, place);
            before <= left && right <= limit
        };
        if let Some(area) = reserved.take() {
            scene.room.free(&area);
        }
        if is_final {
            let place = places[usize::from(is_last && !fits(&long, places[0], before))];
            let is_long = value.is_some() && fits(&long, place, before);
            if is_long && scene.label(&[&long], style, &[place]) {
                return;
            }
        }
        for place in places {
            if !fits(&short, place, if is_last { 0 } else { before }) {
                continue;
            }
            if is_final {
                if scene.label(&[&short], style, &[place]) {
                    return;
                }
            } else if let Some(text) = scene.room.place(&[&short], style, &[place]) {
                *reserved = Some(text.bounds());
                return;
            }
        }
    }
}

/// Where the arrow of a write begins and ends.
fn ends(scene: &Scene, client: ClientId, sent: Time, arrived: Time) -> (Point, Point) {
    let top = scene.layout.client(client).belief.bottom;
    let bottom = scene.layout.storage.rule - RADIUS;
    (point(scene.x(sent), top), point(scene.x(arrived), bottom))
}

fn draw_arrival(scene: &mut Scene, Arrival { write, fate, from, to }: &Arrival) {
    let hue = Ink::Hue(write.client);
    scene.line(Layer::Arrows, *from, *to, 6, Ink::Ground);
    scene.line(Layer::Arrows, *from, *to, 2, hue);
    scene.room.take_line(*from, *to);
    let center = point(to.x, scene.layout.storage.rule);
    if let Fate::Refused(_) = fate {
        marks::refused(scene, Layer::Marks, center);
        scene.explain(Entry::Refused);
    } else {
        marks::accepted(scene, Layer::Marks, center, hue);
        scene.explain(Entry::Accepted);
    }
    let reach = RADIUS + 1;
    scene.room.take(Rect::new(to.x, to.x, center.y, center.y).grown(reach, reach));
}

/// Draws the writes that were sent and have not arrived when the run ends.
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
            let ink = Ink::Hue(client);
            scene.draw(Layer::Arrows, Shape::Dashes { from, to, dash: 4, gap: 4, stroke: 2, ink });
            scene.room.take_line(from, to);
        }
    }
}

fn label_arrival(scene: &mut Scene, Arrival { write, fate, from, to }: &Arrival, ink: Ink) {
    let storage = scene.layout.storage;
    let y = storage.strip;
    // The column in which the arrow, which may be slanted, crosses the row of the labels.
    let x = from.x + (to.x - from.x) * (y - from.y) / (to.y - from.y).max(1);
    // How far it goes to the side in half the height of a label.
    let slant = 9 * (to.x - from.x) / (to.y - from.y).max(1);
    let below = ending_at(to.x + RADIUS, storage.caption);
    let [after, before] = [starting_at(x + 7, y), ending_at(x - 7, y)];
    // Below an accepted write stands the value that it made.
    let style = bold(ink);
    let token = write.token.map(|token| token.to_string());
    match (fate, &token) {
        (Fate::Accepted, None) => false,
        (Fate::Accepted, Some(token)) => scene.label(&[token], style, &[after, before]),
        (Fate::Overwrote(other), _) => {
            let (long, short) = (format!("overwrites {other}"), format!("replaces {other}"));
            // What happened matters more than the token that did not prevent it.
            let longest = token.map(|token| token + " ").unwrap_or_default() + &long;
            let beside = [before, after, ending_at(x - 7 - slant, y)];
            scene.label(&[&longest, &long, &short], style, &beside)
                || scene.label(&[&long, &short], style, &[below])
        }
        (Fate::Refused(why), _) => {
            let (compared, short) = compared(*why, write, token);
            let long = [&compared, ": refused"].concat();
            scene.label(&[&long, &compared, &short], style, &[after, before, below])
        }
    };
}

/// What the storage has seen to be wrong with a write, and a shorter label for it.
fn compared(why: Refusal, write: &Write, token: Option<String>) -> (String, String) {
    let token = token.unwrap_or_else(|| "no token".into());
    let compared = match why {
        Refusal::Token { .. } if write.token.is_none() => token.clone(),
        Refusal::Token { highest } => [&token, " < ", &highest.to_string()].concat(),
        Refusal::Sequencer => [&token, " not valid"].concat(),
        Refusal::Version { stored } => {
            ["v", &write.base.to_string(), " ≠ v", &stored.to_string()].concat()
        }
        Refusal::Value { .. } => "value replaced".into(),
    };
    match why {
        Refusal::Token { .. } | Refusal::Sequencer => (compared, token),
        Refusal::Version { .. } | Refusal::Value { .. } => (compared, "refused".into()),
    }
}

/// Says of a long arrow what it is.
fn label_delay(scene: &mut Scene, Arrival { write, from, to, .. }: &Arrival) {
    let (across, down) = (to.x - from.x, to.y - from.y);
    if across < 60 {
        return;
    }
    let mut places = Vec::new();
    for part in [50, 30, 70, 15, 85] {
        let (x, y) = (from.x + across * part / 100, from.y + down * part / 100);
        places.extend([starting_at(x + 8, y - 7), ending_at(x - 8, y + 8)]);
    }
    let words = format!("{}’s write is on its way", write.client);
    scene.label(&[&words, "on its way"], plain(Ink::Hue(write.client)), &places);
}
