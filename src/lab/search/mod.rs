//! Whether there is a bad schedule: the question, how far the answer has come, and the answer.

mod every;
mod form;
mod hunt;

use leptos::prelude::*;

use super::asked::Asked;
use super::desk::Desk;
use super::work::{Bar, Stage};
use crate::search::{self, Answer, Bounds, Progress, Told, runs};
use crate::sim::Headline;
use every::Every;
use form::Form;
use hunt::Hunt;

/// The search for one bad schedule.
type One = Hunt<search::Search>;

/// The answer.
#[component]
pub fn Search(desk: Desk, is_open: Signal<bool>) -> impl IntoView {
    let asked = Asked::<Bounds>::new(desk, is_open);
    let one = One::new(asked, is_open);
    let bounds = asked.details;
    // Whoever opens the question has asked it.
    Effect::new(move |was_open: Option<bool>| {
        let is_open = is_open.get();
        let is_answered = untrack(|| one.work.stage.get() == Stage::Done && !one.is_old.get());
        if is_open && was_open != Some(true) && !is_answered {
            one.begin();
        }
        is_open
    });
    // So has a link that says what is looked for, also when the reader goes back to it.
    Effect::new(move |_| {
        let bounds = bounds.get();
        let sought = one.sought.get_untracked();
        let is_another = sought.is_some_and(|(_, sought)| sought != bounds);
        if is_open.get_untracked() && is_another && asked.is_in_link() {
            one.begin();
        }
    });
    view! {
        {asked.complaint()}
        <Form asked one />
        <div role="status">{move || said(one)}</div>
        <Show when=move || one.is_under_way()>
            <Wait one />
        </Show>
        <Every asked is_open />
    }
}

/// How far the search has come.
#[component]
fn Wait(one: One) -> impl IntoView {
    let words = move || {
        let Progress { faults, runs: number, .. } = one.work.with(search::Search::progress)?;
        let faults = match faults {
            0 => "without a fault".into(),
            1 => "with one fault".into(),
            more => format!("with {more} faults"),
        };
        Some(format!("{}, now {faults}", runs(number)))
    };
    view! {
        <p class="wait">
            <Bar stage=one.work.stage label="How much of it is searched" />
            " "
            {words}
        </p>
    }
}

/// The answer in words, which is read out when it comes.
fn said(one: One) -> Option<AnyView> {
    let stage = one.work.stage.get();
    let (setup, bounds) = one.sought.get_untracked()?;
    let findings = match stage {
        Stage::Begun | Stage::Under(_) => None,
        Stage::Stopped | Stage::Done => untrack(|| one.work.with(search::Search::findings)),
    }?;
    let told = Told::new(&setup, &bounds, &findings);
    let runs = runs(findings.runs);
    if stage == Stage::Done {
        return Some(answer(one, told));
    }
    Some(match told.bad {
        Some(_) => {
            let so_far = format!(
                "Cancelled after {runs}, one of which goes wrong. There may be a smaller one."
            );
            view! { <p>{so_far}</p> {answer(one, told)} }.into_any()
        }
        None => view! { <p>{format!("Cancelled after {runs} ({}).", told.asked)}</p> }.into_any(),
    })
}

fn answer(one: One, told: Told) -> AnyView {
    let is_old = one.is_old;
    let grade = match (&told.bad, told.answer) {
        (Some(bad), _) => Some(bad.headline),
        (None, Answer::No) => Some(Headline::Safe),
        (None, _) => None,
    };
    let link = told.bad.map(|bad| {
        view! { <p><a href=["?", &bad.query].concat()>"Show this run"</a></p> }
    });
    view! {
        <section
            class="found"
            data-grade=grade.map(Headline::word)
            aria-label="Answer"
        >
            <p><strong>{told.answer.in_words()}</strong> ": " {told.words}</p>
            {link}
            <p class="quiet">{told.asked} ". " {told.bounds}</p>
            <Old is_old />
        </section>
    }
    .into_any()
}

/// What is said of an answer to another question than the one that is set now.
#[component]
fn Old(is_old: Memo<bool>) -> impl IntoView {
    let words = "This is not about what is set now. Search to ask that.";
    move || is_old.get().then(|| view! { <p class="quiet">{words}</p> })
}
