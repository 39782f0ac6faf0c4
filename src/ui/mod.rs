//! The page's moving parts, in Leptos. Components read signals and draw; what they show is
//! computed elsewhere.

mod address;
mod controls;
mod log;
mod notices;
mod outcome;
mod state;
mod theme;
mod timeline;

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::js_sys::Function;

use log::Log;
use notices::Notices;
use outcome::Outcome;
use state::State;
use timeline::Timeline;

use crate::page::ANNOUNCEMENT;
use crate::query::Query;

/// Puts the simulator in the place of the default run, and ties the controls to it.
pub fn start() {
    let Some(place) = document().get_element_by_id("run") else {
        return;
    };
    place.set_text_content(None);
    if let Some(root) = document().document_element() {
        let _ = root.remove_attribute("data-example");
    }
    if let Ok(place) = place.dyn_into() {
        mount_to(place, Simulator).forget();
    }
}

#[component]
fn Simulator() -> impl IntoView {
    let state = State::new();
    controls::listen(state);
    follow(state);
    view! {
        <Notices state />
        <Outcome state />
        <Timeline state />
        <Log state />
    }
}

/// Lets the controls show the query and, once they have come to rest, the address too.
fn follow(state: State) {
    let mut waiting = None;
    Effect::new(move |_| {
        let query = state.query.get();
        controls::show(&query);
        // Dropping the timeout that was waiting before takes it back.
        drop(waiting.take());
        if let Some(millis) = state.rest.get() {
            waiting = Some(Timeout::new(millis, move || settle(state, &query)));
        }
    });
}

/// Puts a query into the address, unless it stands there already, and announces the outcome.
fn settle(state: State, query: &Query) {
    let text = query.print();
    let (present, _) = Query::parse(&address::query());
    if present.print() != text {
        // The history of a page belongs to it, and not to a figure inside of it.
        address::show(&text, !query.view.embed);
        // What there was to say about the old address does not concern the new one.
        state.notices.set(Vec::new());
        let run = state.run.get_untracked();
        controls::say(ANNOUNCEMENT, &[run.verdict.name, ". ", &run.verdict.what].concat());
    }
}

/// A function for the browser to call, now and ever after: it is never freed.
fn callback(act: impl FnMut() + 'static) -> Function {
    let boxed: Box<dyn FnMut()> = Box::new(act);
    Closure::wrap(boxed).into_js_value().unchecked_into()
}
