//! Painting shapes with a backend of plotters.

use plotters::backend::DrawingBackend;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::DrawResult;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontDesc, FontFamily, FontStyle, RGBColor, ShapeStyle, TextStyle};

use super::ink::{Ink, Rgb, Theme};
use super::picture::{Anchor, Point, Rect, Shape, Text, Weight};

/// The font of all texts.
const FONT: FontFamily<'static> = FontFamily::Name("system-ui, sans-serif");

/// Paints shapes onto a transparent ground. A CSS pixel becomes `scale` pixels of the backend.
///
/// # Errors
///
/// Hands on what the backend reports.
pub fn paint<B: DrawingBackend>(
    shapes: &[Shape],
    theme: Theme,
    scale: f64,
    backend: &mut B,
) -> DrawResult<(), B> {
    Brush { backend, colour: &|ink| theme.colour(ink), scale, type_scale: scale }.paint(shapes)
}

/// A column and a row of the backend.
type Pixel = (i32, i32);

/// A backend and how to draw with it.
pub(super) struct Brush<'a, B> {
    pub backend: &'a mut B,
    pub colour: &'a dyn Fn(Ink) -> Rgb,
    /// How many pixels of the backend a CSS pixel has.
    pub scale: f64,
    /// The same for the sizes of fonts, which not every backend takes as they are.
    pub type_scale: f64,
}

