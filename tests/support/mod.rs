//! What several tests need.

// Each test file is a program of its own and uses only a part of this.
#![allow(dead_code)]

use std::ops::RangeInclusive;

use lock_simulator::sim::{
    ClientId, Duration, Ended, Event, EventKind, Params, Policy, Scenario, ServiceKind, Setup,
    Time, Token, Trace, Write, limits,
};
use proptest::prelude::*;

/// Runs what the test describes.
pub fn run(params: Params) -> Trace {
    Trace::of(Setup::new(params).expect("the test's setup is possible"))
}

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

/// A length within a range: its ends, something near them, or anything between.
fn lengths(range: RangeInclusive<Duration>) -> impl Strategy<Value = Duration> {
    let (least, most) = (range.start().as_micros(), range.end().as_micros());
    let near = (most - least).min(2_000_000);
    prop_oneof![
        1 => Just(least),
        1 => Just(most),
        3 => least..=least + near,
        3 => (least / 1_000..=most / 1_000).prop_map(move |millis| (millis * 1_000).max(least)),
        2 => least..=most,
    ]
    .prop_map(Duration::from_micros)
}

/// Mostly the usual value, or else another.
fn mostly(usual: Duration, range: RangeInclusive<Duration>) -> impl Strategy<Value = Duration> {
    prop_oneof![3 => Just(usual), 1 => lengths(range)]
}

fn choice<T: Copy + std::fmt::Debug + 'static>(all: &'static [T]) -> impl Strategy<Value = T> {
    proptest::sample::select(all)
}

/// Any setup that can be built.
pub fn setups() -> impl Strategy<Value = Setup> {
    let usual = Params::default();
    let what = (
        choice(ServiceKind::ALL),
        choice(Scenario::ALL),
        choice(Policy::ALL),
        limits::CLIENTS,
        choice(&limits::NODES),
        any::<u32>(),
    );
    let lengths = (
        mostly(usual.lease, limits::LEASE),
        mostly(usual.pause, limits::PAUSE),
        mostly(usual.work, limits::WORK),
        mostly(usual.latency, limits::LATENCY),
        mostly(usual.jitter, limits::LATENCY),
        mostly(usual.tick, limits::TICK),
        mostly(usual.retry, limits::RETRY),
    );
    (what, lengths, any::<[bool; 3]>()).prop_map(|(what, lengths, [renew, check, obey])| {
        let (service, scenario, storage, clients, nodes, seed) = what;
        let (lease, pause, work, latency, jitter, tick, retry) = lengths;
        let storage = if service.has_tokens() { storage } else { Policy::Any };
        let params = Params {
            service,
            scenario,
            storage,
            lease,
            pause,
            renew,
            check,
            obey,
            work,
            clients,
            latency,
            jitter,
            seed,
            tick,
            nodes,
            retry,
        };
        Setup::new(params).expect("the ranges are those of the setup")
    })
}
