//! The same search for every service and storage, on request.

use leptos::prelude::*;

use super::Old;
use super::hunt::Hunt;
use crate::lab::asked::Asked;
use crate::lab::work::Bar;
use crate::page::table::sign;
use crate::search::{self, Answer, Bad, Bounds, Cell, in_short};
use crate::sim::{Headline, Policy, ServiceKind};
use crate::words::{policy_name, service_name};

/// The searches for every service and storage.
type All = Hunt<search::Table>;

/// The button, and the table below it.
#[component]
pub fn Every(asked: Asked<Bounds>, is_open: Signal<bool>) -> impl IntoView {
    let all = All::new(asked, is_open);
    let is_searching = Memo::new(move |_| all.is_under_way());
    let press = move |_| if is_searching.get_untracked() { all.work.stop() } else { all.begin() };
    let is_there = Memo::new(move |_| all.sought.get().is_some());
    let bad = move || all.sought.get().map(|(_, bounds)| bounds.bad.in_words());
    let columns = || {
        let column = |&policy| view! { <th scope="col">{policy_name(policy)}</th> };
        Policy::ALL.iter().map(column).collect_view()
    };
    let rows = move || ServiceKind::ALL.iter().map(|&service| row(service, all)).collect_view();
    let bounds =
        move || ServiceKind::ALL.iter().map(|&service| within(service, all)).collect_view();
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
            <p><Bar stage=all.work.stage label="How much of it is searched" /></p>
        </Show>
        <Show when=move || is_there.get()>
            <Old is_old=all.is_old />
            <div class="table">
                <table class="every">
                    <caption>
                        "Can it happen that " {bad} "?"
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
fn within(service: ServiceKind, all: All) -> impl IntoView {
    let words = move || {
        let (_, bounds) = all.sought.get()?;
        let is_it = |cell: &Cell| cell.setup.params().service == service;
        let cell = all.work.with(|table| table.cells().iter().copied().find(is_it)).flatten()?;
        Some(bounds.in_words(&cell.setup))
    };
    view! { <li>{service_name(service)} ": " {words}</li> }
}

fn row(service: ServiceKind, all: All) -> impl IntoView {
    let cells = Policy::ALL.iter().map(|&policy| {
        let is_it = move |cell: &Cell| {
            let params = cell.setup.params();
            (params.service, params.storage) == (service, policy)
        };
        let found = Memo::new(move |_| {
            all.work.with(|table| table.cells().iter().copied().find(is_it)).flatten()
        });
        let is_over = Memo::new(move |_| !all.is_under_way());
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
    let quiet = |words: String| view! { <span class="quiet">{words}</span> }.into_any();
    let Some(Cell { setup, findings }) = cell else {
        return quiet("not possible".into());
    };
    let Some(findings) = findings else {
        return quiet(if is_over { "not searched" } else { "…" }.into());
    };
    let icon = |headline| view! { <svg aria-hidden="true"><use href=sign(headline)></use></svg> };
    match in_short(&setup, &findings) {
        (words, Some(Bad { query, headline })) => view! {
            <a href=["?", &query].concat() data-grade=headline.word()>
                {icon(headline)}
                <span>{words}</span>
            </a>
        }
        .into_any(),
        (words, None) if findings.answer() == Answer::NothingAdded => quiet(words),
        (words, None) => view! {
            <span class="none" data-grade=Headline::Safe.word()>
                {icon(Headline::Safe)}
                <span>{words}</span>
            </span>
        }
        .into_any(),
    }
}
