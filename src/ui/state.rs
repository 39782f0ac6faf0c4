//! What the page shows: the query, and all that follows from it. It is one value, since each type of
//! signal weighs one or two kilobytes of program.

use std::sync::Arc;

use leptos::prelude::window;

use super::{address, callback};
use crate::page::quiz::{Answered, Question};
use crate::query::{Notice, Query, View};
use crate::sim::{Duration, Quiz, Setup, Time, Trace};
use crate::words::{self, Line, Verdict};

/// A run and what is said about it.
pub struct Run {
    /// The run.
    pub trace: Trace,
    /// Its steps.
    pub lines: Vec<Line>,
    /// Its outcome.
    pub verdict: Verdict,
    /// How far its time axis goes at the least: to its end, also while that is not shown.
    pub axis: Time,
    /// What is asked about it. Until that is answered, all of the above is about the run as far as it
    /// is shown.
    pub question: Option<Question>,
}

impl Run {
    fn of(setup: Setup, quiz: Option<Quiz>) -> Run {
        let trace = Trace::of(setup);
        let lines = words::log(&trace);
        let axis = trace.end;
        let (trace, lines, question) = match quiz {
            Some(quiz) => Question::ask(quiz, trace, lines),
            None => (trace, lines, None),
        };
        Run { verdict: words::verdict(&trace), trace, lines, axis, question }
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
    /// The question that was answered about this run.
    pub answered: Option<Answered>,
    /// How long the controls have to rest before the address follows, in milliseconds; not at
    /// all while a slider is held.
    pub rest: Option<u32>,
}

/// Where the state is kept, and who is told when it changes.
pub trait Store {
    /// What is shown; whoever asks in an effect is told when it changes.
    fn get(&self) -> Shown;
    /// What is shown just now.
    fn now(&self) -> Shown;
    /// Shows something else.
    fn set(&self, shown: Shown);
    /// Does something now and whenever what is shown has changed.
    fn effect(&self, act: Box<dyn FnMut()>);
}

/// What all parts of the page share. It is there for as long as the page is.
#[derive(Clone, Copy)]
pub struct State(&'static dyn Store);

impl State {
    /// The state that the address stands for, and will stand for whenever it changes.
    pub fn new<S: Store + 'static>(store: fn(Shown) -> S) -> State {
        let (query, notices) = read_address();
        let run = Arc::new(Run::of(query.setup(), query.view.quiz));
        let shown = Shown { query, run, notices, answered: None, rest: Some(0) };
        let state = State(Box::leak(Box::new(store(shown))));
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
        self.0.now()
    }

    /// Does something now and whenever what is shown has changed.
    pub fn effect(self, act: impl FnMut() + 'static) {
        self.0.effect(Box::new(act));
    }

    /// Shows another query.
    pub fn show(self, query: Query, rest: Option<u32>) {
        let Shown { query: before, run, notices, answered, .. } = self.now();
        let (setup, quiz) = (query.setup(), query.view.quiz);
        let is_same = run.trace.setup == setup && before.view.quiz == quiz;
        let (run, answered) = match is_same {
            true => (run, answered),
            false => (Arc::new(Run::of(setup, quiz)), None),
        };
        self.0.set(Shown { query, run, notices, answered, rest });
    }

    /// Takes an answer to the question that is open, after which the whole run is shown.
    pub fn answer(self, word: &str) -> Option<Answered> {
        let now = self.now();
        let question = now.run.question?;
        let answered = question.answer(&now.run.trace, word);
        // The cursor goes to where the answer is to be seen.
        let t = question.at.since(Time::ZERO);
        let view = View { quiz: None, t, ..now.query.view };
        self.show(Query { view, ..now.query }, Some(0));
        self.0.set(Shown { answered, ..self.now() });
        answered
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
    let (mut query, notices) = Query::parse(&address::query());
    // Which kind of page it is has been settled by now.
    query.view.embed = false;
    (query, notices.iter().map(Notice::to_string).collect())
}
