//! The list of what a figure can have, and what of it readers may change.

use leptos::prelude::*;

use super::Draft;
use crate::embed::{can_be_locked, control_name, with_control};
use crate::query::{Controls, control_names};

/// The list: what a figure has unless somebody says otherwise, and below it all the rest.
#[component]
pub fn ControlList(draft: Draft) -> impl IntoView {
    let (usual, others): (Vec<&str>, Vec<&str>) =
        control_names().partition(|name| Controls::default().has(name));
    let rows = move |names: Vec<&'static str>| {
        names.into_iter().map(move |name| row(draft, name)).collect_view()
    };
    view! {
        <fieldset class="control-list">
            <legend>"What readers see and may change"</legend>
            <ul role="list">{rows(usual)}</ul>
            <details>
                <summary>"More options"</summary>
                <ul role="list">{rows(others)}</ul>
            </details>
        </fieldset>
    }
}

fn row(draft: Draft, name: &'static str) -> impl IntoView {
    let controls = Memo::new(move |_| draft.choices.read().controls);
    let set = move |shown, locked| {
        let controls = with_control(controls.get_untracked(), name, shown, locked);
        draft.choices.update(|choices| choices.controls = controls);
    };
    let is_shown = move || controls.get().has(name);
    let is_locked = move || controls.get().is_locked(name);
    let called = control_name(name);
    let lock = can_be_locked(name).then(|| {
        view! {
            <label class="lock">
                <input
                    type="checkbox"
                    aria-label=[called, ", locked"].concat()
                    prop:checked=is_locked
                    prop:disabled=move || !is_shown()
                    on:change=move |event| set(true, event_target_checked(&event))
                />
                "locked"
            </label>
        }
    });
    view! {
        <li>
            <label>
                <input
                    type="checkbox"
                    prop:checked=is_shown
                    on:change=move |event| set(event_target_checked(&event), false)
                />
                {called}
            </label>
            {lock}
        </li>
    }
}
