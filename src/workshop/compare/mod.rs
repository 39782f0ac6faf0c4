//! The tool for seeing another run below the one that is shown: which ones there are, the two on
//! one time axis, and where they part.

mod below;
mod marks;
mod panel;

use std::sync::Arc;

use leptos::prelude::*;

use super::bench::Bench;
use crate::compare::{self, Difference};
use crate::draw::{self, Picture};
use crate::page::compare::{COMPARING, OTHER, OTHER_STEPS, THIS_NAME};
use crate::page::report::STEPS;
use crate::page::workshop::Tool;
use crate::page::{SIMULATOR, TIMELINE};
use crate::query::Query;
use crate::sim::{Setup, Time, Trace};
use crate::words::{self, Line};
use crate::workshop::page::{element, watch_inside, watch_size};
use below::{Below, Steps};
use marks::{Mark, mark_step, place_cursor};
use panel::Panel;

/// A run and its steps.
#[derive(PartialEq)]
struct Run {
    trace: Trace,
    lines: Vec<Line>,
}

impl Run {
    fn of(setup: Setup) -> Run {
        let trace = Trace::of(setup);
        Run { lines: words::log(&trace), trace }
    }

    fn picture(&self, width: u32, until: Time) -> Picture {
        draw::timeline_until(&self.trace, &self.lines, width, until)
    }
}

/// Two runs beside each other, the one that is shown first.
#[derive(PartialEq)]
struct Pair {
    runs: [Run; 2],
    /// What each of them is called.
    names: [String; 2],
    difference: Option<Difference>,
    /// The difference in a sentence.
    told: String,
}

impl Pair {
    fn of(this: &Query, that: &Query) -> Pair {
        let runs = [this, that].map(|query| Run::of(query.setup()));
        let told = runs.each_ref().map(|run| (&run.trace, run.lines.as_slice()));
        let difference = compare::first_difference(told[0], told[1]);
        let told = compare::tell(difference, told);
        Pair { names: compare::names(this, that), runs, difference, told }
    }
}

/// What the parts of this tool share.
#[derive(Clone, Copy)]
struct Table {
    bench: Bench,
    /// The two runs, while there are two.
    pair: Memo<Option<Arc<Pair>>>,
    /// Both pictures, on one time axis.
    pictures: Memo<Option<[Picture; 2]>>,
}

impl Table {
    fn new(bench: Bench) -> Table {
        let queries = Memo::new(move |_| {
            let shown = bench.shown.get();
            let that = shown.other()?;
            Some((Query { params: *shown.setup().params(), ..that }, that))
        });
        let pair =
            Memo::new(move |_| queries.get().map(|(this, that)| Arc::new(Pair::of(&this, &that))));
        let pictures = Memo::new(move |_| {
            let pair = pair.get()?;
            let until = pair.runs[0].trace.end.max(bench.until());
            let width = bench.width.get();
            Some(pair.runs.each_ref().map(|run| run.picture(width, until)))
        });
        Table { bench, pair, pictures }
    }

    /// Something about the two runs; nothing, while there are not two.
    fn read<T: Default>(self, read: impl Fn(&Pair) -> T) -> T {
        self.pair.with(|pair| pair.as_deref().map(read).unwrap_or_default())
    }

    /// The first step above that the run below does not have in its place.
    fn first_step(self) -> Option<u32> {
        self.read(|pair| pair.difference.and_then(|difference| difference.steps[0]))
    }

    fn is_comparing(self) -> bool {
        self.pair.with(Option::is_some)
    }
}

/// The tool. What there is to see of two runs is there whether it is open or not.
#[component]
pub fn Compare(bench: Bench, open: Signal<bool>) -> impl IntoView {
    let table = Table::new(bench);
    put(
        THIS_NAME,
        move || view! { <span>"Above"</span> " " {move || table.read(|pair| pair.names[0].clone())} },
    );
    put(TIMELINE, move || view! { <Mark table place=0 /> });
    put(OTHER, move || {
        view! { <Show when=move || table.is_comparing()><Below table /></Show> }
    });
    put(OTHER_STEPS, move || {
        view! { <Show when=move || table.is_comparing()><Steps table /></Show> }
    });
    Effect::new(move |_| arrange(table));
    for id in [Tool::Compare.word(), OTHER] {
        watch_size(id, move || place_cursor(table));
    }
    watch_inside(STEPS, move || mark_step(untrack(|| table.first_step())));
    view! { <Show when=move || open.get()><Panel table /></Show> }
}

/// Puts a view into the element with an id, for as long as there is a page.
fn put<V: IntoView + 'static>(id: &str, view: impl FnOnce() -> V + 'static) {
    if let Some(place) = element(id) {
        mount_to(place, view).forget();
    }
}

/// Arranges the page for one run or for two.
fn arrange(table: Table) {
    let is_comparing = table.is_comparing();
    if let Some(simulator) = element(SIMULATOR) {
        let _ = simulator.toggle_attribute_with_force(COMPARING, is_comparing);
    }
    for id in [THIS_NAME, OTHER] {
        if let Some(place) = element(id) {
            let _ = place.toggle_attribute_with_force("hidden", !is_comparing);
        }
    }
    table.bench.put_beside(table.read(|pair| pair.runs[1].trace.end));
    mark_step(table.first_step());
    table.pictures.track();
    // By then all has its place.
    request_animation_frame(move || place_cursor(table));
}
