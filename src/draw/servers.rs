//! The lanes of the lock service: who holds the lock, or the key on each of several servers.

use super::ink::Ink;
use super::labels::label;
use super::layout::ServerLane;
use super::marks;
use super::picture::{Anchor, Rect, Text, point};
use super::scene::{Layer, Scene};
use crate::sim::{ClientId, EventKind, Node, ServerId, Span, SpanKind, Token};

/// A stretch of a lane during which somebody holds the lock or the key, and its bar.
type Hold = (Span, Rect);

/// Bars that are narrower than this have no label.
const LABELLED: i32 = 14;

/// What is to be drawn in the lanes of the lock service.
pub struct Servers {
    lanes: Vec<ServerLane>,
    holds: Vec<Vec<Hold>>,
}

impl Servers {
    /// Draws the bars, and leaves the labels for later.
    pub fn draw(scene: &mut Scene) -> Servers {
        let lanes = scene.layout.servers.clone();
        let mut holds = Vec::new();
        for lane in &lanes {
            let y = lane.bar.middle();
            scene.dots(lane.bar.left, lane.bar.right, y, Ink::Grid);
            let kind = match lanes.len() {
                1 => SpanKind::Truth,
                _ => SpanKind::Key(lane.server),
            };
            let drawn = scene.bars(scene.spans_of(kind), lane.bar);
            for &(span, bar) in &drawn {
                let shapes = marks::hollow(bar, span.client);
                shapes.into_iter().for_each(|shape| scene.draw(Layer::Bars, shape));
                scene.room.take_bar(bar);
            }
            holds.push(drawn);
        }
        Servers { lanes, holds }
    }

    /// Marks the clocks that jump and the links that are cut, and says who holds what.
    pub fn label(&self, scene: &mut Scene) {
        self.label_jumps(scene);
        for (lane, holds) in self.lanes.iter().zip(&self.holds) {
            for (span, bar) in holds.iter().filter(|(_, bar)| bar.width() >= LABELLED) {
                let token = self.token(scene, span);
                let labels = words(span.client, token, self.lanes.len())
                    .into_iter()
                    .map(|words| label(words, Ink::Text, point(0, 0), Anchor::Start));
                scene.label_inside(*bar, labels);
            }
            label_free(scene, lane, holds);
        }
        self.label_cuts(scene);
    }

    fn token(&self, scene: &Scene, span: &Span) -> Option<Token> {
        scene.trace.events.iter().find_map(|event| match event.kind {
            EventKind::Granted { client, token }
                if (event.at, client) == (span.from, span.client) =>
            {
                token
            }
            _ => None,
        })
    }

    fn lane(&self, server: ServerId) -> Option<&ServerLane> {
        self.lanes.get(server.index())
    }

    fn label_jumps(&self, scene: &mut Scene) {
        let trace = scene.trace;
        for event in &trace.events {
            let (EventKind::Jumped { by }, Node::Server(server)) = (event.kind, event.actor) else {
                continue;
            };
            let Some(lane) = self.lane(server) else {
                continue;
            };
            let x = scene.x(event.at);
            let foot = point(x, lane.bar.bottom + 1);
            let height = foot.y - lane.strip + 6;
            let flag = marks::flag(foot, height, Ink::Text);
            flag.into_iter().for_each(|shape| scene.draw(Layer::Marks, shape));
            scene.room.take(Rect::new(x - 1, x + 11, lane.strip - 7, lane.strip + 3));
            scene.room.take(Rect::new(x - 1, x + 3, lane.strip - 7, foot.y));
            let labels =
                [format!("clock +{by} s"), format!("+{by} s")].into_iter().flat_map(|words| {
                    let right =
                        label(words, Ink::Text, point(x + 15, lane.strip), Anchor::Start).bold();
                    let left =
                        Text { at: point(x - 5, lane.strip), anchor: Anchor::End, ..right.clone() };
                    [right, left]
                });
            scene.label(labels);
        }
    }

    fn label_cuts(&self, scene: &mut Scene) {
        let trace = scene.trace;
        for event in &trace.events {
            let (EventKind::CutOff { server }, Some(client)) = (event.kind, event.client()) else {
                continue;
            };
            let Some(lane) = self.lane(server) else {
                continue;
            };
            let y = lane.strip;
            let words = format!("{client} cut off");
            let start = scene.x(event.at).max(lane.bar.left) + 2;
            let left = label(words, Ink::Muted, point(start, y), Anchor::Start).small();
            let right =
                Text { at: point(lane.bar.right - 2, y), anchor: Anchor::End, ..left.clone() };
            scene.label([left, right]);
        }
    }
}

/// What to say about a bar, at best.
fn words(client: ClientId, token: Option<Token>, lanes: usize) -> Vec<String> {
    let letter = client.letter().to_string();
    match (token, lanes) {
        (Some(token), 1) => {
            vec![format!("held by {letter}, token {token}"), format!("{letter} · {token}"), letter]
        }
        (None, 1) => vec![format!("held by {letter}"), letter],
        (_, _) => vec![letter],
    }
}

/// Says of the gaps between the bars of the only lane that the lock is free.
fn label_free(scene: &mut Scene, lane: &ServerLane, holds: &[Hold]) {
    if scene.layout.servers.len() > 1 {
        return;
    }
    let starts = std::iter::once(lane.bar.left).chain(holds.iter().map(|(_, bar)| bar.right));
    let ends = holds.iter().map(|(_, bar)| bar.left).chain(std::iter::once(lane.bar.right));
    for (left, right) in starts.zip(ends) {
        let gap = Rect { left, right, ..lane.bar };
        if gap.width() > 40 {
            let x = (gap.left + gap.right) / 2;
            let at = |x| label("free", Ink::Muted, point(x, gap.middle()), Anchor::Middle);
            scene.label([at(x), at((gap.left + x) / 2), at((x + gap.right) / 2)]);
        }
    }
}
