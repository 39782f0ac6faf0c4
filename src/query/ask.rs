//! What is asked about many runs at once. The page's program hands it on; what comes after the word
//! is for the laboratory to read.

use crate::sim::choice::choices;

choices! {
    /// What can be asked.
    Inquiry {
        /// Whether there is a bad schedule.
        Search = "search",
        /// From where on runs end differently.
        Map = "map",
        /// How long a lease should be.
        Lease = "lease",
    }
}

/// A question and its details, as a short text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ask {
    /// Filled up with zeros.
    text: [u8; Ask::LONGEST],
}

impl Ask {
    /// The longest text, in bytes.
    pub const LONGEST: usize = 136;

    /// Reads the word of an [`Inquiry`] that may be followed by `:` and details, which are made of
    /// small letters, figures and `.~:_-`, so that no link has to escape them.
    pub fn parse(text: &str) -> Option<Ask> {
        let is_plain = |byte: u8| {
            byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".~:_-".contains(&byte)
        };
        let (word, _) = text.split_once(':').unwrap_or((text, ""));
        if Inquiry::from_word(word).is_none() || !text.bytes().all(is_plain) {
            return None;
        }
        let mut ask = Ask { text: [0; Ask::LONGEST] };
        ask.text.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(ask)
    }

    /// The text, for [`Ask::parse`].
    pub fn text(&self) -> String {
        self.text.iter().filter(|byte| **byte > 0).map(|byte| char::from(*byte)).collect()
    }

    /// What is asked.
    pub fn inquiry(&self) -> Option<Inquiry> {
        Inquiry::from_word(self.text().split(':').next()?)
    }

    /// The details; empty, if there are none.
    pub fn details(&self) -> String {
        let text = self.text();
        text.split_once(':').map(|(_, details)| details.into()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_written_as_it_is_read() {
        for text in ["search", "map:lease.work", "search:lost-update:2:pause.delay", "lease:0.01~2"]
        {
            assert_eq!(Ask::parse(text).expect(text).text(), text);
        }
        let ask = Ask::parse("search:late:1").expect("a question");
        assert_eq!((ask.inquiry(), ask.details()), (Some(Inquiry::Search), "late:1".into()));
    }

    #[test]
    fn what_is_no_question_is_too_long_or_needs_escaping_is_not_read() {
        let long = ["map:", &"a".repeat(Ask::LONGEST)].concat();
        for text in ["", "maps", ":map", "map:A", "map:a b", "map:ä", "map:<b>", &long] {
            assert_eq!(Ask::parse(text), None, "{text}");
        }
    }
}
