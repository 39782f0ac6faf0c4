//! The run below: its name, how it ends, its picture and its steps.

use gloo_timers::callback::Timeout;
use leptos::html::Canvas;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, MouseEvent};

use super::Table;
use super::marks::{DIFFERENCE, Mark};
use super::panel::alone;
use crate::canvas::paint;
use crate::compare::swapped;
use crate::page::report;
use crate::page::workshop::Tool;
use crate::query::Query;
use crate::words::{self, Line, clock};
use crate::workshop::page;
use crate::workshop::tools::button;

/// How long nothing may change before the difference is read out, in milliseconds.
const SETTLED: u32 = 1_000;

/// The picture in words.
const LANES: &str = "lanes-below";

/// What stands below the picture of the run that is shown.
#[component]
pub fn Below(table: Table) -> impl IntoView {
    let shown = table.bench.shown;
    let leave = move || alone(&shown.get());
    let swap = move || swapped(&shown.get()).unwrap_or(shown.get());
    let spoken = RwSignal::new(String::new());
    let mut waiting = None;
    Effect::new(move |_| {
        let told = table.read(|pair| pair.told.clone());
        // Dropping the timeout that was waiting before takes it back.
        drop(waiting.take());
        waiting = Some(Timeout::new(SETTLED, move || spoken.set(told)));
    });
    view! {
        <div class="run-bar">
            <h2 class="run-name">
                <span>"Below"</span>
                " "
                {move || table.read(|pair| pair.names[1].clone())}
            </h2>
            <Way words="Swap the two" to=Signal::derive(swap) then=|| () />
            <Way words="Leave the comparison" to=Signal::derive(leave) then=back />
        </div>
        {move || outcome(table)}
        <Picture table />
        <p class="told">{move || table.read(|pair| pair.told.clone())}</p>
        <p class="visually-hidden" role="status">{spoken}</p>
    }
}

/// Gives the focus to the button of the tool, before the link that has it goes away.
fn back() {
    let button = button(Tool::Compare).and_then(|button| button.dyn_into::<HtmlElement>().ok());
    let _ = button.map(|button| button.focus());
}

/// A link to another query, which is followed in place, with what is to be done then.
#[component]
fn Way(words: &'static str, to: Signal<Query>, then: fn()) -> impl IntoView {
    let follow = move |event: MouseEvent| {
        if event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key() {
            return;
        }
        event.prevent_default();
        // The page's program would scroll to the top of the simulator.
        event.stop_propagation();
        page::show(&to.get_untracked());
        then();
    };
    view! { <a href=move || ["?", &to.get().print()].concat() on:click=follow>{words}</a> }
}

/// How the run ends, as the page says it of the one above.
fn outcome(table: Table) -> impl IntoView {
    table.read(|pair| {
        let verdict = words::verdict(&pair.runs[1].trace);
        let ending = report::ending(&verdict, "");
        Some(view! {
            <div class="verdict" data-grade=verdict.headline.word() inner_html=ending></div>
        })
    })
}

/// The picture of the run below.
#[component]
fn Picture(table: Table) -> impl IntoView {
    let canvas = NodeRef::<Canvas>::new();
    let shown = table.bench.shown;
    let choice = Memo::new(move |_| shown.get().view.theme);
    Effect::new(move |_| {
        let light = table.bench.light.get();
        let theme = light.theme(choice.get());
        table.pictures.with(|pictures| {
            if let (Some(canvas), Some([_, picture])) = (canvas.get(), pictures) {
                paint(&canvas, picture.size(), &picture.shapes, theme, light.ratio);
            }
        });
    });
    // The page's program takes every canvas for its own.
    let seek = move |event: MouseEvent| {
        let scale = table
            .pictures
            .with_untracked(|pictures| pictures.as_ref().map(|[_, picture]| picture.scale));
        if let Some(scale) = scale {
            let mut query = shown.get_untracked();
            query.view.t = clock(scale.at(event.offset_x()));
            page::show(&query);
        }
    };
    view! {
        <div class="picture" on:click=seek>
            <canvas
                node_ref=canvas
                role="img"
                aria-label="Timeline of the run below"
                aria-describedby=LANES
            ></canvas>
            <Mark table place=1 />
            <p id=LANES class="visually-hidden">
                {move || table.read(|pair| words::describe(&pair.runs[1].trace).join(" "))}
            </p>
        </div>
    }
}

/// The steps of the run below.
#[component]
pub fn Steps(table: Table) -> impl IntoView {
    let mark = ["<strong class=\"mark\">", DIFFERENCE, "</strong> "].concat();
    let steps = move || {
        table.read(|pair| {
            let first = pair.difference.and_then(|difference| difference.steps[1]);
            let setup = &pair.runs[1].trace.setup;
            let step = |line: &Line| {
                let is_first = first == Some(line.number);
                let mark = if is_first { mark.as_str() } else { "" };
                let step = report::step(setup, line, false, mark);
                view! { <li data-difference=is_first.then_some("") inner_html=step></li> }
            };
            pair.runs[1].lines.iter().map(step).collect::<Vec<_>>()
        })
    };
    view! {
        <section class="log" aria-labelledby="steps-below">
            <h2 id="steps-below">"The steps below"</h2>
            <ol role="list">{steps}</ol>
        </section>
    }
}
