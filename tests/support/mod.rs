//! What several tests need.

// Each test file is a program of its own and uses only a part of this.
#![allow(dead_code, unused_imports)]

pub mod advice;
mod random;
pub mod schedules;

use lock_simulator::query::Query;
use lock_simulator::sim::{
    ClientId, Duration, Ended, Event, EventKind, Headline, Params, Policy, ServiceKind, Setup,
    Span, SpanKind, Time, Token, Trace, Write,
};
pub use random::{custom_setups, setups};

/// The client to which every preset's fault happens.
pub const A: ClientId = ClientId::A;
/// The client that asks second.
pub const B: ClientId = ClientId::B;

/// The third client.
pub fn c() -> ClientId {
    ClientId::first(3).last().expect("there are three")
}

/// Runs what the test describes.
pub fn run(params: Params) -> Trace {
    Trace::of(Setup::new(params).expect("the test's setup is possible"))
}

/// Runs what a link says.
pub fn linked(link: &str) -> Trace {
    let (query, notices) = Query::parse(link);
    assert_eq!(notices, [], "{link}");
    Trace::of(query.setup())
}

/// Every service with every policy that it can have.
pub fn services_and_policies() -> impl Iterator<Item = Params> {
    let all = ServiceKind::ALL.iter().flat_map(|&service| {
        Policy::ALL.iter().map(move |&storage| Params { service, storage, ..Params::default() })
    });
    all.filter(|params| params.allows(params.storage))
}

/// The services that hand out fencing tokens.
pub const WITH_TOKENS: [ServiceKind; 3] =
    [ServiceKind::Etcd, ServiceKind::ZooKeeper, ServiceKind::Chubby];

/// The services whose clients hold the lock under a random value.
pub const WITH_VALUES: [ServiceKind; 2] = [ServiceKind::Redis, ServiceKind::Redlock];

/// A length in seconds.
pub fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// A length in milliseconds.
pub fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// An instant in milliseconds.
pub fn at(millis: u64) -> Time {
    Time::ZERO + Duration::from_millis(millis)
}

/// The moment of the first event of a kind.
pub fn first(trace: &Trace, is: impl Fn(&Event) -> bool) -> Time {
    let event = trace.events.iter().find(|event| is(event));
    event.unwrap_or_else(|| panic!("no such event in {:#?}", trace.events)).at
}

/// Whether there is an event of a kind.
pub fn has(trace: &Trace, is: impl Fn(EventKind) -> bool) -> bool {
    trace.events.iter().any(|event| is(event.kind))
}

/// The first moment at which something happens to a client that acts.
pub fn when(trace: &Trace, me: ClientId, kind: EventKind) -> Time {
    first(trace, |event| event.client() == Some(me) && event.kind == kind)
}

pub fn granted(trace: &Trace, me: ClientId) -> Time {
    first(trace, |event| matches!(event.kind, EventKind::Granted { client, .. } if client == me))
}

pub fn ended(trace: &Trace, me: ClientId, why: Ended) -> Time {
    first(trace, |event| event.kind == EventKind::Ended { client: me, why })
}

pub fn acquired(trace: &Trace, me: ClientId) -> (Time, Option<Token>, Time) {
    let found = trace.events.iter().find_map(|event| match event.kind {
        EventKind::Acquired { token, until, .. } if event.client() == Some(me) => {
            Some((event.at, token, until))
        }
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{me} never got the lock in {:#?}", trace.events))
}

/// The writes as they came to the storage, with whether it took them.
pub fn writes(trace: &Trace) -> Vec<(Write, bool)> {
    let verdict = |event: &Event| match event.kind {
        EventKind::WriteAccepted { write, .. } => Some((write, true)),
        EventKind::WriteRejected { write, .. } => Some((write, false)),
        _ => None,
    };
    trace.events.iter().filter_map(verdict).collect()
}

/// Who wrote, in order, and whether the storage took it.
pub fn fates(trace: &Trace) -> Vec<(ClientId, bool)> {
    writes(trace).iter().map(|(write, taken)| (write.client, *taken)).collect()
}

/// Who is stored in the end, and the headline.
pub fn ending(trace: &Trace) -> (Option<ClientId>, Headline) {
    (trace.outcome.stored, trace.outcome.headline())
}

/// When the first write of a client came to the storage.
pub fn arrived(trace: &Trace, me: ClientId) -> Time {
    first(trace, |event| match event.kind {
        EventKind::WriteAccepted { write, .. } | EventKind::WriteRejected { write, .. } => {
            write.client == me
        }
        _ => false,
    })
}

/// The stretches of time of a kind.
pub fn spans_of(trace: &Trace, kind: SpanKind) -> Vec<Span> {
    trace.spans().into_iter().filter(|span| span.kind == kind).collect()
}

/// Two spans of different clients that have more than an instant in common.
pub fn overlap(spans: &[Span]) -> Option<(Span, Span)> {
    spans.iter().enumerate().find_map(|(index, one)| {
        let meets = |other: &&Span| {
            one.client != other.client && one.from.max(other.from) < one.to.min(other.to)
        };
        spans[..index].iter().find(meets).map(|other| (*one, *other))
    })
}
