//! Reading pauses that somebody has measured, as text.

use super::pauses::{LONGEST, Pauses};
use crate::sim::Duration;

/// How many lines are read at the most.
const MOST_LINES: usize = 100_000;

/// How many bad lines are named one by one.
const MOST_NAMED: usize = 8;

/// How many characters of a bad line are shown.
const MOST_SHOWN: usize = 40;

/// A line that is not the length of a pause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadLine {
    /// Its number, from 1.
    pub number: usize,
    /// What it says, cut if it is long.
    pub text: String,
}

/// What a text says of pauses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Samples {
    /// The pauses, in the order in which they were given.
    pub lengths: Vec<Duration>,
    /// The first of the lines that make no sense.
    pub bad: Vec<BadLine>,
    /// How many more there are.
    pub more_bad: usize,
    /// Whether there are more lines than are read.
    pub cut: bool,
    /// How many bytes and how many lines of the text have been read.
    read: (usize, usize),
}

impl Samples {
    /// Reads one length for each line: a number with a unit, or one of milliseconds without. Empty
    /// lines do not count.
    pub fn read(text: &str) -> Samples {
        let mut samples = Samples::default();
        while samples.read_on(text, MOST_LINES) {}
        samples
    }

    /// Reads some more lines of a text, always of the same one; false, if there are no more to be
    /// read.
    pub fn read_on(&mut self, text: &str, lines: usize) -> bool {
        for _ in 0..lines {
            let (start, number) = self.read;
            let rest = text.get(start..).unwrap_or_default();
            if rest.is_empty() || number == MOST_LINES {
                self.cut = !rest.is_empty();
                return false;
            }
            let end = rest.find('\n').map_or(rest.len(), |end| end + 1);
            self.read = (start + end, number + 1);
            self.take(rest[..end].trim());
        }
        true
    }

    /// Takes note of the line that was read last.
    fn take(&mut self, line: &str) {
        match length(line) {
            Some(length) => self.lengths.push(length),
            None if line.is_empty() => {}
            None if self.bad.len() < MOST_NAMED => {
                let text = line.chars().take(MOST_SHOWN).collect();
                self.bad.push(BadLine { number: self.read.1, text });
            }
            None => self.more_bad += 1,
        }
    }

    /// Their distribution, if there are any.
    pub fn pauses(self) -> Option<Pauses> {
        Pauses::measured(self.lengths)
    }

    /// What is to be said about lines that were left out; empty, if none was.
    pub fn complaints(&self) -> Vec<String> {
        let bad = self.bad.iter().map(|BadLine { number, text }| {
            format!("Line {number} is not a length of time and is left out: “{text}”.")
        });
        let more = match self.more_bad {
            0 => None,
            1 => Some("One more line is left out.".into()),
            more => Some(format!("{more} more lines are left out.")),
        };
        let cut = self.cut.then(|| "Only the first 100,000 lines are read.".into());
        bad.chain(more).chain(cut).collect()
    }
}

/// Reads `12ms`, `1.5 s`, `300us`, `2min` or `12`, which are milliseconds. What is longer than
/// [`LONGEST`] counts as that.
fn length(line: &str) -> Option<Duration> {
    let unit = line.find(|letter: char| letter.is_alphabetic()).unwrap_or(line.len());
    let (number, unit) = line.split_at(unit);
    let micros = match unit {
        "ns" => 0.001,
        "us" | "µs" | "μs" => 1.0,
        "ms" | "" => 1_000.0,
        "s" | "sec" | "secs" => 1_000_000.0,
        "min" => 60_000_000.0,
        _ => return None,
    };
    let number: f64 = number.trim_end().parse().ok()?;
    if number.is_sign_negative() {
        return None;
    }
    // A number that is too great for an integer becomes the greatest one.
    Some(Duration::from_micros((number * micros).round() as u64).min(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_may_have_a_unit() {
        let cases: [(&str, Option<u64>); 22] = [
            ("12ms", Some(12_000)),
            ("1.5 s", Some(1_500_000)),
            ("300us", Some(300)),
            ("300 µs", Some(300)),
            ("2min", Some(120_000_000)),
            ("1500 ns", Some(2)),
            ("12", Some(12_000)),
            ("0.25", Some(250)),
            (".5 secs", Some(500_000)),
            ("0", Some(0)),
            ("1000 s", Some(600_000_000)),
            ("9999999999999999999999 s", Some(600_000_000)),
            ("1,5", None),
            ("-1", None),
            ("-0", None),
            ("ms", None),
            ("12 parsecs", None),
            ("12 MS", None),
            ("1 2", None),
            ("NaN", None),
            ("inf", None),
            ("1.2.3", None),
        ];
        for (line, micros) in cases {
            assert_eq!(length(line), micros.map(Duration::from_micros), "{line}");
        }
    }

    #[test]
    fn bad_lines_are_named_with_their_number_and_the_others_stand() {
        let samples = Samples::read("12ms\n\n  7 \nabout a second\r\n3s\n");
        assert_eq!(samples.lengths, [12, 7, 3_000].map(Duration::from_millis));
        assert_eq!(
            samples.complaints(),
            ["Line 4 is not a length of time and is left out: “about a second”."]
        );
    }

    #[test]
    fn many_bad_lines_are_counted_and_long_ones_cut() {
        let samples = Samples::read(&["x".repeat(1_000), "\n".into()].concat().repeat(10));
        let complaints = samples.complaints();
        assert_eq!(complaints.len(), MOST_NAMED + 1);
        assert!(complaints.iter().all(|complaint| complaint.chars().count() < 120));
        assert_eq!(complaints.last().map(String::as_str), Some("2 more lines are left out."));
        assert_eq!(samples.pauses(), None);
    }

    #[test]
    fn a_hundred_thousand_lines_are_read_and_no_more() {
        let samples = Samples::read(&"12ms\n".repeat(MOST_LINES));
        assert_eq!((samples.lengths.len(), samples.cut), (MOST_LINES, false));
        let samples = Samples::read(&"12ms\n".repeat(MOST_LINES + 1));
        assert_eq!((samples.lengths.len(), samples.cut), (MOST_LINES, true));
        assert_eq!(samples.complaints(), ["Only the first 100,000 lines are read."]);
    }
}
