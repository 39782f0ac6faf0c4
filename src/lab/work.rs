//! A long computation about whatever is wanted now, little by little.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;

use super::slices::{Slices, now};

/// How long what is wanted has to stay as it is for a job to be begun, in milliseconds: not every
/// position of a slider needs one.
const SETTLED: u32 = 150;
/// How many steps of runs are taken at a time: a fraction of a millisecond's worth.
const STEPS: u64 = 250;
/// How often what is known is shown, in milliseconds.
const LOOK: f64 = 300.0;

/// A computation that can be gone on with at any time.
pub trait Job: 'static {
    /// What it is about.
    type Wanted: Clone + PartialEq + Send + Sync + 'static;

    /// Begins with what is wanted.
    fn begin(wanted: &Self::Wanted) -> Self;

    /// Turns to something else that is wanted, if what is known is of use for that; or else false.
    fn turn_to(&mut self, _wanted: &Self::Wanted) -> bool {
        false
    }

    /// Goes on for about so many steps of runs. Whether there is more to do.
    fn advance(&mut self, steps: u64) -> bool;

    /// Which part of it is done, from 0 to 1.
    fn part(&self) -> f64;
}

/// How far a job is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Stage {
    /// Under way, and likely to be over before anybody has looked.
    Begun,
    /// Under way: so much of it is done, from 0 to 1.
    Under(f64),
    /// Somebody has stopped it.
    Stopped,
    /// Over.
    Done,
}

/// A job, and what is known from it.
pub struct Work<J: Job> {
    /// How far it is.
    pub stage: RwSignal<Stage>,
    /// Rises whenever more is known.
    pub news: RwSignal<u32>,
    /// Whether what is known is about something that is not wanted any more.
    pub is_behind: RwSignal<bool>,
    wanted: Signal<Option<J::Wanted>>,
    /// The job, and what it is about.
    job: StoredValue<Option<(J, J::Wanted)>, LocalStorage>,
    slices: StoredValue<Option<Slices>, LocalStorage>,
    waiting: StoredValue<Option<Timeout>, LocalStorage>,
    looked: StoredValue<f64>,
}

impl<J: Job> Clone for Work<J> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<J: Job> Copy for Work<J> {}

impl<J: Job> Work<J> {
    /// The work on whatever is wanted, as long as its place is open.
    pub fn new(wanted: Signal<Option<J::Wanted>>, is_open: Signal<bool>) -> Self {
        let work = Work {
            stage: RwSignal::new(Stage::Begun),
            news: RwSignal::new(0),
            is_behind: RwSignal::new(false),
            wanted,
            job: StoredValue::new_local(None),
            slices: StoredValue::new_local(None),
            waiting: StoredValue::new_local(None),
            looked: StoredValue::new(0.0),
        };
        Effect::new(move |_| match wanted.get() {
            Some(wanted) if is_open.get() => work.see_to(&wanted),
            _ => work.rest(),
        });
        work
    }

    /// What is to be said of the job as it stands, if there is one.
    pub fn with<T>(self, say: impl FnOnce(&J) -> T) -> Option<T> {
        self.news.track();
        self.job.with_value(|job| job.as_ref().map(|(job, _)| say(job)))
    }

    /// The same, unless the job is about something that is not wanted any more.
    pub fn with_present<T>(self, say: impl FnOnce(&J) -> T) -> Option<T> {
        if self.is_behind.get() { None } else { self.with(say) }
    }

    /// Stops, with what is known.
    pub fn stop(self) {
        self.rest();
        self.stage.set(Stage::Stopped);
        self.look();
    }

    /// Goes on with what is not known yet of what is wanted now.
    pub fn go_on(self) {
        self.rest();
        match self.wanted.get_untracked() {
            Some(wanted) if self.turn_to(&wanted) == Some(true) => {
                self.tell();
                self.proceed();
            }
            _ => self.begin(),
        }
    }

    /// Sees to something that is wanted, which may be known already.
    fn see_to(self, wanted: &J::Wanted) {
        self.rest();
        let settled = match self.turn_to(wanted) {
            Some(true) if self.stage.get_untracked() == Stage::Stopped => return self.look(),
            Some(true) => return self.proceed(),
            Some(false) => SETTLED,
            // The first one is wanted at once.
            None => 0,
        };
        self.waiting.set_value(Some(Timeout::new(settled, move || self.begin())));
    }

    /// Whether the job, if there is one, is about what is wanted now.
    fn turn_to(self, wanted: &J::Wanted) -> Option<bool> {
        let turned = self.job.try_update_value(|job| {
            let (job, topic) = job.as_mut()?;
            let is_about_it = topic == wanted || job.turn_to(wanted);
            if is_about_it {
                topic.clone_from(wanted);
            }
            Some(is_about_it)
        });
        let turned = turned.flatten();
        self.is_behind.set(turned == Some(false));
        turned
    }

    fn begin(self) {
        let Some(wanted) = self.wanted.get_untracked() else {
            return;
        };
        self.job.set_value(Some((J::begin(&wanted), wanted)));
        self.is_behind.set(false);
        self.stage.set(Stage::Begun);
        self.look();
        self.proceed();
    }

    /// Does nothing until it is told to go on.
    fn rest(self) {
        self.slices.set_value(None);
        self.waiting.set_value(None);
    }

    fn proceed(self) {
        self.slices.set_value(Some(Slices::of(move || self.advance())));
    }

    /// Does a little of what is to be done. Whether there is more.
    fn advance(self) -> bool {
        let advanced = self.job.try_update_value(|job| Some(job.as_mut()?.0.advance(STEPS)));
        let is_more = advanced.flatten().unwrap_or_default();
        if !is_more {
            // What has been over is not read out once more.
            if self.stage.get_untracked() != Stage::Done {
                self.stage.set(Stage::Done);
            }
            self.look();
        } else if now() - self.looked.get_value() > LOOK {
            self.tell();
            self.look();
        }
        is_more
    }

    /// Tells how far it is.
    fn tell(self) {
        let part = untrack(|| self.with(J::part));
        self.stage.set(Stage::Under(part.unwrap_or_default()));
    }

    /// Has what is known looked at.
    fn look(self) {
        self.looked.set_value(now());
        self.news.update(|news| *news += 1);
    }
}

/// How far a job is, while that takes a while, and a button to stop it or to go on.
#[component]
pub fn Progress<J: Job>(work: Work<J>, label: &'static str) -> impl IntoView {
    let stage = work.stage;
    let is_stopped = Memo::new(move |_| stage.get() == Stage::Stopped);
    let is_under = Memo::new(move |_| matches!(stage.get(), Stage::Under(_)));
    let press = move |_| if is_stopped.get_untracked() { work.go_on() } else { work.stop() };
    view! {
        <Show when=move || is_under.get() || is_stopped.get()>
            <button type="button" on:click=press>
                {move || if is_stopped.get() { "Go on" } else { "Stop" }}
            </button>
        </Show>
        <Show when=move || is_under.get()>
            <Bar stage label />
        </Show>
        <Show when=move || is_stopped.get()>"Stopped. What is shown is not final."</Show>
    }
}

/// How much of a job is done.
#[component]
pub fn Bar(stage: RwSignal<Stage>, label: &'static str) -> impl IntoView {
    let part = move || if let Stage::Under(part) = stage.get() { part } else { 0.0 };
    view! { <progress max="1" prop:value=part aria-label=label></progress> }
}
