//! The page's moving parts, in Leptos, and the same without it for an embedded figure. Components read
//! signals and draw; what they show is computed elsewhere.

mod address;
mod controls;
mod frame;
mod links;
mod notices;
mod plain;
mod player;
mod quiz;
mod signal;
mod state;
mod table;
mod theme;
mod timeline;
mod wishes;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::js_sys::Function;
use web_sys::{Element, Event};

use plain::Plain;
use signal::Signal;
use state::{Run, Shown, State};
use timeline::Timeline;

use crate::page::report::{OUTCOME, STEPS, steps};
use crate::page::{ANNOUNCEMENT, LANES, TIMELINE};
use crate::query::{self, Key, Query};
use crate::sim::{Params, Trace};
use crate::words::{self, Line};

/// What kind of page it is. What a page does not name, its program does not contain.
#[derive(Clone, Copy)]
pub struct Page {
    /// Whether the address is a part of the history.
    has_history: bool,
    /// Whether there is a control for a key, for this query.
    has_control: fn(&Query, &Key) -> bool,
    /// The facts about a run.
    facts: fn(&Trace, &[Line]) -> Vec<String>,
    /// Shows what else depends on what is shown.
    show: fn(&Shown),
    /// Follows a link to a run that was clicked.
    follow: fn(State, &Element, &Event),
    /// Computes other runs with the settings of the present one.
    compute: fn(State),
}

/// The whole page: the simulator with the article, which has links and a table.
const WHOLE: Page = Page {
    has_history: true,
    has_control: |_, _| true,
    facts: words::facts,
    show: links::show,
    follow: links::follow,
    compute: table::show,
};

/// An embedded figure. The history of a page belongs to it, and not to a figure inside of it.
const FIGURE: Page = Page {
    has_history: false,
    has_control: frame::has_control,
    facts: |_, _| Vec::new(),
    show: frame::show,
    follow: |_, _, _| {},
    compute: |_| {},
};

/// Puts the run of the address in the place of the default run, and ties the whole page to it.
pub fn start() {
    if let Some(place) = clear() {
        mount_to(place.unchecked_into(), Simulator).forget();
    }
}

#[component]
fn Simulator() -> impl IntoView {
    let state = State::new(Signal::new);
    tie(state, WHOLE);
    view! { <Timeline state /> }
}

/// Shows the run of the address in a figure.
pub fn start_figure() {
    if let Some(place) = clear() {
        place.set_inner_html(&timeline::html());
        let state = State::new(Plain::new);
        tie(state, FIGURE);
        timeline::follow(state);
    }
}

/// Makes place for the run, in the element that is returned.
fn clear() -> Option<Element> {
    let place = controls::element(TIMELINE)?;
    place.set_text_content(None);
    let root = document().document_element()?;
    for waiting in ["data-example", "data-waiting"] {
        let _ = root.remove_attribute(waiting);
    }
    Some(place)
}

/// Ties what is there already to the state.
fn tie(state: State, page: Page) {
    controls::listen(state, page);
    wishes::listen(state);
    follow(state, page);
}

/// How long a run has to stay the same for its steps to be written while it is being changed, in
/// milliseconds: there are many of them, and nobody reads them while they change.
const STILL: u32 = 100;

/// Lets the page show the query and its run and, once the controls have come to rest, the steps and
/// the address too. What has not changed is left alone: it may be selected, or be read out just now.
fn follow(state: State, page: Page) {
    let mut waiting = None;
    let mut writing: Option<Timeout> = None;
    let mut said = String::new();
    let tabled = Rc::new(Cell::new(None));
    let told = Rc::new(Cell::new(None));
    let mut seen: Option<Shown> = None;
    state.effect(move || {
        let now = state.get();
        let before = seen.as_ref();
        if before.is_none_or(|before| before.notices != now.notices) {
            notices::show(&now.notices);
        }
        if before.is_none_or(|before| !Arc::ptr_eq(&before.run, &now.run)) {
            let outcome = quiz::outcome(&now);
            if outcome != said {
                write(OUTCOME, &outcome);
                said = outcome;
            }
            let run = now.run.clone();
            let tell = move || {
                tell(&run, page);
                // The player marks steps in what is there.
                state.touch();
            };
            // Dropping the timeout that was waiting before takes it back.
            drop(writing.replace(after(STILL, Box::new(tell))));
        }
        if now.rest.is_some() && writing.take().is_some() {
            tell(&now.run, page);
        }
        if before.is_none_or(|before| (before.query, before.rest) != (now.query, now.rest)) {
            let query = now.query;
            controls::show(&query, page);
            quiz::close(&now);
            wishes::tell(&query, now.run.question.is_some());
            drop(waiting.take());
            let (tabled, told) = (tabled.clone(), told.clone());
            let settle = move || settle(state, page, &query, &tabled, &told);
            waiting = now.rest.map(|millis| after(millis, Box::new(settle)));
        }
        (page.show)(&now);
        seen = Some(now);
    });
}

/// Tells a run step by step, and what there is to see of it.
fn tell(Run { trace, lines, question, .. }: &Run, page: Page) {
    controls::say(LANES, &words::describe(trace).join(" "));
    let facts = if question.is_none() { (page.facts)(trace, lines) } else { Vec::new() };
    write(STEPS, &steps(trace, lines, &facts, true));
}

/// Puts something into its place on the page.
fn write(place: &str, html: &str) {
    if let Some(place) = controls::element(place) {
        place.set_inner_html(html);
    }
}

/// Puts a query into the address, unless it stands there already, and announces the outcome or, if
/// only the cursor has moved, the step that it has come to. What is there to begin with, or comes
/// again, needs no announcement, and neither does what else is asked about the same. `tabled` is what the table shows, `told` what was told last.
fn settle(
    state: State,
    page: Page,
    query: &Query,
    tabled: &Cell<Option<Params>>,
    told: &Cell<Option<Query>>,
) {
    let params = Some(query.params);
    if tabled.replace(params) != params {
        (page.compute)(state);
    }
    let Some(before) = told.replace(Some(*query)).filter(|before| before != query) else {
        return;
    };
    let same_run = before.params == query.params
        && before.other() == query.other()
        && before.view.quiz == query.view.quiz;
    let text = query.print();
    let (present, _) = Query::parse(&address::query());
    let Shown { run, notices, .. } = state.now();
    // Who goes back or forth in the history is at this address already.
    if present.print() != text {
        // Nobody wants to go back through a run step by step.
        address::show(&text, page.has_history && !same_run);
        // What there was to say about the old address does not concern the new one.
        if !notices.is_empty() {
            state.say(Vec::new());
        }
    }
    let ask = before.view.ask;
    if (Query { view: query::View { ask, ..query.view }, ..*query }) == before {
        return;
    }
    let words = match run.step(query.view.t).filter(|_| same_run) {
        Some(step) => ["Step ", &step.number.to_string(), ". ", &step.text].concat(),
        None => quiz::announcement(&state.now()),
    };
    controls::say(ANNOUNCEMENT, &words);
}

/// Does something after a while, unless what it returns is dropped.
fn after(millis: u32, act: Box<dyn FnOnce()>) -> Timeout {
    Timeout::new(millis, act)
}

/// A function for the browser to call, now and ever after: it is never freed.
fn callback(act: impl FnMut() + 'static) -> Function {
    let boxed: Box<dyn FnMut()> = Box::new(act);
    Closure::wrap(boxed).into_js_value().unchecked_into()
}
