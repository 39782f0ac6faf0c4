//! The menu of a lane: faults that can be added to it, and taken away.

use leptos::prelude::*;
use web_sys::HtmlSelectElement;

use super::Table;
use crate::bridge::web::px;
use crate::draw::Point;
use crate::edit::{Change, Choice, Whose, choices};
use crate::sim::Time;
use crate::words::clock;

/// The menu of a lane.
#[component]
pub fn LaneMenu(table: Table, menus: Memo<Vec<(Whose, Point)>>, whose: Whose) -> impl IntoView {
    let bench = table.bench;
    let at = Memo::new(move |_| {
        let at = Time::ZERO + bench.shown.get().view.t;
        table.board.with(|board| board.possible(at))
    });
    let choices = Memo::new(move |_| {
        let at = at.get();
        table.board.with(|board| choices(board, whose, at))
    });
    let place = move || {
        let found = menus.with(|all| all.iter().find(|(other, _)| *other == whose).copied());
        found.map_or(Point { x: 0, y: 0 }, |(_, place)| place)
    };
    let choose = move |event: leptos::ev::Event| {
        let menu: HtmlSelectElement = event_target(&event);
        let index = menu.value().parse().ok();
        let chosen = choices.with_untracked(|all| {
            index.and_then(|index: usize| all.get(index).map(|choice| choice.change))
        });
        // The menu always shows its sign, and never what was chosen last.
        menu.set_value("");
        if let Some(change) = chosen {
            if let Change::Remove(_) = change {
                table.chosen.set(None);
            }
            bench.show(table.board.with_untracked(|board| change.of(board)));
        }
    };
    let group = move |adds: bool| {
        let options = choices.get().into_iter().enumerate();
        options
            .filter(|(_, choice)| adds == matches!(choice.change, Change::Add(_)))
            .map(|(index, Choice { words, .. })| view! { <option value=index.to_string()>{words}</option> })
            .collect_view()
    };
    let name = match whose {
        Whose::Client(client) => format!("Faults of client {client}"),
        Whose::Service => "Faults of the lock service".into(),
    };
    let has = move |adds: bool| {
        choices.with(|all| all.iter().any(|choice| adds == matches!(choice.change, Change::Add(_))))
    };
    view! {
        <select
            class="lane-menu"
            aria-label=name.clone()
            title=name
            style:left=move || px(place().x)
            style:top=move || px(place().y)
            on:change=choose
        >
            <option value="">"+"</option>
            <Show when=move || has(true)>
                <optgroup label=move || format!("Add at {} s", clock(at.get()))>{move || group(true)}</optgroup>
            </Show>
            <Show when=move || has(false)>
                <optgroup label="Take away">{move || group(false)}</optgroup>
            </Show>
        </select>
    }
}
