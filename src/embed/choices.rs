//! What an embedder chooses: how a run is shown on a page of their own.

use std::ops::RangeInclusive;

use crate::page::settings;
use crate::query::{Controls, Query, ThemeChoice, View, control_names};
use crate::sim::{Duration, Quiz, Subject, Time, Trace};
use crate::words::{log, scenario_name, service_name};

/// How wide a figure can be asked to be, in CSS pixels: narrower ones have no room for the controls.
pub const WIDTHS: RangeInclusive<u32> = 320..=4_000;
/// How high a figure can be asked to be, in CSS pixels.
pub const HEIGHTS: RangeInclusive<u32> = 200..=10_000;

/// The control that stands for all the tools.
pub const TOOLS: &str = "tools";

/// Where the cursor stands at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// Where the run begins.
    Beginning,
    /// Where it stands in the run that is embedded.
    Cursor,
    /// At a step, counted from 1.
    Step(u32),
}

/// What an embedder has chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choices {
    /// The width in CSS pixels; all that there is, if it is not given.
    pub width: Option<u32>,
    /// The height in CSS pixels; that of the content, if it is not given and can be known. The custom
    /// element is at least as high.
    pub height: Option<u32>,
    /// The colours.
    pub theme: ThemeChoice,
    /// The controls.
    pub controls: Controls,
    /// Where the cursor stands at first.
    pub start: Start,
    /// What the reader is asked before the run goes on.
    pub question: Option<Subject>,
    /// What the figure is called; after its run, if this is empty.
    pub title: String,
}

impl Choices {
    /// What is as it is unless somebody chooses otherwise, for a run as it is shown.
    pub fn new(shown: &Query) -> Choices {
        let start = if shown.view.t.is_zero() { Start::Beginning } else { Start::Cursor };
        Choices {
            width: None,
            height: None,
            theme: shown.view.theme,
            controls: Controls::default(),
            start,
            question: None,
            title: String::new(),
        }
    }

    /// The query of the figure that shows a run in this way. The question is about the moment at
    /// which the figure starts; where that is the beginning, the model finds one.
    pub fn query(&self, run: &Query) -> Query {
        let t = self.moment(run);
        let at = (self.start != Start::Beginning).then_some(t);
        let quiz = self.question.map(|subject| Quiz { subject, at });
        let Choices { theme, .. } = *self;
        // Where something is locked there are no tools: they could change it.
        let controls = match self.controls.has_lock() {
            true => with_control(self.controls, TOOLS, false, false),
            false => self.controls,
        };
        Query {
            view: View { embed: false, theme, t, controls, quiz, ask: None, ..run.view },
            ..*run
        }
    }

    /// Where the cursor stands at first.
    fn moment(&self, run: &Query) -> Duration {
        match self.start {
            Start::Beginning => Duration::ZERO,
            Start::Cursor => run.view.t,
            Start::Step(step) => {
                let lines = log(&Trace::of(run.setup()));
                let line = lines.iter().take_while(|line| line.number <= step).last();
                line.map_or(Duration::ZERO, |line| line.at.since(Time::ZERO))
            }
        }
    }

    /// What the figure of a run is called.
    pub fn name(&self, run: &Query) -> String {
        let given = self.title.split_whitespace().collect::<Vec<&str>>().join(" ");
        let params = run.settled().params;
        match given.is_empty() {
            true => format!("{}: {}", service_name(params.service), scenario_name(params.scenario)),
            false => given,
        }
    }
}

/// What a control is called, or another part of a figure that can be left out.
pub fn control_name(name: &'static str) -> &'static str {
    settings::name(name).unwrap_or(match name {
        "player" => "Player",
        "moment" => "How things stand at the moment",
        "steps" => "Step by step",
        TOOLS => "Edit, Compare and Take along",
        other => other,
    })
}

/// Whether a part of a figure can be shown and yet not be changed: only what a run is made from.
pub fn can_be_locked(name: &'static str) -> bool {
    Controls::NONE.with(name, true).is_some()
}

/// The same controls but for one, which is shown or not, and then locked or not.
pub fn with_control(controls: Controls, name: &str, shown: bool, locked: bool) -> Controls {
    let others = control_names().filter(|other| *other != name && controls.has(other));
    let others = others.map(|other| (other, controls.is_locked(other)));
    let all = others.chain(shown.then_some((name, locked)));
    all.fold(Controls::NONE, |all, (name, locked)| all.with(name, locked).unwrap_or(all))
}

/// Reads a width or a height, which may be left open.
///
/// # Errors
///
/// Says what is possible, if the text is neither empty nor a number in the range.
pub fn pixels(name: &str, text: &str, range: &RangeInclusive<u32>) -> Result<Option<u32>, String> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let pixels = text.trim().parse().ok().filter(|pixels| range.contains(pixels));
    pixels.map(Some).ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        format!("{name} {text} is not possible: it takes {least} to {most} pixels, or nothing.")
    })
}

