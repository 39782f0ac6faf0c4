//! What workshop and laboratory, other programs, ask of this one.

use leptos::prelude::*;

use super::callback;
use super::controls::{SETTLED, element};
use super::state::State;
use crate::page::workshop::{HELD, SHOW, SHOWN, TOOLS, UNTIL, WANTED, until};
use crate::page::{SIMULATOR, TIMELINE};
use crate::query::{Query, View};
use crate::sim::Time;

/// Shows what others want to be shown, or the same as before if they want nothing else.
pub fn listen(state: State) {
    let show = callback(move || {
        let wanted = element(SIMULATOR).and_then(|simulator| simulator.get_attribute(WANTED));
        let query = match wanted {
            Some(wanted) => Query::parse(&wanted).0,
            None => state.now().query,
        };
        state.show(query, rest());
    });
    let _ = document().add_event_listener_with_callback(SHOW, &show);
    if let Some(tools) = element(TOOLS) {
        let _ = tools.remove_attribute("inert");
    }
}

/// How long what is shown has to rest before the address follows: not while something is held.
pub fn rest() -> Option<u32> {
    let is_held = element(SIMULATOR).is_some_and(|simulator| simulator.has_attribute(HELD));
    (!is_held).then_some(SETTLED)
}

/// Tells others what is shown. While a question is open, nothing stands beside the run and nothing
/// more is asked about it, since that could tell the answer.
pub fn tell(query: &Query, is_asked: bool) {
    let (compare, ask) = if is_asked { (None, None) } else { (query.view.compare, query.view.ask) };
    if let Some(simulator) = element(SIMULATOR) {
        let view = View { compare, ask, ..query.view };
        let _ = simulator.set_attribute(SHOWN, &Query { view, ..*query }.print());
    }
}

/// How far the time axis is to go at the least.
pub fn axis() -> Time {
    let text = element(TIMELINE).and_then(|timeline| timeline.get_attribute(UNTIL));
    text.and_then(|text| until(&text)).unwrap_or(Time::ZERO)
}
