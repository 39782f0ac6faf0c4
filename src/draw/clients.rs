//! The lanes of the clients: what each believes, what the service says, what it may rely on.

use super::ink::Ink;
use super::labels::{along, bold, centred_at, ending_at, plain, small, starting_at};
use super::marks;
use super::picture::Rect;
use super::scene::{Entry, Layer, Scene};
use super::servers::deleted_by;
use super::stops;
use crate::sim::{ClientId, Ended, EventKind, Span, SpanKind, Time};
use crate::words::service_name;

/// The parts of a belief that the service's account does not share. Nobody learns of a lock before
/// it is granted, so a part at the beginning means that the lock was gone by then.
fn stale(belief: &Span, spans: &[Span]) -> Vec<(Time, Time)> {
    let mut parts = Vec::new();
    let mut gap = |from: Time, to: Time| {
        let (from, to) = (from.max(belief.from), to.min(belief.to));
        if from < to {
            parts.push((from, to));
        }
    };
    let mut over = belief.from;
    for span in spans {
        if span.kind == SpanKind::Truth && span.client == belief.client {
            gap(over, span.from);
            over = span.to;
        }
    }
    gap(over, belief.to);
    parts
}

/// Why a belief has no lease from an instant on.
fn why(scene: &Scene, belief: &Span, from: Time) -> Why {
    for event in &scene.trace.events {
        if let EventKind::Ended { client, why: Ended::Deleted { by } } = event.kind
            && (event.at, client) == (from, belief.client)
        {
            return Why::Deleted(by);
        }
    }
    let promised = |promise: &Span| {
        promise.client == belief.client && promise.from <= from && from < promise.to
    };
    if scene.spans_of(SpanKind::Promise).any(promised) {
        Why::LetGo
    } else if from == belief.from {
        Why::Never
    } else {
        Why::Over
    }
}

/// The stretches of time during which several promises stand.
fn double(spans: &[Span]) -> Vec<(Time, Time)> {
    let mut stretches: Vec<(Time, Time)> = Vec::new();
    let mut latest = Time::ZERO;
    for promise in spans.iter().filter(|span| span.kind == SpanKind::Promise) {
        let (from, to) = (promise.from, promise.to.min(latest));
        if from < to {
            match stretches.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                _ => stretches.push((from, to)),
            }
        }
        latest = latest.max(promise.to);
    }
    stretches
}

/// Why there is no lease.
#[derive(Clone, Copy)]
enum Why {
    /// Another client has deleted it.
    Deleted(ClientId),
    /// The service has let go, though the client was promised more.
    LetGo,
    /// There was none when the belief began.
    Never,
    /// It is over.
    Over,
}

/// What is to be labelled in the lanes of the clients.
#[derive(Default)]
pub struct Clients {
    /// The beliefs without a lease, and why there is none.
    stale: Vec<(ClientId, Rect, Why)>,
    double: Vec<Rect>,
    /// The bars of what the service says.
    leases: Vec<Rect>,
}

impl Clients {
    /// Draws the bars, and leaves the labels for later.
    pub fn draw(scene: &mut Scene) -> Clients {
        let mut clients = Clients::default();
        // What every run is about is explained even where it does not occur.
        scene.explain(Entry::Belief);
        scene.explain(Entry::Truth);
        clients.draw_double(scene);
        stops::draw(scene);
        clients.draw_beliefs(scene);
        let layout = scene.layout;
        for lane in &layout.clients {
            let bars = scene.bars(SpanKind::Truth, Some(lane.client), lane.truth);
            clients.leases.extend(bars.iter().map(|&(_, bar)| bar));
        }
        for promise in scene.spans_of(SpanKind::Promise) {
            let y = layout.client(promise.client).promise;
            let (left, right) = (scene.x(promise.from), scene.x(promise.to));
            marks::promise(scene, Layer::Bars, left, right, y, Ink::Hue(promise.client));
            scene.explain(Entry::Promise);
        }
        for wait in scene.spans_of(SpanKind::Waiting) {
            let y = layout.client(wait.client).belief.middle();
            scene.dots(scene.x(wait.from), scene.x(wait.to), y);
        }
        clients
    }

    fn draw_double(&mut self, scene: &mut Scene) {
        let [first, .., last] = scene.layout.clients.as_slice() else {
            return;
        };
        let rows = Rect { bottom: last.area.bottom, ..first.area };
        for (from, to) in double(scene.spans) {
            let area = scene.stretch(from, to, rows);
            marks::double(scene, Layer::Back, area);
            scene.explain(Entry::Double);
            self.double.push(area);
        }
    }

    fn draw_beliefs(&mut self, scene: &mut Scene) {
        let layout = scene.layout;
        for belief in scene.spans_of(SpanKind::Belief) {
            let row = layout.client(belief.client).belief;
            let bar = scene.stretch(belief.from, belief.to, row);
            scene.fill(Layer::Bars, bar, Ink::Hue(belief.client));
            scene.room.take_bar(bar);
            for (from, to) in stale(belief, scene.spans) {
                let part = scene.stretch(from, to, row);
                marks::stale(scene, Layer::Bars, part);
                scene.explain(Entry::Stale);
                let why = why(scene, belief, from);
                // Where there is one server, its lane shows when and why a lease ends.
                if let (Some(server), false) = (layout.only_server(), matches!(why, Why::Never)) {
                    scene.edge(Layer::Back, part.left, row.bottom, server.bar.top);
                }
                self.stale.push((belief.client, part, why));
            }
        }
    }

