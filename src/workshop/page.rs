//! What the workshop alone asks of the page, and does to it.

use leptos::prelude::*;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{
    Element, Event, HtmlAnchorElement, HtmlElement, MutationObserver, MutationObserverInit,
    ScrollBehavior, ScrollIntoViewOptions, ScrollLogicalPosition, ScrollToOptions,
};

use crate::bridge::page::ask;
pub use crate::bridge::page::{element, show, shown, watch, watch_size};
use crate::bridge::web::callback;
use crate::page::workshop::{HELD, UNTIL, WANTED};
use crate::page::{FULL_PAGE, SIMULATOR, TIMELINE};
use crate::sim::Time;

/// Calls back whenever other things have been put into the element with an id.
pub fn watch_inside(id: &str, mut act: impl FnMut() + 'static) {
    let changed = callback(move |_: JsValue| act());
    let which = MutationObserverInit::new();
    which.set_child_list(true);
    if let (Ok(observer), Some(place)) = (MutationObserver::new(&changed), element(id)) {
        let _ = observer.observe_with_options(place.as_ref(), &which);
    }
}

/// Scrolls no further than it takes to see an element.
pub fn bring_into_sight(id: &str, how: ScrollBehavior) {
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Nearest);
    options.set_behavior(how);
    if let Some(element) = element(id) {
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// Scrolls the page by so many pixels, if it can be scrolled so far.
pub fn scroll_by(pixels: f64) {
    let way = ScrollToOptions::new();
    way.set_top(pixels);
    way.set_behavior(ScrollBehavior::Instant);
    window().scroll_by_with_scroll_to_options(&way);
}

/// Has the page show what it shows, now that the circumstances are others.
pub fn show_the_same() {
    if let Some(simulator) = element(SIMULATOR) {
        let _ = simulator.remove_attribute(WANTED);
    }
    ask();
}

/// Says whether something is being moved, so that the address has to wait.
pub fn hold(held: bool) {
    if let Some(simulator) = element(SIMULATOR) {
        let _ = simulator.toggle_attribute_with_force(HELD, held);
    }
}

/// Lets the time axis go on at least until an instant.
pub fn lengthen(until: Time) {
    if let Some(timeline) = element(TIMELINE) {
        let _ = timeline.set_attribute(UNTIL, &until.as_micros().to_string());
    }
}

/// Has the page look again at what it draws for.
pub fn redraw() {
    if let Ok(event) = Event::new("resize") {
        let _ = window().dispatch_event(&event);
    }
}

/// Sets a property of the style of an element.
pub fn style(element: &HtmlElement, name: &str, value: &str) {
    let _ = element.style().set_property(name, value);
}

/// How far down the page the timeline is, in CSS pixels.
pub fn top() -> f64 {
    let top = element(TIMELINE).map_or(0.0, |timeline| timeline.get_bounding_client_rect().top());
    top + window().scroll_y().unwrap_or(0.0)
}

/// How wide the timeline is, in CSS pixels.
pub fn width() -> u32 {
    element(TIMELINE).map_or(1, |timeline| timeline.client_width().max(1).unsigned_abs())
}

/// Whether an event happened in an element that fits a selector.
pub fn is_inside(event: &Event, selector: &str) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|target| target.closest(selector).ok().flatten().is_some())
}

/// Whether this page is a figure, which somebody has put into a page already.
pub fn is_figure() -> bool {
    element(FULL_PAGE).is_some()
}

/// The address of the full page, which a figure has a link to.
pub fn address() -> String {
    match element(FULL_PAGE).and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok()) {
        Some(link) => link.href(),
        None => window().location().href().unwrap_or_default(),
    }
}
