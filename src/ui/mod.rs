//! The page's moving parts, in Leptos. Components read signals and draw; what they show is
//! computed elsewhere.

mod address;
mod controls;
mod links;
mod notices;
mod player;
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

use state::{Run, Shown, State};
use timeline::Timeline;

use crate::page::report::{self, OUTCOME, STEPS};
use crate::page::{ANNOUNCEMENT, LANES, TIMELINE};
use crate::query::Query;
use crate::sim::Params;
use crate::words;

/// What a page has beside the simulator, which an embedded figure does not have.
#[derive(Clone, Copy)]
pub struct Beside {
    /// Shows that other runs than before are linked to.
    mark: fn(&Query),
    /// Follows a link that was clicked.
    follow: fn(State, &Element, &Event),
    /// Computes other runs with the settings of the present one.
    compute: fn(State),
}

/// The article, with its links and its table.
pub const ARTICLE: Beside =
    Beside { mark: links::mark, follow: links::follow, compute: table::show };
/// Nothing.
pub const NOTHING: Beside = Beside { mark: |_| {}, follow: |_, _, _| {}, compute: |_| {} };

/// Puts the run of the address in the place of the default run, and ties the page to it.
pub fn start(beside: Beside) {
    let Some(place) = controls::element(TIMELINE) else {
        return;
    };
    place.set_text_content(None);
    if let Some(root) = document().document_element() {
        let _ = root.remove_attribute("data-example");
    }
    mount_to(place.unchecked_into(), move || view! { <Simulator beside /> }).forget();
}

#[component]
fn Simulator(beside: Beside) -> impl IntoView {
    let state = State::new();
    controls::listen(state, beside);
    wishes::listen(state);
    follow(state, beside);
    view! { <Timeline state /> }
}

/// How long a run has to stay the same for its steps to be written while it is being changed, in
/// milliseconds: there are many of them, and nobody reads them while they change.
const STILL: u32 = 100;

/// Lets the page show the query and its run and, once the controls have come to rest, the steps and
/// the address too. What has not changed is left alone: it may be selected, or be read out just now.
fn follow(state: State, beside: Beside) {
    let mut waiting = None;
    let mut writing: Option<Timeout> = None;
    let mut said = String::new();
    let tabled = Rc::new(Cell::new(None));
    let mut seen: Option<Shown> = None;
    effect(Box::new(move || {
        let now = state.get();
        let before = seen.as_ref();
        if now.rest.is_some() {
            // There may be new links, if nothing else.
            (beside.mark)(&now.query);
        }
        if before.is_none_or(|before| before.notices != now.notices) {
            notices::show(&now.notices);
        }
        if before.is_none_or(|before| !Arc::ptr_eq(&before.run, &now.run)) {
            let outcome = report::outcome(&now.run.verdict);
            if outcome != said {
                write(OUTCOME, &outcome);
                said = outcome;
            }
            let run = now.run.clone();
            let tell = move || {
                tell(&run);
                // The player marks steps in what is there.
                state.touch();
            };
            // Dropping the timeout that was waiting before takes it back.
            drop(writing.replace(after(STILL, Box::new(tell))));
        }
        if now.rest.is_some() && writing.take().is_some() {
            tell(&now.run);
        }
        if before.is_none_or(|before| (before.query, before.rest) != (now.query, now.rest)) {
            let query = now.query;
            controls::show(&query);
            wishes::tell(&query);
            drop(waiting.take());
            let tabled = tabled.clone();
            let settle = move || settle(state, beside, &query, &tabled);
            waiting = now.rest.map(|millis| after(millis, Box::new(settle)));
        }
        seen = Some(now);
    }));
}

/// Tells a run step by step, and what there is to see of it.
fn tell(Run { trace, lines, facts, .. }: &Run) {
    controls::say(LANES, &words::describe(trace).join(" "));
    write(STEPS, &report::steps(trace, lines, facts, true));
}

/// Puts something into its place on the page.
fn write(place: &str, html: &str) {
    if let Some(place) = controls::element(place) {
        place.set_inner_html(html);
    }
}

/// Puts a query into the address, unless it stands there already, and announces the outcome or, if
/// only the cursor has moved, the step that it has come to. `tabled` is what the table shows.
fn settle(state: State, beside: Beside, query: &Query, tabled: &Cell<Option<Params>>) {
    let params = Some(query.params);
    if tabled.replace(params) != params {
        (beside.compute)(state);
    }
    let text = query.print();
    let (present, _) = Query::parse(&address::query());
    if present.print() != text {
        let same_run = present.params == query.params && present.other() == query.other();
        // The history of a page belongs to it, and not to a figure inside of it; and nobody wants
        // to go back through it step by step.
        address::show(&text, !query.view.embed && !same_run);
        // What there was to say about the old address does not concern the new one.
        let Shown { run, notices, .. } = state.now();
        if !notices.is_empty() {
            state.say(Vec::new());
        }
        let words = match run.step(query.view.t).filter(|_| same_run) {
            Some(step) => ["Step ", &step.number.to_string(), ". ", &step.text].concat(),
            None => [run.verdict.name, ". ", &run.verdict.what].concat(),
        };
        controls::say(ANNOUNCEMENT, &words);
    }
}

/// Does something now and whenever a signal changes that it has read. Effects are boxed, since
/// each type of them would weigh two kilobytes.
fn effect(mut act: Box<dyn FnMut()>) {
    Effect::new(move |_| act());
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
