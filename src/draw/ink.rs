//! What is drawn with what colour. Shapes name an [`Ink`]; a [`Theme`] gives it a colour.

use crate::sim::ClientId;

/// A colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    const fn of(hex: u32) -> Rgb {
        let [_, red, green, blue] = hex.to_be_bytes();
        Rgb(red, green, blue)
    }

    /// The colour as CSS writes it.
    pub fn hex(self) -> String {
        let Rgb(red, green, blue) = self;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// This colour, thinned with `ground`: `part` of 100 parts remain.
    fn on(self, ground: Rgb, part: i32) -> Rgb {
        let mix = |over: u8, under: u8| {
            let (over, under) = (i32::from(over), i32::from(under));
            u8::try_from(under + (over - under) * part / 100).unwrap_or(u8::MAX)
        };
        Rgb(mix(self.0, ground.0), mix(self.1, ground.1), mix(self.2, ground.2))
    }
}

/// A page is light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Theme {
    /// Dark ink on a light ground.
    Light,
    /// Light ink on a dark ground.
    Dark,
}

/// What something is drawn with, by what it means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ink {
    /// The page under the picture.
    Ground,
    /// Names and labels.
    Text,
    /// What is said in passing.
    Muted,
    /// The axis and other lines that must be seen.
    Line,
    /// Lines that only help the eye.
    Grid,
    /// The hatching of a pause.
    Hatch,
    /// What the numbers of steps stand on.
    Chip,
    /// Whatever went wrong. Nothing else is drawn with it.
    Trouble,
    /// The same, as a ground for other things.
    TroubleSoft,
    /// Text and lines on top of [`Ink::Hue`] and [`Ink::Trouble`].
    OnHue,
    /// What belongs to a client.
    Hue(ClientId),
    /// The same, as a ground for text.
    Soft(ClientId),
}

impl Ink {
    /// Every ink.
    pub fn all() -> Vec<Ink> {
        let mut all = vec![
            Ink::Ground,
            Ink::Text,
            Ink::Muted,
            Ink::Line,
            Ink::Grid,
            Ink::Hatch,
            Ink::Chip,
            Ink::Trouble,
            Ink::TroubleSoft,
            Ink::OnHue,
        ];
        all.extend(ClientId::first(ClientId::MOST).map(Ink::Hue));
        all.extend(ClientId::first(ClientId::MOST).map(Ink::Soft));
        all
    }

    /// The name of the CSS custom property that holds its colour.
    pub fn property(self) -> String {
        let name = match self {
            Ink::Ground => "ground",
            Ink::Text => "text",
            Ink::Muted => "muted",
            Ink::Line => "line",
            Ink::Grid => "grid",
            Ink::Hatch => "hatch",
            Ink::Chip => "chip",
            Ink::Trouble => "trouble",
            Ink::TroubleSoft => "trouble-soft",
            Ink::OnHue => "on-hue",
            Ink::Hue(client) => return format!("--ink-{}", client.letter().to_ascii_lowercase()),
            Ink::Soft(client) => {
                return format!("--ink-{}-soft", client.letter().to_ascii_lowercase());
            }
        };
        format!("--ink-{name}")
    }
}

/// The hues of the clients. They follow Okabe and Ito, who chose colours that people with any
/// kind of colour vision tell apart, but are darker on white and lighter on black.
const HUES_ON_LIGHT: [u32; ClientId::MOST] = [0x0068A8, 0x00755A, 0x9C3D84, 0x7A6200, 0x5A55A8];
const HUES_ON_DARK: [u32; ClientId::MOST] = [0x5AB4EC, 0x3FC79C, 0xE595CB, 0xD9B23A, 0xA9A4F5];

impl Theme {
    /// The colour of an ink.
    pub fn colour(self, ink: Ink) -> Rgb {
        let light = self == Theme::Light;
        let either = |on_light, on_dark| Rgb::of(if light { on_light } else { on_dark });
        let ground = either(0xFFFFFF, 0x15171A);
        match ink {
            Ink::Ground => ground,
            Ink::Text => either(0x1C2126, 0xE8EAED),
            Ink::Muted => either(0x59626B, 0xA3ABB3),
            Ink::Line => either(0x87909A, 0x6F7881),
            Ink::Grid => either(0xE7EAED, 0x262B30),
            Ink::Hatch => either(0x8D949B, 0x6F7881),
            Ink::Chip => either(0xE4E8EC, 0x323940),
            Ink::Trouble => either(0xC43C00, 0xFF7A4D),
            Ink::TroubleSoft => self.colour(Ink::Trouble).on(ground, if light { 10 } else { 24 }),
            Ink::OnHue => either(0xFFFFFF, 0x0B0D0F),
            Ink::Hue(client) => {
                Rgb::of(if light { HUES_ON_LIGHT } else { HUES_ON_DARK }[client.index()])
            }
            Ink::Soft(client) => {
                self.colour(Ink::Hue(client)).on(ground, if light { 11 } else { 20 })
            }
        }
    }
}

/// A style sheet that sets the custom property of each ink for either theme.
pub fn style_sheet() -> String {
    let declarations = declarations(Ink::all().into_iter());
    format!(
        "/* The inks of the timeline, as `draw::Theme` mixes them. */\n\n:root {{\n{declarations}}}\n"
    )
}

/// The custom properties of some inks for either theme.
pub(super) fn declarations(inks: impl Iterator<Item = Ink>) -> String {
    let declare = |ink: Ink| {
        let (light, dark) = (Theme::Light.colour(ink).hex(), Theme::Dark.colour(ink).hex());
        format!("  {}: light-dark({light}, {dark});\n", ink.property())
    };
    inks.map(declare).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of WCAG 2.
    fn luminance(Rgb(red, green, blue): Rgb) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    fn contrast(one: Rgb, other: Rgb) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn texts_and_graphics_have_the_contrast_that_wcag_asks_for() {
        use Ink::{Chip, Ground, Hatch, Hue, Line, Muted, OnHue, Soft, Text, Trouble, TroubleSoft};
        let clients = || ClientId::first(ClientId::MOST);
        let mut texts = vec![
            (Text, Ground),
            (Muted, Ground),
            (Text, Chip),
            (Trouble, Ground),
            (Trouble, TroubleSoft),
            (OnHue, Trouble),
        ];
        texts.extend(clients().map(|client| (OnHue, Hue(client))));
        texts.extend(clients().map(|client| (Text, Soft(client))));
        texts.extend(clients().map(|client| (Hue(client), Ground)));
        let mut graphics = vec![(Line, Ground), (Hatch, Ground), (Trouble, TroubleSoft)];
        graphics.extend(clients().map(|client| (Hue(client), Soft(client))));
        graphics.extend(clients().map(|client| (Hue(client), TroubleSoft)));
        let pairs = texts.into_iter().map(|pair| (pair, 4.5));
        for ((ink, ground), least) in pairs.chain(graphics.into_iter().map(|pair| (pair, 3.0))) {
            for theme in [Theme::Light, Theme::Dark] {
                let found = contrast(theme.colour(ink), theme.colour(ground));
                assert!(found >= least, "{ink:?} on {ground:?} in {theme:?}: {found:.2}");
            }
        }
    }

    #[test]
    fn every_ink_has_a_property_of_its_own() {
        let mut names: Vec<String> = Ink::all().into_iter().map(Ink::property).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), Ink::all().len());
        assert!(style_sheet().contains("  --ink-ground: light-dark(#ffffff, #15171a);\n"));
    }
}
