//! From where on runs end differently.

mod plot;
mod work;

use leptos::prelude::*;

use super::desk::Desk;
use crate::map::{Axes, axes_name, basis, missing, summary};
use plot::Plot;
use work::{Stage, Work};

/// The map of the run that is shown.
#[component]
pub fn Map(desk: Desk, is_open: Signal<bool>) -> impl IntoView {
    let work = Work::new(desk, is_open);
    let params = move || work.wanted.get().0;
    // What is said of a map is said of one that is finished.
    let said = move |say: fn(&crate::map::Map) -> String| {
        let is_done = work.stage.get() == Stage::Done;
        work.map.with_value(|map| map.as_ref().filter(|_| is_done).map(say))
    };
    view! {
        <p class="map-choice">
            <label for="map-axes">"Map of"</label>
            <Choice desk work />
            <Progress work />
        </p>
        {move || work.wrong.get().map(|why| view! { <p role="alert">{why}</p> })}
        {move || missing(&params()).map(|why| view! { <p>{why}</p> })}
        <Plot desk work />
        <ul class="map-bounds">
            {move || work.bounds.get().into_iter().map(|said| view! { <li>{said}</li> }).collect_view()}
        </ul>
        <p>{move || said(summary)}</p>
        <p class="map-basis">{move || said(basis)}</p>
        <p>
            <button type="button" on:click=move |_| desk.show(params())>"Go to the run"</button>
        </p>
    }
}

/// The choice between the pairs of settings.
#[component]
fn Choice(desk: Desk, work: Work) -> impl IntoView {
    let choose = move |event: leptos::ev::Event| {
        let details = event_target_value(&event);
        if let Ok(axes) = Axes::read(&details) {
            work.chosen.set(axes);
            desk.ask(work.asked());
        }
    };
    let options = move || {
        let (params, present) = work.wanted.get();
        let option = move |axes: Axes| {
            view! {
                <option value=axes.print() selected=axes == present>
                    {axes_name(axes, &params)}
                </option>
            }
        };
        Axes::offered(&params).map(option).collect_view()
    };
    view! { <select id="map-axes" on:change=choose>{options}</select> }
}

/// How far the map is, while that takes a while, and a button to stop it or go on.
#[component]
fn Progress(work: Work) -> impl IntoView {
    let far = Memo::new(move |_| match work.stage.get() {
        Stage::Under(known, all) => Some((known, all)),
        Stage::Begun | Stage::Stopped | Stage::Done => None,
    });
    let is_under = Memo::new(move |_| far.get().is_some());
    let is_stopped = Memo::new(move |_| work.stage.get() == Stage::Stopped);
    let (known, all) =
        (move || far.get().unwrap_or_default().0, move || far.get().unwrap_or_default().1);
    view! {
        <Show when=move || is_under.get()>
            <progress max=all value=known aria-label="Columns of the map"></progress>
            <button type="button" on:click=move |_| work.stop()>"Stop"</button>
        </Show>
        <Show when=move || is_stopped.get()>
            <button type="button" on:click=move |_| work.go_on()>"Go on"</button>
        </Show>
    }
}
