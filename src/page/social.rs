//! The picture that other sites show beside a link to this one.

use super::icon;
use super::report::escape;
use crate::draw::{self, Ink, Theme};
use crate::query::Query;
use crate::sim::Trace;
use crate::words;

/// The size that such pictures have, in pixels.
pub const SIZE: (u32, u32) = (1200, 630);

/// The room around everything.
const MARGIN: i32 = 56;
/// How wide the run is drawn, and how much larger than on the page: it is seen small.
const WIDTH: u32 = 750;
/// The same factor as a decimal number.
const SCALE: &str = "1.45";

/// What the site is called.
const TITLE: &str = "Distributed lock simulator";
/// What there is to see.
const SENTENCE: &str = "A pauses for longer than its lease, and overwrites what B has written.";

/// The picture as SVG: the site's name, a sentence, and the default run with its outcome.
pub fn picture() -> String {
    let trace = Trace::of(Query::default().setup());
    let theme = Theme::Light;
    let timeline = draw::timeline(&trace, &words::log(&trace), WIDTH);
    let run = draw::elements(&timeline, theme);
    let verdict = words::verdict(&trace);
    let (sign, name) = (icon(verdict.headline), escape(verdict.name));
    let [ground, text, muted, trouble] =
        [Ink::Ground, Ink::Text, Ink::Muted, Ink::Trouble].map(|ink| theme.colour(ink).hex());
    let ((width, height), end) = (SIZE, SIZE.0.cast_signed() - MARGIN);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>\n\
         <text x=\"{MARGIN}\" y=\"80\" font-size=\"44\" font-weight=\"bold\" fill=\"{text}\">{TITLE}</text>\n\
         <text x=\"{MARGIN}\" y=\"124\" font-size=\"26\" fill=\"{muted}\">{SENTENCE}</text>\n\
         <text x=\"{end}\" y=\"80\" font-size=\"30\" font-weight=\"bold\" text-anchor=\"end\" \
         fill=\"{trouble}\">{name}</text>\n\
         <path d=\"{sign}\" transform=\"translate(926 50) scale(1.6)\" fill=\"none\" \
         stroke=\"{trouble}\" stroke-width=\"2\"/>\n\
         <g transform=\"translate({MARGIN} 154) scale({SCALE})\">\n{run}</g>\n</svg>\n"
    )
}
