//! Light or dark, as a link says or the system is set.

use crate::draw::Theme;
use crate::query::ThemeChoice;

/// What a browser is asked to find out whether the system is set to dark.
pub const DARK: &str = "(prefers-color-scheme: dark)";

/// There, in the root of the page, while it is being printed.
pub const PRINTED: &str = "data-printing";
/// How wide the picture is on paper, in CSS pixels: about as wide as a sheet of A4 or letter has room.
pub const PAPER: u32 = 680;
/// How many pixels it has on paper for a CSS pixel.
pub const PAPER_PIXELS: f64 = 3.0;

/// The theme that a choice comes to.
pub fn theme(choice: ThemeChoice, system_is_dark: bool) -> Theme {
    match choice {
        ThemeChoice::Dark => Theme::Dark,
        ThemeChoice::Auto if system_is_dark => Theme::Dark,
        ThemeChoice::Auto | ThemeChoice::Light => Theme::Light,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_is_followed_unless_something_was_chosen() {
        for (choice, with_light, with_dark) in [
            (ThemeChoice::Auto, Theme::Light, Theme::Dark),
            (ThemeChoice::Light, Theme::Light, Theme::Light),
            (ThemeChoice::Dark, Theme::Dark, Theme::Dark),
        ] {
            assert_eq!(theme(choice, false), with_light);
            assert_eq!(theme(choice, true), with_dark);
        }
    }
}
