//! Plots: an area between two axes, for pictures that are not timelines.

use super::ink::Ink;
use super::labels::{centred_at, ending_at, small, starting_at};
use super::metrics;
use super::picture::{Anchor, Place, Rect, Shape, Style, Text};
use crate::words::grouped;

/// How far apart the ticks of the lower axis are at the least, in pixels.
const APART_ACROSS: i32 = 56;
/// The same of the axis on the left.
const APART_UP: i32 = 32;
/// How long the mark of a tick is.
const TICK: i32 = 5;
/// How much room a line of words takes up, above the area and below it.
const ROW: i32 = 18;

/// How numbers are spread along an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spread {
    /// As far apart as their difference.
    Linear,
    /// As far apart as their ratio. All of them are greater than zero.
    Logarithmic,
}

/// Where numbers stand along a row or a column of a picture. What lies beyond the ends stands at
/// the ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    /// How the numbers are spread.
    pub spread: Spread,
    /// The least number.
    pub least: f64,
    /// The greatest one.
    pub most: f64,
    /// The pixel of the least number.
    pub start: i32,
    /// The pixel of the greatest one. It may be the lesser one of the two.
    pub end: i32,
}

impl Scale {
    /// The pixel of a number.
    pub fn pixel(&self, number: f64) -> i32 {
        let part = self.part(number);
        self.start + (part * f64::from(self.end - self.start)).round() as i32
    }

    /// The number of a pixel.
    pub fn number(&self, pixel: i32) -> f64 {
        let pixels = f64::from(self.end - self.start);
        let part = if pixels == 0.0 { 0.0 } else { f64::from(pixel - self.start) / pixels };
        let part = part.clamp(0.0, 1.0);
        match self.spread {
            Spread::Linear => self.least + (self.most - self.least) * part,
            Spread::Logarithmic => self.least * (self.most / self.least).powf(part),
        }
    }

    /// How far along the axis a number is, from 0 to 1.
    fn part(&self, number: f64) -> f64 {
        let number = number.max(self.least).min(self.most);
        let part = match self.spread {
            Spread::Linear => (number - self.least) / (self.most - self.least),
            Spread::Logarithmic => (number / self.least).log10() / (self.most / self.least).log10(),
        };
        // Where there is but one number, it stands at the beginning.
        if part.is_finite() { part } else { 0.0 }
    }

    /// Round numbers from the least to the greatest, at least `apart` pixels from each other.
    pub fn ticks(&self, apart: i32) -> Vec<Tick> {
        let pixels = f64::from(self.end.abs_diff(self.start).max(1));
        if self.most <= self.least {
            return Vec::new();
        }
        match self.spread {
            Spread::Linear => self.even_ticks((self.most - self.least) * f64::from(apart) / pixels),
            Spread::Logarithmic => {
                let decade = pixels / (self.most / self.least).log10();
                self.decade_ticks(f64::from(apart) / decade)
            }
        }
    }

    /// The multiples of the least of 1, 2, 5, 10, 20, 50 and so on that is at least `gap`.
    fn even_ticks(&self, gap: f64) -> Vec<Tick> {
        let decade = gap.log10().floor() as i32;
        let steps = [1, 2, 5, 10].map(|times| Tick::new(times, decade));
        let [.., last] = steps;
        let step = steps.into_iter().find(|step| step.number() >= gap).unwrap_or(last);
        let first = (self.least / step.number()).ceil() as i64;
        (first..)
            .map(|place| Tick::new(place * step.digits, step.decade))
            .take_while(|tick| tick.number() <= self.most)
            .collect()
    }

    /// 1, 2 and 5 of each power of ten, or 1 alone, or that of every second, third and so on, where
    /// a tick may come after `gap` powers of ten at the earliest.
    fn decade_ticks(&self, gap: f64) -> Vec<Tick> {
        let digits: &[i64] = if gap <= 2_f64.log10() { &[1, 2, 5] } else { &[1] };
        let every = gap.ceil().max(1.0) as usize;
        let (first, last) = (self.least.log10().floor() as i32, self.most.log10().ceil() as i32);
        // Beginning with 1, if that is among them.
        let first = first - first.rem_euclid(every as i32);
        (first..=last)
            .step_by(every)
            .flat_map(|decade| digits.iter().map(move |&digits| Tick::new(digits, decade)))
            .filter(|tick| (self.least..=self.most).contains(&tick.number()))
            .collect()
    }
}

/// A round number on an axis: so many times a power of ten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tick {
    digits: i64,
    decade: i32,
}

impl Tick {
    fn new(digits: i64, decade: i32) -> Tick {
        Tick { digits, decade }
    }

    /// The number.
    pub fn number(self) -> f64 {
        let power = 10_f64.powi(self.decade.abs());
        if self.decade < 0 { self.digits as f64 / power } else { self.digits as f64 * power }
    }

