//! The player: a cursor that moves over the timeline, what things are like where it stands, and
//! the step that belongs to it.
//!
//! While a run is played the picture stays as it is, and only the cursor moves over it. The
//! moment becomes part of the page's state when the cursor comes to rest.

mod page;
mod play;
mod show;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::js_sys::Function;
use web_sys::{CssStyleDeclaration, Element, Event, HtmlElement, KeyboardEvent, MouseEvent};

use page::{focus_step, inside, set_stop, show_keys};
use play::Play;

use super::after;
use super::controls::element;
use super::state::{Run, State};
use super::wishes::rest;
use crate::draw::{Picture, Point};
use crate::page::player::{CURSOR, Go, MOMENT, PLAYER, POSITIONS, step_from_key};
use crate::page::{FULL_PAGE, TIMELINE};
use crate::sim::{Duration, Moment, Time};
use crate::words::clock;

/// The player of the page.
#[derive(Clone)]
pub struct Player(Rc<RefCell<Inner>>);

struct Inner {
    state: State,
    run: Arc<Run>,
    picture: Picture,
    /// The style of the cursor, which changes with each frame.
    cursor: Option<CssStyleDeclaration>,
    at: Time,
    playing: Option<Play>,
    /// The moment that the page's state has, which is left behind while a run is played.
    given: Duration,
    /// How things stand at the moment that the words are about.
    moment: Moment,
    /// How many steps have been taken then.
    steps: usize,
    /// The step that is marked.
    marked: Option<u32>,
    frame: Option<Function>,
    /// Whether a frame was asked for that has not come yet.
    waits: bool,
}

impl Player {
    /// A player for what the page shows.
    pub fn new(state: State, picture: Picture, t: Duration) -> Player {
        let run = state.now().run;
        let inner = Inner {
            state,
            run,
            picture,
            cursor: element(CURSOR).map(|line| line.unchecked_into::<HtmlElement>().style()),
            at: Time::ZERO + t,
            given: t,
            playing: None,
            moment: Moment::default(),
            steps: usize::MAX,
            marked: None,
            frame: None,
            waits: false,
        };
        let player = Player(Rc::new(RefCell::new(inner)));
        player.listen();
        player.0.borrow_mut().fit();
        if let Some(place) = element(PLAYER) {
            let _ = place.remove_attribute("inert");
        }
        player
    }

    /// Shows a run in a picture, and where the cursor stands in it.
    pub fn show(&self, run: &Arc<Run>, picture: Picture, t: Duration) {
        let mut inner = self.0.borrow_mut();
        if !Arc::ptr_eq(&inner.run, run) {
            inner.run = run.clone();
            inner.moment = Moment::default();
            inner.steps = usize::MAX;
            inner.mark(None);
        }
        inner.picture = picture;
        inner.go_to(t);
        inner.fit();
    }

    /// Moves the cursor to where it stands, and marks what belongs to it in the list of steps, which
    /// may be another one by now.
    pub fn turn_to(&self, t: Duration) {
        let mut inner = self.0.borrow_mut();
        inner.go_to(t);
        inner.steps = usize::MAX;
        inner.fit();
    }

    fn listen(&self) {
        let player = self.clone();
        let frame = Closure::<dyn FnMut(f64)>::new(move |now| player.0.borrow_mut().advance(now));
        self.0.borrow_mut().frame = Some(frame.into_js_value().unchecked_into());
        let player = self.clone();
        let take: Box<dyn FnMut(Event)> = Box::new(move |event| {
            player.0.borrow_mut().take(&event);
        });
        let take = Closure::wrap(take).into_js_value().unchecked_into();
        for event in ["click", "input", "keydown", "pointermove", "focusin"] {
            let _ = document().add_event_listener_with_callback(event, &take);
        }
    }
}

impl Inner {
    /// Reacts to what somebody does to the player, the picture or the list of steps.
    fn take(&mut self, event: &Event) -> Option<()> {
        let target: Element = event.target()?.dyn_into().ok()?;
        match event.type_().as_str() {
            "click" => self.click(&target, event),
            "input" if target.id() == MOMENT => {
                let position: u64 = event_target_value(event).parse().ok()?;
                let end = self.end();
                let at = Time::from_micros(end.as_micros() * position / POSITIONS);
                self.seek(if position < POSITIONS { whole(at) } else { end });
            }
            "keydown" => self.press(&target, event),
            "pointermove" => {
                let step = self.step_of(&target, event);
                self.mark(step);
            }
            "focusin" => {
                let step = self.step_of(&target, event);
                self.mark(step);
                if step.is_some() {
                    set_stop(&target);
                }
            }
            _ => {}
        }
        Some(())
    }

