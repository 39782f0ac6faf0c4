//! Light or dark, as the link says or the system is set.

use leptos::prelude::*;

use web_sys::MediaQueryList;
use web_sys::js_sys::Function;

use crate::draw::Theme;
use crate::page::theme::{DARK, PRINTED, theme};
use crate::query::ThemeChoice;

/// Whether the system is set to dark, and who is told when that changes.
pub fn system(changed: &Function) -> Option<MediaQueryList> {
    let media = window().match_media(DARK).ok()??;
    media.set_onchange(Some(changed));
    Some(media)
}

/// The theme that a choice comes to; on paper, that is light. Sets it for the style sheets along the way.
pub fn apply(choice: ThemeChoice, system_is_dark: bool) -> Theme {
    if let Some(root) = document().document_element() {
        let _ = match choice {
            ThemeChoice::Auto => root.remove_attribute("data-theme"),
            ThemeChoice::Light | ThemeChoice::Dark => {
                root.set_attribute("data-theme", choice.word())
            }
        };
    }
    theme(if is_printed() { ThemeChoice::Light } else { choice }, system_is_dark)
}

/// Whether the page is being printed.
pub fn is_printed() -> bool {
    document().document_element().is_some_and(|root| root.has_attribute(PRINTED))
}
