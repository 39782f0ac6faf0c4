//! The timeline in words, for those who cannot see it.

use super::names::{actor_name, clock, rounded, server_name};
use super::verdict::value;
use crate::sim::{Event, EventKind, Node, ServerId, Span, SpanKind, Trace};

/// How many of the same kind are told.
const MOST: usize = 6;

/// What the timeline shows, lane by lane.
pub fn describe(trace: &Trace) -> Vec<String> {
    let spans = trace.spans();
    let mut lanes: Vec<String> = Vec::new();
    for client in trace.setup.clients() {
        let of = |kind: SpanKind| {
            let spans = spans.iter().filter(move |span| span.client == client && span.kind == kind);
            ranges(spans)
        };
        let mut facts = Vec::new();
        for (kind, fact) in [
            (SpanKind::Truth, "holds the lock by the service’s account"),
            (SpanKind::Belief, "believes that it holds the lock"),
            (SpanKind::Promise, "may rely on the lock"),
            (SpanKind::Pause, "is stopped"),
        ] {
            let times = of(kind);
            if !times.is_empty() {
                facts.push(format!("{fact} {times}"));
            }
        }
        if facts.is_empty() {
            facts.push("never holds the lock".into());
        }
        lanes.push(format!("Client {client} {}.", facts.join("; ")));
    }
    if trace.setup.servers() > 1 {
        lanes.extend(ServerId::first(trace.setup.servers()).filter_map(|server| {
            let keys = spans.iter().filter(|span| span.kind == SpanKind::Key(server));
            let held: Vec<String> =
                keys.map(|span| format!("{} {}", span.client, range(span))).collect();
            let held = some(held, "; ");
            let name = server_name(server, &trace.setup);
            (!held.is_empty()).then(|| format!("On {name} the key belongs to {held}."))
        }));
    }
    lanes.extend(trace.events.iter().filter_map(|event| clock_jump(trace, event)));
    let writes: Vec<String> = trace.events.iter().filter_map(write).collect();
    let writes = if writes.is_empty() { "no writes".into() } else { writes.join("; ") };
    lanes.push(format!(
        "Writes at the storage: {writes}. It holds {} in the end.",
        value(trace.outcome.stored)
    ));
    lanes
}

fn range(span: &Span) -> String {
    format!("from {} s to {} s", clock(span.from), clock(span.to))
}

fn ranges<'a>(spans: impl Iterator<Item = &'a Span>) -> String {
    some(spans.map(range).collect(), " and ")
}

/// The first few of many facts, and how many more there are: nobody listens to thousands.
fn some(mut facts: Vec<String>, between: &str) -> String {
    let more = facts.len().saturating_sub(MOST);
    facts.truncate(MOST);
    let told = facts.join(between);
    match more {
        0 => told,
        _ => format!("{told}{between}{more} times more"),
    }
}

fn clock_jump(trace: &Trace, event: &Event) -> Option<String> {
    match event.kind {
        EventKind::Jumped { by } => {
            let name = actor_name(event.actor, &trace.setup);
            let (by, at) = (rounded(by), clock(event.at));
            Some(format!("The clock of {name} steps ahead by {by} s at {at} s."))
        }
        _ => None,
    }
}

fn write(event: &Event) -> Option<String> {
    let (write, verdict) = match event.kind {
        EventKind::WriteAccepted { write, .. } => (write, "accepted"),
        EventKind::WriteRejected { write, .. } => (write, "refused"),
        _ => return None,
    };
    debug_assert_eq!(event.actor, Node::Storage);
    let token = write.token.map(|token| format!(" with token {token}")).unwrap_or_default();
    Some(format!("{}’s{token} at {} s, {verdict}", write.client, clock(event.at)))
}
