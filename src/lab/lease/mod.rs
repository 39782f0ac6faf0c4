//! How long a lease should be.

mod form;
mod plot;
mod table;
mod work;

use leptos::prelude::*;

use super::desk::Desk;
use super::work::{Progress, Stage};
use crate::advice::{Answer, present_lease};
use crate::sim::{Duration, Params};
use form::Form;
use plot::Plot;
use table::Table;
use work::{Entry, Known};

/// The question, how far its answer has come, and the answer.
#[component]
pub fn Lease(desk: Desk, is_open: Signal<bool>) -> impl IntoView {
    let known = Known::new(desk, is_open);
    view! {
        {known.asked.complaint()}
        <Form known />
        <p class="wait lease-wait">
            <Progress work=known.work label="How many of the leases have been tried" />
        </p>
        <Behind known />
        <Advice known />
        <Plot known />
        <Table known />
        <ul class="lease-notes quiet">
            {move || {
                let notes = known.answer.get().map(|answer| answer.notes).unwrap_or_default();
                notes.into_iter().map(|note| view! { <li>{note}</li> }).collect_view()
            }}
        </ul>
    }
}

/// What is said of a chart that is not the answer to what was entered or set last.
#[component]
fn Behind(known: Known) -> impl IntoView {
    let said = move || {
        let pauses = known.is_behind().then(|| known.studied())?.map(|pauses| pauses.in_words())?;
        Some(match (known.entry.get(), known.is_turning()) {
            (Entry::Wrong, _) => {
                format!("There is no answer to what is entered. The chart below is for {pauses}.")
            }
            (Entry::Unread, _) | (Entry::Asked, false) => {
                format!("The chart below is for {pauses}.")
            }
            (Entry::Asked, true) => {
                format!("The chart below is for what was set before, and for {pauses}.")
            }
        })
    };
    view! { <p class="quiet lease-behind">{said}</p> }
}

/// The advice in words, and a button to follow it.
#[component]
fn Advice(known: Known) -> impl IntoView {
    let said = move || {
        let Answer { sentences, .. } = known.answer.get()?;
        let sentences = sentences.into_iter().map(|said| view! { <p>{said}</p> });
        Some(sentences.collect_view())
    };
    let lease = Memo::new(move |_| {
        let Answer { lease, is_known, .. } = known.answer.get()?;
        Some((lease?, if is_known { "Use a lease of" } else { "Try a lease of" }))
    });
    // What is read out is the first sentence, once it is final.
    let spoken = move || match known.stage.get() {
        Stage::Done if known.is_behind() => None,
        Stage::Done => known.answer.get().and_then(|answer| answer.sentences.first().cloned()),
        Stage::Begun | Stage::Under(..) | Stage::Stopped => None,
    };
    let is_hidden = move || known.answer.get().is_none() || known.is_behind();
    view! {
        <div class="found lease-answer" hidden=is_hidden>
            {said} <p hidden=move || lease.get().is_none()>
                {move || lease.get().map(|(lease, words)| view! { <Use known lease words /> })}
            </p>
        </div>
        <p class="visually-hidden" role="status">{spoken}</p>
    }
}

/// A button that sets a lease.
#[component]
fn Use(known: Known, lease: Duration, words: &'static str) -> impl IntoView {
    let desk = known.asked.desk;
    let is_set = Memo::new(move |_| present_lease(&desk.params()) == lease);
    let set = move |_| desk.show(Params { lease, ..untrack(|| desk.params()) });
    view! {
        <button type="button" aria-pressed=move || is_set.get().to_string() on:click=set>
            {words}
            " "
            {lease.to_string()}
            " s"
        </button>
    }
}
