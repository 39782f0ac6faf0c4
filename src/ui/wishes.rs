//! What the workshop, another program, asks of this one.

use leptos::prelude::*;

use super::callback;
use super::controls::{SETTLED, element};
use super::state::State;
use crate::page::workshop::{HELD, SHOW, SHOWN, TOOLS, UNTIL, WANTED, until};
use crate::page::{SIMULATOR, TIMELINE};
use crate::query::{Notice, Query};
use crate::sim::Time;

/// Shows what others want to be shown.
pub fn listen(state: State) {
    let show = callback(move || {
        let Some(simulator) = element(SIMULATOR) else {
            return;
        };
        let wanted = simulator.get_attribute(WANTED).unwrap_or_default();
        let (query, notices) = Query::parse(&wanted);
        let rest = if simulator.has_attribute(HELD) { None } else { Some(SETTLED) };
        state.show(query, rest);
        if !notices.is_empty() {
            state.say(notices.iter().map(Notice::to_string).collect());
        }
    });
    let _ = document().add_event_listener_with_callback(SHOW, &show);
    if let Some(tools) = element(TOOLS) {
        let _ = tools.remove_attribute("inert");
    }
}

/// Tells others what is shown.
pub fn tell(query: &Query) {
    if let Some(simulator) = element(SIMULATOR) {
        let _ = simulator.set_attribute(SHOWN, &query.print());
    }
}

/// How far the time axis is to go at the least.
pub fn axis() -> Time {
    let text = element(TIMELINE).and_then(|timeline| timeline.get_attribute(UNTIL));
    text.and_then(|text| until(&text)).unwrap_or(Time::ZERO)
}
