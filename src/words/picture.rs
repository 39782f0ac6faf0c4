//! The timeline in words, for those who cannot see it.

use super::names::{actor_name, clock, rounded, server_name};
use super::verdict::value;
use crate::sim::{Event, EventKind, Gap, GapKind, Node, ServerId, Span, SpanKind, Trace};

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
            (SpanKind::Cut(None), "cannot reach the lock service"),
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
    lanes.extend(trace.events.iter().filter_map(|event| incident(trace, event)));
    lanes.extend(trace.gaps().iter().map(|gap| gap_in_words(trace, gap)));
    let writes: Vec<String> = trace.events.iter().filter_map(write).collect();
    let writes = if writes.is_empty() { "no writes".into() } else { writes.join("; ") };
    let when = if trace.goes_on { "so far" } else { "in the end" };
    lanes.push(format!(
        "Writes at the storage: {writes}. It holds {} {when}.",
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

/// What happens to the lock service in an instant.
fn incident(trace: &Trace, event: &Event) -> Option<String> {
    let (name, at) = (actor_name(event.actor, &trace.setup), clock(event.at));
    match event.kind {
        EventKind::Jumped { by } => {
            Some(format!("The clock of {name} steps ahead by {} s at {at} s.", rounded(by)))
        }
        EventKind::Slewed { by } => Some(format!(
            "The clock of {name} is set ahead by {} s, little by little, from {at} s on.",
            rounded(by)
        )),
        EventKind::Promoted => Some(format!("A replica takes over for {name} at {at} s.")),
        _ => None,
    }
}

fn gap_in_words(trace: &Trace, gap: &Gap) -> String {
    let name = server_name(gap.server, &trace.setup);
    let what = match gap.kind {
        GapKind::HeldBack => "holds the lock back",
        GapKind::Leaderless => "has no leader",
        GapKind::Down => "is down",
    };
    format!("{name} {what} from {} s to {} s.", clock(gap.from), clock(gap.to))
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
