//! What all tools work on: the run that is shown, and what it was before.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;

use crate::bridge::light::{Light, light};
use crate::edit::{History, Runs};
use crate::page::{SIMULATOR, TIMELINE};
use crate::query::{Chain, Query, View};
use crate::sim::{Params, Time};
use crate::workshop::page;

/// How long a run has to stay as it is to become a part of the history, in milliseconds: what
/// changes while a slider moves is one change.
const SETTLED: u32 = 400;

/// What the tools share.
#[derive(Clone, Copy)]
pub struct Bench {
    /// What the page shows.
    pub shown: RwSignal<Query>,
    /// What it showed before.
    pub history: RwSignal<History>,
    /// The width of the timeline, in CSS pixels.
    pub width: RwSignal<u32>,
    /// Whether something is being moved.
    pub held: RwSignal<bool>,
    /// How far the time axis goes at the least, while something is being moved.
    pub axis: RwSignal<Time>,
    /// When the run ends that is shown beside the present one.
    pub beside: RwSignal<Time>,
    /// The light in which pictures are seen.
    pub light: RwSignal<Light>,
    /// The changes that follow each other.
    chain: StoredValue<Chain>,
}

impl Bench {
    /// The bench for the run that the page shows; none, if this is not the simulator's page.
    pub fn new() -> Option<Bench> {
        let query = page::shown();
        let bench = Bench {
            shown: RwSignal::new(query),
            history: RwSignal::new(History::new(runs(&query))),
            width: RwSignal::new(page::width()),
            held: RwSignal::new(false),
            axis: RwSignal::new(Time::ZERO),
            beside: RwSignal::new(Time::ZERO),
            light: light(),
            chain: StoredValue::new(Chain::default()),
        };
        let mut waiting = None;
        page::watch(move || {
            let query = page::shown();
            if query != bench.shown.get_untracked() {
                bench.shown.set(query);
                drop(waiting.take());
                waiting = Some(Timeout::new(SETTLED, move || bench.settle()));
            }
        })?;
        page::watch_size(TIMELINE, move || bench.width.set(page::width()))?;
        // What is above the timeline takes more room or less: there are other controls, and other
        // words for the outcome. The timeline stays under the pointer all the same.
        let mut top = page::top();
        page::watch_size(SIMULATOR, move || {
            let before = std::mem::replace(&mut top, page::top());
            if bench.held.get_untracked() {
                page::scroll_by(top - before);
            }
        })?;
        Some(bench)
    }

    /// Shows another run with the same view.
    pub fn show(self, params: Params) {
        let shown = self.shown.get_untracked();
        let query = self.chain.try_update_value(|chain| chain.turn(shown, params));
        page::show(&query.unwrap_or(shown));
    }

    /// Shows other runs, whatever is shown.
    fn show_runs(self, (params, compare): Runs) {
        let Query { view, .. } = self.shown.get_untracked();
        page::show(&Query { params, view: View { compare, ..view } });
    }

    /// How far the time axis goes at the least.
    pub fn until(self) -> Time {
        self.axis.get().max(self.beside.get())
    }

    fn until_untracked(self) -> Time {
        untrack(|| self.until())
    }

    /// Lets the time axis go on to the end of the run that is shown beside the present one.
    pub fn put_beside(self, end: Time) {
        if self.beside.get_untracked() != end {
            self.beside.set(end);
            page::lengthen(self.until_untracked());
            page::redraw();
        }
    }

    /// Begins to move something: the time axis stays as it is until it is dropped, or becomes
    /// longer.
    pub fn take_up(self, until: Time) {
        self.settle();
        self.held.set(true);
        self.axis.set(until);
        page::hold(true);
        page::lengthen(self.until_untracked());
    }

    /// Drops what was being moved.
    pub fn put_down(self) {
        self.held.set(false);
        self.axis.set(Time::ZERO);
        page::hold(false);
        page::lengthen(self.until_untracked());
        // The address and the axis follow.
        page::show_the_same();
        // As soon as the page has told what it shows now: the next change is another one.
        Timeout::new(0, move || self.settle()).forget();
    }

    /// Takes back the last change.
    pub fn undo(self) {
        self.settle();
        let runs = self.history.try_update(History::undo).flatten();
        runs.into_iter().for_each(|runs| self.show_runs(runs));
    }

    /// Makes a change again that was taken back.
    pub fn redo(self) {
        self.settle();
        let runs = self.history.try_update(History::redo).flatten();
        runs.into_iter().for_each(|runs| self.show_runs(runs));
    }

    /// Makes the present run a part of the history, unless it is still being changed.
    fn settle(self) {
        let runs = runs(&self.shown.get_untracked());
        if !self.held.get_untracked() {
            self.history.update(|history| history.record(runs));
        }
    }
}

/// The runs of a query.
fn runs(query: &Query) -> Runs {
    (query.params, query.view.compare)
}
