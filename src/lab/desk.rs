//! What all questions are about: the run that is shown.

use leptos::prelude::*;

use crate::bridge::light::{Light, light};
use crate::bridge::page;
use crate::page::SIMULATOR;
use crate::query::{Ask, Query, View};
use crate::sim::{Duration, Params};

/// What the answers share.
#[derive(Clone, Copy)]
pub struct Desk {
    /// What the page shows.
    pub shown: RwSignal<Query>,
    /// The light in which pictures are seen.
    pub light: RwSignal<Light>,
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

    /// Shows another run from its beginning, with the same view, and leads to it.
    pub fn show(self, params: Params) {
        let Query { view, .. } = self.shown.get_untracked();
        page::show(&Query { params, view: View { t: Duration::ZERO, ..view } });
        if let Some(simulator) = page::element(SIMULATOR) {
            let _ = simulator.focus();
            simulator.scroll_into_view();
        }
    }

    /// Shows the same run with other settings, where the reader stays.
    pub fn set(self, params: Params) {
        page::show(&Query { params, ..self.shown.get_untracked() });
    }

    /// Puts what is asked into the link, or takes it out.
    pub fn ask(self, ask: Option<Ask>) {
        let Query { params, view } = self.shown.get_untracked();
        if view.ask != ask {
            page::show(&Query { params, view: View { ask, ..view } });
        }
    }
}
