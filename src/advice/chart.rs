//! The figures as a picture: above how often something goes wrong, below what a crash costs, both
//! against the lease.

use super::acquisition::Check;
use super::estimate::Estimate;
use super::lease::Figures;
use super::numbers::seconds;
use crate::draw::{
    Anchor, Axis, Ink, Place, Plot, Point, Rect, Shape, Spread, Style, Text, Weight, text_width,
};
use crate::sim::{ClientId, Duration};

/// The narrowest and the widest chart, in pixels.
const WIDTHS: std::ops::RangeInclusive<u32> = 240..=1_280;
/// The height of the upper plot, with its axes.
const RISK_HEIGHT: i32 = 290;
/// The height of the lower one.
const WAIT_HEIGHT: i32 = 190;
/// The height of a line of the legend.
const ROW: i32 = 20;
/// How much room the labels of leases need more than a plot leaves above itself.
const LABELS: i32 = 6;
/// The width of the sample of a curve in the legend.
const SAMPLE: i32 = 26;
/// What is rarer stands at the bottom.
const LEAST: f64 = 0.01;
/// What its tick says.
const AT_MOST: &str = "≤ 0.01";

/// A piece of a line that is as long as the line, and no gap.
const UNBROKEN: (f64, f64) = (1e6, 0.0);

/// A finished chart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chart {
    /// Its width and its height.
    pub size: (i32, i32),
    /// What to draw, in this order.
    pub shapes: Vec<Shape>,
}

/// How the values of a curve are drawn. No two differ by colour alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Rings,
    LineWithDiscs,
    DashesWithTriangles,
    DotsWithSquares,
    Line,
    Ticks,
}

struct Curve {
    name: String,
    form: Form,
    ink: Ink,
    /// Whether what it shows can happen at all.
    can_happen: bool,
    /// None where there is nothing to be drawn, or nothing that an axis has room for, which is zero on a
    /// logarithmic one.
    points: Vec<Option<Point>>,
}

/// Draws what is known of the leases, from the shortest to the longest of `leases`, `width` CSS pixels
/// wide. The lease that is set and the one that is advised are marked.
pub fn chart(
    figures: &[Figures],
    leases: (Duration, Duration),
    present: Duration,
    advised: Option<Duration>,
    width: u32,
) -> Chart {
    let width = width.clamp(*WIDTHS.start(), *WIDTHS.end()).cast_signed();
    let mut shapes = Vec::new();
    let checks: Vec<Check> = figures
        .first()
        .map_or(Vec::new(), |figures| figures.lost.iter().map(|(check, _)| *check).collect());
    let mut above: Vec<Curve> = vec![Curve::new("two believe at once", Form::Rings, Ink::Muted)];
    above.extend(checks.iter().map(|&check| Curve::of_lost(check)));
    for (place, curve) in above.iter_mut().enumerate() {
        let risks = || figures.iter().filter_map(|figures| risks_of(figures).nth(place));
        if risks().all(is_zero) {
            let is_known = !curve.can_happen || risks().all(|risk| risk.high == 0.0);
            curve.name.push_str(if is_known { ": none" } else { ": none seen" });
        }
    }
    let mut below = [
        Curve::new("mean", Form::Line, Ink::Hue(ClientId::A)),
        Curve::new("longest that was tried", Form::Ticks, Ink::Text),
    ];

    let top = legend(&mut shapes, &above, width, 0);
    let axis = |title, most, spread, least| Axis { title, spread, least, most, floor: None };
    let across = |title| {
        let (least, most) = (in_seconds(leases.0), in_seconds(leases.1));
        axis(title, most, Spread::Logarithmic, least)
    };
    let highest =
        figures.iter().map(|figures| figures.overlap.high.max(figures.lost_unchecked().high));
    let most = decade_above(highest.fold(0.0, f64::max) * 1e6);
    let risks = Plot::new(
        Rect::new(0, width, top + ROW + LABELS, top + ROW + LABELS + RISK_HEIGHT),
        across(None),
        Axis { floor: Some(AT_MOST), ..axis(None, most, Spread::Logarithmic, LEAST) },
    );
    let bottom = legend(&mut shapes, &below, width, top + ROW + LABELS + RISK_HEIGHT);
    let longest =
        figures.iter().filter_map(|figures| figures.wait).map(|wait| in_seconds(wait.worst));
    let longest = longest.fold(1.0, f64::max);
    let waits = |left| {
        Plot::new(
            Rect::new(left, width, bottom, bottom + WAIT_HEIGHT),
            across(Some("Lease (s)")),
            axis(Some("Wait after a crash (s)"), longest, Spread::Linear, 0.0),
        )
    };
    // The two have the same columns.
    let waits = waits(risks.area.left - waits(0).area.left);

    shapes.extend(risks.grid());
    shapes.extend(waits.grid());
    mark_leases(&mut shapes, [&risks, &waits], present, advised, top);
    for figures in figures {
        let x = risks.across.pixel(in_seconds(figures.lease));
        let at = |value: f64| risks.up.pixel(value * 1e6);
        for (curve, risk) in above.iter_mut().zip(risks_of(figures)) {
            let Estimate { value, low, high } = *risk;
            curve.points.push((!is_zero(risk)).then(|| Point { x, y: at(value) }));
            let ink = curve.ink;
            if is_zero(risk) {
                // Where nothing was seen, how often it may happen all the same.
                if curve.can_happen && high > 0.0 {
                    let area = Rect::new(x - 3, x + 3, at(high), at(high) + 1);
                    shapes.push(Shape::Fill { area, ink });
                }
            } else if curve.form != Form::Rings {
                let area = Rect::new(x, x + 1, at(high), at(low) + 1);
                shapes.push(Shape::Fill { area, ink });
            }
        }
        let [mean, longest] = &mut below;
        let at = |wait: Duration| Point { x, y: waits.up.pixel(in_seconds(wait)) };
        mean.points.push(figures.wait.map(|wait| at(wait.mean)));
        longest.points.push(figures.wait.map(|wait| at(wait.worst)));
        // Where the band is narrower than the line, it is not to be seen.
        shapes.extend(figures.wait.map(|wait| Shape::Fill {
            area: Rect::new(x, x + 1, at(wait.high).y, at(wait.low).y + 1),
            ink: mean.ink,
        }));
    }
    for curve in above.iter().chain(&below) {
        curve.draw(&mut shapes);
    }
    shapes.extend(risks.axes());
    shapes.extend(waits.axes());
    Chart { size: (width, bottom + WAIT_HEIGHT), shapes }
}

