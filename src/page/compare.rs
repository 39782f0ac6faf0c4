//! The places for another run beside the one that is shown.

/// There while two runs are shown, in [`SIMULATOR`](super::SIMULATOR).
pub const COMPARING: &str = "data-comparing";
/// The name of the run above, if there is one below.
pub const THIS_NAME: &str = "this-name";
/// The place for the run below: its name, its outcome and its picture.
pub const OTHER: &str = "other";
/// The place for its steps.
pub const OTHER_STEPS: &str = "other-steps";
