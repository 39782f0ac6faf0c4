//! What is looked for, and how far.

use leptos::prelude::*;

use super::Table;
use crate::search::{Badness, Bounds, Kind, Kinds};

/// The controls of the question.
#[component]
pub fn Form(table: Table) -> impl IntoView {
    let bounds = table.bounds;
    let bad = move |event: leptos::ev::Event| {
        if let Some(bad) = Badness::from_word(&event_target_value(&event)) {
            table.change(|bounds| bounds.bad = bad);
        }
    };
    let most = move |event: leptos::ev::Event| {
        if let Ok(most) = event_target_value(&event).parse() {
            table.change(|bounds| bounds.most = most);
        }
    };
    let badness = Badness::ALL.iter().map(|&one| {
        let is_chosen = move || bounds.get().bad == one;
        view! { <option value=one.word() selected=is_chosen>{one.in_words()}</option> }
    });
    let numbers = (0..=Bounds::MOST).map(|number| {
        let is_chosen = move || bounds.get().most == number;
        let words = match number {
            0 => "no fault".into(),
            1 => "1 fault".into(),
            more => format!("{more} faults"),
        };
        view! { <option value=number.to_string() selected=is_chosen>{words}</option> }
    });
    let possible = Memo::new(move |_| Kinds::possible(&table.present().0));
    let kinds =
        move || possible.get().iter().map(|kind| view! { <Tick table kind /> }).collect_view();
    let press = move |_| {
        if untrack(|| table.is_searching()) { table.cancel() } else { table.search() }
    };
    view! {
        <div class="asked">
            <label class="field">
                <span class="label">"Can it happen that"</span>
                <select on:change=bad>{badness.collect_view()}</select>
            </label>
            <label class="field">
                <span class="label">"With at most"</span>
                <select on:change=most>{numbers.collect_view()}</select>
            </label>
            <fieldset class="field kinds">
                <legend>"Faults that can come at any step"</legend>
                <div>{kinds}</div>
            </fieldset>
            <button type="button" on:click=press>
                {move || if table.is_searching() { "Cancel" } else { "Search" }}
            </button>
        </div>
    }
}

/// Whether a kind of fault can come.
#[component]
fn Tick(table: Table, kind: Kind) -> impl IntoView {
    let is_in = move || table.bounds.get().kinds.contains(kind);
    let tick = move |event: leptos::ev::Event| {
        let is_in = event_target_checked(&event);
        table.change(|bounds| bounds.kinds = bounds.kinds.with(kind, is_in));
    };
    view! {
        <label>
            <input type="checkbox" prop:checked=is_in on:change=tick />
            <span>{kind.name()}</span>
        </label>
    }
}
