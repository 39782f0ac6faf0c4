//! The menu of runs that can be put below the one that is shown.

use leptos::html::Select;
use leptos::prelude::*;

use super::Table;
use crate::compare::{Offer, offers};
use crate::edit::History;
use crate::query::{Query, View};
use crate::workshop::page;

/// The choice that leaves the run alone.
const NONE: &str = "nothing";
/// The choice for a run that is none of those that are offered.
const OTHER: &str = "other";

/// The menu, while the tool is open.
#[component]
pub fn Panel(table: Table) -> impl IntoView {
    let bench = table.bench;
    let all = Memo::new(move |_| {
        let shown = bench.shown.get();
        let before = bench.history.with(History::before);
        offers(&shown, before)
    });
    // Which of them is shown just now, by its place.
    let chosen = move || {
        let compare = bench.shown.get().view.compare;
        let place =
            all.with(|all| all.iter().position(|offer| offer.query.view.compare == compare));
        match (compare, place) {
            (None, _) => NONE.into(),
            (Some(_), Some(place)) => place.to_string(),
            (Some(_), None) => OTHER.into(),
        }
    };
    let choose = move |event: leptos::ev::Event| {
        let value = event_target_value(&event);
        let place = value.parse().ok();
        let offer =
            all.with_untracked(|all| place.and_then(|place: usize| all.get(place).cloned()));
        match offer {
            Some(Offer { query, .. }) => page::show(&query),
            None if value == NONE => page::show(&alone(&bench.shown.get_untracked())),
            None => {}
        }
    };
    // It stands above the button that has opened it.
    let menu = NodeRef::<Select>::new();
    menu.on_load(|menu| {
        request_animation_frame(move || drop(menu.focus()));
    });
    let option = move |value: String, name: &'static str| {
        let is_chosen = chosen() == value;
        view! { <option value=value selected=is_chosen>{name}</option> }
    };
    let options = move || {
        let offered = all.get().into_iter().enumerate();
        let offered = offered.map(|(place, offer)| option(place.to_string(), offer.name));
        offered.collect_view()
    };
    view! {
        <label class="compare-with">
            <span>"Compare with"</span>
            <select node_ref=menu on:change=choose>
                {move || option(NONE.into(), "no other run")}
                {options}
                {move || (chosen() == OTHER).then(|| option(OTHER.into(), "the run below"))}
            </select>
        </label>
    }
}

/// The same without another run.
pub fn alone(query: &Query) -> Query {
    Query { view: View { compare: None, ..query.view }, ..*query }
}
