//! What is known of the leases, for the run that is shown.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;

use crate::advice::{Answer, Figures, Pauses, Question, Study, answer};
use crate::lab::asked::Asked;
use crate::lab::desk::Desk;
use crate::lab::work::{Job, Stage, Work};
use crate::sim::{Duration, Params};

impl Job for Study {
    type Wanted = (Params, Question);

    fn begin((params, question): &Self::Wanted) -> Study {
        Study::new(params, question)
    }

    fn turn_to(&mut self, (params, question): &Self::Wanted) -> bool {
        self.covers(params, question)
    }

    fn advance(&mut self, steps: u64) -> bool {
        self.advance(steps)
    }

    fn part(&self) -> f64 {
        self.progress() as f64 / self.of().max(1) as f64
    }
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
pub struct Known {
    /// What is asked.
    pub asked: Asked<Question>,
    /// What has become of what was entered last.
    pub entry: RwSignal<Entry>,
    /// The study.
    pub work: Work<Study>,
    /// How far it was when what follows was found.
    pub stage: RwSignal<Stage>,
    /// What is known of each lease.
    pub figures: RwSignal<Vec<Figures>>,
    /// The shortest and the longest lease.
    pub range: RwSignal<Option<(Duration, Duration)>>,
    /// The advice.
    pub answer: RwSignal<Option<Answer>>,
    wanted: Memo<(Params, Question)>,
}

impl Known {
    /// What is known for whatever the page shows, as long as its place is open.
    pub fn new(desk: Desk, is_open: Signal<bool>) -> Known {
        let asked = Asked::<Question>::new(desk, is_open);
        let wanted = Memo::new(move |_| (desk.params(), asked.details.get()));
        let known = Known {
            asked,
            entry: RwSignal::new(Entry::Asked),
            work: Work::new(Signal::derive(move || Some(wanted.get())), is_open),
            stage: RwSignal::new(Stage::Begun),
            figures: RwSignal::new(Vec::new()),
            range: RwSignal::new(None),
            answer: RwSignal::new(None),
            wanted,
        };
        Effect::new(move |_| {
            known.work.news.track();
            match known.work.stage.get_untracked() {
                // What has just begun knows nothing that takes long.
                Stage::Begun => known.look(),
                Stage::Under(_) | Stage::Stopped | Stage::Done => {
                    Timeout::new(0, move || known.look()).forget();
                }
            }
        });
        known
    }

    /// Whether what is known is not the answer to what was entered and set last.
    pub fn is_behind(self) -> bool {
        self.entry.get() != Entry::Asked || self.is_turning()
    }

    /// Whether what is known is of another run or of other pauses than are asked about.
    pub fn is_turning(self) -> bool {
        self.work.is_behind.get()
    }

    /// Of which pauses something is known.
    pub fn studied(self) -> Option<Pauses> {
        self.work.with(Study::pauses)
    }

    /// Shows what is known, and then how far that is: in a task of its own, so that the page can do
    /// what else it has to in between.
    fn look(self) {
        let (params, question) = self.wanted.get_untracked();
        let known =
            |study: &Study| (study.figures(), study.range(), answer(&params, &question, study));
        let known = untrack(|| self.work.with_present(known));
        if let Some((figures, range, answer)) = known {
            self.figures.set(figures);
            self.range.set(range);
            self.answer.set(answer);
        }
        Timeout::new(0, move || self.stage.set(self.work.stage.get_untracked())).forget();
    }
}
