//! What the values of a query's keys look like.

use std::ops::RangeInclusive;

use super::{Ask, Controls, faults};
use crate::sim::{ClientId, Duration, FaultList, Quiz, Starts, Subject, limits};

const MICROS_PER_SECOND: u64 = 1_000_000;
const MICROS_PER_MILLI: u64 = 1_000;

/// A value, apart from how it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "a value is looked at and forgotten")]
pub enum Value {
    /// One of the words of a [`Kind::Choice`].
    Word(&'static str),
    /// A length of time.
    Length(Duration),
    /// A whole number.
    Number(u32),
    /// On or off.
    Switch(bool),
    /// Some faults.
    Faults(FaultList),
    /// When clients ask for the lock.
    Starts(Starts),
    /// Some controls.
    Controls(Controls),
    /// A question, or none.
    Quiz(Option<Quiz>),
    /// What is asked about many runs, if anything is.
    Ask(Option<Ask>),
}

impl Value {
    /// The word, if it is one.
    pub fn word(self) -> Option<&'static str> {
        if let Value::Word(word) = self { Some(word) } else { None }
    }

    /// The length, if it is one.
    pub fn length(self) -> Option<Duration> {
        if let Value::Length(length) = self { Some(length) } else { None }
    }

    /// The number, if it is one.
    pub fn number(self) -> Option<u32> {
        if let Value::Number(number) = self { Some(number) } else { None }
    }

    /// The faults, if it is a list of them.
    pub fn faults(self) -> Option<FaultList> {
        if let Value::Faults(faults) = self { Some(faults) } else { None }
    }

    /// When clients ask, if it says so.
    pub fn starts(self) -> Option<Starts> {
        if let Value::Starts(starts) = self { Some(starts) } else { None }
    }

    /// The controls, if it is a list of them.
    pub fn controls(self) -> Option<Controls> {
        if let Value::Controls(controls) = self { Some(controls) } else { None }
    }

    /// The question, if it is one or none.
    pub fn quiz(self) -> Option<Option<Quiz>> {
        if let Value::Quiz(quiz) = self { Some(quiz) } else { None }
    }

    /// What is asked about many runs, if it is that or nothing.
    pub fn ask(self) -> Option<Option<Ask>> {
        if let Value::Ask(ask) = self { Some(ask) } else { None }
    }

    /// Whether it is on, if it is a switch.
    pub fn switch(self) -> Option<bool> {
        if let Value::Switch(on) = self { Some(on) } else { None }
    }
}

/// The values that a key can have.
#[derive(Clone, Debug)]
pub enum Kind {
    /// One of several words.
    Choice(&'static [&'static str]),
    /// A length of time, written in seconds.
    Seconds(RangeInclusive<Duration>),
    /// A length of time, written in milliseconds.
    Millis(RangeInclusive<Duration>),
    /// A whole number.
    Integer(RangeInclusive<u32>),
    /// `on` or `off`; `1`, `true`, `0` and `false` are understood too.
    Switch,
    /// A list of faults.
    Faults,
    /// A moment for each client, from A on; those that are left out are as usual.
    Starts,
    /// A list of controls.
    Controls,
    /// A question about a run and, if it is to be about a certain one, a moment no later than that.
    Quiz,
    /// A question about many runs, and its details.
    Ask,
}

impl Kind {
    /// Reads a value; nothing, if it is not of this kind.
    pub fn parse(&self, text: &str) -> Option<Value> {
        match self {
            Kind::Choice(words) => {
                words.iter().find(|word| **word == text).map(|word| Value::Word(word))
            }
            Kind::Seconds(range) => parse_length(text, MICROS_PER_SECOND, range),
            Kind::Millis(range) => parse_length(text, MICROS_PER_MILLI, range),
            Kind::Integer(range) => {
                let number = text.parse().ok().filter(|number| range.contains(number));
                number.map(Value::Number)
            }
            Kind::Switch => parse_switch(text).map(Value::Switch),
            Kind::Faults => {
                let (list, wrong) = faults::parse(text);
                wrong.is_empty().then_some(Value::Faults(list))
            }
            Kind::Starts => parse_starts(text).map(Value::Starts),
            Kind::Controls => {
                let (controls, wrong) = Controls::parse(text);
                wrong.is_empty().then_some(Value::Controls(controls))
            }
            Kind::Quiz => parse_quiz(text).map(Value::Quiz),
            Kind::Ask if text == NOTHING => Some(Value::Ask(None)),
            Kind::Ask => Ask::parse(text).map(|ask| Value::Ask(Some(ask))),
        }
    }

    /// Writes a value in the way [`Kind::parse`] reads it.
    pub fn print(&self, value: Value) -> String {
        match (self, value) {
            (Kind::Millis(_), Value::Length(length)) => print_millis(length),
            (_, Value::Length(length)) => length.to_string(),
            (_, Value::Word(word)) => word.into(),
            (_, Value::Number(number)) => number.to_string(),
            (_, Value::Switch(on)) => if on { "on" } else { "off" }.into(),
            (_, Value::Faults(list)) => faults::print(&list),
            (_, Value::Starts(starts)) => print_starts(&starts),
            (_, Value::Controls(controls)) => controls.print(),
            (_, Value::Quiz(quiz)) => print_quiz(quiz),
            (_, Value::Ask(ask)) => ask.map_or(NOTHING.into(), |ask| ask.text()),
        }
    }

    /// Writes a value in fewer letters, for [`Kind::parse`] too.
    pub fn print_short(&self, value: Value) -> String {
        match value {
            Value::Faults(list) => faults::print_short(&list),
            _ => self.print(value),
        }
    }

