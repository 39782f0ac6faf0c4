//! The page's moving parts, in Leptos. Components read signals and draw; what they show is
//! computed elsewhere.

mod address;
mod controls;
mod dom;
mod log;
mod notices;
mod outcome;
mod state;
mod theme;
mod timeline;

use leptos::prelude::*;

use dom::{flag, text};
use log::Log;
use notices::Notices;
use outcome::Outcome;
use state::State;
use timeline::Timeline;

/// Puts the simulator in the place of the default run, and ties the controls to it.
pub fn start() {
    let Some(place) = document().get_element_by_id("run") else {
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

#[component]
fn Simulator() -> impl IntoView {
    let state = State::new();
    controls::tie(state);
    view! {
        <Notices state />
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
        <p class="full-page" hidden=flag(move || !state.query.get().view.embed)>
            <a target="_blank" rel="noopener" href=text(move || state.full_page())>
                "Open this run in the full simulator"
            </a>
        </p>
    }
}
