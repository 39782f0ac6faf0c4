//! The light in which pictures are seen.

use leptos::prelude::*;
use web_sys::Event;

use super::web::callback;
use crate::draw::Theme;
use crate::page::theme::{self, DARK};
use crate::query::ThemeChoice;

/// What the system is set to, and how fine the screen is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Light {
    is_dark: bool,
    /// How many pixels of the screen a CSS pixel has.
    pub ratio: f64,
}

impl Light {
    fn now() -> Light {
        let media = window().match_media(DARK).ok().flatten();
        let is_dark = media.is_some_and(|media| media.matches());
        Light { is_dark, ratio: window().device_pixel_ratio() }
    }

    /// The theme that a choice comes to.
    pub fn theme(self, choice: ThemeChoice) -> Theme {
        theme::theme(choice, self.is_dark)
    }
}

/// The light at all times, for as long as there is a page.
pub fn light() -> RwSignal<Light> {
    let light = RwSignal::new(Light::now());
    let look = move || {
        let now = Light::now();
        if now != light.get_untracked() {
            light.set(now);
        }
    };
    let resized = window_event_listener(leptos::ev::resize, move |_| look());
    std::mem::forget(resized);
    if let Ok(Some(media)) = window().match_media(DARK) {
        let changed = callback(move |_: Event| look());
        let _ = media.add_event_listener_with_callback("change", &changed);
        std::mem::forget(media);
    }
    light
}