    fn click(&mut self, target: &Element, event: &Event) {
        if target.id() == FULL_PAGE {
            // It leads to where the cursor stands now.
            return self.seek(whole(self.at));
        }
        let button = inside(target, "[data-go]");
        let word = button.and_then(|button| button.get_attribute("data-go"));
        if let Some(go) = word.and_then(|word| Go::from_word(&word)) {
            return self.go(go);
        }
        // Whoever selects the words of a step does not want to go there.
        if inside(target, "[data-step]").is_some() && inside(target, "button").is_none() {
            return;
        }
        let step = self.step_of(target, event);
        if let Some(line) = step.and_then(|step| self.run.lines.get(step as usize - 1)) {
            let at = line.at;
            self.seek(at);
            self.mark(step);
        } else if target.tag_name() == "CANVAS" {
            let at = self.picture.scale.at(event.unchecked_ref::<MouseEvent>().offset_x());
            self.seek(whole(at));
        }
    }

    /// Does what a key stands for. Clicks and moves of the focus that come of it come here as well,
    /// and have to wait until this is over.
    fn press(&mut self, target: &Element, event: &Event) {
        let key: &KeyboardEvent = event.unchecked_ref();
        if key.ctrl_key() || key.meta_key() || key.alt_key() {
            return;
        }
        let name = key.key();
        if let Some(step) = self.step_of(target, event) {
            if let Some(next) = step_from_key(&name, step, self.run.lines.len() as u32) {
                key.prevent_default();
                after(0, Box::new(move || focus_step(next))).forget();
            }
            return;
        }
        if inside(target, &["#", TIMELINE].concat()).is_none() {
            return;
        }
        let far = Duration::from_micros(self.end().as_micros() / 100);
        match name.as_str() {
            "ArrowLeft" if key.shift_key() => self.seek(whole(self.at - far)),
            "ArrowRight" if key.shift_key() => self.seek(whole(self.at + far)),
            "?" => {
                after(0, Box::new(show_keys)).forget();
            }
            _ => match Go::from_key(&name) {
                Some(go) => self.go(go),
                None => return,
            },
        }
        key.prevent_default();
    }

    fn go(&mut self, go: Go) {
        let lines = &self.run.lines;
        let at = match go {
            Go::Play => return self.toggle(),
            Go::Start => Time::ZERO,
            Go::End => self.end(),
            Go::Back => {
                let before = lines.iter().rev().find(|line| line.at < self.at);
                before.map_or(Time::ZERO, |line| line.at)
            }
            Go::Forward => {
                let next = lines.iter().find(|line| line.at > self.at);
                next.map_or(self.end(), |line| line.at)
            }
        };
        self.seek(at);
    }

    /// How far the cursor can go: to the end of the run, or of the axis if that goes on; but no further
    /// than what is shown of a run that is asked about.
    fn end(&self) -> Time {
        let end = self.picture.scale.end;
        if self.run.question.is_some() { self.run.trace.end.min(end) } else { end }
    }

    /// Goes to a moment and stays there.
    fn seek(&mut self, at: Time) {
        self.stop();
        self.at = at;
        self.place(true);
        self.settle();
    }

    /// Makes the moment a part of the page's state, and so of the address.
    fn settle(&mut self) {
        let mut query = self.state.now().query;
        self.given = self.at.since(Time::ZERO);
        query.view.t = self.given;
        self.state.show(query, rest());
    }

    /// Goes to the moment that the page's state has. What is played goes on, unless it is another
    /// one by now.
    fn go_to(&mut self, t: Duration) {
        if self.playing.is_none() || t != self.given {
            self.stop();
            self.at = Time::ZERO + t;
        }
        self.given = t;
    }

    /// The step that an event is about: one of the list, or one near a point of the picture.
    fn step_of(&self, target: &Element, event: &Event) -> Option<u32> {
        if let Some(line) = inside(target, "[data-step]") {
            return line.get_attribute("data-step")?.parse().ok();
        }
        if target.tag_name() != "CANVAS" || event.type_() == "focusin" {
            return None;
        }
        let mouse: &MouseEvent = event.unchecked_ref();
        self.picture.step_at(Point { x: mouse.offset_x(), y: mouse.offset_y() })
    }
}

/// A moment in whole milliseconds, so that its link is not longer than need be. The moments of steps
/// are taken as they are, since a little earlier they have not been taken yet.
fn whole(at: Time) -> Time {
    Time::ZERO + clock(at)
}
