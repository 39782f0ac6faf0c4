//! Light or dark, as the link says or the system is set.

use leptos::prelude::*;

use super::callback;
use crate::draw::Theme;
use crate::query::ThemeChoice;

/// Whether the system is set to dark, as it changes.
pub fn system_is_dark() -> RwSignal<bool> {
    let is_dark = RwSignal::new(false);
    if let Ok(Some(media)) = window().match_media("(prefers-color-scheme: dark)") {
        is_dark.set(media.matches());
        let now = media.clone();
        media.set_onchange(Some(&callback(move || is_dark.set(now.matches()))));
    }
    is_dark
}

/// The theme that a choice comes to. Sets it for the style sheets along the way.
pub fn apply(choice: ThemeChoice, system_is_dark: bool) -> Theme {
    if let Some(root) = document().document_element() {
        let _ = match choice {
            ThemeChoice::Auto => root.remove_attribute("data-theme"),
            ThemeChoice::Light | ThemeChoice::Dark => {
                root.set_attribute("data-theme", choice.word())
            }
        };
    }
    match choice {
        ThemeChoice::Dark => Theme::Dark,
        ThemeChoice::Auto if system_is_dark => Theme::Dark,
        ThemeChoice::Auto | ThemeChoice::Light => Theme::Light,
    }
}
