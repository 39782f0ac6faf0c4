//! What the page shows, as signals: the query, and the run that follows from it.

use std::sync::Arc;

use gloo_timers::callback::Timeout;
use leptos::prelude::*;

use super::address;
use super::dom::callback;
use crate::query::{Notice, Query, View};
use crate::sim::{Setup, Trace};
use crate::words::{self, Line, Verdict};

/// How long the controls have to rest before the address follows, in milliseconds. Browsers
/// refuse pages that change their address all the time, as a slider would.
const SETTLED: u32 = 300;

/// A run and what is said about it.
pub struct Run {
    /// The run.
    pub trace: Trace,
    /// Its steps.
    pub lines: Vec<Line>,
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
        Run { lines: words::log(&trace), verdict: words::verdict(&trace), trace }
    }
}

/// The signals that all components share.
#[derive(Clone, Copy)]
pub struct State {
    /// What the controls are set to.
    pub query: RwSignal<Query>,
    /// What could not be taken from the address as it was.
    pub notices: RwSignal<Vec<Notice>>,
    /// The run that the query stands for.
    pub run: Memo<Arc<Run>>,
    /// The outcome in a sentence, once the controls have come to rest: for screen readers.
    pub announcement: RwSignal<String>,
}

impl State {
    /// The state that the address stands for, which from now on follows the controls.
    pub fn new() -> State {
        let (query, notices) = Query::parse(&address::query());
        let query = RwSignal::new(query);
        let run = Memo::new(move |_| Arc::new(Run::of(query.get().setup())));
        let notices = RwSignal::new(notices);
        let state = State { query, notices, run, announcement: RwSignal::new(String::new()) };
        state.follow();
        state
    }

    /// The address of the page that shows the same run with everything around it.
    pub fn full_page(&self) -> String {
        let query = self.query.get();
        let view = View { embed: false, ..query.view };
        address::with_query(&Query { view, ..query }.print())
    }

    /// Lets the address follow the controls, and the controls the address.
    fn follow(self) {
        let shown = StoredValue::new(self.query.get_untracked().print());
        let waiting = StoredValue::new_local(None::<Timeout>);
        Effect::new(move |_| {
            let query = self.query.get();
            let settle = Timeout::new(SETTLED, move || {
                let print = query.print();
                if shown.get_value() != print {
                    // The history of a page belongs to it, not to a figure inside of it.
                    address::show(&print, !query.view.embed);
                    shown.set_value(print);
                    let run = self.run.get_untracked();
                    self.announcement.set([run.verdict.name, ". ", &run.verdict.what].concat());
                }
            });
            // Dropping the timeout that was waiting before takes it back.
            waiting.set_value(Some(settle));
        });
        window().set_onpopstate(Some(&callback(move || {
            let (query, notices) = Query::parse(&address::query());
            shown.set_value(query.print());
            self.notices.set(notices);
            self.query.set(query);
        })));
    }
}
