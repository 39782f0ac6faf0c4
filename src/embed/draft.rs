//! A snippet in the making: a run, what is chosen for it, and the form in which it is written down.

use super::choices::{Choices, HEIGHTS, Start, WIDTHS, pixels, step, with_control};
use super::snippet::{Form, address, snippet};
use crate::page::quiz::Question;
use crate::query::{Controls, Query, ThemeChoice};
use crate::sim::{Subject, Trace};
use crate::words::log;

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
    /// Whether it is to start at a step.
    starts_at_step: bool,
    /// The step at which it starts then, unless what was entered is not possible.
    step: Option<u32>,
    /// The fields in which there is something that is not possible.
    wrong: Vec<String>,
}

impl Draft {
    /// The draft for a run as it is shown.
    pub fn new(shown: &Query) -> Draft {
        let (choices, form) = (Choices::new(shown), Form::Element);
        let wrong = Vec::new();
        Draft { run: *shown, choices, form, starts_at_step: false, step: Some(1), wrong }
    }

    /// Takes what is entered in a field of the dialog, by the field's name. A field that is ticked
    /// has some value, and one that is not has none. Names and words that do not exist change
    /// nothing, and a number that is not possible counts as none.
    ///
    /// # Errors
    ///
    /// Says what is possible, if a number is not.
    pub fn enter(&mut self, field: &str, value: &str) -> Result<(), String> {
        let taken = self.take(field, value);
        self.wrong.retain(|wrong| wrong != field);
        if taken.is_err() {
            self.wrong.push(field.into());
        }
        taken
    }

    fn take(&mut self, field: &str, value: &str) -> Result<(), String> {
        let choices = &mut self.choices;
        match field {
            "width" => {
                choices.width = None;
                choices.width = pixels("Width", value, &WIDTHS)?;
            }
            "height" => {
                choices.height = None;
                choices.height = pixels("Height", value, &HEIGHTS)?;
            }
            "theme" => choices.theme = ThemeChoice::from_word(value).unwrap_or(choices.theme),
            "quiz" => choices.question = Subject::from_word(value),
            "title" => choices.title = value.into(),
            "form" => self.form = Form::from_word(value).unwrap_or(self.form),
            "start" => {
                self.starts_at_step = value == "step";
                choices.start = match value {
                    "cursor" => Start::Cursor,
                    "step" => at_step(self.step),
                    _ => Start::Beginning,
                }
            }
            "step" => {
                let entered = step(value, &self.run);
                self.starts_at_step = true;
                self.step = entered.as_ref().ok().copied();
                choices.start = at_step(self.step);
                entered?;
            }
            _ => choices.controls = controls(choices.controls, field, !value.is_empty()),
        }
        Ok(())
    }

    /// What is to be copied, for a site at an address.
    pub fn snippet(&self, site: &str) -> String {
        snippet(self.form, site, &self.run, &self.choices)
    }

    /// What the snippet is without, since it is not possible, to be said of the snippet; nothing, if
    /// everything that was entered is in it.
    pub fn lack(&self) -> String {
        let counts = |field: &&str| match *field {
            "step" => self.starts_at_step,
            "width" | "height" => self.form.has_size(),
            _ => true,
        };
        let fields: Vec<&str> = self.wrong.iter().map(String::as_str).filter(counts).collect();
        let end = match fields.len() {
            0 => return String::new(),
            1 => ", which is not possible,",
            _ => ", which are not possible,",
        };
        [" without the ", &fields.join(" and the "), end].concat()
    }

    /// What the figure asks, in words, if it asks something.
    pub fn question(&self) -> Option<String> {
        let query = self.choices.query(&self.run);
        let trace = Trace::of(query.setup());
        let lines = log(&trace);
        let (shown, _, question) = Question::ask(query.view.quiz?, trace, lines);
        Some(question?.words(&shown))
    }

    /// The address of the figure below the site's, as a frame takes it.
    pub fn address(&self) -> String {
        // Somebody gives it the height of its content.
        let fit = if self.form.follows() { "#fit" } else { "" };
        address("", &self.choices.query(&self.run)) + fit
    }
}

/// Where the figure starts, if that is to be at a step. There may be none: then a question is about
/// a moment that is worth it, and not about the first.
fn at_step(step: Option<u32>) -> Start {
    step.map_or(Start::Beginning, Start::Step)
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
    use crate::sim::Time;
    use crate::words::clock;

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
    fn a_number_that_is_not_possible_counts_as_none_and_is_named_until_it_is() {
        let mut one = draft(&[("width", "640"), ("start", "step")]);
        for (field, value, lack) in [
            ("width", "64", " without the width, which is not possible,"),
            ("height", "x", " without the width and the height, which are not possible,"),
            (
                "step",
                "0",
                " without the width and the height and the step, which are not possible,",
            ),
        ] {
            assert!(one.enter(field, value).is_err(), "{field}");
            assert_eq!(one.lack(), lack);
        }
        assert_eq!(one.choices, draft(&[("start", "beginning")]).choices);
        one.enter("form", "markdown").expect("there is such a form");
        assert_eq!(one.lack(), " without the step, which is not possible,");
        for (field, value) in [("width", "640"), ("start", "beginning"), ("height", "")] {
            one.enter(field, value).expect("it is possible");
        }
        assert_eq!(one.lack(), "");
        assert_eq!(one.choices, draft(&[("width", "640"), ("start", "beginning")]).choices);
    }

    #[test]
    fn without_a_step_that_there_is_a_question_is_about_a_moment_that_is_worth_it() {
        let mut one = draft(&[("start", "step"), ("quiz", "holder")]);
        assert!(one.enter("step", "99").is_err());
        assert_eq!(one.address(), "v1/?quiz=holder#fit");
        for start in ["beginning", "step"] {
            one.enter("start", start).expect("it is possible");
            assert_eq!(one.address(), "v1/?quiz=holder#fit");
        }
        one.enter("step", "3").expect("there is one");
        assert_eq!(one.address(), "v1/?t=0.04&quiz=holder~0.04#fit");
    }

    #[test]
    fn a_question_is_about_the_moment_of_the_step_at_which_the_figure_starts() {
        for link in ["", "service=redlock&scenario=clock-jump", "service=chubby&clients=5"] {
            let mut draft = Draft::new(&Query::parse(link).0);
            draft.enter("quiz", "stored").expect("it is possible");
            for line in log(&Trace::of(draft.run.setup())) {
                draft.enter("step", &line.number.to_string()).expect("there is one");
                let (query, _) = Query::parse(&draft.choices.query(&draft.run).print());
                let about = query.view.quiz.and_then(|quiz| quiz.at);
                assert_eq!(about, Some(line.at.since(Time::ZERO)), "{link}, {}", line.number);
                let said = draft.question().expect("something is asked");
                assert!(said.contains(&format!(", at {} s. ", clock(line.at))), "{said}");
            }
        }
        assert_eq!(draft(&[("step", "3")]).question(), None);
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
