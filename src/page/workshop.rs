//! How the page's program and those that are loaded on request speak with each other: by links, in
//! attributes of elements that both know. What is below that is the workshop's, the one for changing
//! a run.

use crate::sim::Time;

/// What is shown, as the text of a query, in [`SIMULATOR`](super::SIMULATOR). The page's program
/// writes it.
pub const SHOWN: &str = "data-shown";
/// What is to be shown, in the same place, by whoever then dispatches [`SHOW`]; if it is not there,
/// what is shown already.
pub const WANTED: &str = "data-wanted";
/// The event that asks the page's program to show what is wanted.
pub const SHOW: &str = "lock-simulator:show";
/// There, while something is being moved: the address does not follow yet.
pub const HELD: &str = "data-held";
/// The event by which the page hands over what was dropped or pasted: a file or a text.
pub const OPEN: &str = "lock-simulator:open";
/// How far the time axis goes at the least, in microseconds, in [`TIMELINE`](super::TIMELINE).
pub const UNTIL: &str = "data-until";

/// The place below the player for what the workshop can do.
pub const TOOLS: &str = "tools";
/// The place for saying that the workshop could not be loaded.
pub const TOOLS_FAILURE: &str = "tools-failure";
/// The name of a tool, in the button that opens it.
pub const TOOL: &str = "data-tool";

/// Something that the workshop can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// Changing a run by hand.
    Edit,
    /// Seeing another run beside it.
    Compare,
    /// Taking it along, and bringing it back.
    Take,
}

impl Tool {
    /// All of them, in the order of their buttons.
    pub const ALL: [Tool; 3] = [Tool::Edit, Tool::Compare, Tool::Take];

    /// The word that stands for it, which is also the id of its place.
    pub fn word(self) -> &'static str {
        match self {
            Tool::Edit => "edit",
            Tool::Compare => "compare",
            Tool::Take => "take",
        }
    }

    /// What its button says.
    pub fn name(self) -> &'static str {
        match self {
            Tool::Edit => "Edit",
            Tool::Compare => "Compare",
            Tool::Take => "Take along",
        }
    }
}

/// An instant as [`UNTIL`] gives it.
pub fn until(text: &str) -> Option<Time> {
    text.parse().ok().map(Time::from_micros)
}
