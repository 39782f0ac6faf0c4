//! The lanes of the clients: what each believes, what the service says, what it may rely on.

use super::ink::Ink;
use super::labels::label;
use super::layout::ClientLane;
use super::marks;
use super::picture::{Anchor, Point, Rect, Shape, Text, point};
use super::scene::{Entry, Layer, Scene};
use crate::sim::{ClientId, Duration, Event, EventKind, Node, Span, SpanKind, Time};
use crate::words::service_name;

/// The parts of a belief that outlive what the service says.
///
/// A belief before its lock is not among them: nobody learns of a lock before it is granted.
fn stale(belief: &Span, truths: &[Span]) -> Vec<(Time, Time)> {
    let mut parts = Vec::new();
    let mut over: Option<Time> = None;
    let mut gap = |over: Option<Time>, next: Time| {
        let Some(over) = over else {
            return;
        };
        let (from, to) = (over.max(belief.from), next.min(belief.to));
        if from < to {
            parts.push((from, to));
        }
    };
    for truth in truths.iter().filter(|truth| truth.client == belief.client) {
        gap(over, truth.from);
        over = Some(truth.to);
    }
    gap(over, belief.to);
    parts
}

/// The stretches of time during which several promises stand.
fn double(promises: &[Span]) -> Vec<(Time, Time)> {
    let mut stretches: Vec<(Time, Time)> = Vec::new();
    let mut latest: Option<Time> = None;
    for promise in promises {
        if let Some(end) = latest.filter(|&end| promise.from < end) {
            let to = promise.to.min(end);
            match stretches.last_mut() {
                Some(last) if promise.from <= last.1 => last.1 = last.1.max(to),
                _ if promise.from < to => stretches.push((promise.from, to)),
                _ => {}
            }
        }
        latest = latest.max(Some(promise.to));
    }
    stretches
}

/// Three places for a label over or under a stretch of a row: its middle, its ends.
fn along(text: Text, area: &Rect, y: i32) -> [Text; 3] {
    let middle = (area.left + area.right) / 2;
    [(middle, Anchor::Middle), (area.right, Anchor::End), (area.left, Anchor::Start)]
        .map(|(x, anchor)| Text { at: point(x, y), anchor, ..text.clone() })
}

/// What is to be drawn in the lanes of the clients.
pub struct Clients {
    lanes: Vec<ClientLane>,
    beliefs: Vec<Span>,
    truths: Vec<Span>,
    /// The bars of the truths.
    leases: Vec<(Span, Rect)>,
    pauses: Vec<Span>,
    waits: Vec<Span>,
    stale: Vec<(ClientId, Rect)>,
    double: Vec<Rect>,
    crashes: Vec<(ClientId, Point)>,
}

impl Clients {
    /// Draws the bars, and leaves the labels for later.
    pub fn draw(scene: &mut Scene) -> Clients {
        let mut clients = Clients {
            lanes: scene.layout.clients.clone(),
            beliefs: scene.spans_of(SpanKind::Belief),
            truths: scene.spans_of(SpanKind::Truth),
            leases: Vec::new(),
            pauses: scene.spans_of(SpanKind::Pause),
            waits: scene.spans_of(SpanKind::Waiting),
            stale: Vec::new(),
            double: Vec::new(),
            crashes: Vec::new(),
        };
        clients.draw_double(scene);
        clients.draw_pauses(scene);
        clients.draw_bars(scene);
        clients.draw_crashes(scene);
        clients
    }

    fn lane(&self, client: ClientId) -> Option<ClientLane> {
        self.lanes.get(client.index()).copied()
    }

    fn draw_double(&mut self, scene: &mut Scene) {
        let promises = scene.spans_of(SpanKind::Promise);
        let (Some(first), Some(last)) = (self.lanes.first(), self.lanes.last()) else {
            return;
        };
        let rows = Rect { bottom: last.area.bottom, ..first.area };
        for (from, to) in double(&promises) {
            let area = scene.stretch(from, to, rows);
            scene.fill(Layer::Back, area, Ink::TroubleSoft);
            for x in [area.left, area.right] {
                scene.dashes(
                    Layer::Back,
                    point(x, area.top),
                    point(x, area.bottom),
                    3,
                    Ink::Trouble,
                );
            }
            scene.explain(Entry::Double);
            self.double.push(area);
        }
    }

