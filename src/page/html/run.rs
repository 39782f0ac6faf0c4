//! The default run.

use super::compact::compact;
use super::compare;
use super::lab::doubt;
use super::player::{moment, player};
use super::tools::{places, tools};
use crate::draw::{self, Theme};
use crate::page::report::{self, OUTCOME, STEPS};
use crate::page::{LANES, TIMELINE};
use crate::query::Query;
use crate::sim::Trace;
use crate::words;

/// The width for which the default run is drawn into the page, in CSS pixels.
const WIDE: u32 = 960;
/// The width of the picture that narrow screens load instead.
const NARROW: u32 = 340;

/// The widths that the picture can have in the page, in CSS pixels.
const WIDTHS: std::ops::RangeInclusive<u32> = 240..=1280;

pub(super) fn default_trace() -> Trace {
    Trace::of(Query::default().setup())
}

/// The outcome, the picture and the steps of the default run, in the places where the program
/// puts its own.
pub fn default_run() -> String {
    let trace = default_trace();
    let lines = words::log(&trace);
    let picture = draw::timeline(&trace, &lines, WIDE);
    let wide =
        compact(&draw::svg_for_page(&picture)).replacen("<svg ", "<svg class=\"default wide\" ", 1);
    let outcome = report::outcome(&words::verdict(&trace));
    let steps = report::steps(&trace, &lines, &words::facts(&trace, &lines), false);
    let title = draw::TITLE;
    let pictures = format!(
        "\n{wide}<img class=\"default narrow\" src=\"default-run-narrow.svg\" alt=\"{title}\" \
         loading=\"lazy\">"
    );
    run(&outcome, &doubt(), &pictures, &moment(&trace), &steps)
}

/// The places that the program fills with a run, and what is in them before it does.
pub(super) fn run(outcome: &str, beside: &str, picture: &str, moment: &str, steps: &str) -> String {
    let (player, tools, places) = (player(), tools(), places());
    let (name, other, other_steps) = (compare::name(), compare::other(), compare::steps());
    format!(
        "<div class=\"result\"><div id=\"{OUTCOME}\" tabindex=\"-1\">{outcome}</div>{beside}</div>\n{name}\
         <figure class=\"timeline\"><div class=\"picture\" id=\"{TIMELINE}\" tabindex=\"0\" \
         role=\"group\" aria-label=\"Timeline\">{picture}</div>\
         <figcaption id=\"{LANES}\" class=\"visually-hidden\"></figcaption></figure>\n{other}\
         <div class=\"deck\">\n{player}{tools}</div>\n{places}\
         <div class=\"under\">\n{moment}\
         <div id=\"{STEPS}\">{steps}</div>\n{other_steps}</div>\n"
    )
}

/// The picture of the default run for narrow screens, as a file: few readers need it, and only
/// until the program is there.
pub fn narrow_picture() -> String {
    picture(&default_trace(), NARROW)
}

/// The picture of a run as a small file that follows the theme of the page around it.
pub fn picture(trace: &Trace, width: u32) -> String {
    compact(&draw::svg_with_themes(&draw::timeline(trace, &words::log(trace), width)))
}

/// The picture of the default run for the README.
pub fn readme_picture() -> String {
    let trace = default_trace();
    draw::svg(&draw::timeline(&trace, &words::log(&trace), WIDE), Theme::Light)
}

/// How high the default run is at each width, as a style sheet: its place in the page must have
/// the height of the picture that the program will put there.
pub fn heights() -> String {
    let trace = default_trace();
    let lines = words::log(&trace);
    let mut style = String::from(
        "/* The height of the default run, so that nothing moves when the program draws it. */\n",
    );
    let mut last = 0;
    for width in WIDTHS {
        let height = draw::timeline(&trace, &lines, width).height;
        if height != last {
            style += &format!(
                "\n@container (min-width: {width}px) {{\n  .picture > .default {{\n    height: {height}px;\n  }}\n}}\n"
            );
            last = height;
        }
    }
    style
}