/// How often something goes wrong: first that two believe, then that an update is lost.
fn risks_of(figures: &Figures) -> impl Iterator<Item = &Estimate> {
    [&figures.overlap].into_iter().chain(figures.lost.iter().map(|(_, lost)| lost))
}

fn is_zero(risk: &Estimate) -> bool {
    risk.value == 0.0
}

fn in_seconds(length: Duration) -> f64 {
    length.as_micros() as f64 / 1e6
}

/// The power of ten that is no less than a number, and at least one.
fn decade_above(number: f64) -> f64 {
    let mut decade = 1.0;
    while decade < number.min(1e6) {
        decade *= 10.0;
    }
    decade
}

impl Curve {
    fn new(name: &str, form: Form, ink: Ink) -> Curve {
        Curve { name: name.into(), form, ink, can_happen: true, points: Vec::new() }
    }

    fn of_lost(check: Check) -> Curve {
        let curve = match check {
            Check::Nothing => Curve::new("lost, no check", Form::LineWithDiscs, Ink::Trouble),
            Check::Tokens => {
                Curve::new("lost, with tokens", Form::DashesWithTriangles, Ink::Hue(ClientId::A))
            }
            Check::TokensOfReads => Curve::new(
                "lost, tokens on reads too",
                Form::DotsWithSquares,
                Ink::Hue(ClientId::B),
            ),
            Check::Versions => {
                Curve::new("lost, conditional writes", Form::DotsWithSquares, Ink::Hue(ClientId::B))
            }
        };
        Curve { can_happen: !check.refuses_all(), ..curve }
    }

    fn draw(&self, shapes: &mut Vec<Shape>) {
        let ink = self.ink;
        let dashes = match self.form {
            Form::Rings | Form::Ticks => None,
            Form::LineWithDiscs | Form::Line => Some(UNBROKEN),
            Form::DashesWithTriangles => Some((7.0, 4.0)),
            Form::DotsWithSquares => Some((2.0, 3.0)),
        };
        if let Some(dashes) = dashes {
            for points in self.points.split(Option::is_none) {
                let points: Vec<Point> = points.iter().copied().flatten().collect();
                let pieces = pieces(&points, dashes).into_iter();
                shapes.extend(pieces.map(|[from, to]| Shape::Line { from, to, stroke: 2, ink }));
            }
        }
        for center in self.points.iter().copied().flatten() {
            let Point { x, y } = center;
            match self.form {
                Form::Rings => {
                    shapes.push(Shape::Disc { center, radius: 4, ink });
                    shapes.push(Shape::Disc { center, radius: 3, ink: Ink::Ground });
                }
                Form::LineWithDiscs => shapes.push(Shape::Disc { center, radius: 2, ink }),
                Form::DashesWithTriangles => {
                    let points = [(x - 4, y + 3), (x + 4, y + 3), (x, y - 4)];
                    let points = points.map(|(x, y)| Point { x, y });
                    shapes.push(Shape::Triangle { points, ink });
                }
                Form::DotsWithSquares => {
                    shapes.push(Shape::Fill { area: Rect::new(x - 3, x + 3, y - 3, y + 3), ink });
                }
                Form::Ticks => {
                    shapes.push(Shape::Fill { area: Rect::new(x - 3, x + 3, y - 1, y + 1), ink });
                }
                Form::Line => {}
            }
        }
    }
}