    fn draw_pauses(&self, scene: &mut Scene) {
        for pause in &self.pauses {
            let Some(lane) = self.lane(pause.client) else {
                continue;
            };
            let area = scene.stretch(pause.from, pause.to, lane.area);
            scene.draw(Layer::Back, Shape::Hatch { area, step: 7, stroke: 1, ink: Ink::Hatch });
            for x in [area.left, area.right] {
                scene.line(Layer::Back, point(x, area.top), point(x, area.bottom), 1, Ink::Hatch);
            }
            scene.explain(Entry::Pause);
        }
    }

    fn draw_bars(&mut self, scene: &mut Scene) {
        // Where there is one server, its lane shows when and why a lease ends.
        let alone = scene.layout.servers.len() == 1;
        for belief in &self.beliefs {
            let Some(lane) = self.lane(belief.client) else {
                continue;
            };
            let bar = scene.stretch(belief.from, belief.to, lane.belief);
            scene.fill(Layer::Bars, bar, Ink::Hue(belief.client));
            scene.room.take_bar(bar);
            for (from, to) in stale(belief, &self.truths) {
                let part = scene.stretch(from, to, lane.belief);
                marks::stale(part).into_iter().for_each(|shape| scene.draw(Layer::Bars, shape));
                scene.explain(Entry::Stale);
                if let Some(server) = scene.layout.servers.first().filter(|_| alone) {
                    let to = point(part.left, server.bar.top);
                    let from = point(part.left, lane.belief.bottom);
                    scene.dashes(Layer::Back, from, to, 3, Ink::Trouble);
                }
                self.stale.push((belief.client, part));
            }
        }
        for lane in &self.lanes {
            let truths = self.truths.iter().filter(|truth| truth.client == lane.client);
            self.leases.extend(scene.bars(truths.copied(), lane.truth));
        }
        for &(truth, bar) in &self.leases {
            let shapes = marks::hollow(bar, truth.client);
            shapes.into_iter().for_each(|shape| scene.draw(Layer::Bars, shape));
            scene.room.take_bar(bar);
        }
        for promise in scene.spans_of(SpanKind::Promise) {
            if let Some(lane) = self.lane(promise.client) {
                let (left, right) = (scene.x(promise.from), scene.x(promise.to));
                let shapes = marks::promise(left, right, lane.promise, Ink::Hue(promise.client));
                shapes.into_iter().for_each(|shape| scene.draw(Layer::Bars, shape));
                scene.explain(Entry::Promise);
            }
        }
        for wait in &self.waits {
            if let Some(lane) = self.lane(wait.client) {
                let (left, right) = (scene.x(wait.from), scene.x(wait.to));
                scene.dots(left, right, lane.belief.middle(), Ink::Line);
            }
        }
    }

    fn draw_crashes(&mut self, scene: &mut Scene) {
        let trace = scene.trace;
        for event in &trace.events {
            if let Event { at, actor: Node::Client(client), kind: EventKind::Crashed } = *event
                && let Some(lane) = self.lane(client)
            {
                let center = point(scene.x(at), lane.belief.middle());
                scene.draw(Layer::Marks, Shape::Disc { center, radius: 8, ink: Ink::Ground });
                let cross = marks::cross(center, 5, 3, Ink::Text);
                cross.into_iter().for_each(|shape| scene.draw(Layer::Marks, shape));
                scene.room.take(Rect::new(center.x - 8, center.x + 8, center.y - 8, center.y + 8));
                self.crashes.push((client, center));
            }
        }
    }

    /// Says what went wrong: first of all, since it matters most.
    pub fn label_trouble(&self, scene: &mut Scene) {
        for &(client, area) in &self.stale {
            if let Some(lane) = self.lane(client) {
                let y = (lane.promise + lane.truth.bottom) / 2;
                let words = ["believes, but its lease is over", "its lease is over", "lease over"];
                let labels = words
                    .map(|words| label(words, Ink::Trouble, point(0, y), Anchor::Start).bold());
                scene.label(labels.into_iter().flat_map(|text| along(text, &area, y)));
            }
        }
        for area in &self.double {
            let words = ["two holders at once", "two holders"];
            let labels =
                words.map(|words| label(words, Ink::Trouble, point(0, 0), Anchor::Start).bold());
            let strips: Vec<i32> = self.lanes.iter().map(|lane| lane.strip).collect();
            scene.label(
                labels.into_iter().flat_map(|text| {
                    strips.iter().flat_map(move |&y| along(text.clone(), area, y))
                }),
            );
        }
    }

