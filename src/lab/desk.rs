//! What all questions are about: the run that is shown.

use leptos::prelude::*;

use crate::bridge::light::{Light, light};
use crate::bridge::page;
use crate::draw::Theme;
use crate::page::SIMULATOR;
use crate::query::{Ask, Query, View};
use crate::sim::Params;

/// What the answers share.
#[derive(Clone, Copy)]
pub struct Desk {
    /// What the page shows.
    pub shown: RwSignal<Query>,
    light: RwSignal<Light>,
}

impl Desk {
    /// The desk for the run that the page shows; none, if this is not the simulator's page.
    pub fn new() -> Option<Desk> {
        let desk = Desk { shown: RwSignal::new(page::shown()), light: light() };
        page::watch(move || {
            let query = page::shown();
            if query != desk.shown.get_untracked() {
                desk.shown.set(query);
            }
        })?;
        Some(desk)
    }

    /// The run that is shown.
    pub fn params(self) -> Params {
        *self.shown.with(Query::setup).params()
    }

    /// The colours of pictures, and how many pixels of the screen a CSS pixel has.
    pub fn look(self) -> Memo<(Theme, f64)> {
        Memo::new(move |_| {
            let light = self.light.get();
            (light.theme(self.shown.with(|query| query.view.theme)), light.ratio)
        })
    }

    /// Shows another run, where the reader stays. What is shown beside it follows.
    pub fn show(self, params: Params) {
        let mut query = self.shown.get_untracked();
        query.turn_into(params);
        page::show(&query);
    }

    /// Leads to the run.
    pub fn lead(self) {
        if let Some(simulator) = page::element(SIMULATOR) {
            let _ = simulator.focus();
            simulator.scroll_into_view();
        }
    }

    /// Puts what is asked into the link, or takes it out.
    pub fn ask(self, ask: Option<Ask>) {
        let Query { params, view } = self.shown.get_untracked();
        if view.ask != ask {
            page::show(&Query { params, view: View { ask, ..view } });
        }
    }
}
