//! A question about the run in the place of its outcome, until it is answered.

use leptos::prelude::document;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};

use super::after;
use super::controls::{element, say};
use super::state::{Shown, State};
use crate::page::quiz::{ANSWER, CHOICE, OPEN};
use crate::page::report::{OUTCOME, outcome as told};
use crate::page::workshop::TOOLS;
use crate::page::{ANNOUNCEMENT, SIMULATOR};

/// What stands above the picture: a question, or what came of the run.
pub fn outcome(shown: &Shown) -> String {
    let run = &shown.run;
    match (&run.question, &shown.answered) {
        (Some(question), _) => question.html(&run.trace),
        (None, Some(answered)) => answered.html(&run.trace, &run.lines) + &told(&run.verdict),
        (None, None) => told(&run.verdict),
    }
}

/// The same for those who only hear it.
pub fn announcement(shown: &Shown) -> String {
    let run = &shown.run;
    match (&run.question, &shown.answered) {
        (Some(question), _) => question.words(&run.trace),
        (None, Some(answered)) => answered.words(&run.trace, &run.lines),
        (None, None) => [run.verdict.name, ". ", &run.verdict.what].concat(),
    }
}

/// Hides what could tell the answer while a question is open.
pub fn close(shown: &Shown) {
    let is_open = shown.run.question.is_some();
    if let (true, Some(simulator)) = (is_open, element(SIMULATOR)) {
        // The answer to a question before may be one to this.
        let _ = simulator.remove_attribute(ANSWER);
        say(ANNOUNCEMENT, "");
    }
    if let Some(root) = document().document_element() {
        let _ = root.toggle_attribute_with_force(OPEN, is_open);
    }
    if let Some(tools) = element(TOOLS) {
        let _ = tools.toggle_attribute_with_force("inert", is_open);
    }
}

/// Takes the answer whose button was clicked, if it was one.
pub fn answer(state: State, target: &Element) {
    let Some(word) = target.get_attribute(CHOICE) else {
        return;
    };
    if let (Some(answered), Some(simulator)) = (state.answer(&word), element(SIMULATOR)) {
        let _ = simulator.set_attribute(ANSWER, &answered.json());
        // The button had the focus, which must not be lost with it.
        after(0, Box::new(focus)).forget();
    }
}

fn focus() {
    if let Some(outcome) = element(OUTCOME) {
        let _ = outcome.unchecked_into::<HtmlElement>().focus();
    }
}