    /// The number in figures, with commas between the thousands of long ones and with no more
    /// decimals than it needs.
    pub fn words(self) -> String {
        let number = self.number();
        let decimals = self.decade.min(0).unsigned_abs() as usize;
        let mut words = format!("{number:.decimals$}");
        if words.contains('.') {
            words.truncate(words.trim_end_matches('0').trim_end_matches('.').len());
        } else if number >= 10_000.0 {
            words = grouped(number as u64);
        }
        words
    }
}

/// An axis: what its numbers are, and from where to where it goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Axis<'a> {
    /// What the numbers are, with their unit: "Lease (s)". None, if something else says so.
    pub title: Option<&'a str>,
    /// How they are spread.
    pub spread: Spread,
    /// The least number.
    pub least: f64,
    /// The greatest number.
    pub most: f64,
    /// What is said of the least number, if its tick stands for more than that: "≤ 0.01".
    pub floor: Option<&'a str>,
}

impl Axis<'_> {
    fn scale(&self, start: i32, end: i32) -> Scale {
        Scale { spread: self.spread, least: self.least, most: self.most, start, end }
    }
}

/// Two axes and the area between them.
#[derive(Clone, PartialEq, Debug)]
pub struct Plot<'a> {
    /// The area. Whatever is plotted lies in it.
    pub area: Rect,
    /// How numbers run from left to right.
    pub across: Scale,
    /// How they run upwards.
    pub up: Scale,
    titles: [Option<&'a str>; 2],
    /// What is said of the least number of the axis on the left.
    floor: Option<&'a str>,
    outside: Rect,
}

impl<'a> Plot<'a> {
    /// Lays out a plot so that it is inside of a rectangle with all its words.
    pub fn new(outside: Rect, across: Axis<'a>, up: Axis<'a>) -> Plot<'a> {
        let style = small(Ink::Muted);
        let (top, bottom) = (outside.top + ROW + 4, outside.bottom - 2 * ROW - TICK);
        let rows = up.scale(bottom, top.min(bottom));
        let widest = |ticks: &[Tick]| {
            let width = |words: &str| metrics::width(words, style.size, style.weight);
            let widths = ticks.iter().map(|tick| width(&tick.words()));
            widths.chain(up.floor.map(width)).max().unwrap_or(0)
        };
        let left = outside.left + widest(&rows.ticks(APART_UP)) + TICK + 4;
        // The last number of the lower axis may stand at its end and reach beyond it by half.
        let right = outside.right - 20;
        let columns = across.scale(left, right.max(left));
        let area = Rect::new(left, right.max(left), top.min(bottom), bottom);
        let (titles, floor) = ([across.title, up.title], up.floor);
        Plot { area, across: columns, up: rows, titles, floor, outside }
    }

    /// Lines that help the eye, to be drawn below everything else.
    pub fn grid(&self) -> Vec<Shape> {
        let Rect { left, right, top, bottom } = self.area;
        let column = |tick: Tick| {
            let x = self.across.pixel(tick.number());
            Rect::new(x, x + 1, top, bottom)
        };
        let row = |tick: Tick| {
            let y = self.up.pixel(tick.number());
            Rect::new(left, right, y, y + 1)
        };
        let columns = self.across.ticks(APART_ACROSS).into_iter().map(column);
        let rows = self.up.ticks(APART_UP).into_iter().map(row);
        columns.chain(rows).map(|area| Shape::Fill { area, ink: Ink::Grid }).collect()
    }

    /// The axes, with their numbers and titles.
    pub fn axes(&self) -> Vec<Shape> {
        let Rect { left, right, top, bottom } = self.area;
        let style = small(Ink::Muted);
        let mut shapes = Vec::new();
        let mut line = |area| shapes.push(Shape::Fill { area, ink: Ink::Line });
        line(Rect::new(left - 1, left, top, bottom + 1));
        line(Rect::new(left - 1, right, bottom, bottom + 1));
        let mut texts = Vec::new();
        for tick in self.up.ticks(APART_UP) {
            let y = self.up.pixel(tick.number());
            line(Rect::new(left - TICK, left, y, y + 1));
            let floor = self.floor.filter(|_| tick.number() <= self.up.least);
            let words = floor.map_or_else(|| tick.words(), String::from);
            texts.push(text(words, style, ending_at(left - TICK - 3, y)));
        }
        let mut taken = i32::MIN;
        for tick in self.across.ticks(APART_ACROSS) {
            let x = self.across.pixel(tick.number());
            line(Rect::new(x, x + 1, bottom, bottom + TICK));
            let words = text(tick.words(), style, centred_at(x, bottom + TICK + ROW / 2));
            let area = words.bounds();
            if area.left > taken && area.right <= self.outside.right {
                taken = area.right + 6;
                texts.push(words);
            }
        }
        let [across, up] = self.titles;
        let above = starting_at(self.outside.left, top - ROW / 2 - 3);
        texts.extend(up.map(|title| text(title.into(), style, above)));
        let below = bottom + TICK + ROW + ROW / 2;
        let below = Place { anchor: Anchor::End, ..starting_at(right, below) };
        texts.extend(across.map(|title| text(title.into(), style, below)));
        shapes.extend(texts.into_iter().map(Shape::Text));
        shapes
    }
}

