//! The dialog in which a run is made ready for somebody else's page.

mod choose;
mod controls;
mod preview;
mod snippets;

use leptos::html;
use leptos::prelude::*;
use web_sys::Event;

use super::bench::Bench;
use crate::embed::{Choices, Form};
use crate::query::Query;
use choose::Choose;
use controls::ControlList;
use preview::Preview;
use snippets::Snippets;

/// The id of the dialog's heading.
const HEADING: &str = "embed-heading";

/// What the parts of the dialog share.
#[derive(Clone, Copy)]
struct Draft {
    /// The run as it is shown, which stays as it is while the dialog is open.
    run: Query,
    /// How it is to be shown.
    choices: RwSignal<Choices>,
    /// In which form it is written down.
    form: RwSignal<Form>,
}

/// The button that opens the dialog, and the dialog, which is empty while it is closed.
#[component]
pub fn Embed(bench: Bench) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    let is_open = RwSignal::new(false);
    let open = move |_| {
        is_open.set(true);
        if let Some(dialog) = dialog.get_untracked() {
            let _ = dialog.show_modal();
        }
    };
    let close = move || {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    };
    // A click that begins and ends on the dialog itself, and on nothing in it, is one beside it.
    let is_beside = move |event: &Event| event.target() == dialog.get_untracked().map(Into::into);
    let begun = StoredValue::new(false);
    view! {
        <button type="button" class="embed-button" aria-haspopup="dialog" on:click=open>
            "Embed…"
        </button>
        <dialog
            node_ref=dialog
            class="embed"
            aria-labelledby=HEADING
            on:close=move |_| is_open.set(false)
            on:pointerdown=move |event| begun.set_value(is_beside(&event))
            on:click=move |event| {
                if begun.get_value() && is_beside(&event) {
                    close();
                }
            }
        >
            <div class="sheet">
                <header>
                    <h2 id=HEADING>"Embed this run"</h2>
                    <button type="button" on:click=move |_| close()>"Close"</button>
                </header>
                {move || is_open.get().then(|| view! { <Sheet run=bench.shown.get_untracked() /> })}
            </div>
        </dialog>
    }
}

/// What is in the open dialog.
#[component]
fn Sheet(run: Query) -> impl IntoView {
    let choices = RwSignal::new(Choices::new(&run));
    let draft = Draft { run, choices, form: RwSignal::new(Form::Element) };
    view! {
        <Choose draft />
        <ControlList draft />
        <Snippets draft />
        <Preview draft />
    }
}
