//! How the page and the laboratory, the program for questions about many runs at once, speak with
//! each other: as the [workshop](super::workshop) does, and by the places named here.

use crate::query::Inquiry;

/// What is asked, in the place that is opened for it, and in a button that opens it.
pub const ASK: &str = "data-ask";
/// The part of the page with all these questions.
pub const QUESTIONS: &str = "questions";
/// The place for saying that the laboratory could not be loaded.
pub const LAB_FAILURE: &str = "lab-failure";

/// The place that is opened for a question.
pub fn place_id(inquiry: Inquiry) -> String {
    ["ask-", inquiry.word()].concat()
}

/// The place in it for what the laboratory puts there.
pub fn answer_id(inquiry: Inquiry) -> String {
    ["answer-", inquiry.word()].concat()
}

/// The question.
pub fn question(inquiry: Inquiry) -> &'static str {
    match inquiry {
        Inquiry::Search => "Can this go wrong?",
        Inquiry::Map => "Where does it begin to go wrong?",
        Inquiry::Lease => "How long should my lease be?",
    }
}
