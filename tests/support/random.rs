//! Random setups.

use std::ops::RangeInclusive;

use lock_simulator::sim::{
    Anchor, Care, ClientId, ClockSetting, Duration, Fault, FaultKind, FaultList, Params, Policy,
    Restart, Scenario, SequencerCheck, ServerId, ServiceKind, Setup, Start, Time, TokenSource,
    limits,
};
use proptest::prelude::*;

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

/// A round number of milliseconds, or any number of microseconds.
fn up_to(most: Duration) -> impl Strategy<Value = Duration> {
    let most = most.as_micros();
    prop_oneof![
        3 => (0..=most / 250_000).prop_map(|quarters| quarters * 250_000),
        1 => (0..=most / 1_000).prop_map(|millis| millis * 1_000),
        1 => 0..=most,
    ]
    .prop_map(Duration::from_micros)
}

/// A fault, short and early enough that others come in between.
fn faults() -> impl Strategy<Value = Fault> {
    let client = (0..ClientId::MOST)
        .prop_map(|index| ClientId::first(index + 1).last().unwrap_or(ClientId::A));
    let server =
        (1..=5_u8).prop_map(|number| ServerId::first(number).last().unwrap_or(ServerId::FIRST));
    let start = prop_oneof![
        2 => up_to(Duration::from_secs(12)).prop_map(|after| (None, after)),
        3 => (choice(Anchor::ALL), up_to(Duration::from_secs(2)))
            .prop_map(|(anchor, offset)| (Some(anchor), offset)),
    ];
    let what = (0..8_u8, client, server, up_to(Duration::from_secs(20)), start, any::<bool>());
    what.prop_map(|(kind, client, server, length, (anchor, offset), flag)| {
        let some = Some(length).filter(|_| flag);
        let kind = match kind {
            0 | 1 => FaultKind::Pause { client, length },
            2 => FaultKind::Crash { client },
            3 => FaultKind::Delay { client, by: length },
            4 => FaultKind::Cut {
                client,
                server: Some(server).filter(|_| flag),
                length: Some(length),
            },
            5 => FaultKind::Jump { server, by: length },
            6 => FaultKind::Restart { server, down: some },
            _ => FaultKind::Failover,
        };
        // The job that a start is tied to is that of the client it happens to, as in links.
        let whose = match kind {
            FaultKind::Jump { .. } | FaultKind::Restart { .. } | FaultKind::Failover => ClientId::A,
            _ => client,
        };
        let start = match anchor {
            Some(anchor) => Start::After { client: whose, anchor, offset },
            None => Start::At(Time::ZERO + offset),
        };
        Fault { start, kind }
    })
}

fn fault_lists() -> impl Strategy<Value = FaultList> {
    prop_oneof![
        6 => proptest::collection::vec(faults(), 0..5),
        1 => proptest::collection::vec(faults(), 5..=FaultList::MOST),
    ]
    .prop_map(|faults| faults.iter().collect())
}

prop_compose! {
    fn options()(
        [mark, renew, check, obey] in any::<[bool; 4]>(),
        // What is rare in the field is not to be rare here, but not half of the runs either.
        [release, extend, recheck] in [0..4_u8, 0..4, 0..4],
        token in choice(TokenSource::ALL),
        clock in choice(ClockSetting::ALL),
        sequencer in choice(SequencerCheck::ALL),
        restart in choice(Restart::ALL),
        lockdelay in mostly(Duration::ZERO, limits::LOCK_DELAY),
    ) -> Params {
        let care = |rare| if rare == 0 { Care::Naive } else { Care::Safe };
        Params {
            mark,
            renew,
            check,
            obey,
            release: care(release),
            extend: care(extend),
            recheck: recheck != 0,
            token,
            clock,
            sequencer,
            restart,
            lockdelay,
            ..Params::default()
        }
    }
}

prop_compose! {
    fn numbers()(
        options in options(),
        lease in mostly(Params::default().lease, limits::LEASE),
        pause in mostly(Params::default().pause, limits::PAUSE),
        work in mostly(Params::default().work, limits::WORK),
        latency in mostly(Params::default().latency, limits::LATENCY),
        jitter in mostly(Params::default().jitter, limits::LATENCY),
        tick in mostly(Params::default().tick, limits::TICK),
        retry in mostly(Params::default().retry, limits::RETRY),
        clients in limits::CLIENTS,
        nodes in choice(&limits::NODES),
        seed in any::<u32>(),
    ) -> Params {
        Params {
            lease,
            pause,
            work,
            latency,
            jitter,
            tick,
            retry,
            clients,
            nodes,
            seed,
            ..options
        }
    }
}

/// Makes what can be built of it: a storage that the service has no use for checks nothing, and
/// faults for which something is missing are left out.
fn settle(params: Params) -> Setup {
    let mut params = params.with_possible_faults();
    if !params.allows(params.storage) {
        params.storage = Policy::Any;
    }
    Setup::new(params).expect("the ranges are those of the setup")
}

prop_compose! {
    /// Any setup that can be built.
    pub fn setups()(
        numbers in numbers(),
        service in choice(ServiceKind::ALL),
        scenario in choice(Scenario::ALL),
        storage in choice(Policy::ALL),
        faults in fault_lists(),
    ) -> Setup {
        settle(Params { service, scenario, storage, faults, ..numbers })
    }
}

prop_compose! {
    /// Setups with faults of their own, of one of some services, with usual lengths, so that the
    /// faults make the difference.
    pub fn custom_setups(services: &'static [ServiceKind])(
        options in options(),
        service in choice(services),
        storage in choice(Policy::ALL),
        faults in fault_lists(),
        clients in limits::CLIENTS,
        lease in prop_oneof![2 => Just(5_u64), 1 => 2..8_u64],
        work in prop_oneof![2 => Just(500_u64), 1 => 0..12_000_u64],
        latency in prop_oneof![2 => Just(20_u64), 1 => 0..300_u64],
        jitter in prop_oneof![3 => Just(0_u64), 1 => 0..300_u64],
        lockdelay in prop_oneof![2 => Just(0_u64), 1 => 1..12_u64],
        seed in any::<u32>(),
    ) -> Setup {
        settle(Params {
            service,
            scenario: Scenario::Custom,
            storage,
            faults,
            clients,
            lease: Duration::from_secs(lease),
            work: Duration::from_millis(work),
            latency: Duration::from_millis(latency),
            jitter: Duration::from_millis(jitter),
            lockdelay: Duration::from_secs(lockdelay),
            seed,
            ..options
        })
    }
}
