//! A question about a run, which is shown no further until it is answered.

use super::report::escape;
use crate::sim::{Answer, Quiz, Subject, Time, Trace};
use crate::words::{self, Line, clock, service_name, stored_name};

/// There while a question is open, in the root of the page: what could tell the answer is hidden.
pub const OPEN: &str = "data-question";
/// An answer that can be given, in its button.
pub const CHOICE: &str = "data-choice";
/// The answer that was given, as JSON, in [`SIMULATOR`](super::SIMULATOR).
pub const ANSWER: &str = "data-answer";

/// A question about a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// What is asked.
    pub subject: Subject,
    /// The number of the step at which the run stops.
    step: u32,
    /// The moment that it is about, which is that of the step.
    pub at: Time,
    /// What is right.
    right: Answer,
}

/// A question that was answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answered {
    question: Question,
    given: Answer,
}

impl Question {
    /// What a quiz asks about a run: about the first step that does not come before its moment, or
    /// else about the last one; nothing, if nothing happens. Returns it with the run and its steps as
    /// far as they do not tell the answer: the steps are told anew, since a step can tell what comes
    /// later.
    pub fn ask(quiz: Quiz, trace: Trace, lines: Vec<Line>) -> (Trace, Vec<Line>, Option<Question>) {
        let Quiz { subject, at } = quiz;
        let earliest = at.map_or_else(|| trace.worth_asking(subject), |at| Time::ZERO + at);
        let Some(line) = lines.iter().find(|line| line.at >= earliest).or(lines.last()) else {
            return (trace, lines, None);
        };
        let (at, right) = (line.at, trace.answer(subject, line.at));
        let shown = trace.before(at);
        let told = words::log(&shown);
        let step = told.len() as u32 + 1;
        (shown, told, Some(Question { subject, step, at, right }))
    }

    /// The question in words.
    pub fn words(&self, trace: &Trace) -> String {
        let (step, at) = (self.step.to_string(), clock(self.at).to_string());
        let asked = match self.subject {
            Subject::Stored => "When all that happens then has happened, what is stored?".into(),
            Subject::Holder => {
                let service = service_name(trace.setup.params().service);
                let asked = "When all that happens then has happened, who holds the lock by the \
                             account of ";
                [asked, service, "?"].concat()
            }
        };
        ["The run stops before step ", &step, ", at ", &at, " s. ", &asked].concat()
    }

    /// The question with a button for each answer, in the place of the outcome.
    pub fn html(&self, trace: &Trace) -> String {
        let words = escape(&self.words(trace));
        let mut html = [
            "<section class=\"verdict quiz\" aria-label=\"Question\"><div><p>",
            &words,
            "</p><p class=\"answers\">",
        ]
        .concat();
        for answer in Answer::all(&trace.setup) {
            let (word, name) = (answer.word(self.subject), name(self.subject, answer));
            html += &["<button type=\"button\" ", CHOICE, "=\"", &word, "\">", &name, "</button> "]
                .concat();
        }
        html + "</p></div></section>"
    }

    /// What comes of an answer, if its word stands for one.
    pub fn answer(self, trace: &Trace, word: &str) -> Option<Answered> {
        let given = Answer::all(&trace.setup).find(|answer| answer.word(self.subject) == word)?;
        Some(Answered { question: self, given })
    }
}

impl Answered {
    /// Whether the answer was right.
    pub fn is_right(&self) -> bool {
        self.given == self.question.right
    }

    /// Whether the answer was right, and why, in words. The run is the whole one.
    pub fn words(&self, trace: &Trace, lines: &[Line]) -> String {
        let Question { subject, at, right, .. } = self.question;
        let mut words = match self.is_right() {
            true => String::from("That is right."),
            false => ["That is not right: ", &name(subject, self.given), "."].concat(),
        };
        for line in lines.iter().filter(|line| line.at == at) {
            words += " ";
            words += &line.text;
        }
        let right = name(subject, right);
        words += &match subject {
            Subject::Stored => [" So “", &right, "” is stored."].concat(),
            Subject::Holder => {
                let service = service_name(trace.setup.params().service);
                [" So by the account of ", service, ", ", &right, " holds the lock."].concat()
            }
        };
        words
    }

    /// The same above the outcome of the whole run.
    pub fn html(&self, trace: &Trace, lines: &[Line]) -> String {
        let words = escape(&self.words(trace, lines));
        ["<p class=\"answered\">", &words, "</p>"].concat()
    }

    /// The same for the page around a figure.
    pub fn json(&self) -> String {
        let Question { subject, right, .. } = self.question;
        let correct = if self.is_right() { "true" } else { "false" };
        [
            "{\"question\":\"",
            subject.word(),
            "\",\"answer\":\"",
            &self.given.word(subject),
            "\",\"right\":\"",
            &right.word(subject),
            "\",\"correct\":",
            correct,
            "}",
        ]
        .concat()
    }
}

/// What an answer is called.
fn name(subject: Subject, answer: Answer) -> String {
    match (subject, answer) {
        (Subject::Stored, Answer::Client(client)) => stored_name(Some(client)),
        (Subject::Stored, Answer::Nobody) => stored_name(None),
        (Subject::Holder, Answer::Client(client)) => client.to_string(),
        (Subject::Holder, Answer::Nobody) => "nobody".into(),
    }
}
