//! The questions about many runs, which the laboratory answers when they are opened.

use crate::page::lab::{ASK, LAB_FAILURE, QUESTIONS, answer_id, place_id, question};
use crate::query::Inquiry;

/// The part of the page with the questions, each folded up.
pub fn questions() -> String {
    let places: String = Inquiry::ALL.iter().map(|&inquiry| place(inquiry)).collect();
    format!(
        "<section id=\"{QUESTIONS}\" class=\"questions\" aria-labelledby=\"{QUESTIONS}-title\">\n\
         <h2 id=\"{QUESTIONS}-title\">Ask about your own system</h2>\n\
         <p>Each of these is about the run that is set above: its service, storage, lease, work and \
         clients.</p>\n\
         <p id=\"{LAB_FAILURE}\" class=\"banner\" role=\"alert\" hidden>What answers these questions \
         could not be loaded. Close one and open it again to try once more.</p>\n{places}</section>\n"
    )
}

/// The button beside the outcome that opens the first of them.
pub fn doubt() -> String {
    let (word, words) = (Inquiry::Search.word(), question(Inquiry::Search));
    format!("<button type=\"button\" {ASK}=\"{word}\">{words}</button>")
}

fn place(inquiry: Inquiry) -> String {
    let (word, id, answer) = (inquiry.word(), place_id(inquiry), answer_id(inquiry));
    let (question, about) = (question(inquiry), about(inquiry));
    format!(
        "<details id=\"{id}\" {ASK}=\"{word}\"><summary>{question}</summary>\n<p>{about}</p>\n\
         <div id=\"{answer}\"></div></details>\n"
    )
}

fn about(inquiry: Inquiry) -> &'static str {
    match inquiry {
        Inquiry::Search => {
            "Tries all runs that a few faults, at any step, can lead to within bounds that it states. \
             It shows the smallest that goes wrong, or says how many there are of which none does."
        }
        Inquiry::Map => {
            "How the run ends with every lease and every pause, on a map, with the limits between, \
             exact for the values that are tried."
        }
        Inquiry::Lease => {
            "What each length of a lease risks, by how long your clients stop, and what it costs \
             when one of them crashes."
        }
    }
}
