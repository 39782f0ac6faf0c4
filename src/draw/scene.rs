//! A picture in the making.

use super::ink::Ink;
use super::labels::Room;
use super::layout::Layout;
use super::picture::{Point, Rect, Shape, Text, point};
use crate::sim::{Span, SpanKind, Time, Trace};

/// What lies over what, from the bottom up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Layer {
    /// Behind everything.
    Back,
    /// What lasts.
    Bars,
    /// What travels from lane to lane.
    Arrows,
    /// What happens in an instant.
    Marks,
    /// What is said.
    Labels,
}

/// What occurs in a picture and needs an explanation below it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Entry {
    /// A client's belief.
    Belief,
    /// The same by the service's account.
    Truth,
    /// What a client may rely on.
    Promise,
    /// Belief without a lease.
    Stale,
    /// Two promises at once.
    Double,
    /// A pause.
    Pause,
    /// A write that was accepted.
    Accepted,
    /// A write that was refused.
    Refused,
    /// The number of a step.
    Step,
}

/// The shapes so far, and the room that is left for labels.
pub struct Scene<'a> {
    /// The run.
    pub trace: &'a Trace,
    /// Its spans.
    pub spans: Vec<Span>,
    /// The lanes.
    pub layout: Layout,
    /// The room for labels.
    pub room: Room,
    shapes: Vec<(Layer, Shape)>,
    entries: Vec<Entry>,
}

impl<'a> Scene<'a> {
    /// An empty scene.
    pub fn new(trace: &'a Trace, layout: Layout) -> Scene<'a> {
        // Labels may reach a little into the column of names, which looks better than to move
        // what belongs to the beginning of the run.
        let left = (layout.scale.left - 12).max(2);
        let room = Room::new(Rect::new(left, layout.width - 2, 0, i32::MAX));
        let (shapes, entries) = (Vec::new(), vec![Entry::Belief, Entry::Truth]);
        Scene { trace, spans: trace.spans(), layout, room, shapes, entries }
    }

    /// The spans of one kind, in the order in which they begin.
    pub fn spans_of(&self, kind: SpanKind) -> Vec<Span> {
        let mut spans: Vec<Span> =
            self.spans.iter().filter(|span| span.kind == kind).copied().collect();
        spans.sort_by_key(|span| span.from);
        spans
    }

    /// The column of an instant.
    pub fn x(&self, at: Time) -> i32 {
        self.layout.scale.x(at)
    }

    /// The part of a row that belongs to a stretch of time; never too narrow to be seen.
    pub fn stretch(&self, from: Time, to: Time, row: Rect) -> Rect {
        let (left, right) = (self.x(from), self.x(to));
        Rect { left, right: right.max(left + 2), ..row }
    }

    /// The bars of some spans of one lane, in the order in which they begin.
    ///
    /// Spans of a client that are too close to be told apart become one bar, so that a run with
    /// thousands of short tries is drawn as fast as any other.
    pub fn bars(&self, spans: impl IntoIterator<Item = Span>, row: Rect) -> Vec<(Span, Rect)> {
        let mut bars: Vec<(Span, Rect)> = Vec::new();
        for span in spans {
            let bar = self.stretch(span.from, span.to, row);
            match bars.last_mut() {
                Some((last, before)) if last.client == span.client && bar.left <= before.right => {
                    last.to = last.to.max(span.to);
                    before.right = before.right.max(bar.right);
                }
                _ => bars.push((span, bar)),
            }
        }
        bars
    }

    /// Adds a shape.
    pub fn draw(&mut self, layer: Layer, shape: Shape) {
        self.shapes.push((layer, shape));
    }

    /// Adds a filled rectangle.
    pub fn fill(&mut self, layer: Layer, area: Rect, ink: Ink) {
        self.draw(layer, Shape::Fill { area, ink });
    }

    /// Adds a line.
    pub fn line(&mut self, layer: Layer, from: Point, to: Point, stroke: i32, ink: Ink) {
        self.draw(layer, Shape::Path { points: vec![from, to], stroke, ink });
    }

    /// Adds a broken line.
    pub fn dashes(&mut self, layer: Layer, from: Point, to: Point, dash: i32, ink: Ink) {
        self.draw(layer, Shape::Dashes { from, to, dash, stroke: 1, ink });
    }

    /// Adds a horizontal line of dots.
    pub fn dots(&mut self, from: i32, to: i32, y: i32, ink: Ink) {
        let (from, to) = (point(from, y), point(to, y));
        self.draw(Layer::Bars, Shape::Dashes { from, to, dash: 2, stroke: 2, ink });
    }

    /// Adds a text that stands where it must.
    pub fn write(&mut self, text: Text) {
        self.room.take(text.bounds());
        self.draw(Layer::Labels, Shape::Text(text));
    }

    /// Adds the first of several labels for which there is room, on a ground of its own.
    pub fn label(&mut self, labels: impl IntoIterator<Item = Text>) -> bool {
        let Some(text) = self.room.place(labels) else {
            return false;
        };
        self.fill(Layer::Labels, text.bounds().grown(2, 0), Ink::Ground);
        self.draw(Layer::Labels, Shape::Text(text));
        true
    }

    /// Adds the first of several labels that fits into a bar.
    pub fn label_inside(&mut self, bar: Rect, labels: impl IntoIterator<Item = Text>) {
        if let Some(text) = self.room.place_inside(bar, labels) {
            self.draw(Layer::Labels, Shape::Text(text));
        }
    }

    /// Remembers that something occurs.
    pub fn explain(&mut self, entry: Entry) {
        if !self.entries.contains(&entry) {
            self.entries.push(entry);
        }
    }

    /// What occurs, in the order of the legend.
    pub fn entries(&self) -> Vec<Entry> {
        let mut entries = self.entries.clone();
        entries.sort();
        entries
    }

    /// All shapes, from the bottom up.
    pub fn into_shapes(mut self) -> Vec<Shape> {
        self.shapes.sort_by_key(|&(layer, _)| layer);
        self.shapes.into_iter().map(|(_, shape)| shape).collect()
    }
}
