//! What can be moved, and what comes of it, in words.

use super::board::{Board, Grip, What};
use crate::sim::{Boundary, FaultKind, Time};
use crate::words::{clock, fault_name, headline_name, rounded};

/// What a knob moves.
pub fn grip_name(board: &Board, what: What) -> String {
    let fault = |place: usize| {
        let kind = board.faults().nth(place).map(|fault| fault.kind);
        let name = kind.map(|kind| fault_name(&kind, board.setup())).unwrap_or_default();
        (name, matches!(kind, Some(FaultKind::Jump { .. })))
    };
    match what {
        What::Asking(client) => format!("When {client} asks"),
        What::Lease => "Lease".into(),
        What::Start(place) => format!("Start of {}", fault(place).0),
        What::End(place) => match fault(place) {
            (name, true) => format!("How far the {name} goes"),
            (name, false) => format!("Length of {name}"),
        },
    }
}

/// What a knob is set to.
pub fn grip_value(grip: &Grip) -> String {
    format!("{} s", rounded(grip.value))
}

/// How a run ends with which values of what is being moved, in a sentence; empty, if it is not
/// known.
pub fn boundaries_in_words(name: &str, boundaries: &[Boundary]) -> String {
    let word = |boundary: &Boundary| headline_name(boundary.headline).to_lowercase();
    match boundaries {
        [] => String::new(),
        [only] => format!("{name}: {} wherever it is put.", word(only)),
        [first, rest @ ..] => {
            let rest: Vec<String> = rest
                .iter()
                .map(|boundary| format!("{} from {} s", word(boundary), boundary.from))
                .collect();
            format!("{name}: {} at first, {}.", word(first), rest.join(", "))
        }
    }
}

/// What a fault is and where, for a menu from which it can be taken away.
pub fn place_of(begins: Option<Time>) -> String {
    match begins {
        Some(at) => format!("at {} s", clock(at)),
        None => "which does not come to pass".into(),
    }
}
