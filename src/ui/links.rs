//! Links within the page that stand for a run: they change the simulator in place.

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, Event, FocusOptions, HtmlElement, MouseEvent};

use super::after;
use super::controls::element;
use super::state::{Shown, State};
use crate::page::SIMULATOR;
use crate::query::{Query, View};

/// The links whose address is nothing but a query.
const LINKS: &str = "a[href^='?']";
/// The element around the tour, which stands where its runs are seen.
const TOUR: &str = "#tour";

/// Follows the link that was clicked, if it stands for a run and is to be opened here.
pub fn follow(state: State, target: &Element, event: &Event) {
    let Ok(Some(link)) = target.closest(LINKS) else {
        return;
    };
    let click: &MouseEvent = event.unchecked_ref();
    if click.ctrl_key() || click.meta_key() || click.shift_key() || click.alt_key() {
        return;
    }
    event.prevent_default();
    let (query, _) = Query::parse(&link.get_attribute("href").unwrap_or_default());
    // Another run is seen from where its link says, and beside what its link says.
    let View { t, compare, .. } = query.view;
    let view = View { t, compare, ..state.now().query.view };
    state.show(Query { view, ..query }, Some(0));
    if let (Ok(None), Some(simulator)) = (link.closest(TOUR), element(SIMULATOR)) {
        // What stands above it may have another height when the page shows the run.
        after(0, Box::new(move || turn_to(&simulator.unchecked_into()))).forget();
    }
}

/// Scrolls to an element and gives it the focus.
pub fn turn_to(place: &HtmlElement) {
    place.scroll_into_view();
    let options = FocusOptions::new();
    options.set_prevent_scroll(true);
    let _ = place.focus_with_options(&options);
}

/// Marks the links that stand for what is shown, once it has come to rest: there may be new ones.
pub fn show(shown: &Shown) {
    if shown.rest.is_some() {
        mark(&shown.query);
    }
}

/// Marks the links that stand for a query.
pub fn mark(query: &Query) {
    let view = View { compare: query.view.compare, ..Query::default().view };
    let present = Some(["?", &Query { view, ..*query }.print()].concat());
    let Ok(links) = document().query_selector_all(LINKS) else {
        return;
    };
    for index in 0..links.length() {
        let Some(link) = links.item(index) else {
            continue;
        };
        let link: Element = link.unchecked_into();
        let _ = match link.get_attribute("href") == present {
            true => link.set_attribute("aria-current", "true"),
            false => link.remove_attribute("aria-current"),
        };
    }
}
