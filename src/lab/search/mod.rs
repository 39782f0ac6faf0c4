//! Whether there is a bad schedule: the question, how far the answer has come, and the answer.

mod every;
mod form;

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;

use super::desk::Desk;
use super::slices::{Slices, now};
use crate::query::{Ask, Inquiry};
use crate::search::{self, Answer, Bounds, Progress, Told, runs};
use crate::sim::Setup;
use every::Every;
use form::Form;

/// How many steps of runs are taken at a time: a fraction of a millisecond's worth.
const STEPS: u64 = 250;
/// How often the reader is told how far a search has come, in milliseconds.
const TOLD: f64 = 100.0;

/// What is asked: in which runs, and within which bounds.
type Asked = (Setup, Bounds);

/// How far the answer has come.
#[derive(Clone, PartialEq)]
enum Stage {
    /// Nothing is asked.
    Idle,
    /// Under way.
    Searching(Progress),
    /// There.
    Found(Told),
    /// Ended after so many runs, with what had come of it.
    Cancelled(u64, Told),
}

/// A search, for whose run it is made, and what keeps it going.
struct Work {
    search: Rc<RefCell<search::Search>>,
    setup: Setup,
    slices: Slices,
}

/// What has come of a search so far.
fn told(search: &search::Search, setup: &Setup) -> Told {
    Told::new(setup, &search.bounds(), &search.findings())
}

/// What the parts of the answer share.
#[derive(Clone, Copy)]
struct Table {
    desk: Desk,
    bounds: RwSignal<Bounds>,
    stage: RwSignal<Stage>,
    /// What the answer is to.
    asked: RwSignal<Option<Asked>>,
    /// What is wrong with the link.
    wrong: RwSignal<String>,
    work: StoredValue<Option<Work>, LocalStorage>,
}

impl Table {
    /// What would be asked now.
    fn present(self) -> Asked {
        let setup = self.desk.shown.get().setup();
        // The run as it is set, to which a search adds its faults.
        let base = search::base(&setup);
        (base, self.bounds.get())
    }

    /// Changes the bounds, as the reader wants.
    fn change(self, change: impl FnOnce(&mut Bounds)) {
        self.wrong.set(String::new());
        self.bounds.update(change);
    }

    /// Searches for what is asked now, from the beginning.
    fn search(self) {
        let (base, bounds) = untrack(|| self.present());
        self.desk.ask(Ask::parse(&[Inquiry::Search.word(), ":", &bounds.print()].concat()));
        self.asked.set(Some((base, bounds)));
        let setup = self.desk.shown.get_untracked().setup();
        let search = Rc::new(RefCell::new(search::Search::new(&setup, bounds)));
        self.stage.set(Stage::Searching(search.borrow().progress()));
        let mut last = now();
        let going = search.clone();
        let slices = Slices::of(move || {
            // Whoever cancels it borrows it too, but not at the same time.
            let Ok(mut search) = going.try_borrow_mut() else {
                return false;
            };
            let goes_on = search.advance(STEPS);
            if !goes_on {
                self.stage.set(Stage::Found(told(&search, &setup)));
            } else if now() - last > TOLD {
                last = now();
                self.stage.set(Stage::Searching(search.progress()));
            }
            goes_on
        });
        self.work.set_value(Some(Work { search, setup, slices }));
    }

    /// Ends the search that is under way, if there is one.
    fn cancel(self) {
        let work = self.work.try_update_value(Option::take).flatten();
        let Some(Work { search, setup, slices }) = work else {
            return;
        };
        drop(slices);
        if let (Stage::Searching(_), Ok(search)) = (self.stage.get_untracked(), search.try_borrow())
        {
            self.stage.set(Stage::Cancelled(search.findings().runs, told(&search, &setup)));
        }
    }

    fn is_searching(self) -> bool {
        self.stage.with(|stage| matches!(stage, Stage::Searching(_)))
    }

    /// Whether the answer is to another question than the one that is set now. The run that was
    /// found is a part of the answer.
    fn is_old(self, told: &Told) -> bool {
        let shown = self.desk.shown.get().print();
        let is_found = told.query.as_ref().is_some_and(|query| shown.starts_with(query.as_str()));
        !is_found && self.asked.get() != Some(self.present())
    }
}

/// The answer.
#[component]
pub fn Search(desk: Desk, is_open: Signal<bool>) -> impl IntoView {
    let table = Table {
        desk,
        bounds: RwSignal::new(Bounds::default()),
        stage: RwSignal::new(Stage::Idle),
        asked: RwSignal::new(None),
        wrong: RwSignal::new(String::new()),
        work: StoredValue::new_local(None),
    };
    let linked = Memo::new(move |_| {
        let ask = desk.shown.get().view.ask?;
        (ask.inquiry() == Some(Inquiry::Search)).then_some(ask)
    });
    // A link says what is looked for, now or when the reader goes back to it.
    Effect::new(move |_| {
        let Some(ask) = linked.get() else {
            return;
        };
        let bounds = Bounds::read(&ask.details()).unwrap_or_else(|said| {
            table.wrong.set(format!("ask={}: {said} The usual is looked for.", ask.text()));
            Bounds::default()
        });
        if table.bounds.get_untracked() != bounds {
            table.bounds.set(bounds);
            if is_open.get_untracked() {
                table.search();
            }
        }
    });
    // Whoever opens the question has asked it. What is closed does not go on.
    Effect::new(move |_| match (is_open.get(), table.stage.get_untracked()) {
        (true, Stage::Idle) => table.search(),
        (false, Stage::Searching(_)) => table.cancel(),
        _ => {}
    });
    // Nobody waits for the answer to a question that is not asked any more.
    Effect::new(move |_| {
        if Some(table.present()) != table.asked.get_untracked() {
            table.cancel();
        }
    });
    view! {
        <Show when=move || !table.wrong.get().is_empty()>
            <p class="banner">{move || table.wrong.get()}</p>
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
            " "
            {words}
        </p>
    }
}

/// The answer in words, which is read out when it comes.
fn said(table: Table) -> Option<AnyView> {
    match table.stage.get() {
        Stage::Idle | Stage::Searching(_) => None,
        Stage::Cancelled(number, told) if told.is_bad => {
            let so_far = format!(
                "Cancelled after {}, one of which goes wrong. There may be a smaller one.",
                runs(number)
            );
            Some(view! { <p>{so_far}</p> {answer(table, told)} }.into_any())
        }
        Stage::Cancelled(number, told) => {
            let words = format!("Cancelled after {} ({}).", runs(number), told.asked);
            Some(view! { <p>{words}</p> }.into_any())
        }
        Stage::Found(told) => Some(answer(table, told)),
    }
}

fn answer(table: Table, told: Told) -> AnyView {
    let is_old = table.is_old(&told);
    let grade = match told.answer {
        Answer::Yes => Some("corrupted"),
        Answer::No => Some("safe"),
        Answer::NothingAdded => None,
    };
    let link = told.query.map(|query| {
        view! { <p><a href=["?", &query].concat()>"Show this run"</a></p> }
    });
    let old = is_old.then(|| {
        view! { <p class="quiet">"This is not about what is set now. Search to ask that."</p> }
    });
    view! {
        <section class="found" data-grade=grade aria-label="Answer" class:old=is_old>
            <p><strong>{told.answer.in_words()}</strong> ": " {told.words}</p>
            {link}
            <p class="quiet">{told.asked} ". " {told.bounds}</p>
            {old}
        </section>
    }
    .into_any()
}
