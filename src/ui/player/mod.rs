//! The player: a cursor that moves over the timeline, what things are like where it stands, and
//! the step that belongs to it.
//!
//! While a run is played the picture stays as it is, and only the cursor moves over it. The
//! moment becomes part of the page's state when the cursor comes to rest.

mod page;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::js_sys::Function;
use web_sys::{Element, Event, HtmlInputElement, KeyboardEvent, MouseEvent};

use page::{does_repeat, flag, inside, is_away, is_motion_unwanted, px, show_keys, speed, style};

use super::after;
use super::controls::{SETTLED, element, say};
use super::state::{Run, State};
use crate::draw::{Picture, Point};
use crate::page::TIMELINE;
use crate::page::player::{self, CURSOR, Go, MOMENT, NOW, PLAYER, POSITIONS, TIME, TIP};
use crate::sim::{Duration, Time};
use crate::words::{self, clock};

/// Where reduced motion is wanted a run is played by steps, so many milliseconds apart.
const STEP_MILLIS: f64 = 1_000.0;
/// How late a frame may come and still count in full: where the page was out of sight for a while,
/// the run has not gone on.
const LATE_MILLIS: f64 = 250.0;

/// The player of the page.
#[derive(Clone)]
pub struct Player(Rc<RefCell<Inner>>);

