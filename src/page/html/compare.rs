//! The places for another run below the one that is shown. The workshop fills them.

use super::tools::place;
use crate::page::compare::{OTHER, OTHER_STEPS, THIS_NAME};
use crate::page::workshop::Tool;

/// What stands above the picture.
pub fn name() -> String {
    format!("<h2 id=\"{THIS_NAME}\" class=\"run-name\" hidden></h2>\n")
}

/// What stands below the picture: the menu of other runs, which nothing pushes away when one of
/// them is chosen, and the chosen one.
pub fn other() -> String {
    let menu = place(Tool::Compare);
    format!(
        "{menu}<section id=\"{OTHER}\" class=\"other\" aria-label=\"The run below\" hidden></section>\n"
    )
}

/// What stands beside the steps.
pub fn steps() -> String {
    format!("<div id=\"{OTHER_STEPS}\"></div>\n")
}
