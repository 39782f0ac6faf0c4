//! The forms in which a run can be taken along.

use web_sys::Blob;

use super::web;
use crate::draw::Theme;
use crate::export;
use crate::query::Query;
use crate::sim::Trace;

/// What kind of file it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// The sheet as pixels.
    Png,
    /// The sheet.
    Svg,
    /// All events, which can be opened again.
    Json,
    /// The steps in words.
    Log,
    /// The events and what came before what.
    ShiViz,
}

impl Form {
    /// All of them, in the order of their buttons.
    pub const ALL: [Form; 5] = [Form::Png, Form::Svg, Form::Json, Form::Log, Form::ShiViz];

    /// What its button says.
    pub fn name(self) -> &'static str {
        match self {
            Form::Png => "PNG",
            Form::Svg => "SVG",
            Form::Json => "JSON",
            Form::Log => "Log",
            Form::ShiViz => "ShiViz",
        }
    }

    /// What is in the file.
    pub fn meaning(self) -> &'static str {
        match self {
            Form::Png | Form::Svg => "The picture with settings, outcome, steps and link",
            Form::Json => "Every event, to be opened here again or to be read by a program",
            Form::Log => "The steps as text",
            Form::ShiViz => "Every event with a vector clock, for the visualiser ShiViz",
        }
    }

    /// How the name of the file ends.
    pub fn ending(self) -> &'static str {
        match self {
            Form::Png => "png",
            Form::Svg => "svg",
            Form::Json => "json",
            Form::Log => "txt",
            Form::ShiViz => "shiviz.log",
        }
    }

    /// Makes the file.
    pub async fn make(self, query: &Query, href: &str, theme: Theme) -> Option<Blob> {
        let trace = || Trace::of(query.setup());
        match self {
            Form::Png => web::png(&export::sheet(query, href, theme)).await,
            Form::Svg => web::blob(&export::sheet(query, href, theme), "image/svg+xml"),
            Form::Json => web::blob(&export::json(&trace(), &query.print()), "application/json"),
            Form::Log => web::blob(&export::log(query, href), "text/plain;charset=utf-8"),
            Form::ShiViz => web::blob(&export::shiviz(&trace()), "text/plain;charset=utf-8"),
        }
    }
}
