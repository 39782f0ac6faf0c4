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
    /// What is asked.
    pub inquiry: Inquiry,
    /// Filled up with zeros.
    text: [u8; Ask::LONGEST],
}

/// What belongs to a question and stands behind its word in a link.
pub trait Details: Copy + PartialEq + Default {
    /// To which question it belongs.
    const INQUIRY: Inquiry;

    /// Reads what [`Details::print`] writes.
    ///
    /// # Errors
    ///
    /// Names what is not possible, and what is, in a sentence.
    fn read(text: &str) -> Result<Self, String>;

    /// Writes it for a link.
    fn print(&self) -> String;
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
        let mut ask = Ask { inquiry: Inquiry::from_word(word)?, text: [0; Ask::LONGEST] };
        if !text.bytes().all(is_plain) {
            return None;
        }
        ask.text.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(ask)
    }

    /// The text, for [`Ask::parse`].
    pub fn text(&self) -> String {
        self.text.iter().filter(|byte| **byte > 0).map(|byte| char::from(*byte)).collect()
    }

    /// The details; empty, if there are none.
    pub fn details(&self) -> String {
        let text = self.text();
        text.split_once(':').map(|(_, details)| details.into()).unwrap_or_default()
    }

    /// The question about something, which a link says only if it is not the usual.
    pub fn about<D: Details>(details: &D) -> Option<Ask> {
        let word = D::INQUIRY.word();
        if *details == D::default() {
            return Ask::parse(word);
        }
        Ask::parse(&[word, ":", &details.print()].concat())
    }

    /// What the question is about; the usual, if it does not say.
    ///
    /// # Errors
    ///
    /// Says what cannot be asked, and what can.
    pub fn read<D: Details>(&self) -> Result<D, String> {
        let details = self.details();
        if details.is_empty() {
            return Ok(D::default());
        }
        D::read(&details).map_err(|why| format!("ask={}: {why} The usual is asked.", self.text()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{Notice, Query};

    #[test]
    fn a_question_is_written_as_it_is_read() {
        for text in ["search", "map:lease.work", "search:lost-update:2:pause.delay", "lease:0.01~2"]
        {
            assert_eq!(Ask::parse(text).expect(text).text(), text);
        }
        let ask = Ask::parse("search:late:1").expect("a question");
        assert_eq!((ask.inquiry, ask.details()), (Inquiry::Search, "late:1".into()));
    }

    #[test]
    fn what_is_no_question_is_too_long_or_needs_escaping_is_not_read() {
        let long = ["map:", &"a".repeat(Ask::LONGEST)].concat();
        for text in ["", "maps", ":map", "map:A", "map:a b", "map:ä", "map:<b>", &long] {
            assert_eq!(Ask::parse(text), None, "{text}");
        }
        let longest = ["map:", &"a".repeat(Ask::LONGEST - 4)].concat();
        assert_eq!(Ask::parse(&longest).expect("just short enough").text(), longest);
        assert_eq!(Ask::parse(&[&longest, "a"].concat()), None);
    }

    #[test]
    fn the_notice_of_a_question_that_is_not_read_says_of_what_and_how_long_it_may_be() {
        let (query, notices) = Query::parse("ask=map:LEASE.work");
        assert_eq!(query.view.ask, None);
        let said = format!(
            "ask=map:LEASE.work is not possible: it takes none, search, map or lease, with details \
             after a colon, up to {} small letters, figures and .~:_- in all. none is used.",
            Ask::LONGEST
        );
        assert_eq!(notices.iter().map(Notice::to_string).collect::<Vec<String>>(), [said]);
    }

    /// A number from 0 to 9, and usually 5.
    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Digit(u8);

    impl Default for Digit {
        fn default() -> Digit {
            Digit(5)
        }
    }

    impl Details for Digit {
        const INQUIRY: Inquiry = Inquiry::Map;

        fn read(text: &str) -> Result<Digit, String> {
            let digit = text.parse().ok().filter(|digit| *digit < 10).map(Digit);
            digit.ok_or_else(|| format!("{text} is not possible: it takes 0 to 9."))
        }

        fn print(&self) -> String {
            self.0.to_string()
        }
    }

    #[test]
    fn the_usual_is_asked_by_the_word_alone_and_anything_else_by_its_details() {
        for (digit, text) in [(5, "map"), (7, "map:7")] {
            let ask = Ask::about(&Digit(digit)).expect("a question");
            assert_eq!((ask.text(), ask.read()), (text.into(), Ok(Digit(digit))));
        }
    }

    #[test]
    fn what_cannot_be_asked_is_named_with_its_key_and_what_can() {
        let ask = Ask::parse("map:12").expect("a question");
        let said = "ask=map:12: 12 is not possible: it takes 0 to 9. The usual is asked.";
        assert_eq!(ask.read::<Digit>(), Err(said.into()));
    }
}
