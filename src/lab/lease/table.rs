//! The figures as a table, of which a lease can be taken.

use leptos::prelude::*;

use super::Use;
use super::work::{Stage, Work};
use crate::advice::{Figures, head, row};

/// The table, once nothing in it changes any more.
#[component]
pub fn Table(work: Work) -> impl IntoView {
    let is_resting = Memo::new(move |_| matches!(work.stage.get(), Stage::Stopped | Stage::Done));
    let resting = Memo::new(move |_| is_resting.get().then(|| work.figures.get()));
    view! {
        <details class="lease-table" hidden=move || work.is_behind()>
            <summary>"The same in figures"</summary>
            {move || match resting.get() {
                None => view! { <p>"The figures are not final yet."</p> }.into_any(),
                Some(figures) => view! { <Figured work figures /> }.into_any(),
            }}
        </details>
    }
}

#[component]
fn Figured(work: Work, figures: Vec<Figures>) -> impl IntoView {
    let params = *work.desk.shown.get_untracked().setup().params();
    let names = head(&params).into_iter().map(|name| view! { <th scope="col">{name}</th> });
    let rows = figures.into_iter().map(|figures| {
        let cells = row(&figures).into_iter().skip(1).map(|cell| view! { <td>{cell}</td> });
        let cells = cells.collect_view();
        view! {
            <tr>
                <th scope="row">
                    <Use work lease=figures.lease words="Use" />
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
