//! Working a map out, little by little, for the run that is shown.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;

use crate::lab::desk::Desk;
use crate::lab::slices::{Slices, now};
use crate::map::{Axes, Cross, Map, Sizing, cross_in_words};
use crate::query::{Ask, Inquiry};
use crate::sim::Params;

/// How long a run has to stay as it is for a map of it to be begun, in milliseconds: not every
/// position of a slider needs one.
const SETTLED: u32 = 150;
/// How much happens in all the runs of one turn of a slice.
const TURN: u64 = 300;
/// How long it takes until what is known is drawn, and drawn again, in milliseconds.
const LOOK: f64 = 400.0;

/// How far the work is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Under way, and likely to be over before anybody has looked.
    Begun,
    /// Under way: so many columns are known, of so many.
    Under(usize, usize),
    /// Somebody has stopped it.
    Stopped,
    /// Over.
    Done,
}

/// A map, and what is known of it.
#[derive(Clone, Copy)]
pub struct Work {
    /// The two settings that were chosen, which another run may not have.
    pub chosen: RwSignal<Axes>,
    /// What the link asks for and cannot have.
    pub wrong: RwSignal<Option<String>>,
    /// The run that is shown, and the two settings of its map.
    pub wanted: Memo<(Params, Axes)>,
    /// How far the map is.
    pub stage: RwSignal<Stage>,
    /// Where the run that is shown begins to end differently, in words.
    pub bounds: RwSignal<Vec<String>>,
    /// Rises whenever there is more to be drawn.
    pub news: RwSignal<u32>,
    /// The map, as far as it is known.
    pub map: StoredValue<Option<Map>, LocalStorage>,
    /// How large the map that was begun last is.
    sizing: StoredValue<Option<Sizing>, LocalStorage>,
    cross: StoredValue<Option<Cross>, LocalStorage>,
    slices: StoredValue<Option<Slices>, LocalStorage>,
    waiting: StoredValue<Option<Timeout>, LocalStorage>,
    looked: StoredValue<f64>,
}

impl Work {
    /// The work on the map of whatever the page shows, as long as its place is open.
    pub fn new(desk: Desk, is_open: Signal<bool>) -> Work {
        let chosen = RwSignal::new(Axes::ALL[0]);
        let wanted = Memo::new(move |_| {
            let params = *desk.shown.get().setup().params();
            (params, chosen.get().or_others(&params))
        });
        let work = Work {
            chosen,
            wrong: RwSignal::new(None),
            wanted,
            stage: RwSignal::new(Stage::Begun),
            bounds: RwSignal::new(Vec::new()),
            news: RwSignal::new(0),
            map: StoredValue::new_local(None),
            sizing: StoredValue::new_local(None),
            cross: StoredValue::new_local(None),
            slices: StoredValue::new_local(None),
            waiting: StoredValue::new_local(None),
            looked: StoredValue::new(0.0),
        };
        let asked = Memo::new(move |_| desk.shown.get().view.ask);
        Effect::new(move |_| {
            if let Some(ask) = asked.get().filter(|ask| ask.inquiry() == Some(Inquiry::Map)) {
                match Axes::read(&ask.details()) {
                    Ok(axes) => {
                        chosen.set(axes);
                        work.wrong.set(None);
                    }
                    Err(why) => work.wrong.set(Some(why)),
                }
            }
        });
        let is_opened = Memo::new(move |_| is_open.get());
        // Whoever opens the map has asked for it, so a link that is copied opens it too.
        Effect::new(move |_| {
            let inquiry = asked.get_untracked().and_then(|ask| ask.inquiry());
            if is_opened.get() && inquiry != Some(Inquiry::Map) {
                desk.ask(work.asked());
            }
        });
        Effect::new(move |_| {
            let wanted = wanted.get();
            match is_open.get() {
                true => work.turn_to(wanted),
                false => work.rest(),
            }
        });
        work
    }

    /// What is asked, for the link.
    pub fn asked(self) -> Option<Ask> {
        let axes = self.chosen.get_untracked();
        let [usual, ..] = Axes::ALL;
        let details = if axes == usual { String::new() } else { [":", &axes.print()].concat() };
        Ask::parse(&[Inquiry::Map.word(), &details].concat())
    }

    /// Sees to the map of a run, which may be there already.
    fn turn_to(self, (params, axes): (Params, Axes)) {
        let is_on_it = self.map.with_value(|map| {
            map.as_ref().is_some_and(|map| map.axes == axes && map.shows(&params))
        });
        if is_on_it {
            self.waiting.set_value(None);
            self.cross.set_value(None);
            match self.stage.get_untracked() {
                // What was said is of another run.
                Stage::Stopped => self.bounds.set(Vec::new()),
                Stage::Begun | Stage::Under(..) | Stage::Done => self.go_on(),
            }
            return;
        }
        let begin = move || {
            self.map.set_value(None);
            self.sizing.set_value(Some(Sizing::new(params, axes)));
            self.cross.set_value(None);
            self.bounds.set(Vec::new());
            // From here on, the old picture stands for nothing that can be chosen.
            self.draw();
            self.go_on();
        };
        self.slices.set_value(None);
        // The first one is wanted at once.
        let settled = if self.sizing.with_value(Option::is_some) { SETTLED } else { 0 };
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
        self.stage.set(Stage::Stopped);
        self.draw();
    }

    /// Goes on with what is not known yet.
    pub fn go_on(self) {
        let is_done = self.map.with_value(|map| map.as_ref().is_some_and(Map::is_finished));
        self.stage.set(if is_done { Stage::Done } else { Stage::Begun });
        self.slices.set_value(Some(Slices::of(move || self.turn())));
    }

    /// Does a little of what is to be done, first of the map. Whether there is more.
    fn turn(self) -> bool {
        if self.map.with_value(Option::is_none) {
            let begun = self.sizing.try_update_value(|sizing| sizing.as_mut()?.advance(TURN));
            self.map.set_value(begun.flatten());
            return true;
        }
        let progress = self.map.try_update_value(|map| {
            let map = map.as_mut()?;
            map.advance(TURN).then(|| map.progress())
        });
        if let Some((known, all)) = progress.flatten() {
            if now() - self.looked.get_value() > LOOK {
                self.stage.set(Stage::Under(known, all));
                self.draw();
            }
            return true;
        }
        if self.stage.get_untracked() != Stage::Done {
            self.stage.set(Stage::Done);
            self.draw();
        }
        self.look_around()
    }

    /// Does a little for the boundaries of the run itself. Whether there is more to do.
    fn look_around(self) -> bool {
        let (params, _) = self.wanted.get_untracked();
        let found = self.map.with_value(|map| {
            let map = map.as_ref()?;
            self.cross.try_update_value(|cross| {
                let cross = cross.get_or_insert_with(|| Cross::new(map, params));
                let is_more = cross.advance(TURN);
                (!is_more).then(|| cross_in_words(map, &params, cross).into())
            })
        });
        match found {
            Some(Some(bounds)) => {
                self.bounds.set(bounds);
                false
            }
            Some(None) => true,
            None => false,
        }
    }

    fn draw(self) {
        self.looked.set_value(now());
        self.news.update(|news| *news += 1);
    }
}
