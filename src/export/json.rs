//! A run as JSON.

use serde_json::{Map, Value, json as value};

use crate::sim::{Event, EventKind, Trace};
use crate::words::{self, Line};

/// A run as JSON: its query, its outcome, the places of the events that prove each fact, and the
/// events, with a sentence where the log tells of them.
pub fn json(trace: &Trace, query: &str) -> String {
    let lines = words::log(trace);
    let text = |event: usize| told(&lines, event).map(|line| &line.text);
    let mut outcome = value!(trace.outcome);
    outcome["headline"] = trace.outcome.headline().word().into();
    let events: Vec<Value> = trace
        .events
        .iter()
        .enumerate()
        .map(|(index, event)| event_json(trace, event, text(index)))
        .collect();
    let proofs = trace.proofs();
    let proofs: Map<String, Value> =
        proofs.iter().map(|proof| (proof.fact.word().into(), value!(proof.events))).collect();
    value!({ "query": query, "outcome": outcome, "proofs": proofs, "events": events }).to_string()
}

/// The kind of an event is its name; what belongs to it follows as `details`.
fn event_json(trace: &Trace, event: &Event, text: Option<&String>) -> Value {
    let (kind, details) = name_and_details(&event.kind);
    value!({
        "at_us": event.at,
        "actor": words::actor_name(event.actor, &trace.setup),
        "kind": kind,
        "details": details,
        "text": text,
    })
}

/// The name of a kind of event, and what belongs to it.
pub(super) fn name_and_details(kind: &EventKind) -> (String, Value) {
    match value!(kind) {
        Value::Object(map) => map.into_iter().next().unwrap_or_default(),
        name => (name.as_str().unwrap_or_default().into(), Value::Null),
    }
}

/// The step that tells of an event. Steps are in the order of what they tell.
pub(super) fn told(lines: &[Line], event: usize) -> Option<&Line> {
    lines.binary_search_by_key(&event, |line| line.event).ok().map(|place| &lines[place])
}
