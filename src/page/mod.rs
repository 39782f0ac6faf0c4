//! What the page and the program that moves it have to agree on.
//!
//! The controls and the default run are in the page before the program is. [`html`] writes them,
//! from the same schema, words and drawing; the program finds the controls by the names given
//! here and puts its own runs in the place of the default one.

pub mod compare;
mod confirmed;
#[cfg(not(target_arch = "wasm32"))]
pub mod html;
#[cfg(not(target_arch = "wasm32"))]
mod incidents;
pub mod lab;
pub mod player;
pub mod preset;
#[cfg(not(target_arch = "wasm32"))]
pub mod presets;
pub mod quiz;
pub mod report;
pub mod settings;
#[cfg(not(target_arch = "wasm32"))]
pub mod social;
pub mod table;
pub mod theme;
pub mod workshop;

#[cfg(not(target_arch = "wasm32"))]
pub use incidents::{INCIDENTS, Incident, Reference};

use crate::sim::Headline;

/// The place for the outcome in a sentence, once the controls have come to rest: for screen readers.
pub const ANNOUNCEMENT: &str = "announcement";
/// The element around the simulator.
pub const SIMULATOR: &str = "simulator";
/// The place for what could not be taken from a link as it was.
pub const NOTICES: &str = "notices";
/// The place for the timeline.
pub const TIMELINE: &str = "timeline";
/// The place for what the timeline shows, in words.
pub const LANES: &str = "lanes";
/// The link from an embedded figure to the page that shows the same run.
pub const FULL_PAGE: &str = "full-page";
/// Where that page is, from the figure's.
pub const WHOLE_PAGE: &str = "../";

/// The element around a control, which is hidden where the control makes no difference.
pub fn field_id(key: &str) -> String {
    [key, "-field"].concat()
}

/// The radio button for a word.
pub fn choice_id(key: &str, word: &str) -> String {
    [key, "-", word].concat()
}

/// The slider beside a number.
pub fn slider_id(key: &str) -> String {
    [key, "-slider"].concat()
}

/// The place for what there is to say about a value, or why another one cannot be had.
pub fn remark_id(key: &str) -> String {
    [key, "-remark"].concat()
}

/// The place for a complaint about what was entered.
pub fn wrong_id(key: &str) -> String {
    [key, "-wrong"].concat()
}

/// The outline of the sign for a headline: a cross, a warning, a shield, a tick. They are told
/// apart without colour.
pub fn icon(headline: Headline) -> &'static str {
    match headline {
        Headline::Corrupted => "M8 3h8l5 5v8l-5 5H8l-5-5V8zM9 9l6 6M15 9l-6 6",
        Headline::AtRisk => "M12 3l10 18H2zM12 10v5M12 18v.1",
        Headline::Protected => "M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6zM8.5 12l2.5 2.5 4.5-5",
        Headline::Safe => "M12 3a9 9 0 1 0 .01 0zM8 12l3 3 5-6",
    }
}
