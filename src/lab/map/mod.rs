//! From where on runs end differently.

mod plot;

use leptos::prelude::*;

use super::asked::Asked;
use super::desk::Desk;
use super::work::{Job, Progress, Work};
use crate::map::{Axes, Mapping, axes_name, basis, missing, summary};
use crate::query::Details as _;
use crate::sim::Params;
use plot::Plot;

/// The run that is shown, and the two settings of its map.
type Wanted = (Params, Axes);

impl Job for Mapping {
    type Wanted = Wanted;

    fn begin(&(params, axes): &Wanted) -> Mapping {
        Mapping::new(params, axes)
    }

    fn turn_to(&mut self, &(params, axes): &Wanted) -> bool {
        self.turn_to(params, axes)
    }

    fn advance(&mut self, steps: u64) -> bool {
        self.advance(steps)
    }

    fn part(&self) -> f64 {
        self.part()
    }
}

/// The map of the run that is shown.
#[component]
pub fn Map(desk: Desk, is_open: Signal<bool>) -> impl IntoView {
    let asked = Asked::<Axes>::new(desk, is_open);
    let wanted = Memo::new(move |_| {
        let params = desk.params();
        (params, asked.details.get().or_others(&params))
    });
    let work = Work::<Mapping>::new(Signal::derive(move || Some(wanted.get())), is_open);
    let params = move || wanted.get().0;
    let said = move |say: fn(&crate::map::Map) -> String| {
        let map = |work: &Mapping| work.map().filter(|map| map.is_finished()).map(say);
        work.with_present(map).flatten()
    };
    let bounds = move || {
        let bounds = work.with_present(|work| work.bounds().to_vec()).unwrap_or_default();
        bounds.into_iter().map(|said| view! { <li>{said}</li> }).collect_view()
    };
    view! {
        <p class="map-choice">
            <label for="map-axes">"Map of"</label>
            <Choice asked wanted />
            <Progress work label="Columns of the map" />
        </p>
        {asked.complaint()}
        {move || missing(&params()).map(|why| view! { <p>{why}</p> })}
        <Plot desk work wanted />
        <ul class="map-bounds">{bounds}</ul>
        <p>{move || said(summary)}</p>
        <p class="map-basis">{move || said(basis)}</p>
        <p>
            <button type="button" on:click=move |_| desk.lead()>
                "Go to the run"
            </button>
        </p>
    }
}

/// The choice between the pairs of settings.
#[component]
fn Choice(asked: Asked<Axes>, wanted: Memo<Wanted>) -> impl IntoView {
    let choose = move |event: leptos::ev::Event| {
        if let Ok(axes) = Axes::read(&event_target_value(&event)) {
            asked.ask(axes);
        }
    };
    let options = move || {
        let (params, present) = wanted.get();
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
