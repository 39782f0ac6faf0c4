//! The lanes of the lock service: who holds the lock, or the key on each of several servers.

use super::ink::Ink;
use super::labels::{bold, centred_at, ending_at, plain, small, starting_at};
use super::marks;
use super::picture::{Rect, point};
use super::scene::{Layer, Scene};
use crate::sim::{EventKind, Node, Span, SpanKind, Token};

/// A stretch of a lane during which somebody holds the lock or the key, and its bar.
type Hold = (Span, Rect);

/// Bars that are narrower than this have no label.
const LABELLED: i32 = 14;

/// What is to be labelled in the lanes of the lock service, lane by lane.
pub struct Servers {
    holds: Vec<Hold>,
}

impl Servers {
    /// Draws the bars, and leaves the labels for later.
    pub fn draw(scene: &mut Scene) -> Servers {
        let layout = scene.layout;
        let mut holds = Vec::new();
        for lane in &layout.servers {
            scene.dots(lane.bar.left, lane.bar.right, lane.bar.middle(), Ink::Grid);
            let kind = match layout.only_server() {
                Some(_) => SpanKind::Truth,
                None => SpanKind::Key(lane.server),
            };
            holds.append(&mut scene.bars(kind, None, lane.bar));
        }
        Servers { holds }
    }

    /// Marks the clocks that jump and the links that are cut, and says who holds what.
    pub fn label(&self, scene: &mut Scene) {
        label_jumps(scene);
        for (span, bar) in &self.holds {
            if bar.width() >= LABELLED {
                label_hold(scene, span, *bar);
            }
        }
        if let Some(lane) = scene.layout.only_server() {
            let mut gap = lane.bar;
            for (_, bar) in &self.holds {
                label_free(scene, Rect { right: bar.left, ..gap });
                gap.left = bar.right;
            }
            label_free(scene, gap);
        }
        label_cuts(scene);
    }
}

fn label_hold(scene: &mut Scene, span: &Span, bar: Rect) {
    let style = plain(Ink::Text);
    let letter = span.client.to_string();
    if scene.layout.only_server().is_none() {
        scene.label_inside(bar, &[&letter], style);
        return;
    }
    let held = format!("held by {letter}");
    match token(scene, span) {
        Some(token) => {
            let (long, short) = (format!("{held}, token {token}"), format!("{letter} · {token}"));
            scene.label_inside(bar, &[&long, &short, &letter], style);
        }
        None => scene.label_inside(bar, &[&held, &letter], style),
    }
}

fn token(scene: &Scene, span: &Span) -> Option<Token> {
    for event in &scene.trace.events {
        if let EventKind::Granted { client, token } = event.kind
            && (event.at, client) == (span.from, span.client)
        {
            return token;
        }
    }
    None
}

/// Says of a gap between the bars of the only lane that the lock is free.
fn label_free(scene: &mut Scene, gap: Rect) {
    if gap.width() > 40 {
        let (x, y) = (gap.center(), gap.middle());
        let places = [x, (gap.left + x) / 2, (x + gap.right) / 2].map(|x| centred_at(x, y));
        scene.label(&["free"], plain(Ink::Muted), &places);
    }
}

fn label_jumps(scene: &mut Scene) {
    for event in &scene.trace.events {
        let (EventKind::Jumped { by }, Node::Server(server)) = (event.kind, event.actor) else {
            continue;
        };
        let lane = scene.layout.server(server);
        let (x, y) = (scene.x(event.at), lane.strip);
        let foot = point(x, lane.bar.bottom + 1);
        marks::flag(scene, Layer::Marks, foot, foot.y - y + 6, Ink::Text);
        scene.room.take(Rect::new(x - 1, x + 11, y - 7, y + 3));
        scene.room.take(Rect::new(x - 1, x + 3, y - 7, foot.y));
        let short = format!("+{by} s");
        let places = [starting_at(x + 15, y), ending_at(x - 5, y)];
        scene.label(&[&["clock ", &short].concat(), &short], bold(Ink::Text), &places);
    }
}

fn label_cuts(scene: &mut Scene) {
    for event in &scene.trace.events {
        let (EventKind::CutOff { server: Some(server), .. }, Some(client)) =
            (event.kind, event.client())
        else {
            continue;
        };
        let lane = scene.layout.server(server);
        let start = scene.x(event.at).max(lane.bar.left) + 2;
        let places = [starting_at(start, lane.strip), ending_at(lane.bar.right - 2, lane.strip)];
        scene.label(&[&format!("{client} cut off")], small(Ink::Muted), &places);
    }
}
