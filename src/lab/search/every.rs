//! The same search for every service and storage, on request.

use leptos::prelude::*;

use super::{STEPS, TOLD, Table};
use crate::lab::slices::{Slices, now};
use crate::page::table::sign;
use crate::search::{self, Answer, Bounds, Cell, in_short};
use crate::sim::{Headline, Policy, ServiceKind};
use crate::words::{policy_name, service_name};

/// How far these searches have come.
#[derive(Clone, Copy, PartialEq)]
enum State {
    /// Not begun.
    Idle,
    /// So much of them is over, from 0 to 1.
    Searching(f64),
    /// All that will be searched is.
    Over,
}

/// What the parts of the table share.
#[derive(Clone, Copy)]
struct Grid {
    cells: RwSignal<Vec<Cell>>,
    state: RwSignal<State>,
    /// What was looked for, and how far.
    bounds: RwSignal<Bounds>,
    slices: StoredValue<Option<Slices>, LocalStorage>,
}

impl Grid {
    /// Searches for what is asked now, with every service and storage.
    fn search(self, table: Table) {
        let setup = table.desk.shown.get_untracked().setup();
        let bounds = table.bounds.get_untracked();
        let mut all = search::Table::new(&setup, bounds);
        self.bounds.set(bounds);
        self.cells.set(all.cells().to_vec());
        self.state.set(State::Searching(0.0));
        let mut told = now();
        self.slices.set_value(Some(Slices::of(move || {
            let goes_on = all.advance(STEPS);
            if !goes_on || now() - told > TOLD {
                told = now();
                self.cells.set(all.cells().to_vec());
                self.state.set(match goes_on {
                    true => State::Searching(all.progress()),
                    false => State::Over,
                });
            }
            goes_on
        })));
    }

    /// Ends it, if it is under way.
    fn cancel(self) {
        self.slices.set_value(None);
        if self.is_searching() {
            self.state.set(State::Over);
        }
    }

    fn is_searching(self) -> bool {
        untrack(|| matches!(self.state.get(), State::Searching(_)))
    }
}

/// The button, and the table below it.
#[component]
pub fn Every(table: Table, is_open: Signal<bool>) -> impl IntoView {
    let grid = Grid {
        cells: RwSignal::new(Vec::new()),
        state: RwSignal::new(State::Idle),
        bounds: RwSignal::new(Bounds::default()),
        slices: StoredValue::new_local(None),
    };
    let press = move |_| if grid.is_searching() { grid.cancel() } else { grid.search(table) };
    // What is closed does not go on.
    Effect::new(move |_| {
        if !is_open.get() {
            grid.cancel();
        }
    });
    let is_there = Memo::new(move |_| grid.state.get() != State::Idle);
    let is_searching = Memo::new(move |_| matches!(grid.state.get(), State::Searching(_)));
    let part = move || match grid.state.get() {
        State::Searching(part) => part,
        State::Idle | State::Over => 0.0,
    };
    let columns = || {
        let column = |&policy| view! { <th scope="col">{policy_name(policy)}</th> };
        Policy::ALL.iter().map(column).collect_view()
    };
    let rows = move || ServiceKind::ALL.iter().map(|&service| row(service, grid)).collect_view();
    let bounds =
        move || ServiceKind::ALL.iter().map(|&service| within(service, grid)).collect_view();
    view! {
        <p>
            <button type="button" on:click=press>
                {move || match is_searching.get() {
                    true => "Cancel",
                    false => "Search with every service and storage",
                }}
            </button>
        </p>
        <Show when=move || is_searching.get()>
            <p><progress max="1" prop:value=part aria-label="How much of it is searched"></progress></p>
        </Show>
        <Show when=move || is_there.get()>
            <div class="table">
                <table class="every">
                    <caption>
                        "Can it happen that " {move || grid.bounds.get().bad.in_words()} "?"
                    </caption>
                    <thead>
                        <tr>
                            <th scope="col">"The storage checks"</th>
                            {columns()}
                        </tr>
                    </thead>
                    <tbody>{rows()}</tbody>
                </table>
            </div>
            <details>
                <summary>"How far that was searched"</summary>
                <ul>{bounds()}</ul>
            </details>
        </Show>
    }
}

/// The bounds for one service.
fn within(service: ServiceKind, grid: Grid) -> impl IntoView {
    let words = move || {
        let base = grid.cells.with(|cells| {
            cells.iter().map(|cell| cell.base).find(|base| base.params().service == service)
        });
        base.map(|base| grid.bounds.get().in_words(&base))
    };
    view! { <li>{service_name(service)} ": " {words}</li> }
}

fn row(service: ServiceKind, grid: Grid) -> impl IntoView {
    let cells = Policy::ALL.iter().map(|&policy| {
        let found = Memo::new(move |_| {
            let is_it = |cell: &&Cell| {
                let params = cell.base.params();
                (params.service, params.storage) == (service, policy)
            };
            grid.cells.with(|cells| cells.iter().find(is_it).copied())
        });
        let is_over = Memo::new(move |_| grid.state.get() == State::Over);
        view! { <td>{move || cell(found.get(), is_over.get())}</td> }
    });
    view! {
        <tr>
            <th scope="row">{service_name(service)}</th>
            {cells.collect_view()}
        </tr>
    }
}

/// The smallest failure, which opens; or in how many runs there is none.
fn cell(cell: Option<Cell>, is_over: bool) -> AnyView {
    let quiet = |words| view! { <span class="quiet">{words}</span> }.into_any();
    let Some(Cell { base, findings }) = cell else {
        return quiet("not possible");
    };
    let Some(findings) = findings else {
        return quiet(if is_over { "not searched" } else { "…" });
    };
    let icon = |headline| view! { <svg aria-hidden="true"><use href=sign(headline)></use></svg> };
    if findings.answer() == Answer::NothingAdded {
        return quiet("no such fault");
    }
    match in_short(&base, &findings) {
        (words, Some(query)) => view! {
            <a href=["?", &query].concat() data-grade="corrupted">
                {icon(Headline::Corrupted)}
                <span>{words}</span>
            </a>
        }
        .into_any(),
        (words, None) => view! {
            <span class="none" data-grade="safe">
                {icon(Headline::Safe)}
                <span>{words}</span>
            </span>
        }
        .into_any(),
    }
}
