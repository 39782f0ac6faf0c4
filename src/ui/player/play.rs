//! A run as it is played: frame by frame, or step by step.
//!
//! Words and the slider follow the cursor a few times a second and with each step only, since the
//! browser has to lay them out and to paint them.

use leptos::prelude::*;

use super::page::{Pace, bring_near, does_repeat};
use super::{Inner, whole};
use crate::page::player::PLAYER;
use crate::sim::{Duration, Time};
use crate::ui::controls::element;

/// Where reduced motion is wanted a run is played by steps, so many milliseconds apart.
const STEP_MILLIS: f64 = 1_000.0;
/// How late a frame may come and still count in full: where the page was out of sight for a while,
/// the run has not gone on.
const LATE_MILLIS: f64 = 250.0;
/// How often words and the slider follow the cursor, and the page is asked how to go on.
const GLANCE_MILLIS: f64 = 100.0;

/// How a run is being played. Times are those of the browser's frames.
#[derive(Clone, Copy)]
pub struct Play {
    /// The last frame with which the run went on.
    frame: f64,
    /// The last frame with which more than the cursor was looked after.
    glance: f64,
    pace: Pace,
}

impl Play {
    /// Before the first frame, which tells what time it is.
    const BEGIN: Play = Play { frame: f64::INFINITY, glance: f64::NEG_INFINITY, pace: Pace::None };
}

impl Inner {
    pub(super) fn toggle(&mut self) {
        if self.playing.is_some() {
            return self.seek(whole(self.at));
        }
        if self.at >= self.run.trace.end {
            self.at = Time::ZERO;
        }
        bring_near();
        self.playing = Some(Play::BEGIN);
        self.say_playing(true);
        self.ask_for_frame();
    }

    pub(super) fn stop(&mut self) {
        if self.playing.take().is_some() {
            self.say_playing(false);
        }
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
    pub(super) fn advance(&mut self, now: f64) {
        self.waits = false;
        let Some(mut play) = self.playing else {
            return;
        };
        self.ask_for_frame();
        let is_due = now - play.glance >= GLANCE_MILLIS;
        if is_due {
            (play.glance, play.pace) = (now, Pace::now());
        }
        let passed = now - play.frame.min(now);
        let end = self.run.trace.end;
        let next = match play.pace {
            Pace::Steps if passed < STEP_MILLIS => {
                play.frame = now - passed;
                None
            }
            Pace::Steps => {
                play.frame = now;
                let line = self.run.lines.get(self.run.steps(self.at));
                Some(line.map_or(end, |line| line.at))
            }
            Pace::Even { speed } => {
                play.frame = now;
                let micros = passed.min(LATE_MILLIS) * f64::from(speed) * 10.0;
                Some(self.at + Duration::from_micros(micros as u64))
            }
            Pace::None => {
                play.frame = now;
                None
            }
        };
        self.playing = Some(play);
        let Some(next) = next else {
            return;
        };
        self.at = next.min(end);
        if self.at >= end {
            if does_repeat() {
                self.at = Time::ZERO;
            } else {
                self.stop();
                self.settle();
            }
        }
        self.place(is_due || !self.goes_by());
    }

    /// Whether the moment goes by just now, and is not worth its exact figures.
    pub(super) fn goes_by(&self) -> bool {
        self.playing.is_some_and(|play| matches!(play.pace, Pace::Even { .. }))
    }
}
