//! What several tests need.

// Each test file is a program of its own and uses only a part of this.
#![allow(dead_code)]

use std::ops::RangeInclusive;

use lock_simulator::sim::{
    Duration, Params, Policy, Scenario, ServiceKind, Setup, Time, Trace, limits,
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
