//! The buttons for what the workshop can do, and the places for it.

use crate::page::workshop::{TOOL, TOOLS, TOOLS_FAILURE, Tool};

/// The buttons, before there is a program.
pub fn tools() -> String {
    let buttons: String = Tool::ALL.into_iter().map(button).collect();
    format!(
        "<div class=\"tools\" id=\"{TOOLS}\" role=\"group\" aria-label=\"Tools\" inert>{buttons}\
         <p id=\"{TOOLS_FAILURE}\" role=\"alert\" hidden>Editing, comparing and \
         taking along could not be loaded. Press one of their buttons to try again.</p></div>\n"
    )
}

/// The places for the tools below their buttons.
pub fn places() -> String {
    [Tool::Edit, Tool::Take].into_iter().map(place).collect()
}

fn button(tool: Tool) -> String {
    let (word, name) = (tool.word(), tool.name());
    format!(
        "<button type=\"button\" {TOOL}=\"{word}\" aria-expanded=\"false\" \
         aria-controls=\"{word}\">{name}</button>"
    )
}

/// The place for a tool, hidden until it is opened.
pub fn place(tool: Tool) -> String {
    let (word, name) = (tool.word(), tool.name());
    format!("<section id=\"{word}\" class=\"tool\" aria-label=\"{name}\" hidden></section>\n")
}
