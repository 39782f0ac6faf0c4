//! A picture in the making.

use super::ink::Ink;
use super::labels::{Room, centred_at};
use super::layout::Layout;
use super::marks;
use super::picture::{Place, Point, Rect, Shape, Style, Text, point};
use crate::sim::{ClientId, Span, SpanKind, Time, Trace};

/// What lies over what, from the bottom up.
#[derive(Clone, Copy, Debug)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    /// A client that is cut off from the lock service.
    Cut,
    /// A lock server that gives no lock.
    Gap,
    /// A write that was accepted.
    Accepted,
    /// A write that was refused.
    Refused,
    /// The number of a step.
    Step,
}

impl Entry {
    /// Every entry, in the order of the legend.
    pub const ALL: [Entry; 11] = [
        Entry::Belief,
        Entry::Truth,
        Entry::Promise,
        Entry::Stale,
        Entry::Double,
        Entry::Pause,
        Entry::Cut,
        Entry::Gap,
        Entry::Accepted,
        Entry::Refused,
        Entry::Step,
    ];
}

/// The shapes so far, and the room that is left for labels.
pub struct Scene<'a> {
    /// The run.
    pub trace: &'a Trace,
    /// Its spans, in the order in which they begin.
    pub spans: &'a [Span],
    /// The lanes.
    pub layout: &'a Layout,
    /// The room for labels.
    pub room: Room,
    /// The shapes of each layer.
    layers: [Vec<Shape>; 5],
    explained: [bool; Entry::ALL.len()],
}

impl<'a> Scene<'a> {
    /// An empty scene.
    pub fn new(trace: &'a Trace, spans: &'a [Span], layout: &'a Layout) -> Scene<'a> {
        // Labels may reach a little into the column of names, which looks better than to move
        // what belongs to the beginning of the run.
        let left = (layout.scale.left - 12).max(2);
        let room = Room::new(Rect::new(left, layout.width - 2, 0, i32::MAX));
        let explained = [false; Entry::ALL.len()];
        Scene { trace, spans, layout, room, layers: Default::default(), explained }
    }

    /// The spans of one kind, in the order in which they begin.
    pub fn spans_of(&self, kind: SpanKind) -> impl Iterator<Item = &'a Span> + use<'a> {
        self.spans.iter().filter(move |span| span.kind == kind)
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

    /// Draws the spans of one kind, of one client or of all, as bars in a row.
    ///
    /// Spans of a client that are too close to be told apart become one bar, so that a run with
    /// thousands of short tries is drawn as fast as any other.
    pub fn bars(&mut self, kind: SpanKind, of: Option<ClientId>, row: Rect) -> Vec<(Span, Rect)> {
        let mut bars: Vec<(Span, Rect)> = Vec::new();
        for span in self.spans_of(kind) {
            if of.is_some_and(|client| client != span.client) {
                continue;
            }
            let bar = self.stretch(span.from, span.to, row);
            match bars.last_mut() {
                Some((last, before)) if last.client == span.client && bar.left <= before.right => {
                    last.to = last.to.max(span.to);
                    before.right = before.right.max(bar.right);
                }
                // Nothing is to be seen of a bar that the next one covers.
                Some(last) if last.1.left == bar.left && last.1.right <= bar.right => {
                    *last = (*span, bar);
                }
                _ => bars.push((*span, bar)),
            }
        }
        for (span, bar) in &bars {
            marks::hollow(self, Layer::Bars, *bar, span.client);
            self.room.take_bar(*bar);
        }
        bars
    }

    /// Adds a shape.
    pub fn draw(&mut self, layer: Layer, shape: Shape) {
        self.layers[layer as usize].push(shape);
    }

    /// Adds a filled rectangle.
    pub fn fill(&mut self, layer: Layer, area: Rect, ink: Ink) {
        self.draw(layer, Shape::Fill { area, ink });
    }

    /// Adds a filled circle.
    pub fn disc(&mut self, layer: Layer, center: Point, radius: i32, ink: Ink) {
        self.draw(layer, Shape::Disc { center, radius, ink });
    }

    /// Adds a line.
    pub fn line(&mut self, layer: Layer, from: Point, to: Point, stroke: i32, ink: Ink) {
        self.draw(layer, Shape::Line { from, to, stroke, ink });
    }

    /// Adds slanting lines that fill an area.
    pub fn hatch(&mut self, layer: Layer, area: Rect, step: i32, stroke: i32, ink: Ink) {
        self.draw(layer, Shape::Hatch { area, step, stroke, ink });
    }

    /// Adds a broken line from the top down, where trouble begins or ends.
    pub fn edge(&mut self, layer: Layer, x: i32, top: i32, bottom: i32) {
        let (from, to) = (point(x, top), point(x, bottom));
        self.draw(layer, Shape::Dashes { from, to, dash: 3, gap: 3, stroke: 1, ink: Ink::Trouble });
    }

    /// Adds a horizontal line of dots.
    pub fn dots(&mut self, from: i32, to: i32, y: i32) {
        let (from, to) = (point(from, y), point(to, y));
        let ink = Ink::Line;
        self.draw(Layer::Bars, Shape::Dashes { from, to, dash: 2, gap: 2, stroke: 2, ink });
    }

    /// Adds a text that stands where it must.
    pub fn write(&mut self, words: &str, style: Style, place: Place) {
        self.room.take(style.bounds(words, place));
        self.draw(Layer::Labels, Shape::Text(Text { words: words.into(), place, style }));
    }

    /// Adds a label, on a ground of its own, at the first place that is free, in the first of
    /// several wordings for which there is one.
    pub fn label(&mut self, wordings: &[&str], style: Style, places: &[Place]) -> bool {
        let Some(text) = self.room.place(wordings, style, places) else {
            return false;
        };
        self.fill(Layer::Labels, text.bounds().grown(2, 0), Ink::Ground);
        self.draw(Layer::Labels, Shape::Text(text));
        true
    }

    /// Adds a label to a bar, in the first of several wordings that fits; on a ground of its own,
    /// if there is something on the bar already.
    pub fn label_inside(
        &mut self,
        bar: Rect,
        wordings: &[&str],
        style: Style,
        ground: Option<Ink>,
    ) {
        if let Some(text) = self.room.place_inside(bar, wordings, style) {
            if let Some(ink) = ground {
                self.fill(Layer::Labels, text.bounds().grown(2, 0), ink);
            }
            self.draw(Layer::Labels, Shape::Text(text));
        }
    }

    /// Adds a label somewhere amid an area, in the first of several wordings that fits.
    pub fn label_amid(&mut self, area: Rect, wordings: &[&str], style: Style) -> bool {
        let (x, y) = (area.center(), area.middle());
        for &words in wordings {
            for x in [x, (area.left + x) / 2, (x + area.right) / 2] {
                let place = centred_at(x, y);
                let fits = area.grown(0, 9).contains(&style.bounds(words, place));
                if fits && self.label(&[words], style, &[place]) {
                    return true;
                }
            }
        }
        false
    }

    /// Remembers that something occurs.
    pub fn explain(&mut self, entry: Entry) {
        self.explained[entry as usize] = true;
    }

    /// Whether something occurs.
    pub fn explains(&self, entry: Entry) -> bool {
        self.explained[entry as usize]
    }

    /// All shapes, from the bottom up.
    pub fn into_shapes(self) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for mut layer in self.layers {
            shapes.append(&mut layer);
        }
        shapes
    }
}
