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
    text: [u8; Ask::LONGEST],
    len: u8,
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
        let mut ask = Ask { text: [0; Ask::LONGEST], len: text.len().try_into().ok()? };
        ask.text.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Inquiry::from_word(ask.parts().0)?;
        text.bytes().all(is_plain).then_some(ask)
    }

    /// The text, for [`Ask::parse`].
    pub fn text(&self) -> &str {
        str::from_utf8(&self.text[..usize::from(self.len)]).unwrap_or_default()
    }

    /// What is asked.
    pub fn inquiry(&self) -> Option<Inquiry> {
        Inquiry::from_word(self.parts().0)
    }

    /// The details; empty, if there are none.
    pub fn details(&self) -> &str {
        self.parts().1
    }

    fn parts(&self) -> (&str, &str) {
        self.text().split_once(':').unwrap_or((self.text(), ""))
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
        assert_eq!((ask.inquiry(), ask.details()), (Some(Inquiry::Search), "late:1"));
    }

    #[test]
    fn what_is_no_question_is_too_long_or_needs_escaping_is_not_read() {
        let long = ["map:", &"a".repeat(Ask::LONGEST)].concat();
        for text in ["", "maps", ":map", "map:A", "map:a b", "map:ä", "map:<b>", &long] {
            assert_eq!(Ask::parse(text), None, "{text}");
        }
    }
}
