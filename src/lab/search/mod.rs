//! Whether there is a bad schedule: the question, how far the answer has come, and the answer.

mod every;
mod form;

use leptos::prelude::*;

use super::desk::Desk;
use super::slices::{Slices, now};
use crate::query::{Ask, Inquiry};
use crate::search::{self, Bounds, Progress, Told, runs};
use crate::sim::Setup;
use every::Every;
use form::Form;

/// How many steps of runs are taken at a time: a fraction of a millisecond's worth.
const STEPS: u64 = 1_000;
/// How often the reader is told how far a search has come, in milliseconds.
const TOLD: f64 = 100.0;

/// How far the answer has come.
#[derive(Clone, PartialEq)]
enum Stage {
    /// Nothing is asked.
    Idle,
    /// Under way.
    Searching(Progress),
    /// There.
    Found(Told),
    /// Ended by the reader after so many runs.
    Cancelled(u64),
}

/// What the parts of the answer share.
#[derive(Clone, Copy)]
struct Table {
    desk: Desk,
    bounds: RwSignal<Bounds>,
    stage: RwSignal<Stage>,
    /// The run to whose setup the answer belongs.
    base: RwSignal<Option<Setup>>,
    slices: StoredValue<Option<Slices>, LocalStorage>,
}

impl Table {
    /// The run that is set now, to which a search would add its faults.
    fn present(self) -> Setup {
        let setup = self.desk.shown.get().setup();
        Setup::new(search::base(&setup)).unwrap_or(setup)
    }

    /// Searches within the bounds that are set, from the beginning.
    fn search(self) {
        let setup = untrack(|| self.present());
        let bounds = self.bounds.get_untracked();
        self.desk.ask(Ask::parse(&[Inquiry::Search.word(), ":", &bounds.print()].concat()));
        self.base.set(Some(setup));
        let mut search = search::Search::new(&setup, bounds);
        self.stage.set(Stage::Searching(search.progress()));
        let mut told = now();
        let slices = Slices::of(move || {
            let goes_on = search.advance(STEPS);
            if !goes_on {
                self.stage.set(Stage::Found(Told::new(&setup, &bounds, &search.findings())));
            } else if now() - told > TOLD {
                told = now();
                self.stage.set(Stage::Searching(search.progress()));
            }
            goes_on
        });
        self.slices.set_value(Some(slices));
    }

    /// Ends the search that is under way.
    fn cancel(self) {
        self.slices.set_value(None);
        if let Stage::Searching(progress) = self.stage.get_untracked() {
            self.stage.set(Stage::Cancelled(progress.runs));
        }
    }

    fn is_searching(self) -> bool {
        self.stage.with(|stage| matches!(stage, Stage::Searching(_)))
    }
}

/// The answer.
#[component]
pub fn Search(desk: Desk, is_open: Signal<bool>) -> impl IntoView {
    let table = Table {
        desk,
        bounds: RwSignal::new(Bounds::default()),
        stage: RwSignal::new(Stage::Idle),
        base: RwSignal::new(None),
        slices: StoredValue::new_local(None),
    };
    let wrong = RwSignal::new(String::new());
    let asked = Memo::new(move |_| {
        let ask = desk.shown.get().view.ask?;
        (ask.inquiry() == Some(Inquiry::Search)).then_some(ask)
    });
    // A link says what is looked for, now or when the reader goes back to it.
    Effect::new(move |_| {
        let Some(ask) = asked.get() else {
            return;
        };
        match Bounds::read(&ask.details()) {
            Ok(bounds) => {
                if table.bounds.get_untracked() != bounds {
                    wrong.set(String::new());
                    table.cancel();
                    table.bounds.set(bounds);
                }
            }
            Err(said) => wrong.set(format!("ask={}: {said}", ask.text())),
        }
    });
    // Whoever opens the question has asked it. What is closed does not go on.
    Effect::new(move |_| match (is_open.get(), table.stage.get_untracked()) {
        (true, Stage::Idle) => table.search(),
        (false, Stage::Searching(_)) => table.cancel(),
        _ => {}
    });
    view! {
        <Show when=move || !wrong.get().is_empty()>
            <p class="banner">{move || wrong.get()} " The usual is looked for."</p>
        </Show>
        <Form table />
        <div role="status">{move || said(table)}</div>
        <Show when=move || table.is_searching()><Wait table /></Show>
        <Every table is_open />
    }
}

/// How far the search has come.
#[component]
fn Wait(table: Table) -> impl IntoView {
    let progress = move || match table.stage.get() {
        Stage::Searching(progress) => Some(progress),
        _ => None,
    };
    let part = move || progress().map_or(0.0, |progress| progress.part);
    let words = move || {
        let Progress { faults, runs: number, .. } = progress()?;
        let faults = match faults {
            0 => "without a fault".into(),
            1 => "with one fault".into(),
            more => format!("with {more} faults"),
        };
        Some(format!("{}, now {faults}", runs(number)))
    };
    view! {
        <p class="wait">
            <progress max="1" prop:value=part aria-label="How much of it is searched"></progress>
            " " {words}
        </p>
    }
}

/// The answer in words, which is read out when it comes.
fn said(table: Table) -> Option<AnyView> {
    match table.stage.get() {
        Stage::Idle | Stage::Searching(_) => None,
        Stage::Cancelled(number) => {
            let words = format!("Cancelled after {}. None of them goes wrong.", runs(number));
            Some(view! { <p>{words}</p> }.into_any())
        }
        Stage::Found(told) => {
            let is_old = table.base.get() != Some(table.present());
            let grade = if told.is_bad { "corrupted" } else { "safe" };
            let link = told.query.clone().map(|query| {
                view! { <p><a href=["?", &query].concat()>"Show this run"</a></p> }
            });
            Some(
                view! {
                    <section class="found" data-grade=grade aria-label="Answer">
                        <p><strong>{told.answer}</strong> ": " {told.words.clone()}</p>
                        {link}
                        <p class="quiet">{told.asked.clone()} ". " {told.bounds.clone()}</p>
                        {is_old.then(|| view! { <p class="quiet">"Another run is set by now."</p> })}
                    </section>
                }
                .into_any(),
            )
        }
    }
}