/// A line through some points in pieces of a length, with gaps between them that go on around the
/// corners.
fn pieces(points: &[Point], (dash, gap): (f64, f64)) -> Vec<[Point; 2]> {
    let mut pieces = Vec::new();
    // How far the line has come at the beginning of each stretch.
    let mut start = 0.0;
    for two in points.windows(2) {
        let [from, to] = [two[0], two[1]];
        let (across, down) = (f64::from(to.x - from.x), f64::from(to.y - from.y));
        let length = (across * across + down * down).sqrt();
        let at = |way: f64| {
            let step = |start: i32, whole: f64| start + (whole * way / length).round() as i32;
            Point { x: step(from.x, across), y: step(from.y, down) }
        };
        let first = (start / (dash + gap)).floor();
        let count = (length / (dash + gap)).ceil() as u32 + 1;
        for number in 0..=count {
            let begin = (first + f64::from(number)) * (dash + gap) - start;
            let (begin, end) = (begin.max(0.0), (begin + dash).min(length));
            if begin < end {
                pieces.push([at(begin), at(end)]);
            }
        }
        start += length;
    }
    pieces
}

const WORDS: Style = Style { ink: Ink::Text, size: 12, weight: Weight::Regular };

fn text(words: &str, x: i32, y: i32) -> Shape {
    let place = Place { at: Point { x, y }, anchor: Anchor::Start };
    Shape::Text(Text { words: words.into(), place, style: WORDS })
}

/// Says what the curves are, in as many lines as it takes; returns where the last one ends.
fn legend(shapes: &mut Vec<Shape>, curves: &[Curve], width: i32, top: i32) -> i32 {
    let (mut x, mut y) = (0, top + ROW / 2);
    for curve in curves {
        let wide = SAMPLE + 6 + text_width(&curve.name, WORDS.size, WORDS.weight);
        if x > 0 && x + wide > width {
            (x, y) = (0, y + ROW);
        }
        let points = [x + 5, x + SAMPLE - 5].map(|x| Some(Point { x, y })).into();
        let name = curve.name.clone();
        Curve { name, points, ..*curve }.draw(shapes);
        shapes.push(text(&curve.name, x + SAMPLE + 6, y));
        x += wide + 14;
    }
    y + ROW / 2
}

/// Marks the lease that is set with a broken line through the plots, and the one that is advised
/// with a whole one, and says so above them.
fn mark_leases(
    shapes: &mut Vec<Shape>,
    plots: [&Plot; 2],
    present: Duration,
    advised: Option<Duration>,
    top: i32,
) {
    let [above, _] = plots;
    let column = |lease| above.across.pixel(in_seconds(lease));
    let mut labels = Vec::new();
    for plot in plots {
        let Rect { top, bottom, .. } = plot.area;
        let ends = |x| [top, bottom].map(|y| Point { x, y });
        let [from, to] = ends(column(present));
        let ink = Ink::Text;
        shapes.push(Shape::Dashes { from, to, dash: 4, gap: 3, stroke: 1, ink });
        if let Some([from, to]) = advised.map(|lease| ends(column(lease))) {
            shapes.push(Shape::Line { from, to, stroke: 2, ink });
        }
    }
    let label = |lease, what: &str| (column(lease), format!("{what}: {} s", seconds(lease)));
    match advised {
        Some(lease) if lease == present => labels.push(label(lease, "set and advised")),
        _ => labels.push(label(present, "set")),
    }
    labels.extend(advised.filter(|lease| *lease != present).map(|lease| label(lease, "advised")));
    labels.sort_by_key(|(x, _)| *x);

    // From left to right, then back from the right edge, so that none covers another or is cut.
    let width = |words: &str| text_width(words, WORDS.size, WORDS.weight);
    let mut lefts: Vec<i32> = Vec::new();
    let mut free = 0;
    for (x, words) in &labels {
        let left = (x - width(words) / 2).max(free);
        free = left + width(words) + 10;
        lefts.push(left);
    }
    let mut edge = above.area.right + 20;
    for ((_, words), left) in labels.iter().zip(&mut lefts).rev() {
        *left = (*left).min(edge - width(words));
        edge = *left - 10;
    }
    for ((_, words), left) in labels.iter().zip(lefts) {
        shapes.push(text(words, left, above.area.top - 17));
    }
    shapes.push(text("In a million acquisitions", 0, top + ROW / 2));
}
