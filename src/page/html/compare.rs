//! The places for another run below the one that is shown. The workshop fills them.

use crate::page::compare::{OTHER, OTHER_STEPS, THIS_NAME};

/// What stands above the picture.
pub fn name() -> String {
    format!("<h2 id=\"{THIS_NAME}\" class=\"run-name\" hidden></h2>\n")
}

/// What stands below the picture.
pub fn other() -> String {
    format!(
        "<section id=\"{OTHER}\" class=\"other\" aria-label=\"The run below\" hidden></section>\n"
    )
}

/// What stands beside the steps.
pub fn steps() -> String {
    format!("<div id=\"{OTHER_STEPS}\"></div>\n")
}
