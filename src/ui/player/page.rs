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

fn find(selector: &str) -> Option<Element> {
    document().query_selector(selector).ok().flatten()
}

/// Sets a flag at one step of the list, and takes it from the others.
pub fn flag(name: &str, step: Option<u32>) {
    if let Some(before) = find(&["[data-step][", name, "]"].concat()) {
        let _ = before.remove_attribute(name);
    }
    let step = step.map(|step| ["[data-step='", &step.to_string(), "']"].concat());
    if let Some(line) = step.and_then(|step| find(&step)) {
        let _ = line.set_attribute(name, "step");
    }
}

/// Gives the focus to the button of a step.
pub fn focus_step(step: u32) {
    if let Some(button) = find(&["[data-step='", &step.to_string(), "'] button"].concat()) {
        let _ = button.unchecked_into::<HtmlElement>().focus();
    }
}

/// Makes the button of a step the one that the Tab key comes to.
pub fn set_stop(button: &Element) {
    if let Some(before) = find("[data-step] [tabindex='0']") {
        let _ = before.set_attribute("tabindex", "-1");
    }
    let _ = button.set_attribute("tabindex", "0");
}

/// How a run goes on while it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// Not at all, since nobody can see the picture.
    None,
    /// By steps, since the reader wants no more motion than there must be.
    Steps,
    /// Evenly, at a speed in hundredths of real time.
    Even {
        /// The speed.
        speed: u32,
    },
}

impl Pace {
    /// How it goes on just now.
    pub fn now() -> Pace {
        if in_sight() <= 0.0 {
            Pace::None
        } else if is_motion_unwanted() {
            Pace::Steps
        } else {
            let menu = element(SPEED).map(|menu| menu.unchecked_into::<HtmlInputElement>());
            let chosen = menu.and_then(|menu| menu.value().parse().ok());
            Pace::Even { speed: chosen.unwrap_or(100) }
        }
    }
}

/// Brings the picture into sight, unless most of what could be seen of it is there.
pub fn bring_near() {
    if in_sight() < 0.5
        && let Some(place) = element(TIMELINE)
    {
        place.scroll_into_view();
    }
}

/// How much of the picture is in sight, as a part of what could be; negative if it is far away.
fn in_sight() -> f64 {
    let Some(place) = element(TIMELINE) else {
        return 0.0;
    };
    let area = place.get_bounding_client_rect();
    let (top, bottom) = (area.top(), area.bottom());
    let room = window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or(bottom);
    (bottom.min(room) - top.max(0.0)) / (bottom - top).min(room)
}

fn is_motion_unwanted() -> bool {
    let media = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    media.is_some_and(|media| media.matches())
}

/// Whether a run begins again when it has come to its end.
pub fn does_repeat() -> bool {
    let switch = element(REPEAT).map(|switch| switch.unchecked_into::<HtmlInputElement>());
    switch.is_some_and(|switch| switch.checked())
}