/// Reads the number of a step of a run.
///
/// # Errors
///
/// Says what is possible, if the run has no such step.
pub fn step(text: &str, run: &Query) -> Result<u32, String> {
    let last = log(&Trace::of(run.setup())).len() as u32;
    let step = text.trim().parse().ok().filter(|step| (1..=last).contains(step));
    step.ok_or_else(|| format!("Step {text} is not possible: it takes 1 to {last}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(link: &str) -> Query {
        Query::parse(link).0
    }

    #[test]
    fn a_run_is_shown_as_it_is_unless_something_is_chosen() {
        for link in ["", "service=redlock&t=3&theme=dark", "compare=storage:fencing"] {
            assert_eq!(Choices::new(&run(link)).query(&run(link)), run(link), "{link}");
        }
    }

    #[test]
    fn a_figure_starts_where_it_is_told_to() {
        let run = run("t=6.5");
        let at = |start| Choices { start, ..Choices::new(&run) }.query(&run).print();
        assert_eq!(at(Start::Beginning), "");
        assert_eq!(at(Start::Cursor), "t=6.5");
        assert_eq!(at(Start::Step(1)), "");
        assert_eq!(at(Start::Step(3)), "t=0.04");
        // Beyond the last step there is the last step.
        assert_eq!(at(Start::Step(99)), at(Start::Step(98)));
    }

    #[test]
    fn a_question_is_about_the_start_unless_that_is_the_beginning() {
        let run = run("t=6.5");
        let asked = |start| {
            let question = Some(Subject::Holder);
            Choices { start, question, ..Choices::new(&run) }.query(&run).print()
        };
        assert_eq!(asked(Start::Beginning), "quiz=holder");
        assert_eq!(asked(Start::Cursor), "t=6.5&quiz=holder~6.5");
    }

    #[test]
    fn a_figure_is_called_after_its_run_unless_it_has_a_title() {
        let run = run("service=redlock&scenario=clock-jump");
        let called = |title: &str| Choices { title: title.into(), ..Choices::new(&run) }.name(&run);
        assert_eq!(called(" "), "Redlock: Clock jump");
        assert_eq!(called(" A \n lock\tfails "), "A lock fails");
    }

    #[test]
    fn controls_are_taken_away_added_and_locked_one_by_one() {
        let usual = Controls::default();
        let fewer = ["scenario", "storage", "lease", "faults", "moment", "steps", "tools"]
            .into_iter()
            .fold(usual, |controls, name| with_control(controls, name, false, false));
        assert_eq!(fewer.print(), "service,pause,player");
        let locked = with_control(fewer, "service", true, true);
        assert_eq!(locked.print(), "service:locked,pause,player");
        let free = with_control(locked, "service", true, false);
        assert_eq!(free, fewer);
        assert_eq!(
            with_control(with_control(usual, "seed", true, true), "seed", false, true),
            usual
        );
    }

    #[test]
    fn where_something_is_locked_there_are_no_tools() {
        let run = run("");
        let mut choices = Choices::new(&run);
        choices.controls = with_control(choices.controls, "service", true, true);
        assert!(!choices.query(&run).view.controls.has(TOOLS));
        choices.controls = with_control(choices.controls, "service", true, false);
        assert_eq!(choices.query(&run), run);
    }

    #[test]
    fn everything_that_can_be_left_out_is_called_something_and_locked_if_it_can_be() {
        for name in control_names() {
            assert_ne!(control_name(name), name);
            let is_locked = Controls::NONE.with(name, true).is_some();
            assert_eq!(can_be_locked(name), is_locked, "{name}");
        }
    }

    #[test]
    fn sizes_are_whole_numbers_in_a_range_or_left_open() {
        let width = |text| pixels("Width", text, &WIDTHS);
        assert_eq!(width(" "), Ok(None));
        assert_eq!(width(" 640 "), Ok(Some(640)));
        for wrong in ["100", "5000", "1e3", "-640", "wide", "640.5"] {
            let said =
                format!("Width {wrong} is not possible: it takes 320 to 4000 pixels, or nothing.");
            assert_eq!(width(wrong), Err(said));
        }
    }

    #[test]
    fn steps_are_those_of_the_run() {
        assert_eq!(step("3", &run("")), Ok(3));
        for wrong in ["0", "99", ""] {
            let said = step(wrong, &run("")).expect_err("there is no such step");
            assert!(said.starts_with(&format!("Step {wrong} is not possible: it takes 1 to ")));
        }
    }
}
