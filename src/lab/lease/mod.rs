//! How long a lease should be.

mod form;
mod plot;
mod table;
mod work;

use leptos::prelude::*;

use super::desk::Desk;
use crate::advice::{Answer, present_lease};
use crate::sim::Duration;
use form::Form;
use plot::Plot;
use table::Table;
use work::{Entry, Stage, Work};

/// The question, how far its answer has come, and the answer.
#[component]
pub fn Lease(desk: Desk, is_open: Signal<bool>) -> impl IntoView {
    let work = Work::new(desk, is_open);
    view! {
        {move || work.wrong.get().map(|why| view! { <p class="banner">{why}</p> })}
        <Form work />
        <Progress work />
        <Behind work />
        <Advice work />
        <Plot work />
        <Table work />
        <ul class="lease-notes quiet">
            {move || {
                let notes = work.answer.get().map(|answer| answer.notes).unwrap_or_default();
                notes.into_iter().map(|note| view! { <li>{note}</li> }).collect_view()
            }}
        </ul>
    }
}

/// How far the answer has come, and a button to stop or to go on.
#[component]
fn Progress(work: Work) -> impl IntoView {
    let far = Memo::new(move |_| match work.stage.get() {
        Stage::Under(done, all) => Some((done, all)),
        Stage::Begun | Stage::Stopped | Stage::Done => None,
    });
    let is_under = Memo::new(move |_| far.get().is_some());
    let is_stopped = Memo::new(move |_| work.stage.get() == Stage::Stopped);
    let part = move || far.get().unwrap_or((0, 1));
    let press = move |_| if is_stopped.get_untracked() { work.go_on() } else { work.stop() };
    view! {
        <p class="wait lease-wait">
            <Show when=move || is_under.get() || is_stopped.get()>
                <button type="button" on:click=press>
                    {move || if is_stopped.get() { "Go on" } else { "Stop" }}
                </button>
            </Show>
            <Show when=move || is_under.get()>
                <progress
                    max=move || part().1
                    prop:value=move || part().0 as f64
                    aria-label="How many of the leases have been tried"
                ></progress>
            </Show>
            <Show when=move || is_stopped.get()>"Stopped. What is shown is not final."</Show>
        </p>
    }
}

/// What is said of a chart that is not the answer to what was entered or set last.
#[component]
fn Behind(work: Work) -> impl IntoView {
    let said = move || {
        let pauses = work.is_behind().then(|| work.studied())?.map(|pauses| pauses.in_words())?;
        Some(match (work.entry.get(), work.is_turning.get()) {
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
fn Advice(work: Work) -> impl IntoView {
    let said = move || {
        let Answer { sentences, .. } = work.answer.get()?;
        let sentences = sentences.into_iter().map(|said| view! { <p>{said}</p> });
        Some(sentences.collect_view())
    };
    let lease = Memo::new(move |_| {
        let Answer { lease, is_known, .. } = work.answer.get()?;
        Some((lease?, if is_known { "Use a lease of" } else { "Try a lease of" }))
    });
    // What is read out is the first sentence, once it is final.
    let spoken = move || match work.stage.get() {
        Stage::Done if work.is_behind() => None,
        Stage::Done => work.answer.get().and_then(|answer| answer.sentences.first().cloned()),
        Stage::Begun | Stage::Under(..) | Stage::Stopped => None,
    };
    let is_hidden = move || work.answer.get().is_none() || work.is_behind();
    view! {
        <div class="found lease-answer" hidden=is_hidden>
            {said} <p hidden=move || lease.get().is_none()>
                {move || lease.get().map(|(lease, words)| view! { <Use work lease words /> })}
            </p>
        </div>
        <p class="visually-hidden" role="status">{spoken}</p>
    }
}

/// A button that sets a lease.
#[component]
fn Use(work: Work, lease: Duration, words: &'static str) -> impl IntoView {
    let params = move || *work.desk.shown.get().setup().params();
    let is_set = Memo::new(move |_| present_lease(&params()) == lease);
    let set = move |_| {
        let params = untrack(params);
        work.desk.set(crate::sim::Params { lease, ..params });
    };
    view! {
        <button type="button" aria-pressed=move || is_set.get().to_string() on:click=set>
            {words}
            " "
            {lease.to_string()}
            " s"
        </button>
    }
}
