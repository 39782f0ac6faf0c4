//! What the player asks of the page, and does to it.

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement, HtmlInputElement};

use crate::page::TIMELINE;
use crate::page::player::{REPEAT, SPEED};
use crate::ui::controls::element;

/// The element around another one, or itself, that fits a selector.
pub fn inside(element: &Element, selector: &str) -> Option<Element> {
    element.closest(selector).ok().flatten()
}

/// Shows the list of keys, by the button that does so without any help.
pub fn show_keys() {
    if let Ok(Some(button)) = document().query_selector("[popovertarget]") {
        button.unchecked_into::<HtmlElement>().click();
    }
}

/// Sets a property of the style of an element.
pub fn style(id: &str, name: &str, value: &str) {
    if let Some(element) = element(id) {
        let _ = HtmlElement::style(element.unchecked_ref()).set_property(name, value);
    }
}

/// A length in the pixels of styles.
pub fn px(length: i32) -> String {
    [&length.to_string(), "px"].concat()
}

/// Sets a flag at one step of the list, and takes it from the others.
pub fn flag(name: &str, step: Option<u32>) {
    let find = |selector: &str| document().query_selector(selector).ok().flatten();
    if let Some(before) = find(&["[data-step][", name, "]"].concat()) {
        let _ = before.remove_attribute(name);
    }
    let step = step.map(|step| ["[data-step='", &step.to_string(), "']"].concat());
    if let Some(line) = step.and_then(|step| find(&step)) {
        let _ = line.set_attribute(name, "step");
    }
}

/// Whether nobody can see the picture, so that there is nothing to play for.
pub fn is_away() -> bool {
    let Some(place) = element(TIMELINE) else {
        return true;
    };
    let area = place.get_bounding_client_rect();
    let height = window().inner_height().ok().and_then(|height| height.as_f64());
    area.bottom() < 0.0 || height.is_some_and(|height| area.top() > height)
}

/// Whether the reader wants no more motion than there must be.
pub fn is_motion_unwanted() -> bool {
    let media = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    media.is_some_and(|media| media.matches())
}

/// The speed that is chosen, in hundredths of real time.
pub fn speed() -> u32 {
    let menu = element(SPEED).map(|menu| menu.unchecked_into::<HtmlInputElement>());
    menu.and_then(|menu| menu.value().parse().ok()).unwrap_or(100)
}

/// Whether a run begins again when it has come to its end.
pub fn does_repeat() -> bool {
    let switch = element(REPEAT).map(|switch| switch.unchecked_into::<HtmlInputElement>());
    switch.is_some_and(|switch| switch.checked())
}
