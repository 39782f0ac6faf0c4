//! What is looked for, and whether what came of it is about what is set now.

use leptos::prelude::*;

use crate::lab::asked::Asked;
use crate::lab::work::{Job, Stage, Work};
use crate::search::{Bounds, Scope, Search, Table};
use crate::sim::{Params, Setup};

/// In which runs something is looked for, and how far.
pub type Sought = (Setup, Bounds);

/// What looks for runs that go wrong.
pub trait Looks: Job<Wanted = Sought> {
    /// The runs that were found.
    fn found(&self) -> Vec<Params>;
}

impl Job for Search {
    type Wanted = Sought;

    fn begin((setup, bounds): &Sought) -> Search {
        Search::new(setup, *bounds)
    }

    fn advance(&mut self, steps: u64) -> bool {
        self.advance(steps)
    }

    fn part(&self) -> f64 {
        self.progress().part
    }
}

impl Looks for Search {
    fn found(&self) -> Vec<Params> {
        self.findings().counterexample.into_iter().collect()
    }
}

impl Job for Table {
    type Wanted = Sought;

    fn begin((setup, bounds): &Sought) -> Table {
        Table::new(setup, *bounds)
    }

    fn advance(&mut self, steps: u64) -> bool {
        self.advance(steps)
    }

    fn part(&self) -> f64 {
        self.progress()
    }
}

impl Looks for Table {
    fn found(&self) -> Vec<Params> {
        self.cells().iter().filter_map(|cell| cell.findings?.counterexample).collect()
    }
}

/// A search, or many, for what somebody wanted to know.
pub struct Hunt<J: Looks> {
    /// What is looked for, if anything is.
    pub sought: RwSignal<Option<Sought>>,
    /// The search.
    pub work: Work<J>,
    /// Whether it is about something else than what is set now. The runs that were found are a part
    /// of the answer.
    pub is_old: Memo<bool>,
    asked: Asked<Bounds>,
}

impl<J: Looks> Clone for Hunt<J> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<J: Looks> Copy for Hunt<J> {}

impl<J: Looks> Hunt<J> {
    /// Nothing is looked for until somebody wants to.
    pub fn new(asked: Asked<Bounds>, is_open: Signal<bool>) -> Self {
        let sought = RwSignal::new(None::<Sought>);
        let work = Work::<J>::new(sought.into(), is_open);
        let is_old = Memo::new(move |_| {
            let (now, wanted) = present(asked);
            let is_found = || work.with(|work| work.found().contains(now.params())) == Some(true);
            let present = Scope::new(&now, wanted);
            let is_same = |scope: Scope| scope.is_as_wide_as(&present) || is_found();
            sought.get().is_some_and(|(setup, bounds)| {
                bounds != wanted || !is_same(Scope::new(&setup, bounds))
            })
        });
        let hunt = Hunt { sought, work, is_old, asked };
        // Nobody waits for the answer to a question that is not asked any more.
        Effect::new(move |_| {
            if is_old.get() && untrack(|| hunt.is_under_way()) {
                work.stop();
            }
        });
        hunt
    }

    /// Looks for what is set now.
    pub fn begin(self) {
        self.sought.set(Some(untrack(|| present(self.asked))));
        self.work.go_on();
    }

    /// Whether it has begun, and is neither over nor cancelled.
    pub fn is_under_way(self) -> bool {
        let is_on = matches!(self.work.stage.get(), Stage::Begun | Stage::Under(_));
        self.sought.get().is_some() && is_on
    }
}

/// What would be looked for now.
fn present(asked: Asked<Bounds>) -> Sought {
    (asked.desk.shown.with(|query| query.setup()), asked.details.get())
}
