//! What is in the dialog in which a snippet is made, as HTML.

use std::ops::RangeInclusive;

use super::choices::{HEIGHTS, Start, WIDTHS, can_be_locked, control_name};
use super::draft::{Draft, LOCK, SHOW};
use super::escape;
use super::snippet::Form;
use crate::query::{ThemeChoice, control_names};
use crate::sim::Trace;
use crate::words::log;

/// The heading, by which the dialog is called.
pub const HEADING: &str = "embed-heading";
/// The button that closes it.
pub const CLOSE: &str = "embed-close";
/// The place for what there is to know about a form.
pub const ABOUT: &str = "embed-about";
/// The snippet.
pub const SNIPPET: &str = "embed-snippet";
/// The place for a file that a form needs besides, with its label and its text.
pub const FILE: &str = "embed-file";
/// The label of that file.
pub const FILE_NAME: &str = "embed-file-name";
/// What is in it.
pub const FILE_TEXT: &str = "embed-file-text";
/// The place for what became of copying.
pub const SAID: &str = "embed-said";
/// The place for the question that the reader is asked.
pub const QUESTION: &str = "embed-question";
/// What there is to say where the figure is wider than its place.
pub const WIDER: &str = "embed-wider";
/// The place for the figure as it will be.
pub const PREVIEW: &str = "embed-preview";
/// The text that a button copies, by its id, in the button.
pub const COPY: &str = "data-copy";

/// The place for a complaint about what was entered in a field.
pub fn wrong_id(field: &str) -> String {
    ["embed-", field, "-wrong"].concat()
}

/// A field for a text or a number.
pub fn field_id(field: &str) -> String {
    ["embed-", field].concat()
}

/// The field that says whether a control is shown.
pub fn show_id(control: &str) -> String {
    ["embed-", SHOW, control].concat()
}

/// The dialog for a draft, of which nothing has been changed yet.
pub fn dialog(draft: &Draft) -> String {
    let forms = Form::ALL.map(|form| (form.word(), form.name().to_string()));
    [
        "<div class=\"sheet\">\n<header><h2 id=\"",
        HEADING,
        "\">Embed this run</h2><button type=\"button\" id=\"",
        CLOSE,
        "\">Close</button></header>\n<div class=\"asked\">",
        &fields(draft),
        &controls(draft),
        "</div>\n<div class=\"result\">\n<div class=\"copying\">",
        &menu("form", "For", &forms, draft.form.word()),
        &copies(SNIPPET, "Copy snippet"),
        "<p id=\"",
        SAID,
        "\" class=\"said\" role=\"status\"></p></div>\n<p class=\"hint\"><span id=\"",
        ABOUT,
        "\"></span> <a href=\"embedding.html\" target=\"_blank\" rel=\"noopener\">All about \
         embedding</a></p>\n",
        &text(SNIPPET, "", "Snippet", ""),
        "<div id=\"",
        FILE,
        "\" hidden>",
        &text(FILE_TEXT, FILE_NAME, "", &copies(FILE_TEXT, "Copy file")),
        "</div>\n<section class=\"preview\" id=\"",
        PREVIEW,
        "\" aria-label=\"Preview\" tabindex=\"0\"></section>\n<p class=\"hint\"><span id=\"",
        WIDER,
        "\" hidden>The figure is wider than there is room for it here, and scrolls. </span>What is \
         changed inside of the preview stays there: the snippet has what is chosen in this \
         dialog.</p>\n</div>\n</div>",
    ]
    .concat()
}

/// A range of pixels, with what there is if a field is left empty.
fn range(range: &RangeInclusive<u32>) -> String {
    [&range.start().to_string(), " to ", &range.end().to_string(), ", or empty"].concat()
}

/// The fields for size, colours, start, question and title.
fn fields(draft: &Draft) -> String {
    let choices = &draft.choices;
    let themes = ThemeChoice::ALL.iter().map(|theme| {
        let name =
            if *theme == ThemeChoice::Auto { "as the reader’s system" } else { theme.word() };
        (theme.word(), name.to_string())
    });
    let themes: Vec<(&str, String)> = themes.collect();
    let cursor = ["at the cursor (", &draft.run.view.t.to_string(), " s)"].concat();
    let starts = [
        ("beginning", "at the beginning".to_string()),
        ("cursor", cursor),
        ("step", "at a step".to_string()),
    ];
    let start = if choices.start == Start::Cursor { "cursor" } else { "beginning" };
    let questions = [
        ("none", "none".to_string()),
        ("stored", "What is stored?".to_string()),
        ("holder", "Who holds the lock?".to_string()),
    ];
    let steps = ["1 to ", &log(&Trace::of(draft.run.setup())).len().to_string()].concat();
    [
        "<div class=\"embed-choices\">",
        &field("width", "Width in pixels", "all there is", "", &range(&WIDTHS)),
        &field("height", "Height in pixels", "that of the content", "", &range(&HEIGHTS)),
        &menu("theme", "Theme", &themes, choices.theme.word()),
        &menu("start", "It starts", &starts, start),
        &field("step", "Step", "", "1", &steps),
        &menu("quiz", "A question", &questions, "none"),
        &field("title", "Title", &choices.name(&draft.run), "", ""),
        "</div>\n<p class=\"hint\">The title is read to those who hear the page, and stands above the \
         figure until it is loaded. A question is about the moment at which the figure starts, with \
         all the steps of that moment; if that is the beginning, the simulator finds one.</p>\n<p class=\"hint\" id=\"",
        QUESTION,
        "\"></p>\n",
    ]
    .concat()
}

