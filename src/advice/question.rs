//! What is asked: how clients pause, and which risk is wanted.

use super::pauses::Pauses;
use crate::query::{Details, Inquiry};
use crate::sim::choice::choices;

choices! {
    /// How many updates may be lost.
    Risk {
        /// One in a thousand acquisitions.
        Thousand = "1e3",
        /// One in ten thousand.
        TenThousand = "1e4",
        /// One in a hundred thousand.
        HundredThousand = "1e5",
        /// One in a million.
        Million = "1e6",
    }
}

impl Risk {
    /// In how many acquisitions one update may be lost.
    pub fn acquisitions(self) -> u32 {
        match self {
            Risk::Thousand => 1_000,
            Risk::TenThousand => 10_000,
            Risk::HundredThousand => 100_000,
            Risk::Million => 1_000_000,
        }
    }

    /// The share of acquisitions that may lose an update.
    pub fn probability(self) -> f64 {
        1.0 / f64::from(self.acquisitions())
    }

    /// The risk in words.
    pub fn name(self) -> &'static str {
        match self {
            Risk::Thousand => "1 in 1,000",
            Risk::TenThousand => "1 in 10,000",
            Risk::HundredThousand => "1 in 100,000",
            Risk::Million => "1 in 1,000,000",
        }
    }
}

/// A question, as a link has it after `lease:`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// How long clients pause.
    pub pauses: Pauses,
    /// Which risk is wanted.
    pub risk: Risk,
}

impl Question {
    /// Writes the question in the way [`Question::read`] reads it: the pauses, a colon and the risk.
    pub fn print(&self) -> String {
        [&self.pauses.print(), ":", self.risk.word()].concat()
    }

    /// Reads a question.
    ///
    /// # Errors
    ///
    /// Names what makes no sense, and what is allowed.
    pub fn read(text: &str) -> Result<Question, String> {
        let (pauses, risk) =
            text.split_once(':').unwrap_or((text, Question::default().risk.word()));
        let risk = Risk::from_word(risk).ok_or_else(|| {
            format!("{risk} is not possible: a risk is {}.", Risk::WORDS.join(", "))
        })?;
        let pauses = Pauses::read(pauses)
            .map_err(|allowed| format!("{pauses} is not possible: {allowed}."))?;
        Ok(Question { pauses, risk })
    }
}

impl Details for Question {
    const INQUIRY: Inquiry = Inquiry::Lease;

    fn read(text: &str) -> Result<Question, String> {
        Question::read(text)
    }

    fn print(&self) -> String {
        Question::print(self)
    }
}

/// Pauses as a garbage collector makes them, and one update in a hundred thousand acquisitions.
impl Default for Question {
    fn default() -> Question {
        use crate::sim::Duration;
        let (median, tail) = (Duration::from_millis(10), Duration::from_secs(1));
        let pauses = Pauses::LogNormal { median, tail };
        Question { pauses, risk: Risk::HundredThousand }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_read_as_it_is_printed() {
        assert_eq!(Question::default().print(), "10~1000:1e5");
        assert_eq!(Question::read("10~1000"), Ok(Question::default()));
        for risk in Risk::ALL {
            let ask = Question { risk: *risk, ..Question::default() };
            assert_eq!(Question::read(&ask.print()), Ok(ask));
        }
    }

    #[test]
    fn what_makes_no_sense_is_named_with_what_is_allowed() {
        let said = Question::read("10~1000:1e9").expect_err("there is no such risk");
        assert_eq!(said, "1e9 is not possible: a risk is 1e3, 1e4, 1e5, 1e6.");
        let said = Question::read("fast").expect_err("these are no pauses");
        assert!(said.starts_with("fast is not possible: pauses are a median and"), "{said}");
    }
}