    /// Says what else happens.
    pub fn label(&self, scene: &mut Scene) {
        for pause in &self.pauses {
            let Some(lane) = self.lane(pause.client) else {
                continue;
            };
            let area = scene.stretch(pause.from, pause.to, lane.area);
            let length = paused_for(scene, pause);
            let words = [format!("paused {length} s"), "paused".into()];
            let labels = words.map(|words| label(words, Ink::Text, point(0, 0), Anchor::Start));
            scene.label(labels.into_iter().flat_map(|text| along(text, &area, lane.strip)));
        }
        for &(client, Point { x, y }) in &self.crashes {
            let strip = self.lane(client).map_or(y, |lane| lane.strip);
            let right = label("crashed", Ink::Text, point(x + 11, y), Anchor::Start).bold();
            let left = Text { at: point(x - 11, y), anchor: Anchor::End, ..right.clone() };
            let above = Text { at: point(x, strip), anchor: Anchor::Middle, ..right.clone() };
            scene.label([right, left, above]);
        }
        self.label_surrenders(scene);
        self.label_bars(scene);
    }

    /// Says who stops without having written, and who is told that its lock is lost.
    fn label_surrenders(&self, scene: &mut Scene) {
        let trace = scene.trace;
        for event in &trace.events {
            let words = match event.kind {
                EventKind::GaveUp { .. } => "gives up",
                EventKind::LearnedLoss => "learns of the loss",
                _ => continue,
            };
            let Some(lane) = event.client().and_then(|client| self.lane(client)) else {
                continue;
            };
            let (x, y) = (scene.x(event.at), lane.belief.middle());
            let after = label(words, Ink::Text, point(x + 6, y), Anchor::Start);
            let above = point(x, lane.strip);
            let ends = Text { at: above, anchor: Anchor::End, ..after.clone() };
            let middle = Text { at: above, anchor: Anchor::Middle, ..after.clone() };
            scene.label([after, middle, ends]);
        }
    }

    fn label_bars(&self, scene: &mut Scene) {
        let service = service_name(scene.trace.setup.params().service);
        for belief in &self.beliefs {
            let Some(lane) = self.lane(belief.client) else {
                continue;
            };
            let mut bar = scene.stretch(belief.from, belief.to, lane.belief);
            for (client, part) in &self.stale {
                if *client == belief.client && part.left < bar.right {
                    bar.right = bar.right.min(part.left).max(bar.left);
                }
            }
            let labels = ["believes it holds the lock", "believes"]
                .map(|words| label(words, Ink::OnHue, point(0, 0), Anchor::Start));
            scene.label_inside(bar, labels);
        }
        for &(_, bar) in &self.leases {
            let labels = [format!("holds it, says {service}"), "lease".into()]
                .map(|words| label(words, Ink::Text, point(0, 0), Anchor::Start).small());
            scene.label_inside(bar, labels);
        }
        for wait in &self.waits {
            if let Some(lane) = self.lane(wait.client) {
                let area = scene.stretch(wait.from, wait.to, lane.belief);
                let labels = ["waits for the lock", "waits"]
                    .map(|words| label(words, Ink::Muted, point(0, 0), Anchor::Start))
                    .map(|text| Text {
                        at: point((area.left + area.right) / 2, area.middle()),
                        anchor: Anchor::Middle,
                        ..text
                    });
                let labels =
                    labels.into_iter().filter(|text| area.grown(-8, 9).contains(&text.bounds()));
                scene.label(labels);
            }
        }
    }
}

/// How long a client is to stop, which is longer than the span if the run ends before.
fn paused_for(scene: &Scene, pause: &Span) -> Duration {
    let planned = scene.trace.events.iter().find_map(|event| match event.kind {
        EventKind::Paused { length }
            if event.client() == Some(pause.client) && event.at == pause.from =>
        {
            Some(length)
        }
        _ => None,
    });
    planned.unwrap_or(pause.to.since(pause.from))
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
    fn a_belief_is_stale_from_the_end_of_its_lock_on() {
        let truth = |from, to| span(SpanKind::Truth, from, to);
        let belief = span(SpanKind::Belief, 10, 50);
        assert_eq!(micros(stale(&belief, &[truth(5, 60)])), []);
        assert_eq!(micros(stale(&belief, &[truth(5, 30)])), [(30, 50)]);
        assert_eq!(micros(stale(&belief, &[truth(5, 30), truth(40, 45)])), [(30, 40), (45, 50)]);
        assert_eq!(micros(stale(&belief, &[truth(5, 8)])), [(10, 50)]);
        assert_eq!(micros(stale(&belief, &[])), []);
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
