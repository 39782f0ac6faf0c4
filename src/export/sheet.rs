//! A run on a sheet: its settings, its outcome, its picture, its steps and its link, as one SVG
//! file that looks the same on any page.

use super::settings::{Setting, settings};
use super::wrap::wrap;
use crate::draw::{
    self, Anchor, Ink, Picture, Place, Point, Rect, Shape, Style, Text, Theme, Weight, text_width,
};
use crate::page::icon;
use crate::query::Query;
use crate::sim::{Headline, Trace};
use crate::words::{self, Line, Verdict, actor_name, clock, scenario_name, service_name};

/// The width of a sheet, in CSS pixels.
const WIDTH: i32 = 1008;
/// The room around everything on it.
const MARGIN: i32 = 24;
/// The size of the sign before the outcome.
const SIGN: i32 = 24;
/// The room between two columns of the log.
const GAP: i32 = 14;

const fn style(ink: Ink, size: i32, weight: Weight) -> Style {
    Style { ink, size, weight }
}

const TITLE: Style = style(Ink::Text, 20, Weight::Bold);
const HEADING: Style = style(Ink::Text, 15, Weight::Bold);
const BODY: Style = style(Ink::Text, 13, Weight::Regular);
const ASIDE: Style = style(Ink::Muted, 13, Weight::Regular);
const LINK: Style = style(Ink::Text, 12, Weight::Regular);

/// The room that a line takes up from top to bottom.
fn line_height(style: Style) -> i32 {
    style.size * 3 / 2
}

/// A query's run as an SVG file in the colours of a theme, with a link to the page that shows it.
pub fn sheet(query: &Query, href: &str, theme: Theme) -> String {
    let sheet = Sheet::new(query, href);
    let Sheet { trace, title, headline, sign, figure, figure_at, texts, link, height } = &sheet;
    let ground = Shape::Fill { area: Rect::new(0, WIDTH, 0, *height), ink: Ink::Ground };
    let part = |shapes: Vec<Shape>| {
        let (scale, rows) = (figure.scale, figure.rows.clone());
        let part =
            Picture { width: WIDTH, height: *height, scale, rows, spots: Vec::new(), shapes };
        draw::elements(&part, theme)
    };
    let set = |texts: &[Text]| part(texts.iter().cloned().map(Shape::Text).collect());
    let ink = match headline {
        Headline::Corrupted | Headline::AtRisk => Ink::Trouble,
        Headline::Protected | Headline::Safe => Ink::Text,
    };
    let (title, said) = (escape(title), escape(&words::describe(trace).join(" ")));
    let (ground, texts, link) = (part(vec![ground]), set(texts), set(link));
    let (figure, icon, colour) =
        (draw::elements(figure, theme), icon(*headline), theme.colour(ink).hex());
    let (Point { x, y }, Point { x: left, y: top }) = (sign, figure_at);
    // A line under a text has the colour of the element that asks for it.
    let (href, line) = (escape(href), theme.colour(LINK.ink).hex());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\">\n<title>{title}</title>\n<desc>{said}</desc>\n{ground}\
         <path transform=\"translate({x} {y})\" d=\"{icon}\" fill=\"none\" stroke=\"{colour}\" \
         stroke-width=\"2\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n{texts}\
         <g transform=\"translate({left} {top})\">\n{figure}</g>\n\
         <a href=\"{href}\" fill=\"{line}\" text-decoration=\"underline\">\n{link}</a>\n</svg>\n"
    )
}

/// Where everything on a sheet is.
struct Sheet {
    trace: Trace,
    title: String,
    headline: Headline,
    /// The upper left corner of the sign for the headline.
    sign: Point,
    figure: Picture,
    /// The upper left corner of the figure.
    figure_at: Point,
    texts: Vec<Text>,
    /// The lines of the link.
    link: Vec<Text>,
    height: i32,
}

impl Sheet {
    fn new(query: &Query, href: &str) -> Sheet {
        let trace = Trace::of(query.setup());
        let steps = words::log(&trace);
        let params = trace.setup.params();
        let title = format!("{}: {}", service_name(params.service), scenario_name(params.scenario));
        let mut column = Column { texts: Vec::new(), next: MARGIN };
        let all = Rect::new(MARGIN, WIDTH - MARGIN, 0, 0);

        column.add(&title, TITLE, all);
        let settings: Vec<String> = settings(query).iter().map(Setting::to_string).collect();
        column.add(&settings.join(" · "), ASIDE, all);
        column.next += 10;

        let Verdict { lead, headline, name, stored, what, remedy } = words::verdict(&trace);
        let sign = Point { x: MARGIN, y: column.next };
        let beside = Rect { left: MARGIN + SIGN + 10, ..all };
        let summary = format!("{lead}{name}. The storage ends with {stored}.");
        column.add(&summary, HEADING, beside);
        column.add(&what, BODY, beside);
        column.add(&remedy, ASIDE, beside);
        column.next = column.next.max(sign.y + SIGN) + 14;

        let figure = draw::timeline(&trace, &steps, all.width().unsigned_abs());
        let figure_at = Point { x: MARGIN, y: column.next };
        column.next += figure.height + 18;

        column.add("Step by step", HEADING, all);
        column.next += 4;
        column.add_steps(&trace, &steps, all);
        column.next += 14;

        let Column { texts, next } = column;
        let mut foot = Column { texts: Vec::new(), next };
        foot.add(href, LINK, all);
        let height = foot.next + MARGIN;
        Sheet { trace, title, headline, sign, figure, figure_at, texts, link: foot.texts, height }
    }
}

