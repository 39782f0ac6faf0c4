//! Finding the answer out, little by little, for the run that is shown.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;

use crate::advice::{Answer, Figures, Pauses, Question, Study, answer};
use crate::lab::desk::Desk;
use crate::lab::slices::{Slices, now};
use crate::query::{Ask, Inquiry};
use crate::sim::{Duration, Params};

/// How long a run has to stay as it is for its study to be begun, in milliseconds: not every
/// position of a slider needs one.
const SETTLED: u32 = 200;
/// How many steps of runs are taken at a time: a fraction of a millisecond's worth.
const STEPS: u64 = 400;
/// How often what is known is drawn again, in milliseconds.
const LOOK: f64 = 300.0;

/// How far the study is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Under way, and likely to be over before anybody has looked.
    Begun,
    /// Under way: so much is done, of so much.
    Under(usize, usize),
    /// Somebody has stopped it.
    Stopped,
    /// Over.
    Done,
}

/// What has become of what was entered last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// It is asked.
    Asked,
    /// It has not been read yet.
    Unread,
    /// It makes no question.
    Wrong,
}

/// A study, and what is known from it.
#[derive(Clone, Copy)]
pub struct Work {
    /// The run that is shown.
    pub desk: Desk,
    /// What is asked.
    pub question: RwSignal<Question>,
    /// What has become of what was entered last.
    pub entry: RwSignal<Entry>,
    /// Whether what is known is of another run or of other pauses than are asked about.
    pub is_turning: RwSignal<bool>,
    /// What the link asks for and cannot have.
    pub wrong: RwSignal<Option<String>>,
    /// How far the study is.
    pub stage: RwSignal<Stage>,
    /// What is known of each lease.
    pub figures: RwSignal<Vec<Figures>>,
    /// The shortest and the longest lease.
    pub range: RwSignal<Option<(Duration, Duration)>>,
    /// The advice.
    pub answer: RwSignal<Option<Answer>>,
    params: Memo<Params>,
    study: StoredValue<Option<Study>, LocalStorage>,
    slices: StoredValue<Option<Slices>, LocalStorage>,
    waiting: StoredValue<Option<Timeout>, LocalStorage>,
    looked: StoredValue<f64>,
}

impl Work {
    /// The work on whatever the page shows, as long as its place is open.
    pub fn new(desk: Desk, is_open: Signal<bool>) -> Work {
        let work = Work {
            desk,
            question: RwSignal::new(Question::default()),
            entry: RwSignal::new(Entry::Asked),
            is_turning: RwSignal::new(false),
            wrong: RwSignal::new(None),
            stage: RwSignal::new(Stage::Begun),
            figures: RwSignal::new(Vec::new()),
            range: RwSignal::new(None),
            answer: RwSignal::new(None),
            params: Memo::new(move |_| *desk.shown.get().setup().params()),
            study: StoredValue::new_local(None),
            slices: StoredValue::new_local(None),
            waiting: StoredValue::new_local(None),
            looked: StoredValue::new(0.0),
        };
        let asked = Memo::new(move |_| desk.shown.get().view.ask);
        Effect::new(move |_| {
            let ask = asked.get().filter(|ask| ask.inquiry() == Some(Inquiry::Lease));
            let Some(ask) = ask.filter(|ask| !ask.details().is_empty()) else {
                return;
            };
            match Question::read(&ask.details()) {
                Ok(question) => {
                    work.wrong.set(None);
                    work.question.set(question);
                }
                Err(why) => work.wrong.set(Some(["ask=", &why].concat())),
            }
        });
        // A link that is copied leads to what is open.
        Effect::new(move |_| {
            let is_asked = desk.shown.with_untracked(|query| {
                query.view.ask.is_some_and(|ask| ask.inquiry() == Some(Inquiry::Lease))
            });
            if is_open.get() && !is_asked {
                desk.ask(Ask::parse(Inquiry::Lease.word()));
            }
        });
        let wanted = Memo::new(move |_| (work.params.get(), work.question.get()));
        Effect::new(move |_| {
            let (params, question) = wanted.get();
            match is_open.get() {
                true => work.turn_to(params, question),
                false => work.rest(),
            }
        });
        work
    }

