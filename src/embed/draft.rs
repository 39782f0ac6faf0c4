//! A snippet in the making: a run, what is chosen for it, and the form in which it is written down.

use super::choices::{Choices, HEIGHTS, Start, WIDTHS, pixels, step, with_control};
use super::snippet::{Form, address, snippet};
use crate::query::{Controls, Query, ThemeChoice};
use crate::sim::Subject;

/// What precedes the name of a control in the name of the field that says whether it is shown.
pub const SHOW: &str = "show-";
/// What precedes the name of a control in the name of the field that says whether it is locked.
pub const LOCK: &str = "lock-";

/// A snippet in the making.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// The run.
    pub run: Query,
    /// How it is shown.
    pub choices: Choices,
    /// In which form.
    pub form: Form,
    /// The step at which it starts, if it is to start at one.
    step: u32,
}

impl Draft {
    /// The draft for a run as it is shown.
    pub fn new(shown: &Query) -> Draft {
        Draft { run: *shown, choices: Choices::new(shown), form: Form::Element, step: 1 }
    }

    /// Takes what is entered in a field of the dialog, by the field's name. A field that is ticked
    /// has some value, and one that is not has none. Names and words that do not exist change
    /// nothing.
    ///
    /// # Errors
    ///
    /// Says what is possible, if a number is not.
    pub fn enter(&mut self, field: &str, value: &str) -> Result<(), String> {
        let choices = &mut self.choices;
        match field {
            "width" => choices.width = pixels("Width", value, &WIDTHS)?,
            "height" => choices.height = pixels("Height", value, &HEIGHTS)?,
            "theme" => choices.theme = ThemeChoice::from_word(value).unwrap_or(choices.theme),
            "quiz" => choices.question = Subject::from_word(value),
            "title" => choices.title = value.into(),
            "form" => self.form = Form::from_word(value).unwrap_or(self.form),
            "start" => {
                choices.start = match value {
                    "cursor" => Start::Cursor,
                    "step" => Start::Step(self.step),
                    _ => Start::Beginning,
                }
            }
            "step" => {
                self.step = step(value, &self.run)?;
                choices.start = Start::Step(self.step);
            }
            _ => choices.controls = controls(choices.controls, field, !value.is_empty()),
        }
        Ok(())
    }

    /// What is to be copied, for a site at an address.
    pub fn snippet(&self, site: &str) -> String {
        snippet(self.form, site, &self.run, &self.choices)
    }

    /// The address of the figure below the site's, as a frame takes it.
    pub fn address(&self) -> String {
        // Somebody gives it the height of its content.
        let fit = if self.form.follows() { "#fit" } else { "" };
        address("", &self.choices.query(&self.run)) + fit
    }
}

/// The controls after one of them was shown or not, locked or not.
fn controls(controls: Controls, field: &str, on: bool) -> Controls {
    match (field.strip_prefix(SHOW), field.strip_prefix(LOCK)) {
        (Some(name), _) => with_control(controls, name, on, false),
        (None, Some(name)) if controls.with(name, on).is_some() => {
            with_control(controls, name, true, on)
        }
        _ => controls,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(entries: &[(&str, &str)]) -> Draft {
        let mut draft = Draft::new(&Query::parse("t=6.5").0);
        for (field, value) in entries {
            draft.enter(field, value).expect("it is possible");
        }
        draft
    }

    #[test]
    fn what_is_entered_is_in_the_address() {
        let of = |entries: &[(&str, &str)]| draft(entries).address();
        assert_eq!(of(&[]), "v1/?t=6.5#fit");
        assert_eq!(of(&[("form", "iframe"), ("start", "beginning")]), "v1/");
        assert_eq!(of(&[("start", "step"), ("theme", "dark")]), "v1/?theme=dark#fit");
        assert_eq!(of(&[("step", "3"), ("quiz", "holder")]), "v1/?t=0.04&quiz=holder~0.04#fit");
        assert_eq!(of(&[("quiz", "holder"), ("quiz", "none")]), "v1/?t=6.5#fit");
        let fewer =
            ["service", "scenario", "lease", "faults", "player", "moment", "steps", "tools"];
        let mut draft = draft(&[("start", "beginning"), ("lock-storage", "on")]);
        for name in fewer {
            draft.enter(&[SHOW, name].concat(), "").expect("it is possible");
        }
        assert_eq!(draft.address(), "v1/?controls=storage:locked,pause#fit");
    }

    #[test]
    fn a_number_that_is_not_possible_changes_nothing_and_is_named() {
        let mut one = draft(&[("width", "640")]);
        for (field, value) in [("width", "64"), ("height", "x"), ("step", "0")] {
            assert!(one.enter(field, value).is_err(), "{field}");
        }
        assert_eq!(one, draft(&[("width", "640")]));
    }

    #[test]
    fn what_does_not_exist_changes_nothing() {
        for (field, value) in [
            ("show-colour", "on"),
            ("lock-steps", "on"),
            ("colour", "red"),
            ("theme", "red"),
            ("form", "x"),
        ] {
            assert_eq!(draft(&[(field, value)]), draft(&[]), "{field}");
        }
    }
}
