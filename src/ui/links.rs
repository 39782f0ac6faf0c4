//! Links within the page that stand for a run: they change the simulator in place.

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, Event, FocusOptions, HtmlElement, MouseEvent};

use super::controls::element;
use super::state::State;
use crate::query::Query;

/// The links whose address is nothing but a query.
const LINKS: &str = "a[href^='?']";
/// The element around the simulator.
const SIMULATOR: &str = "simulator";
/// The element around the tour, which stands where its runs are seen.
const TOUR: &str = "#tour";

/// Follows the link that was clicked, if it stands for a run and is to be opened here.
pub fn follow(state: State, target: &Element, event: &Event) {
    let Ok(Some(link)) = target.closest(LINKS) else {
        return;
    };
    let elsewhere = event.dyn_ref::<MouseEvent>().is_some_and(|click| {
        click.ctrl_key() || click.meta_key() || click.shift_key() || click.alt_key()
    });
    if elsewhere {
        return;
    }
    event.prevent_default();
    let (query, _) = Query::parse(&link.get_attribute("href").unwrap_or_default());
    state.rest.set(Some(0));
    state.query.update(|present| present.params = query.params);
    if let (Ok(None), Some(simulator)) = (link.closest(TOUR), element(SIMULATOR)) {
        simulator.scroll_into_view();
        if let Ok(simulator) = simulator.dyn_into::<HtmlElement>() {
            let options = FocusOptions::new();
            options.set_prevent_scroll(true);
            let _ = simulator.focus_with_options(&options);
        }
    }
}

/// Marks the links that stand for a query.
pub fn mark(query: &Query) {
    let view = Query::default().view;
    let present = Some(["?", &Query { view, ..*query }.print()].concat());
    let Ok(links) = document().query_selector_all(LINKS) else {
        return;
    };
    for index in 0..links.length() {
        let Some(link) = links.item(index).and_then(|link| link.dyn_into::<Element>().ok()) else {
            continue;
        };
        let _ = match link.get_attribute("href") == present {
            true => link.set_attribute("aria-current", "true"),
            false => link.remove_attribute("aria-current"),
        };
    }
}
