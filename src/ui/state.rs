//! What the page shows, as signals: the query, and the run that follows from it.

use std::sync::Arc;

use leptos::prelude::*;

use super::{address, callback};
use crate::query::{Notice, Query};
use crate::sim::{Setup, Trace};
use crate::words::{self, Line, Verdict};

/// A run and what is said about it.
pub struct Run {
    /// The run.
    pub trace: Trace,
    /// Its steps.
    pub lines: Vec<Line>,
    /// The facts about it.
    pub facts: Vec<String>,
    /// Its outcome.
    pub verdict: Verdict,
}

/// Runs of the same setup are the same.
impl PartialEq for Run {
    fn eq(&self, other: &Run) -> bool {
        self.trace.setup == other.trace.setup
    }
}

impl Run {
    fn of(setup: Setup) -> Run {
        let trace = Trace::of(setup);
        let lines = words::log(&trace);
        Run { facts: words::facts(&trace, &lines), lines, verdict: words::verdict(&trace), trace }
    }
}

/// The signals that all components share.
#[derive(Clone, Copy)]
pub struct State {
    /// What the controls are set to.
    pub query: RwSignal<Query>,
    /// What could not be taken from the address as it was.
    pub notices: RwSignal<Vec<String>>,
    /// How long the controls have to rest before the address follows, in milliseconds; not at
    /// all while a slider is held.
    pub rest: RwSignal<Option<u32>>,
    /// The run that the query stands for.
    pub run: Memo<Arc<Run>>,
}

impl State {
    /// The state that the address stands for, and will stand for whenever it changes.
    pub fn new() -> State {
        let (query, notices) = read_address();
        let query = RwSignal::new(query);
        let run = Memo::new(move |_| Arc::new(Run::of(query.get().setup())));
        let notices = RwSignal::new(notices);
        let rest = RwSignal::new(Some(0));
        window().set_onpopstate(Some(&callback(move || {
            rest.set(Some(0));
            let (present, problems) = read_address();
            notices.set(problems);
            query.set(present);
        })));
        State { query, notices, rest, run }
    }
}

/// The query of the address, and what could not be taken from it as it was.
fn read_address() -> (Query, Vec<String>) {
    let (query, notices) = Query::parse(&address::query());
    (query, notices.iter().map(Notice::to_string).collect())
}
