//! The same search for every service and storage, on request.

use leptos::prelude::*;

use super::{STEPS, TOLD, Table};
use crate::lab::slices::{Slices, now};
use crate::page::table::sign;
use crate::search::{self, Bounds, Cell, in_short};
use crate::sim::{Headline, Policy, ServiceKind};
use crate::words::{policy_name, service_name};

/// What has come of these searches so far.
#[derive(Clone, PartialEq)]
struct Findings {
    cells: Vec<Cell>,
    /// Which part of them is over, from 0 to 1.
    part: f64,
    is_over: bool,
    /// What was looked for, and how far.
    bounds: Bounds,
}

/// The button, and the table below it.
#[component]
pub fn Every(table: Table, is_open: Signal<bool>) -> impl IntoView {
    let found = RwSignal::new(None::<Findings>);
    let slices = StoredValue::new_local(None::<Slices>);
    let is_searching =
        Memo::new(move |_| found.with(|found| found.as_ref().is_some_and(|found| !found.is_over)));
    let begin = move || {
        let setup = untrack(|| table.present());
        let bounds = table.bounds.get_untracked();
        let mut all = search::Table::new(&setup, bounds);
        let mut told = 0.0;
        slices.set_value(Some(Slices::of(move || {
            let goes_on = all.advance(STEPS);
            if !goes_on || now() - told > TOLD {
                told = now();
                let (cells, part) = (all.cells().to_vec(), all.progress());
                found.set(Some(Findings { cells, part, is_over: !goes_on, bounds }));
            }
            goes_on
        })));
    };
    let cancel = move || {
        slices.set_value(None);
        found.update(|found| {
            if let Some(found) = found {
                found.is_over = true;
            }
        });
    };
    let press = move |_| if is_searching.get_untracked() { cancel() } else { begin() };
    // What is closed does not go on.
    Effect::new(move |_| {
        if !is_open.get() && is_searching.get_untracked() {
            cancel();
        }
    });
    let grid = move || {
        found.get().map(|found| {
            let rows = ServiceKind::ALL.iter().map(|&service| row(service, &found.cells));
            let columns = Policy::ALL.iter().map(|&policy| view! { <th scope="col">{policy_name(policy)}</th> });
            let progress = (!found.is_over).then(|| {
                view! { <progress max="1" prop:value=found.part aria-label="How much of it is searched"></progress> }
            });
            view! {
                {progress}
                <div class="table">
                    <table class="every">
                        <caption>"Can it happen that " {found.bounds.bad.in_words()} "?"</caption>
                        <thead><tr><th scope="col">"The storage checks"</th>{columns.collect_view()}</tr></thead>
                        <tbody>{rows.collect_view()}</tbody>
                    </table>
                </div>
                <details>
                    <summary>"How far that was searched"</summary>
                    <ul>{ServiceKind::ALL.iter().map(|&service| within(service, &found)).collect_view()}</ul>
                </details>
            }
        })
    };
    view! {
        <p>
            <button type="button" on:click=press>
                {move || if is_searching.get() { "Cancel" } else { "Search with every service and storage" }}
            </button>
        </p>
        {grid}
    }
}

/// The bounds for one service.
fn within(
    service: ServiceKind,
    Findings { cells, bounds, .. }: &Findings,
) -> impl IntoView + use<> {
    let base = cells.iter().map(|cell| cell.base).find(|base| base.params().service == service);
    let words = base.map(|base| bounds.in_words(&base));
    view! { <li>{service_name(service)} ": " {words}</li> }
}

fn row(service: ServiceKind, cells: &[Cell]) -> impl IntoView + use<> {
    let of = |policy: Policy| {
        let params = |cell: &&Cell| (cell.base.params().service, cell.base.params().storage);
        cells.iter().find(|cell| params(cell) == (service, policy))
    };
    let cells: Vec<AnyView> = Policy::ALL.iter().map(|&policy| cell(of(policy))).collect();
    view! { <tr><th scope="row">{service_name(service)}</th>{cells}</tr> }
}

/// The smallest failure, which opens; or in how many runs there is none.
fn cell(cell: Option<&Cell>) -> AnyView {
    let Some(Cell { base, findings }) = cell else {
        return view! { <td class="quiet">"not possible"</td> }.into_any();
    };
    let Some(findings) = findings else {
        return view! { <td class="quiet">"…"</td> }.into_any();
    };
    let icon = |headline| view! { <svg aria-hidden="true"><use href=sign(headline)></use></svg> };
    match in_short(base, findings) {
        (words, Some(query)) => view! {
            <td>
                <a href=["?", &query].concat() data-grade="corrupted">
                    {icon(Headline::Corrupted)} <span>{words}</span>
                </a>
            </td>
        }
        .into_any(),
        (words, None) => view! {
            <td>
                <span class="none" data-grade="safe">{icon(Headline::Safe)} <span>{words}</span></span>
            </td>
        }
        .into_any(),
    }
}
