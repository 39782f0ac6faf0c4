//! What could not be taken from the link as it was.

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};

use super::after;
use super::controls::element;
use super::state::State;
use crate::page::{NOTICES, SIMULATOR};

/// Shows the notices, each with a button that takes it away.
pub fn show(notices: &[String]) {
    let Some(place) = element(NOTICES) else {
        return;
    };
    place.set_text_content(None);
    for (index, notice) in notices.iter().enumerate() {
        let Some(banner) = add(&place, "div", "") else {
            return;
        };
        let _ = banner.set_attribute("class", "banner notice");
        let _ = banner.set_attribute("role", "alert");
        add(&banner, "p", notice);
        if let Some(button) = add(&banner, "button", "Dismiss") {
            let _ = button.set_attribute("type", "button");
            let _ = button.set_attribute("value", &index.to_string());
        }
    }
}

/// Adds an element with a text to another one.
fn add(to: &Element, name: &str, text: &str) -> Option<Element> {
    let element = document().create_element(name).ok()?;
    element.set_text_content(Some(text));
    to.append_child(&element).ok()?;
    Some(element)
}

/// Gives the focus to the next notice or, if that was the last, to the simulator.
fn focus() {
    let next = document().query_selector(&["#", NOTICES, " button"].concat()).ok().flatten();
    if let Some(next) = next.or_else(|| element(SIMULATOR)) {
        let _ = next.unchecked_into::<HtmlElement>().focus();
    }
}

/// Takes away the notice whose button was clicked, if it was one.
pub fn dismiss(state: State, target: &Element) {
    let index = target.get_attribute("value").and_then(|value| value.parse().ok());
    let inside = target.closest(&["#", NOTICES].concat());
    if let (Ok(Some(_)), Some(index)) = (inside, index) {
        let mut notices = state.now().notices;
        if index < notices.len() {
            notices.remove(index);
            state.say(notices);
            // The button had the focus, which must not be lost with it.
            after(0, Box::new(focus)).forget();
        }
    }
}
