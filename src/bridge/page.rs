//! What workshop and laboratory ask of the page.

use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::Array;
use web_sys::{Event, HtmlElement, MutationObserver, MutationObserverInit, ResizeObserver};

use super::web::callback;
use crate::page::SIMULATOR;
use crate::page::workshop::{SHOW, SHOWN, WANTED};
use crate::query::Query;

/// The element with an id.
pub fn element(id: &str) -> Option<HtmlElement> {
    document().get_element_by_id(id).map(JsCast::unchecked_into)
}

/// What the page shows.
pub fn shown() -> Query {
    let simulator = element(SIMULATOR);
    let text = simulator.and_then(|simulator| simulator.get_attribute(SHOWN)).unwrap_or_default();
    Query::parse(&text).0
}

/// Calls back whenever the page shows something else.
pub fn watch(mut act: impl FnMut() + 'static) -> Option<()> {
    let changed = callback(move |_: JsValue| act());
    let observer = MutationObserver::new(&changed).ok()?;
    let which = MutationObserverInit::new();
    which.set_attributes(true);
    which.set_attribute_filter(&Array::of1(&SHOWN.into()));
    observer.observe_with_options(element(SIMULATOR)?.as_ref(), &which).ok()
}

/// Calls back whenever an element has another size.
pub fn watch_size(id: &str, mut act: impl FnMut() + 'static) -> Option<()> {
    let changed = callback(move |_: JsValue| act());
    let observer = ResizeObserver::new(&changed).ok()?;
    observer.observe(element(id)?.as_ref());
    Some(())
}

/// How wide an element is, in CSS pixels, at all times; 0, before it is there.
pub fn width_of(id: &'static str) -> RwSignal<u32> {
    let width = RwSignal::new(0);
    let measure = move || {
        width.set(element(id).map_or(0, |element| element.client_width().unsigned_abs()));
    };
    Effect::new(move |_| {
        let _ = watch_size(id, measure);
    });
    width
}

/// Has the page show a query.
pub fn show(query: &Query) {
    if let Some(simulator) = element(SIMULATOR) {
        let _ = simulator.set_attribute(WANTED, &query.print());
    }
    ask();
}

/// Has the page show what is wanted; if nothing is, what it shows already.
pub fn ask() {
    if let Ok(event) = Event::new(SHOW) {
        let _ = document().dispatch_event(&event);
    }
}