struct Inner {
    state: State,
    run: Arc<Run>,
    picture: Picture,
    at: Time,
    /// When the last frame was shown, while a run is played.
    playing: Option<f64>,
    /// How many steps have been taken at the moment that is shown.
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
            at: Time::ZERO + t,
            playing: None,
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
            inner.steps = usize::MAX;
            inner.mark(None);
        }
        inner.picture = picture;
        if inner.playing.is_none() {
            inner.at = Time::ZERO + t;
        }
        inner.fit();
    }

    /// Only moves the cursor to where it stands.
    pub fn turn_to(&self, t: Duration) {
        let mut inner = self.0.borrow_mut();
        if inner.playing.is_none() {
            inner.at = Time::ZERO + t;
            inner.place();
        }
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
                let end = self.run.trace.end;
                let at = Time::from_micros(end.as_micros() * position / POSITIONS);
                self.seek(if position < POSITIONS { whole(at) } else { end });
            }
            "keydown" if inside(&target, &["#", TIMELINE].concat()).is_some() => {
                self.press(event.unchecked_ref());
            }
            "pointermove" | "focusin" => {
                let step = self.step_of(&target, event);
                self.mark(step);
            }
            _ => {}
        }
        Some(())
    }

    fn click(&mut self, target: &Element, event: &Event) {
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

    fn press(&mut self, key: &KeyboardEvent) {
        if key.ctrl_key() || key.meta_key() || key.alt_key() {
            return;
        }
        let name = key.key();
        let far = Duration::from_micros(self.run.trace.end.as_micros() / 100);
        match name.as_str() {
            "ArrowLeft" if key.shift_key() => self.seek(whole(self.at - far)),
            "ArrowRight" if key.shift_key() => self.seek(whole(self.at + far)),
            "?" => {
                // The click comes here as well, and has to wait until this is over.
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
            Go::End => self.run.trace.end,
            Go::Back => {
                let before = lines.iter().rev().find(|line| line.at < self.at);
                before.map_or(Time::ZERO, |line| line.at)
            }
            Go::Forward => {
                let next = lines.iter().find(|line| line.at > self.at);
                next.map_or(self.run.trace.end, |line| line.at)
            }
        };
        self.seek(at);
    }

    /// Goes to a moment and stays there.
    fn seek(&mut self, at: Time) {
        self.stop();
        self.at = at.min(self.run.trace.end);
        self.place();
        self.settle();
    }

    fn toggle(&mut self) {
        if self.playing.is_some() {
            return self.seek(whole(self.at));
        }
        if self.at >= self.run.trace.end {
            self.at = Time::ZERO;
        }
        // The first frame tells what time it is.
        self.playing = Some(f64::NAN);
        self.say_playing(true);
        self.ask_for_frame();
    }

    fn stop(&mut self) {
        if self.playing.take().is_some() {
            self.say_playing(false);
        }
    }

    /// Makes the moment a part of the page's state, and so of the address.
    fn settle(&self) {
        let mut query = self.state.now().query;
        query.view.t = self.at.since(Time::ZERO);
        self.state.show(query, Some(SETTLED));
    }

    fn say_playing(&self, playing: bool) {
        let button = document().query_selector("[data-go=play]").ok().flatten();
        if let (Some(player), Some(button)) = (element(PLAYER), button) {
            let _ = player.toggle_attribute_with_force("data-playing", playing);
            let name = if playing { "Stop" } else { "Play" };
            let _ = button.set_attribute("aria-label", name);
            let _ = button.set_attribute("title", name);
        }
    }

    fn ask_for_frame(&mut self) {
        if let Some(frame) = self.frame.as_ref().filter(|_| !self.waits) {
            self.waits = window().request_animation_frame(frame).is_ok();
        }
    }

    /// Moves the cursor on by the time that has passed since the last frame.
    fn advance(&mut self, now: f64) {
        self.waits = false;
        let Some(before) = self.playing else {
            return;
        };
        self.ask_for_frame();
        let passed = now - before;
        if is_away() || passed.is_nan() {
            self.playing = Some(now);
            return;
        }
        let end = self.run.trace.end;
        if is_motion_unwanted() {
            if passed < STEP_MILLIS {
                return;
            }
            let next = self.run.lines.iter().find(|line| line.at > self.at);
            self.at = next.map_or(end, |line| line.at);
        } else {
            let micros = passed.min(LATE_MILLIS) * f64::from(speed()) * 10.0;
            self.at = (self.at + Duration::from_micros(micros as u64)).min(end);
        }
        self.playing = Some(now);
        if self.at >= end {
            if does_repeat() {
                self.at = Time::ZERO;
            } else {
                self.stop();
                self.settle();
            }
        }
        self.place();
    }

    /// Makes the cursor as high as the rows of the picture, and puts it and the words about a step
    /// where they belong in it.
    fn fit(&mut self) {
        let rows = &self.picture.rows;
        style(CURSOR, "top", &px(rows.start));
        style(CURSOR, "height", &px(rows.end - rows.start));
        let marked = self.marked.take();
        self.mark(marked);
        self.place();
    }

    /// Shows where the cursor stands and, when a step was taken, what has changed with it.
    fn place(&mut self) {
        self.at = self.at.min(self.run.trace.end);
        let (end, at) = (self.run.trace.end.as_micros().max(1), self.at.as_micros());
        let scale = self.picture.scale;
        let share = at as f64 / end as f64;
        let x = f64::from(scale.left) + f64::from(scale.right - scale.left) * share;
        style(CURSOR, "transform", &["translateX(", &x.to_string(), "px)"].concat());
        let time = [&clock(self.at).to_string(), " s"].concat();
        say(TIME, &time);
        if let Some(slider) = element(MOMENT) {
            let slider: HtmlInputElement = slider.unchecked_into();
            slider.set_value(&((at * POSITIONS + end / 2) / end).to_string());
            let _ = slider.set_attribute("aria-valuetext", &time);
        }
        let steps = self.run.lines.partition_point(|line| line.at <= self.at);
        if steps != self.steps {
            self.steps = steps;
            if let Some(place) = element(NOW) {
                let rows = words::moment(&self.run.trace, self.at);
                place.set_inner_html(&player::now(&rows));
            }
            flag("aria-current", steps.checked_sub(1).map(|last| last as u32 + 1));
        }
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

    /// Marks a step in the picture and in the list, and says there what it is.
    fn mark(&mut self, step: Option<u32>) {
        if self.marked == step {
            return;
        }
        self.marked = step;
        flag("data-marked", step);
        let spot = self.picture.spots.iter().find(|spot| Some(spot.number) == step);
        let line = step.and_then(|step| self.run.lines.get(step as usize - 1));
        let Some(tip) = element(TIP) else {
            return;
        };
        let (Some(spot), Some(line)) = (spot, line) else {
            let _ = tip.set_attribute("hidden", "");
            return;
        };
        let _ = tip.remove_attribute("hidden");
        if let Some(words) = tip.first_element_child() {
            let said = [&line.number.to_string(), ". ", &line.text].concat();
            words.set_text_content(Some(&said));
        }
        style(TIP, "left", &px(spot.at.x));
        style(TIP, "top", &px(spot.at.y));
        // As much of the words goes to the left as there is room there, so that they stay inside.
        let far = spot.at.x * 1_000 / self.picture.width.max(1);
        style(TIP, "--far", &far.to_string());
    }
}

/// A moment in whole milliseconds, so that its link is not longer than need be. The moments of steps
/// are taken as they are, since a little earlier they have not been taken yet.
fn whole(at: Time) -> Time {
    Time::ZERO + clock(at)
}
