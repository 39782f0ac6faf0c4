//! What the page shows: the query, and all that follows from it. It is one signal, since each
//! type of signal weighs one or two kilobytes of program.

use std::sync::Arc;

use leptos::prelude::*;

use super::{address, callback};
use crate::query::{Notice, Query};
use crate::sim::{Duration, Setup, Time, Trace};
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

impl Run {
    fn of(setup: Setup) -> Run {
        let trace = Trace::of(setup);
        let lines = words::log(&trace);
        Run { facts: words::facts(&trace, &lines), lines, verdict: words::verdict(&trace), trace }
    }

    /// How many steps have been taken at a moment.
    pub fn steps(&self, at: Time) -> usize {
        self.lines.partition_point(|line| line.at <= at)
    }

    /// The last step that has been taken when the cursor stands here.
    pub fn step(&self, t: Duration) -> Option<&Line> {
        self.lines.get(self.steps(Time::ZERO + t).checked_sub(1)?)
    }
}

/// What the page shows at a time.
#[derive(Clone)]
pub struct Shown {
    /// What the controls are set to.
    pub query: Query,
    /// The run that it stands for.
    pub run: Arc<Run>,
    /// What could not be taken from the address as it was.
    pub notices: Vec<String>,
    /// How long the controls have to rest before the address follows, in milliseconds; not at
    /// all while a slider is held.
    pub rest: Option<u32>,
}

/// What all parts of the page share.
#[derive(Clone, Copy)]
pub struct State(RwSignal<Shown>);

impl State {
    /// The state that the address stands for, and will stand for whenever it changes.
    pub fn new() -> State {
        let (query, notices) = read_address();
        let run = Arc::new(Run::of(query.setup()));
        let state = State(RwSignal::new(Shown { query, run, notices, rest: Some(0) }));
        window().set_onpopstate(Some(&callback(move || {
            let (query, notices) = read_address();
            state.show(query, Some(0));
            state.say(notices);
        })));
        state
    }

    /// What is shown; whoever asks is told when it changes.
    pub fn get(self) -> Shown {
        self.0.get()
    }

    /// What is shown just now.
    pub fn now(self) -> Shown {
        self.0.get_untracked()
    }

    /// Shows another query.
    pub fn show(self, query: Query, rest: Option<u32>) {
        let Shown { run, notices, .. } = self.now();
        let setup = query.setup();
        let run = if run.trace.setup == setup { run } else { Arc::new(Run::of(setup)) };
        self.0.set(Shown { query, run, notices, rest });
    }

    /// Shows the same again, since there is another place for it or another light.
    pub fn touch(self) {
        self.0.set(self.now());
    }

    /// Shows other notices.
    pub fn say(self, notices: Vec<String>) {
        self.0.set(Shown { notices, ..self.now() });
    }
}

/// The query of the address, and what could not be taken from it as it was.
fn read_address() -> (Query, Vec<String>) {
    let (query, notices) = Query::parse(&address::query());
    (query, notices.iter().map(Notice::to_string).collect())
}
