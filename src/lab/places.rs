//! The places of the questions, which are filled when they are first opened.

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{Event, HtmlDetailsElement};

use super::desk::Desk;
use super::lease::Lease;
use super::map::Map;
use super::search::Search;
use crate::bridge::page::element;
use crate::bridge::web::callback;
use crate::page::lab::{answer_id, place_id};
use crate::query::Inquiry;

/// Fills a place when it is opened, now or later, and opens what the link asks for.
pub fn listen(desk: Desk) {
    for &inquiry in Inquiry::ALL {
        let Some(place) = details(inquiry) else {
            continue;
        };
        let is_open = RwSignal::new(false);
        let mut is_filled = false;
        let opened = place.clone();
        let mut look = move || {
            is_open.set(opened.open());
            if opened.open() && !is_filled {
                is_filled = true;
                fill(desk, inquiry, is_open.into());
            }
        };
        look();
        let toggled = callback(move |_: Event| look());
        let _ = place.add_event_listener_with_callback("toggle", &toggled);
    }
    // A link that is followed may ask something else.
    let asked = Memo::new(move |_| desk.shown.with(|query| query.view.ask));
    Effect::new(move |_| {
        let place = asked.get().and_then(|ask| details(ask.inquiry));
        if let Some(place) = place {
            place.set_open(true);
        }
    });
}

fn details(inquiry: Inquiry) -> Option<HtmlDetailsElement> {
    element(&place_id(inquiry)).and_then(|place| place.dyn_into().ok())
}

/// Puts what answers a question into its place.
fn fill(desk: Desk, inquiry: Inquiry, is_open: Signal<bool>) {
    let Some(place) = element(&answer_id(inquiry)) else {
        return;
    };
    match inquiry {
        Inquiry::Search => mount_to(place, move || view! { <Search desk is_open /> }).forget(),
        Inquiry::Map => mount_to(place, move || view! { <Map desk is_open /> }).forget(),
        Inquiry::Lease => mount_to(place, move || view! { <Lease desk is_open /> }).forget(),
    }
}