    /// Asks something else, and has the link say so.
    pub fn ask(self, question: Question) {
        self.wrong.set(None);
        self.question.set(question);
        let details = question.print();
        self.desk.ask(Ask::parse(&[Inquiry::Lease.word(), ":", &details].concat()));
    }

    /// Whether what is known is not the answer to what was entered and set last.
    pub fn is_behind(self) -> bool {
        self.entry.get() != Entry::Asked || self.is_turning.get()
    }

    /// Of which pauses something is known.
    pub fn studied(self) -> Option<Pauses> {
        self.study.with_value(|study| study.as_ref().map(Study::pauses))
    }

    /// Sees to the study of a run, which may be there already.
    fn turn_to(self, params: Params, question: Question) {
        let is_there = self.study.try_update_value(|study| {
            study.as_mut().is_some_and(|study| study.covers(&params, &question))
        });
        self.is_turning.set(is_there == Some(false) && self.answer.with_untracked(Option::is_some));
        if is_there == Some(true) {
            self.waiting.set_value(None);
            self.look();
            if self.stage.get_untracked() != Stage::Stopped {
                self.go_on();
            }
            return;
        }
        let begin = move || {
            self.study.set_value(Some(Study::new(&params, &question)));
            self.is_turning.set(false);
            self.answer.set(None);
            self.look();
            self.go_on();
        };
        self.slices.set_value(None);
        // The first one is wanted at once.
        let settled = if self.study.with_value(Option::is_some) { SETTLED } else { 0 };
        self.waiting.set_value(Some(Timeout::new(settled, begin)));
    }

    /// Does nothing until it is told to go on.
    fn rest(self) {
        self.slices.set_value(None);
        self.waiting.set_value(None);
    }

    /// Stops, with what is known.
    pub fn stop(self) {
        self.rest();
        self.look();
        self.stage.set(Stage::Stopped);
    }

    /// Goes on with what is not known yet.
    pub fn go_on(self) {
        self.stage.set(if self.is_done() { Stage::Done } else { Stage::Begun });
        self.looked.set_value(now());
        if !self.is_done() {
            self.slices.set_value(Some(Slices::of(move || self.turn())));
        }
    }

    /// Does a little of what is to be done. Whether there is more.
    fn turn(self) -> bool {
        let progress = self.study.try_update_value(|study| {
            let study = study.as_mut()?;
            study.advance(STEPS).then(|| (study.progress(), study.of()))
        });
        let Some((done, all)) = progress.flatten() else {
            self.look_soon(|work| work.finish());
            return false;
        };
        if now() - self.looked.get_value() > LOOK {
            self.looked.set_value(now());
            self.look_soon(move |work| {
                if work.stage.get_untracked() != Stage::Stopped && !work.is_done() {
                    work.stage.set(Stage::Under(done, all));
                }
            });
        }
        true
    }

    /// Has what is known shown, and then does something, each in a task of its own, so that the page
    /// can do what else it has to in between.
    fn look_soon(self, then: impl FnOnce(Work) + 'static) {
        let look = move || {
            self.look();
            Timeout::new(0, move || then(self)).forget();
        };
        Timeout::new(0, look).forget();
    }

    /// Says that nothing is left to be done, unless there is something again.
    fn finish(self) {
        if self.is_done() && self.stage.get_untracked() != Stage::Stopped {
            self.stage.set(Stage::Done);
        }
    }

    fn is_done(self) -> bool {
        self.study.with_value(|study| study.as_ref().is_some_and(Study::is_done))
    }

    /// Has what is known shown.
    fn look(self) {
        let (params, question) = (self.params.get_untracked(), self.question.get_untracked());
        self.looked.set_value(now());
        let known = self.study.with_value(|study| {
            let study = study.as_ref()?;
            Some((study.figures(), study.range(), answer(&params, &question, study)))
        });
        if let Some((figures, range, answer)) = known {
            self.figures.set(figures);
            self.range.set(range);
            self.answer.set(answer);
        }
    }
}
