//! The figures as a table, of which a lease can be taken.

use leptos::prelude::*;

use super::Use;
use super::work::Known;
use crate::advice::{Figures, head, row};
use crate::lab::work::Stage;

/// The table, once nothing in it changes any more.
#[component]
pub fn Table(known: Known) -> impl IntoView {
    let is_resting = Memo::new(move |_| matches!(known.stage.get(), Stage::Stopped | Stage::Done));
    let resting = Memo::new(move |_| is_resting.get().then(|| known.figures.get()));
    view! {
        <details class="lease-table" hidden=move || known.is_behind()>
            <summary>"The same in figures"</summary>
            {move || match resting.get() {
                None => view! { <p>"The figures are not final yet."</p> }.into_any(),
                Some(figures) => view! { <Figured known figures /> }.into_any(),
            }}
        </details>
    }
}

#[component]
fn Figured(known: Known, figures: Vec<Figures>) -> impl IntoView {
    let params = untrack(|| known.asked.desk.params());
    let names = head(&params).into_iter().map(|name| view! { <th scope="col">{name}</th> });
    let rows = figures.into_iter().map(|figures| {
        let cells = row(&figures).into_iter().skip(1).map(|cell| view! { <td>{cell}</td> });
        let cells = cells.collect_view();
        view! {
            <tr>
                <th scope="row">
                    <Use known lease=figures.lease words="Use" />
                </th>
                {cells}
            </tr>
        }
    });
    view! {
        <div class="lease-scroll" tabindex="0" role="region" aria-label="What each lease comes to">
            <table>
                <caption>
                    "Numbers in a million acquisitions, with the band in which they are with 95 % \
                     confidence; waits in seconds."
                </caption>
                <thead>
                    <tr>{names.collect_view()}</tr>
                </thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
}
