//! A map as a picture.

use super::axes::{Axes, Range};
use super::frame::Frame;
use super::lines;
use super::pattern::{self, Rows};
use super::words::{length, number, title};
use super::{Map, Setting};
use crate::draw::{
    Anchor, Axis, Ink, Place, Plot, Point, Rect, Shape, Spread, Style, Text, Weight, text_width,
};
use crate::sim::{Duration, Params};
use crate::words::headline_name;

/// The narrowest and the widest picture.
const WIDTHS: (i32, i32) = (240, 8_192);
/// The lowest and the highest area between the axes, with its words.
const HEIGHTS: (i32, i32) = (260, 480);
/// The height of a row of the legend.
const ROW: i32 = 20;
/// The size of a sample in the legend.
const SAMPLE: (i32, i32) = (28, 14);
/// How far entries of the legend are apart.
const BETWEEN: i32 = 18;

const SMALL: Style = Style { ink: Ink::Muted, size: 11, weight: Weight::Regular };
const LABEL: Style = Style { ink: Ink::Text, size: 12, weight: Weight::Bold };

/// The picture of a map.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Its width and its height, in CSS pixels.
    pub size: (i32, i32),
    /// What to draw, in this order; the marks lie over it.
    pub shapes: Vec<Shape>,
    frame: Frame,
    plot: Plot<'static>,
}

impl Chart {
    /// Draws as much of a map as is known, `width` CSS pixels wide.
    pub fn new(map: &Map, width: u32) -> Chart {
        let width = width.cast_signed().clamp(WIDTHS.0, WIDTHS.1);
        let bottom = (width * 3 / 5).clamp(HEIGHTS.0, HEIGHTS.1);
        let axis = |setting: Setting, range: &Range| Axis {
            title: Some(title(setting, &map.params)),
            spread: Spread::Linear,
            least: number(setting, range.first),
            most: number(setting, range.last()),
            floor: None,
        };
        let Axes { across, up } = map.axes;
        let outside = Rect::new(2, width - 2, 0, bottom);
        let plot = Plot::new(outside, axis(across, &map.across), axis(up, &map.up));
        let mut chart =
            Chart { size: (width, bottom), shapes: plot.grid(), frame: map.frame(), plot };
        chart.draw_grounds(map);
        let lines = lines::lines(map, &|across, up| chart.place(across, up));
        chart.shapes.extend(lines);
        chart.shapes.extend(chart.plot.axes());
        chart.draw_legend(map);
        chart
    }

    /// Where two values are.
    pub fn place(&self, across: Duration, up: Duration) -> Point {
        Point {
            x: self.plot.across.pixel(number(self.frame.axes.across, across)),
            y: self.plot.up.pixel(number(self.frame.axes.up, up)),
        }
    }

    /// Where the values at two places are.
    pub fn place_of(&self, (across, up): (usize, usize)) -> Point {
        self.place(self.frame.across.value(across), self.frame.up.value(up))
    }

    /// The places of the values that are nearest to a point; nothing, if it lies beyond the axes.
    pub fn cell_at(&self, at: Point) -> Option<(usize, usize)> {
        let Rect { left, right, top, bottom } = self.plot.area;
        if !(left..=right).contains(&at.x) || !(top..=bottom).contains(&at.y) {
            return None;
        }
        let nearest = |range: &Range, far: i32, whole: i32| {
            let parts = range.count.saturating_sub(1) as f64;
            (f64::from(far) / f64::from(whole.max(1)) * parts).round() as usize
        };
        let Frame { across, up, .. } = &self.frame;
        Some((nearest(across, at.x - left, right - left), nearest(up, bottom - at.y, bottom - top)))
    }

    fn draw_grounds(&mut self, map: &Map) {
        let area = self.plot.area;
        let column = |x: i32| {
            let bounds =
                map.column_at(length(self.frame.axes.across, self.plot.across.number(x)))?;
            let row = |from: Duration| self.place(Duration::ZERO, from).y;
            let rows = bounds.iter().map(|boundary| (row(boundary.from), boundary.headline));
            Some(rows.collect())
        };
        let columns: Vec<Option<Rows>> = (area.left..area.right).map(column).collect();
        self.shapes.extend(pattern::grounds(area, &columns));
    }

    fn draw_legend(&mut self, map: &Map) {
        let left = self.plot.area.left;
        let (mut x, mut y) = (left, self.size.1 + 4);
        for headline in map.headlines() {
            let words = headline_name(headline);
            let width = SAMPLE.0 + 6 + text_width(words, SMALL.size, SMALL.weight);
            if x > left && x + width > self.size.0 - 2 {
                (x, y) = (left, y + ROW);
            }
            let middle = y + ROW / 2;
            let sample = Rect::new(x, x + SAMPLE.0, middle - SAMPLE.1 / 2, middle + SAMPLE.1 / 2);
            let column = Some(vec![(sample.bottom, headline)]);
            let columns = vec![column; sample.width().unsigned_abs() as usize];
            self.shapes.extend(pattern::grounds(sample, &columns));
            self.shapes.push(Shape::Frame { area: sample, stroke: 1, ink: Ink::Line });
            let place =
                Place { at: Point { x: sample.right + 6, y: middle }, anchor: Anchor::Start };
            self.shapes.push(Shape::Text(Text { words: words.into(), place, style: SMALL }));
            x += width + BETWEEN;
        }
        self.size.1 = y + ROW + 2;
    }

    /// The mark of a run that is shown, if it is on the map: lines across it, and what they are.
    pub fn mark(&self, params: &Params) -> Vec<Shape> {
        let Some((across, up)) = self.frame.place_of(params) else {
            return Vec::new();
        };
        let at = self.place(across, up);
        let area = self.plot.area;
        let line =
            |from, to| Shape::Dashes { from, to, dash: 4, gap: 3, stroke: 1, ink: Ink::Text };
        let disc = |radius, ink| Shape::Disc { center: at, radius, ink };
        let (left, right) = (Point { x: area.left, ..at }, Point { x: area.right, ..at });
        let (top, bottom) = (Point { y: area.top, ..at }, Point { y: area.bottom, ..at });
        let mut shapes = vec![line(left, right), line(top, bottom)];
        shapes.extend([disc(7, Ink::Ground), disc(5, Ink::Text), disc(2, Ink::Ground)]);
        shapes.extend(self.label("this run", at));
        shapes
    }

    /// A label beside a point, on a ground of its own.
    fn label(&self, words: &str, at: Point) -> [Shape; 2] {
        let width = text_width(words, LABEL.size, LABEL.weight);
        let area = self.plot.area;
        let is_left = at.x + 16 + width > area.right;
        let (x, anchor) =
            if is_left { (at.x - 12, Anchor::End) } else { (at.x + 12, Anchor::Start) };
        let y = if at.y - 22 < area.top { at.y + 14 } else { at.y - 14 };
        let text =
            Text { words: words.into(), place: Place { at: Point { x, y }, anchor }, style: LABEL };
        [Shape::Fill { area: text.bounds().grown(3, 1), ink: Ink::Ground }, Shape::Text(text)]
    }
}
