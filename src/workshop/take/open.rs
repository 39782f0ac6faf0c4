//! Opening an exported run, from a file or from what was dropped or pasted.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{CustomEvent, File, HtmlElement, ScrollBehavior};

use super::web;
use crate::bridge::web::callback;
use crate::export;
use crate::page::workshop::{OPEN, TOOLS, Tool};
use crate::page::{ANNOUNCEMENT, TIMELINE};
use crate::query::{Query, View};
use crate::workshop::bench::Bench;
use crate::workshop::notice::Notice;
use crate::workshop::page::{self, element};

/// How long a live region has to be visible, or empty, before something is said in it, in
/// milliseconds: screen readers only hear what changes.
const HEARD: u32 = 100;

/// Opens what the page hands over, unless the tools are put away: a figure need not have any, and a
/// question comes before them. The tool says what came of it, and opens itself if that is not
/// what was wanted; while it is closed, its words would be neither seen nor heard.
pub fn listen(bench: Bench, is_open: RwSignal<bool>, notice: RwSignal<Notice>) {
    let handed_over = callback(move |event: CustomEvent| {
        let are_there = |tools: HtmlElement| !tools.has_attribute("hidden") && !tools.inert();
        if !element(TOOLS).is_some_and(are_there) {
            return;
        }
        let run = event.detail();
        notice.set(Notice::default());
        announce("");
        spawn_local(async move {
            let said = open(bench, &run).await;
            if said.failed {
                is_open.set(true);
            }
            Timeout::new(HEARD, move || {
                let place = if said.failed { Tool::Take.word() } else { TIMELINE };
                page::bring_into_sight(place, ScrollBehavior::Auto);
                if is_open.get_untracked() {
                    notice.set(said);
                } else {
                    announce(&said.words);
                }
            })
            .forget();
        });
    });
    let _ = document().add_event_listener_with_callback(OPEN, &handed_over);
}

/// Says something where the page announces outcomes.
fn announce(words: &str) {
    if let Some(place) = element(ANNOUNCEMENT) {
        place.set_text_content(Some(words));
    }
}

async fn open(bench: Bench, run: &JsValue) -> Notice {
    match run.dyn_ref::<File>() {
        Some(file) => open_file(bench, file).await,
        None => open_text(bench, &run.as_string().unwrap_or_default()),
    }
}

/// Shows the run in a file, if there is one, and says what came of it.
pub async fn open_file(bench: Bench, file: &File) -> Notice {
    if let Err(wrong) = export::check_length(file.size() as usize) {
        return Notice::bad(wrong);
    }
    match web::text(file).await {
        Some(text) => open_text(bench, &text),
        None => Notice::bad(format!("The browser could not read {}.", file.name())),
    }
}

fn open_text(bench: Bench, text: &str) -> Notice {
    match export::open(text) {
        Ok(query) => {
            // What an embedded figure has is for those to say who have embedded it.
            let controls = bench.shown.get_untracked().view.controls;
            let view = View { embed: false, controls, ..query.view };
            page::show(&Query { view, ..query });
            Notice::good("The exported run is open.")
        }
        Err(wrong) => Notice::bad(wrong),
    }
}
