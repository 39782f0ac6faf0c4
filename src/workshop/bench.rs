//! What all tools work on: the run that is shown, and what it was before.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;

use super::page;
use crate::edit::History;
use crate::page::TIMELINE;
use crate::page::report::OUTCOME;
use crate::query::Query;
use crate::sim::{Params, Time};

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
    /// How far the time axis goes at the least.
    pub axis: RwSignal<Time>,
}

impl Bench {
    /// The bench for the run that the page shows; none, if this is not the simulator's page.
    pub fn new() -> Option<Bench> {
        let query = page::shown();
        let bench = Bench {
            shown: RwSignal::new(query),
            history: RwSignal::new(History::new(query.params)),
            width: RwSignal::new(page::width()),
            held: RwSignal::new(false),
            axis: RwSignal::new(Time::ZERO),
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
        // The outcome above the timeline takes more words or fewer. The timeline stays under the
        // pointer all the same.
        let mut height = page::height_of_outcome();
        page::watch_size(OUTCOME, move || {
            let before = std::mem::replace(&mut height, page::height_of_outcome());
            if bench.held.get_untracked() {
                page::scroll_by(height - before);
            }
        })?;
        Some(bench)
    }

    /// Shows another run with the same view.
    pub fn show(self, params: Params) {
        page::show(&Query { params, ..self.shown.get_untracked() });
    }

    /// Begins to move something: the time axis stays as it is until it is dropped, or becomes
    /// longer.
    pub fn take_up(self, until: Time) {
        self.settle();
        self.held.set(true);
        self.axis.set(until);
        page::hold(true);
        page::lengthen(until);
    }

    /// Drops what was being moved.
    pub fn put_down(self) {
        self.held.set(false);
        self.axis.set(Time::ZERO);
        page::hold(false);
        page::lengthen(Time::ZERO);
        // The address and the axis follow.
        page::show_again();
        Timeout::new(SETTLED, move || self.settle()).forget();
    }

    /// Takes back the last change.
    pub fn undo(self) {
        self.settle();
        let params = self.history.try_update(History::undo).flatten();
        params.into_iter().for_each(|params| self.show(params));
    }

    /// Makes a change again that was taken back.
    pub fn redo(self) {
        self.settle();
        let params = self.history.try_update(History::redo).flatten();
        params.into_iter().for_each(|params| self.show(params));
    }

    /// Makes the present run a part of the history, unless it is still being changed.
    fn settle(self) {
        let params = self.shown.get_untracked().params;
        if !self.held.get_untracked() {
            self.history.update(|history| history.record(params));
        }
    }
}
