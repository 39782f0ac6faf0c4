//! What is looked for, and how far.

use leptos::prelude::*;

use super::One;
use crate::lab::asked::Asked;
use crate::search::{Badness, Bounds, Kind, Kinds};

/// The controls of the question.
#[component]
pub fn Form(asked: Asked<Bounds>, one: One) -> impl IntoView {
    let bounds = asked.details;
    let bad = move |event: leptos::ev::Event| {
        if let Some(bad) = Badness::from_word(&event_target_value(&event)) {
            bounds.update(|bounds| bounds.bad = bad);
        }
    };
    let most = move |event: leptos::ev::Event| {
        if let Ok(most) = event_target_value(&event).parse() {
            bounds.update(|bounds| bounds.most = most);
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
    let possible =
        Memo::new(move |_| asked.desk.shown.with(|query| Kinds::possible(&query.setup())));
    let kinds =
        move || possible.get().iter().map(|kind| view! { <Tick bounds kind /> }).collect_view();
    let press = move |_| {
        if untrack(|| one.is_under_way()) {
            one.work.stop();
        } else {
            asked.ask(bounds.get_untracked());
            one.begin();
        }
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
                {move || if one.is_under_way() { "Cancel" } else { "Search" }}
            </button>
        </div>
    }
}

/// Whether a kind of fault can come.
#[component]
fn Tick(bounds: RwSignal<Bounds>, kind: Kind) -> impl IntoView {
    let is_in = move || bounds.get().kinds.contains(kind);
    let tick = move |event: leptos::ev::Event| {
        let is_in = event_target_checked(&event);
        bounds.update(|bounds| bounds.kinds = bounds.kinds.with(kind, is_in));
    };
    view! {
        <label>
            <input type="checkbox" prop:checked=is_in on:change=tick />
            <span>{kind.name()}</span>
        </label>
    }
}