/// The list of what readers can have, and may change.
fn controls(draft: &Draft) -> String {
    let controls = draft.choices.controls;
    let (usual, others): (Vec<&str>, Vec<&str>) =
        control_names().partition(|name| controls.has(name));
    let list = |names: Vec<&'static str>, ticked| {
        let rows: String = names.into_iter().map(|name| row(name, ticked)).collect();
        ["<ul role=\"list\">", &rows, "</ul>"].concat()
    };
    [
        "<fieldset class=\"control-list\"><legend>What readers see, and may change</legend>",
        &list(usual, " checked"),
        "<details><summary>More options</summary>",
        &list(others, ""),
        "</details><p class=\"hint\">Where something is locked there are no tools, with which it \
         could be changed.</p></fieldset>\n",
    ]
    .concat()
}

fn row(name: &'static str, ticked: &str) -> String {
    let called = control_name(name);
    let lock = match can_be_locked(name) {
        false => String::new(),
        true => [
            "<label class=\"lock\"><input type=\"checkbox\" name=\"",
            LOCK,
            name,
            "\" aria-label=\"",
            called,
            ", locked\">locked</label>",
        ]
        .concat(),
    };
    [
        "<li><label><input type=\"checkbox\" id=\"",
        &show_id(name),
        "\" name=\"",
        SHOW,
        name,
        "\"",
        ticked,
        ">",
        called,
        "</label>",
        &lock,
        "</li>",
    ]
    .concat()
}

/// A field for a text or a number, what it takes, and the place for a complaint about it.
fn field(name: &str, label: &str, placeholder: &str, value: &str, takes: &str) -> String {
    let (wrong, hint) = (wrong_id(name), ["embed-", name, "-takes"].concat());
    [
        "<div class=\"",
        name,
        "\"><label>",
        label,
        "<input type=\"text\" autocomplete=\"off\" id=\"",
        &field_id(name),
        "\" name=\"",
        name,
        "\" value=\"",
        value,
        "\" placeholder=\"",
        &escape::attribute(placeholder),
        "\" aria-describedby=\"",
        &hint,
        " ",
        &wrong,
        "\"></label><p class=\"hint\" id=\"",
        &hint,
        "\">",
        takes,
        "</p><p class=\"wrong\" role=\"status\" id=\"",
        &wrong,
        "\"></p></div>\n",
    ]
    .concat()
}

fn menu(name: &str, label: &str, words: &[(&str, String)], chosen: &str) -> String {
    let option = |(word, name): &(&str, String)| {
        let selected = if *word == chosen { " selected" } else { "" };
        ["<option value=\"", word, "\"", selected, ">", name, "</option>"].concat()
    };
    let options: String = words.iter().map(option).collect();
    ["<label>", label, "<select name=\"", name, "\">", &options, "</select></label>\n"].concat()
}

/// A button that copies a text.
fn copies(id: &str, label: &str) -> String {
    ["<button type=\"button\" ", COPY, "=\"", id, "\">", label, "</button>"].concat()
}

/// A text that can be copied by hand, and what comes below it.
fn text(id: &str, label_id: &str, label: &str, below: &str) -> String {
    [
        "<div class=\"snippet\"><label for=\"",
        id,
        "\" id=\"",
        label_id,
        "\">",
        label,
        "</label><textarea id=\"",
        id,
        "\" rows=\"5\" readonly spellcheck=\"false\"></textarea>",
        below,
        "</div>\n",
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Query;

    /// The names of the fields of a kind, with what each is ticked or chosen to be.
    fn names(html: &str) -> Vec<&str> {
        let starts = html.match_indices("name=\"").map(|(at, name)| &html[at + name.len()..]);
        starts.filter_map(|rest| rest.split('"').next()).collect()
    }

    #[test]
    fn every_control_is_in_the_list_and_those_that_can_be_locked_have_a_switch_for_it() {
        let html = dialog(&Draft::new(&Query::default()));
        let found = names(&html);
        for name in control_names() {
            assert!(found.contains(&[SHOW, name].concat().as_str()), "{name}");
            assert_eq!(found.contains(&[LOCK, name].concat().as_str()), can_be_locked(name));
        }
    }

    #[test]
    fn every_field_can_be_entered_as_it_is_and_changes_nothing() {
        for link in ["", "t=6.5&theme=dark"] {
            let draft = Draft::new(&Query::parse(link).0);
            let html = dialog(&draft);
            let mut entered = draft.clone();
            for part in html.split("<select name=\"").skip(1) {
                let (name, rest) = part.split_once('"').expect("a name");
                let (before, _) = rest.split_once("\" selected").expect("one is chosen");
                let (_, word) = before.rsplit_once("value=\"").expect("it has a word");
                entered.enter(name, word).expect("it is possible");
            }
            assert_eq!(entered, draft, "{link}");
        }
    }
}
