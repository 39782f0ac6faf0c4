//! The page's moving parts, in Leptos. Components read signals and draw; what they show is
//! computed elsewhere.

mod address;
mod controls;
mod dom;
mod fields;
mod log;
mod notices;
mod outcome;
mod state;
mod theme;
mod timeline;

use leptos::prelude::*;

use controls::Controls;
use log::Log;
use notices::Notices;
use outcome::Outcome;
use state::State;
use timeline::Timeline;

/// Puts the simulator in the place of the static first picture.
pub fn start() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        show_failure();
    }));
    let Some(place) = document().get_element_by_id("simulator") else {
        return;
    };
    place.set_text_content(None);
    if let Some(root) = document().document_element() {
        let _ = root.remove_attribute("data-example");
    }
    if let Ok(place) = wasm_bindgen::JsCast::dyn_into(place) {
        mount_to(place, Simulator).forget();
    }
}

/// Shows the sentence that the page keeps for the case that the program breaks down.
fn show_failure() {
    if let Some(message) = document().get_element_by_id("failure") {
        let _ = message.remove_attribute("hidden");
    }
}

#[component]
fn Simulator() -> impl IntoView {
    let state = State::new();
    view! {
        <Notices state />
        <Controls state />
        <Outcome state />
        <Timeline state />
        <Log state />
        <FullPage state />
    }
}

/// In an embedded figure, the way to the page that shows the same run.
#[component]
fn FullPage(state: State) -> impl IntoView {
    view! {
        <p class="full-page" hidden=move || !state.query.get().view.embed>
            <a target="_blank" rel="noopener" href=move || state.full_page()>
                "Open this run in the full simulator"
            </a>
        </p>
    }
}
