//! The lanes of the lock service: who holds the lock, or the key on each of several servers, and
//! what happens to the servers.

use super::ink::Ink;
use super::labels::{along, bold, ending_at, plain, small, starting_at};
use super::marks;
use super::picture::{Point, Rect, Shape, point};
use super::scene::{Entry, Layer, Scene};
use crate::sim::{
    ClientId, Duration, Ended, EventKind, Gap, GapKind, Node, Span, SpanKind, Time, Token,
};

/// A stretch of a lane during which somebody holds the lock or the key, and its bar.
type Hold = (Span, Rect);

/// Bars that are narrower than this have no label.
const LABELLED: i32 = 14;

/// What is to be labelled in the lanes of the lock service, lane by lane.
pub struct Servers {
    holds: Vec<Hold>,
    /// When no lock is given, and where that is in the picture.
    gaps: Vec<(Gap, Rect)>,
}

impl Servers {
    /// Draws the bars, and leaves the labels for later.
    pub fn draw(scene: &mut Scene) -> Servers {
        let layout = scene.layout;
        let mut holds = Vec::new();
        for lane in &layout.servers {
            let ground = Rect { top: lane.bar.middle(), bottom: lane.bar.middle() + 1, ..lane.bar };
            scene.fill(Layer::Bars, ground, Ink::Grid);
            let kind = match layout.only_server() {
                Some(_) => SpanKind::Truth,
                None => SpanKind::Key(lane.server),
            };
            holds.append(&mut scene.bars(kind, None, lane.bar));
        }
        let mut gaps = Vec::new();
        for gap in scene.trace.gaps() {
            let area = scene.stretch(gap.from, gap.to, layout.server(gap.server).bar);
            marks::barred(scene, Layer::Bars, area);
            scene.explain(Entry::Gap);
            gaps.push((gap, area));
        }
        draw_cuts(scene);
        Servers { holds, gaps }
    }

    /// Marks what happens to the servers, and says who holds what.
    pub fn label(&self, scene: &mut Scene) {
        let flags = draw_flags(scene);
        label_deletions(scene);
        for (Point { x, y }, [long, short]) in flags {
            let places = [starting_at(x + 15, y), ending_at(x - 5, y)];
            scene.label(&[&long, &short], bold(Ink::Text), &places);
        }
        for (gap, area) in &self.gaps {
            label_gap(scene, gap.kind, area, scene.layout.server(gap.server).strip);
            scene.room.take_bar(*area);
        }
        for (span, bar) in &self.holds {
            if bar.width() >= LABELLED {
                let barred = self.gaps.iter().any(|(_, gap)| gap.overlaps(bar));
                let ground = barred.then_some(Ink::Soft(span.client));
                label_hold(scene, span, *bar, ground);
            }
        }
        if let Some(lane) = scene.layout.only_server() {
            let mut rest = lane.bar;
            for (_, bar) in &self.holds {
                self.label_rest(scene, Rect { right: bar.left, ..rest });
                rest.left = bar.right;
            }
            self.label_rest(scene, rest);
        }
        self.label_cuts(scene);
    }

    /// Says between the bars of the only lane that the lock is free, except where it is not given.
    fn label_rest(&self, scene: &mut Scene, mut rest: Rect) {
        for (_, gap) in &self.gaps {
            if gap.overlaps(&rest) {
                label_free(scene, Rect { right: gap.left, ..rest });
                rest.left = gap.right;
            }
        }
        label_free(scene, rest);
    }

    /// Says who cannot reach a server: between the bars of its lane, or else on one of them.
    fn label_cuts(&self, scene: &mut Scene) {
        let spans = scene.spans;
        for span in spans {
            let SpanKind::Cut(Some(server)) = span.kind else {
                continue;
            };
            let lane = scene.layout.server(server);
            let area = scene.stretch(span.from, span.to, lane.bar);
            let start = starting_at(area.left + 2, lane.strip);
            let places = [start, ending_at(area.right - 2, lane.strip)];
            let words = [&span.client.to_string(), " cut off"].concat();
            let labelled = scene.label(&[&words], small(Ink::Muted), &places);
            let own = self.holds.iter().find(|(_, bar)| bar.overlaps(&area));
            if let (false, Some((_, bar))) = (labelled, own) {
                let (left, right) = (bar.left.max(area.left), bar.right.min(area.right));
                scene.label_inside(Rect { left, right, ..*bar }, &[&words], small(Ink::Text), None);
            }
        }
    }
}