    /// The ends of the range, written as values are; none for words and switches.
    pub fn ends(&self) -> Option<(String, String)> {
        let ends = match self {
            Kind::Seconds(range) | Kind::Millis(range) => {
                (Value::Length(*range.start()), Value::Length(*range.end()))
            }
            Kind::Integer(range) => (Value::Number(*range.start()), Value::Number(*range.end())),
            Kind::Choice(_)
            | Kind::Switch
            | Kind::Faults
            | Kind::Starts
            | Kind::Controls
            | Kind::Quiz
            | Kind::Ask => return None,
        };
        Some((self.print(ends.0), self.print(ends.1)))
    }

    /// The range in words, such as "0.5 to 120"; empty for words and switches.
    pub fn range(&self) -> String {
        self.ends().map(|(least, most)| format!("{least} to {most}")).unwrap_or_default()
    }

    /// What is allowed, in words that follow "it takes".
    pub fn allowed(&self) -> String {
        match self {
            Kind::Choice(words) => match words {
                [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
                _ => words.concat(),
            },
            Kind::Seconds(_) => format!("{} seconds", self.range()),
            Kind::Millis(_) => format!("{} milliseconds", self.range()),
            Kind::Integer(_) => format!("a whole number from {}", self.range()),
            Kind::Switch => "on or off".into(),
            Kind::Faults => faults::ALLOWED.into(),
            Kind::Starts => "up to five moments with commas between, from 0 to 300 seconds".into(),
            Kind::Controls => {
                "none, or names of controls with commas between, such as service:locked,pause,player".into()
            }
            Kind::Ask => {
                "none, search, map or lease, with details after a colon, up to 136 small letters, figures and .~:_- in all".into()
            }
            Kind::Quiz => "none, stored or holder, and at most a moment in seconds after ~".into(),
        }
    }
}

fn print_millis(length: Duration) -> String {
    (length * 1_000).to_string()
}

fn parse_starts(text: &str) -> Option<Starts> {
    let mut starts = Starts::default();
    if text.is_empty() {
        return Some(starts);
    }
    let mut clients = ClientId::first(ClientId::MOST);
    for moment in text.split(',') {
        let start = parse_seconds(moment).filter(|start| limits::START.contains(start))?;
        starts = starts.with(clients.next()?, start);
    }
    Some(starts)
}

/// As many of the moments as differ from the usual ones, and those before them.
fn print_starts(starts: &Starts) -> String {
    let usual = Starts::default();
    let differs = starts.iter().zip(usual.iter()).rposition(|(start, usual)| start != usual);
    let told = starts.iter().take(differs.map_or(0, |last| last + 1));
    told.map(Duration::to_string).collect::<Vec<String>>().join(",")
}

/// What stands for no question.
const NOTHING: &str = "none";

fn parse_quiz(text: &str) -> Option<Option<Quiz>> {
    if text == NOTHING {
        return Some(None);
    }
    let (subject, at) = match text.split_once('~') {
        Some((subject, at)) => (subject, Some(parse_seconds(at)?)),
        None => (text, None),
    };
    Some(Some(Quiz { subject: Subject::from_word(subject)?, at }))
}

fn print_quiz(quiz: Option<Quiz>) -> String {
    match quiz {
        None => NOTHING.into(),
        Some(Quiz { subject, at: None }) => subject.word().into(),
        Some(Quiz { subject, at: Some(at) }) => [subject.word(), "~", &at.to_string()].concat(),
    }
}

pub(super) fn parse_switch(text: &str) -> Option<bool> {
    match text {
        "on" | "1" | "true" => Some(true),
        "off" | "0" | "false" => Some(false),
        _ => None,
    }
}

/// Reads a length of time in seconds.
pub(super) fn parse_seconds(text: &str) -> Option<Duration> {
    parse_decimal(text, MICROS_PER_SECOND).map(Duration::from_micros)
}

fn parse_length(text: &str, unit: u64, range: &RangeInclusive<Duration>) -> Option<Value> {
    let length = Duration::from_micros(parse_decimal(text, unit)?);
    range.contains(&length).then_some(Value::Length(length))
}

/// Reads a decimal number as a whole multiple of `1 / unit`, which is a power of ten. Decimals
/// beyond that are cut off.
fn parse_decimal(text: &str, unit: u64) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let all_digits = whole.bytes().chain(decimals.bytes()).all(|byte| byte.is_ascii_digit());
    if !all_digits || (whole.is_empty() && decimals.is_empty()) {
        return None;
    }
    let mut micros =
        if whole.is_empty() { 0 } else { whole.parse::<u64>().ok()? }.checked_mul(unit)?;
    let mut place = unit;
    for digit in decimals.bytes() {
        place /= 10;
        micros = micros.checked_add(u64::from(digit - b'0') * place)?;
    }
    Some(micros)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_read_exactly_and_nonsense_is_not() {
        let read = |text| parse_decimal(text, MICROS_PER_SECOND);
        assert_eq!(read("0.1"), Some(100_000));
        assert_eq!(read(".5"), Some(500_000));
        assert_eq!(read("5."), Some(5_000_000));
        assert_eq!(read("0.00000099"), Some(0));
        for nonsense in
            ["", ".", "-1", "+1", "1e3", "1,5", "0x10", "٣", " 1", "99999999999999999999"]
        {
            assert_eq!(read(nonsense), None, "{nonsense}");
        }
    }
}