    /// Says what went wrong: first of all, since it matters most.
    pub fn label_trouble(&self, scene: &mut Scene) {
        let style = bold(Ink::Trouble);
        let layout = scene.layout;
        for (client, area, why) in &self.stale {
            let lane = layout.client(*client);
            let places = along(area, (lane.promise + lane.truth.bottom) / 2);
            // The fault of a client, of the service, or the weakness of every lease.
            let deleted;
            let wordings = match why {
                Why::Deleted(by) => {
                    deleted = deleted_by(*by);
                    [&deleted, &deleted, "deleted"]
                }
                Why::LetGo => {
                    ["was promised more: the service let go", "the service let go", "let go"]
                }
                Why::Never => ["believes, but has no lock", "has no lock", "no lock"],
                Why::Over => ["believes, but its lease is over", "its lease is over", "lease over"],
            };
            // Beside a narrow part there is more room after it than under it.
            let after = starting_at(area.left + 4, places[0].at.y);
            let _ = scene.label(&wordings, style, &places)
                || scene.label(&wordings[2..], style, &[after]);
        }
        for area in &self.double {
            let mut places = Vec::new();
            for lane in &layout.clients {
                places.extend(along(area, lane.strip));
            }
            scene.label(&["two may rely on it", "two may rely"], style, &places);
        }
    }

    /// Says what else happens.
    pub fn label(&self, scene: &mut Scene) {
        stops::label(scene);
        label_surrenders(scene);
        self.label_beliefs(scene);
        let words = ["holds it, says ", service_name(scene.trace.setup.params().service)].concat();
        for &bar in &self.leases {
            scene.label_inside(bar, &[&words, "lease"], small(Ink::Text), None);
        }
        label_waits(scene);
    }

    fn label_beliefs(&self, scene: &mut Scene) {
        for belief in scene.spans_of(SpanKind::Belief) {
            let row = scene.layout.client(belief.client).belief;
            let mut bar = scene.stretch(belief.from, belief.to, row);
            for (client, part, _) in &self.stale {
                if *client == belief.client && part.left < bar.right {
                    bar.right = part.left.max(bar.left);
                }
            }
            let wordings = ["believes it holds the lock", "believes"];
            scene.label_inside(bar, &wordings, plain(Ink::OnHue), None);
        }
    }
}

/// Says who stops without having written, and who is told that its lock is lost.
fn label_surrenders(scene: &mut Scene) {
    for event in &scene.trace.events {
        let words = match event.kind {
            EventKind::GaveUp { .. } => "gives up",
            EventKind::LearnedLoss => "learns of the loss",
            _ => continue,
        };
        let Some(client) = event.client() else {
            continue;
        };
        let lane = scene.layout.client(client);
        let x = scene.x(event.at);
        let after = starting_at(x + 6, lane.belief.middle());
        let places = [after, centred_at(x, lane.strip), ending_at(x, lane.strip)];
        scene.label(&[words], plain(Ink::Text), &places);
    }
}

fn label_waits(scene: &mut Scene) {
    for wait in scene.spans_of(SpanKind::Waiting) {
        let row = scene.layout.client(wait.client).belief;
        let area = scene.stretch(wait.from, wait.to, row);
        let wordings = ["waits for the lock", "waits"];
        scene.label_amid(area.grown(-8, 0), &wordings, plain(Ink::Muted));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(kind: SpanKind, from: u64, to: u64) -> Span {
        let (from, to) = (Time::from_micros(from), Time::from_micros(to));
        Span { kind, client: ClientId::A, from, to }
    }

    fn micros(parts: Vec<(Time, Time)>) -> Vec<(u64, u64)> {
        parts.into_iter().map(|(from, to)| (from.as_micros(), to.as_micros())).collect()
    }

    #[test]
    fn a_belief_is_stale_wherever_the_service_says_that_there_is_no_lock() {
        let truth = |from, to| span(SpanKind::Truth, from, to);
        let belief = span(SpanKind::Belief, 10, 50);
        assert_eq!(micros(stale(&belief, &[truth(5, 60)])), []);
        assert_eq!(micros(stale(&belief, &[truth(5, 30)])), [(30, 50)]);
        assert_eq!(micros(stale(&belief, &[truth(5, 30), truth(40, 45)])), [(30, 40), (45, 50)]);
        assert_eq!(micros(stale(&belief, &[truth(5, 8)])), [(10, 50)]);
        assert_eq!(micros(stale(&belief, &[])), [(10, 50)]);
        assert_eq!(micros(stale(&belief, &[truth(30, 60)])), [(10, 30)]);
    }

    #[test]
    fn two_promises_at_once_are_found_wherever_they_overlap() {
        let promise = |from, to| span(SpanKind::Promise, from, to);
        assert_eq!(micros(double(&[promise(0, 10), promise(10, 20)])), []);
        assert_eq!(micros(double(&[promise(0, 10), promise(4, 20)])), [(4, 10)]);
        let many = [promise(0, 10), promise(2, 5), promise(4, 8), promise(9, 12)];
        assert_eq!(micros(double(&many)), [(2, 8), (9, 10)]);
    }
}
