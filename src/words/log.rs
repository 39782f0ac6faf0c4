//! The step log: every event that a reader cares about, as a numbered sentence.

use super::names::{actor_name, clock};
use super::teller::Teller;
use crate::sim::{Node, Time, Trace};

/// A step of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its number, counted from 1.
    pub number: u32,
    /// When it happens.
    pub at: Time,
    /// Who acts.
    pub actor: Node,
    /// What happens.
    pub text: String,
    /// The place in [`Trace::events`] of the event that it tells of, or of the first of several.
    pub event: usize,
}

/// The steps of a run. What happens at once is told at once, and repeated tries in one step.
pub fn log(trace: &Trace) -> Vec<Line> {
    let mut teller = Teller::new(trace);
    let mut lines = Vec::new();
    for (index, event) in trace.events.iter().enumerate() {
        if let Some(text) = teller.tell(index, event) {
            let number = lines.len() as u32 + 1;
            lines.push(Line { number, at: event.at, actor: event.actor, text, event: index });
        }
        teller.note(index, event);
    }
    lines
}

/// The log as plain text, one line for each step.
pub fn log_text(trace: &Trace) -> String {
    let lines = log(trace);
    let line = |line: &Line| {
        let actor = actor_name(line.actor, &trace.setup);
        let at = clock(line.at).to_string();
        format!("{:>3}  {at:>9} s  {actor:<9}  {}\n", line.number, line.text)
    };
    lines.iter().map(line).collect()
}