fn text(words: String, style: Style, place: Place) -> Text {
    Text { words, place, style }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linear(least: f64, most: f64) -> Scale {
        Scale { spread: Spread::Linear, least, most, start: 100, end: 500 }
    }

    fn logarithmic(least: f64, most: f64) -> Scale {
        Scale { spread: Spread::Logarithmic, ..linear(least, most) }
    }

    fn words(scale: Scale, apart: i32) -> Vec<String> {
        scale.ticks(apart).into_iter().map(Tick::words).collect()
    }

    #[test]
    fn ticks_are_round_numbers_with_room_between_them() {
        assert_eq!(words(linear(0.0, 20.0), 60), ["0", "5", "10", "15", "20"]);
        assert_eq!(words(linear(0.6, 1.4), 60), ["0.6", "0.8", "1", "1.2", "1.4"]);
        assert_eq!(words(linear(0.5, 120.0), 100), ["50", "100"]);
        assert_eq!(words(linear(0.0, 25_000.0), 150), ["0", "10,000", "20,000"]);
    }

    #[test]
    fn ticks_of_a_logarithmic_axis_are_powers_of_ten_with_2_and_5_where_there_is_room() {
        let fine = words(logarithmic(0.5, 60.0), 40);
        assert_eq!(fine, ["0.5", "1", "2", "5", "10", "20", "50"]);
        let coarse = words(logarithmic(0.001, 1_000_000.0), 40);
        let powers = ["0.001", "0.01", "0.1", "1", "10", "100", "1000", "10,000"];
        assert_eq!(coarse[..8], powers);
        assert_eq!(
            words(logarithmic(0.001, 1_000_000.0), 60),
            ["0.01", "1", "100", "10,000", "1,000,000"]
        );
    }

    #[test]
    fn ticks_keep_their_distance_whatever_the_range() {
        for decade in -6..6 {
            for times in 1..40 {
                let most = f64::from(times) * 10_f64.powi(decade);
                for scale in [linear(0.0, most), logarithmic(most / 1e7, most)] {
                    let pixels: Vec<i32> =
                        scale.ticks(50).iter().map(|tick| scale.pixel(tick.number())).collect();
                    assert!(pixels.len() >= 2, "{scale:?}");
                    assert!(pixels.windows(2).all(|two| two[1] - two[0] >= 49), "{scale:?}");
                }
            }
        }
    }

    #[test]
    fn a_pixel_stands_for_a_number_that_stands_in_that_pixel() {
        for scale in [linear(0.6, 20.0), logarithmic(0.1, 1e6)] {
            for pixel in 100..=500 {
                assert_eq!(scale.pixel(scale.number(pixel)), pixel, "{scale:?}");
            }
            assert_eq!((scale.pixel(0.0), scale.pixel(1e9)), (100, 500));
        }
    }

    #[test]
    fn an_axis_may_run_upwards_and_may_have_one_number_only() {
        let upwards = Scale { start: 200, end: 20, ..linear(0.0, 10.0) };
        assert_eq!((upwards.pixel(0.0), upwards.pixel(5.0), upwards.pixel(10.0)), (200, 110, 20));
        let one = linear(3.0, 3.0);
        assert_eq!((one.pixel(3.0), one.number(300), one.ticks(50).len()), (100, 3.0, 0));
        assert_eq!(logarithmic(3.0, 3.0).pixel(3.0), 100);
    }

    #[test]
    fn a_plot_with_all_its_words_is_inside_and_no_word_covers_another() {
        let across = Axis {
            title: Some("Lease (s)"),
            spread: Spread::Linear,
            least: 0.6,
            most: 20.0,
            floor: None,
        };
        let up = Axis {
            title: Some("Lost updates per million"),
            spread: Spread::Logarithmic,
            least: 1e-3,
            most: 1e6,
            floor: Some("at most 0.001"),
        };
        for width in 240..1_280 {
            let outside = Rect::new(0, width, 10, 250);
            let plot = Plot::new(outside, across, up);
            let shapes = [plot.grid(), plot.axes()].concat();
            let texts: Vec<Rect> = shapes
                .iter()
                .filter(|shape| matches!(shape, Shape::Text(_)))
                .map(Shape::bounds)
                .collect();
            assert!(shapes.iter().all(|shape| outside.contains(&shape.bounds())), "{width}");
            for (place, one) in texts.iter().enumerate() {
                assert!(texts[..place].iter().all(|other| !other.overlaps(one)), "{width}");
            }
        }
    }
}