/// Says why a server gives no lock: between its bars, or else above or beside them.
fn label_gap(scene: &mut Scene, kind: GapKind, area: &Rect, strip: i32) {
    let wordings = match kind {
        GapKind::HeldBack => ["held back: lock-delay", "held back"],
        GapKind::Leaderless => ["no leader", "no leader"],
        GapKind::Down => ["down, its memory lost", "down"],
    };
    let style = plain(Ink::Text);
    if !scene.label_amid(area.grown(-4, 0), &wordings, style) {
        let beside = [starting_at(area.right + 5, strip), ending_at(area.left - 5, strip)];
        let above = along(area, strip);
        let places = if scene.layout.only_server().is_some() { &above[..] } else { &beside };
        scene.label(&wordings, style, places);
    }
}

fn label_hold(scene: &mut Scene, span: &Span, bar: Rect, ground: Option<Ink>) {
    let style = plain(Ink::Text);
    let letter = span.client.to_string();
    if scene.layout.only_server().is_none() {
        scene.label_inside(bar, &[&letter], style, ground);
        return;
    }
    let held = format!("held by {letter}");
    match token(scene, span) {
        Some(token) => {
            let (long, short) = (format!("{held}, token {token}"), format!("{letter} · {token}"));
            scene.label_inside(bar, &[&long, &short, &letter], style, ground);
        }
        None => scene.label_inside(bar, &[&held, &letter], style, ground),
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

fn label_free(scene: &mut Scene, rest: Rect) {
    scene.label_amid(rest.grown(-8, 0), &["free"], plain(Ink::Muted));
}

/// Who has deleted a key that was not its own.
pub fn deleted_by(client: ClientId) -> String {
    ["deleted by ", &client.to_string()].concat()
}

/// Says at the end of a bar that another client has deleted the key.
fn label_deletions(scene: &mut Scene) {
    for event in &scene.trace.events {
        if let (EventKind::Ended { why: Ended::Deleted { by }, .. }, Node::Server(server)) =
            (event.kind, event.actor)
        {
            let (x, y) = (scene.x(event.at), scene.layout.server(server).strip);
            // The second of the places on the left is beyond the arrow of a write sent just before.
            let places = [ending_at(x - 8, y), ending_at(x - 16, y), starting_at(x + 8, y)];
            scene.label(&[&deleted_by(by), "deleted"], bold(Ink::Trouble), &places);
        }
    }
}

/// Sets a flag where a clock is set, or a replica takes over, and tells where its label belongs
/// and what it says.
fn draw_flags(scene: &mut Scene) -> Vec<(Point, [String; 2])> {
    let mut flags = Vec::new();
    for event in &scene.trace.events {
        let Node::Server(server) = event.actor else {
            continue;
        };
        let set = |by: Duration, how: &str| {
            let short = ["+", &by.to_string(), " s", how].concat();
            [["clock ", &short].concat(), short]
        };
        let wordings = match event.kind {
            EventKind::Jumped { by } => set(by, ""),
            EventKind::Slewed { by } => set(by, ", slowly"),
            EventKind::Promoted => ["replica takes over".into(), "failover".into()],
            _ => continue,
        };
        let lane = scene.layout.server(server);
        let (x, y) = (scene.x(event.at), lane.strip);
        let foot = point(x, lane.bar.bottom + 1);
        marks::flag(scene, Layer::Marks, foot, foot.y - y + 6, Ink::Text);
        scene.room.take(Rect::new(x - 1, x + 11, y - 7, y + 3));
        scene.room.take(Rect::new(x - 1, x + 3, y - 7, foot.y));
        flags.push((point(x, y), wordings));
    }
    flags
}

/// Draws how long a client cannot reach a server, in the client's hue below the server's lane.
fn draw_cuts(scene: &mut Scene) {
    let spans = scene.spans;
    for span in spans {
        if let SpanKind::Cut(Some(server)) = span.kind
            && (span.from, span.to) != (Time::ZERO, scene.trace.end)
        {
            let lane = scene.layout.server(server);
            let y = lane.bar.bottom + 2;
            let (from, to) = (point(scene.x(span.from), y), point(scene.x(span.to), y));
            let ink = Ink::Hue(span.client);
            scene.draw(Layer::Bars, Shape::Dashes { from, to, dash: 5, gap: 5, stroke: 2, ink });
        }
    }
}