impl<B: DrawingBackend> Brush<'_, B> {
    /// Paints all shapes.
    pub fn paint(&mut self, shapes: &[Shape]) -> DrawResult<(), B> {
        shapes.iter().try_for_each(|shape| self.shape(shape))
    }

    fn shape(&mut self, shape: &Shape) -> DrawResult<(), B> {
        match shape {
            Shape::Fill { area, ink } => self.fill(self.area(area), *ink),
            Shape::Frame { area, stroke, ink } => self.frame(area, *stroke, *ink),
            Shape::Line { from, to, stroke, ink } => {
                self.line(self.place(*from), self.place(*to), *stroke, *ink)
            }
            Shape::Hook { points, stroke, ink } => {
                self.path(points.map(|point| self.place(point)).into(), *stroke, *ink)
            }
            Shape::Dashes { from, to, dash, gap, stroke, ink } => {
                self.dashes(*from, *to, (*dash, *gap), *stroke, *ink)
            }
            Shape::Hatch { area, step, stroke, ink } => self.hatch(area, *step, *stroke, *ink),
            Shape::Disc { center, radius, ink } => {
                let (center, radius) = (self.place(*center), self.size(*radius));
                let style = self.solid(*ink);
                let radius = radius.unsigned_abs();
                let drawn = self.backend.draw_circle(center, radius, &style, true);
                drawn.map_err(DrawingAreaErrorKind::BackendError)
            }
            Shape::Triangle { points, ink } => {
                self.polygon(points.map(|point| self.place(point)).into(), *ink)
            }
            Shape::Text(text) => self.text(text),
        }
    }

    fn size(&self, pixels: i32) -> i32 {
        (f64::from(pixels) * self.scale).round() as i32
    }

    fn place(&self, point: Point) -> Pixel {
        (self.size(point.x), self.size(point.y))
    }

    fn area(&self, area: &Rect) -> Rect {
        let Rect { left, top, right, bottom } = *area;
        Rect::new(self.size(left), self.size(right), self.size(top), self.size(bottom))
    }

    fn solid(&self, ink: Ink) -> ShapeStyle {
        let Rgb(red, green, blue) = (self.colour)(ink);
        RGBColor(red, green, blue).into()
    }

    fn pen(&self, stroke: i32, ink: Ink) -> ShapeStyle {
        self.solid(ink).stroke_width(self.size(stroke).max(1).unsigned_abs())
    }

    fn fill(&mut self, area: Rect, ink: Ink) -> DrawResult<(), B> {
        let style = self.solid(ink).filled();
        let (from, to) = ((area.left, area.top), (area.right, area.bottom));
        let drawn = self.backend.draw_rect(from, to, &style, true);
        drawn.map_err(DrawingAreaErrorKind::BackendError)
    }

    /// A backend takes longer for each shape than for each of its corners.
    fn polygon(&mut self, corners: Vec<Pixel>, ink: Ink) -> DrawResult<(), B> {
        let style = self.solid(ink);
        self.backend.fill_polygon(corners, &style).map_err(DrawingAreaErrorKind::BackendError)
    }

    /// A polygon that goes around the outside, and back around the inside: an outline would lie
    /// half outside of the area, and blurred.
    fn frame(&mut self, area: &Rect, stroke: i32, ink: Ink) -> DrawResult<(), B> {
        let area = self.area(area);
        let stroke = self.size(stroke).max(1).min(area.width()).min(area.height());
        let Rect { left, top, right, bottom } = area;
        let outside = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
        let Rect { left, top, right, bottom } = area.grown(-stroke, -stroke);
        let inside = [(left, top), (left, bottom), (right, bottom), (right, top), (left, top)];
        self.polygon([outside, inside].concat(), ink)
    }

    fn path(&mut self, points: Vec<Pixel>, stroke: i32, ink: Ink) -> DrawResult<(), B> {
        let pen = self.pen(stroke, ink);
        self.backend.draw_path(points, &pen).map_err(DrawingAreaErrorKind::BackendError)
    }

    /// A line along a row or a column is a filled rectangle, which is sharp in every backend.
    fn line(&mut self, from: Pixel, to: Pixel, stroke: i32, ink: Ink) -> DrawResult<(), B> {
        if from.0 == to.0 || from.1 == to.1 {
            self.fill(self.bar(from, to, stroke), ink)
        } else {
            self.path(vec![from, to], stroke, ink)
        }
    }

    /// What a line along a row or a column covers.
    fn bar(&self, from: Pixel, to: Pixel, stroke: i32) -> Rect {
        let width = self.size(stroke).max(1);
        let (left, right) = (from.0.min(to.0), from.0.max(to.0));
        let (top, bottom) = (from.1.min(to.1), from.1.max(to.1));
        let before = width / 2;
        if top == bottom {
            Rect::new(left, right, top - before, top - before + width)
        } else {
            Rect::new(left - before, left - before + width, top, bottom)
        }
    }

    fn dashes(
        &mut self,
        from: Point,
        to: Point,
        (dash, gap): (i32, i32),
        stroke: i32,
        ink: Ink,
    ) -> DrawResult<(), B> {
        let (from, to) = (self.place(from), self.place(to));
        let (across, down) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
        let length = (across * across + down * down).sqrt();
        let (dash, gap) = (self.size(dash).max(1), self.size(gap).max(1));
        let at = |along: f64| {
            let part = (along / length).min(1.0);
            let step = |start: i32, whole: f64| start + (whole * part).round() as i32;
            (step(from.0, across), step(from.1, down))
        };
        // Along a row or a column the dashes are the teeth of one comb without a back.
        let mut comb = Vec::new();
        let mut along = 0.0;
        while along < length {
            let (start, end) = (at(along), at(along + f64::from(dash)));
            along += f64::from(dash + gap);
            if across != 0.0 && down != 0.0 {
                self.path(vec![start, end], stroke, ink)?;
                continue;
            }
            let Rect { left, top, right, bottom } = self.bar(start, end, stroke);
            comb.extend(if down == 0.0 {
                [(left, bottom), (left, top), (right, top), (right, bottom)]
            } else {
                [(left, top), (right, top), (right, bottom), (left, bottom)]
            });
        }
        if comb.is_empty() { Ok(()) } else { self.polygon(comb, ink) }
    }

    /// Lines from the lower left to the upper right, cut off at the edges of the area.
    fn hatch(&mut self, area: &Rect, step: i32, stroke: i32, ink: Ink) -> DrawResult<(), B> {
        let Rect { left, top, right, bottom } = self.area(area);
        let step = self.size(step).max(2);
        // Along each line, the sum of column and row is the same.
        let mut sum = left + top + step / 2;
        while sum < right + bottom {
            let from = left.max(sum - bottom);
            let to = right.min(sum - top);
            if from < to {
                self.path(vec![(from, sum - from), (to, sum - to)], stroke, ink)?;
            }
            sum += step;
        }
        Ok(())
    }

    fn text(&mut self, text: &Text) -> DrawResult<(), B> {
        let Rgb(red, green, blue) = (self.colour)(text.style.ink);
        let across = match text.place.anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        let weight = match text.style.weight {
            Weight::Regular => FontStyle::Normal,
            Weight::Bold => FontStyle::Bold,
        };
        let font = FontDesc::new(FONT, f64::from(text.style.size) * self.type_scale, weight);
        let colour = RGBColor(red, green, blue);
        let style = TextStyle::from(font).color(&colour).pos(Pos::new(across, VPos::Center));
        let place = self.place(text.place.at);
        let drawn = self.backend.draw_text(&text.words, &style, place);
        drawn.map_err(DrawingAreaErrorKind::BackendError)
    }
}