/// Sets lines of text, each below the one before.
struct Column {
    texts: Vec<Text>,
    next: i32,
}

impl Column {
    /// Sets a text between the left and the right edge of a rectangle, in as many lines as it
    /// needs.
    fn add(&mut self, words: &str, style: Style, across: Rect) {
        for line in wrap(words, across.width(), style.size, style.weight) {
            self.put(line, style, across.left, Anchor::Start);
            self.next += line_height(style);
        }
    }

    /// Sets a text into the present line.
    fn put(&mut self, words: String, style: Style, x: i32, anchor: Anchor) {
        let at = Point { x, y: self.next + line_height(style) / 2 };
        self.texts.push(Text { words, place: Place { at, anchor }, style });
    }

    /// Sets the steps of a run in columns for number, time, actor and sentence.
    fn add_steps(&mut self, trace: &Trace, steps: &[Line], across: Rect) {
        let rows: Vec<[String; 3]> = steps
            .iter()
            .map(|step| {
                let actor = actor_name(step.actor, &trace.setup);
                [step.number.to_string(), format!("{} s", clock(step.at)), actor]
            })
            .collect();
        let widest = |cell: usize| {
            rows.iter().map(|row| text_width(&row[cell], BODY.size, BODY.weight)).max().unwrap_or(0)
        };
        let number_ends = across.left + widest(0);
        let time_ends = number_ends + GAP + widest(1);
        let actor = time_ends + GAP;
        let sentence = Rect { left: actor + widest(2) + GAP, ..across };
        for (step, [number, time, name]) in steps.iter().zip(rows) {
            self.put(number, ASIDE, number_ends, Anchor::End);
            self.put(time, ASIDE, time_ends, Anchor::End);
            self.put(name, ASIDE, actor, Anchor::Start);
            self.add(&step.text, BODY, sentence);
        }
    }
}

/// Text as it stands in XML, in elements and in attributes.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINKS: [&str; 7] = [
        "",
        "service=redlock&clients=5&scenario=clock-jump",
        "service=chubby&lockdelay=10&storage=fencing&sequencer=checked&mark=on&clients=5",
        "service=zookeeper&scenario=partition&clients=3&jitter=20&seed=4",
        "service=redis&scenario=failover&token=incr&release=naive&extend=naive&renew=on&retry=50",
        "scenario=custom&clients=5&faults=pause:A:work~0.25:8,pause:B:work:9,delay:C-storage:write:\
         12,cut:D-service:1:3,crash:E:4,failover:service:2,crash:D:20,pause:A:30:1",
        "scenario=crash&clients=2&work=0&check=on&obey=on",
    ];

    fn sheet_of(link: &str) -> Sheet {
        let (query, notices) = Query::parse(link);
        assert!(notices.is_empty(), "{link}: {notices:?}");
        Sheet::new(&query, &format!("https://your.host/locks/?{}", query.print()))
    }

    #[test]
    fn nothing_on_a_sheet_lies_over_something_else_or_leaves_it() {
        for link in LINKS {
            let sheet = sheet_of(link);
            let (Point { x, y }, Point { x: left, y: top }) = (sheet.sign, sheet.figure_at);
            let figure = Rect::new(left, left + sheet.figure.width, top, top + sheet.figure.height);
            let mut rooms = vec![Rect::new(x, x + SIGN, y, y + SIGN), figure];
            rooms.extend(sheet.texts.iter().chain(&sheet.link).map(Text::bounds));
            let inside = Rect::new(MARGIN, WIDTH - MARGIN, MARGIN, sheet.height - MARGIN);
            for (index, room) in rooms.iter().enumerate() {
                assert!(inside.contains(room), "{link}: {room:?}");
                let other = rooms[..index].iter().find(|other| other.overlaps(room));
                assert_eq!(other, None, "{link}: {room:?}");
            }
        }
    }

    #[test]
    fn everything_that_is_said_of_a_run_is_on_its_sheet() {
        for link in LINKS {
            let sheet = sheet_of(link);
            let lines: Vec<&str> = sheet.texts.iter().map(|text| text.words.as_str()).collect();
            let said = lines.join(" ").replace(' ', "");
            let holds = |words: &str| said.contains(&words.replace(' ', ""));
            let verdict = words::verdict(&sheet.trace);
            assert!(holds(&verdict.what) && holds(&verdict.remedy), "{link}");
            for step in words::log(&sheet.trace) {
                assert!(lines.contains(&step.number.to_string().as_str()), "{link}: {step:?}");
                assert!(holds(&step.text), "{link}: {step:?}");
            }
            let address: String = sheet.link.iter().map(|text| text.words.as_str()).collect();
            assert!(address.starts_with("https://your.host/locks/?"), "{address}");
            assert_eq!(
                Query::parse(address.split_once('?').expect("a query").1).0.setup(),
                sheet.trace.setup
            );
        }
    }
}
