//! What is peculiar to each lock service.

mod support;

use lock_simulator::sim::{
    Duration, Ended, Event, EventKind, GaveUp, Headline, Impossible, Params, Policy, Scenario,
    ServiceKind, Setup, Time,
};
use support::{
    A, B, WITH_TOKENS, WITH_VALUES, acquired, at, ended, fates, first, granted, millis, run,
    seconds, writes,
};

#[test]
fn renewal_makes_overlong_work_and_a_delayed_write_safe() {
    for &service in ServiceKind::ALL {
        for scenario in [Scenario::Overrun, Scenario::Delay] {
            let trace = run(Params { service, scenario, renew: true, ..Params::default() });
            assert_eq!(fates(&trace), [(A, true), (B, true)], "{service:?} {scenario:?}");
            assert_eq!(trace.outcome.headline(), Headline::Safe, "{service:?} {scenario:?}");
        }
    }
}

#[test]
fn a_holder_goes_on_renewing_after_a_pause_that_its_lease_outlives() {
    for &service in ServiceKind::ALL {
        let (renew, work, pause) = (true, seconds(20), seconds(3));
        let trace = run(Params { service, renew, work, pause, ..Params::default() });
        assert_eq!(fates(&trace), [(A, true), (B, true)], "{service:?}");
        assert_eq!(trace.outcome.headline(), Headline::Safe, "{service:?}");
    }
}

#[test]
fn etcd_does_not_renew_a_lease_that_is_over_at_exactly_its_ttl_though_not_revoked_yet() {
    // A renewal is under way every third of the lease. Latency and work are such that the one
    // which a pause holds back arrives exactly at the TTL, or one microsecond before.
    let scenario = Scenario::Pause;
    for (micros, renewed) in [(0, false), (1, true)] {
        // A acquires at 0.04 s, works from 0.08 s, stops at 0.33 s, and its lease, granted at
        // 0.02 s, is over at 5.02 s. It renews on waking, 0.02 s before that arrives.
        let pause = Duration::from_micros(4_670_000 - micros);
        let (renew, work) = (true, seconds(2));
        let trace = run(Params { scenario, pause, renew, work, ..Params::default() });
        let extended = |event: &&Event| {
            matches!(event.kind, EventKind::Extended { .. }) && event.client() == Some(A)
        };
        let told = |event: &&Event| event.kind == EventKind::LearnedLoss;
        assert_eq!(trace.events.iter().any(|event| extended(&event)), renewed);
        assert_eq!(trace.events.iter().any(|event| told(&event)), !renewed);
        if !renewed {
            let learned = first(&trace, |event| event.kind == EventKind::LearnedLoss);
            assert_eq!(learned, at(5_520), "the answer waits for the revocation");
        }
    }
}

#[test]
fn fencing_is_not_to_be_had_where_there_are_no_tokens() {
    for service in WITH_VALUES {
        let params = Params { service, storage: Policy::Fencing, ..Params::default() };
        assert_eq!(Setup::new(params), Err(Impossible::NoTokens(service)));
        let trace = run(Params { service, ..Params::default() });
        assert!(writes(&trace).iter().all(|(write, _)| write.token.is_none()), "{service:?}");
    }
}

#[test]
fn a_storage_can_compare_lock_values_only_where_there_are_any() {
    for service in WITH_TOKENS {
        let params = Params { service, storage: Policy::Value, ..Params::default() };
        assert_eq!(Setup::new(params), Err(Impossible::NoValues(service)));
    }
    for service in WITH_VALUES {
        let params = Params { service, storage: Policy::Value, ..Params::default() };
        assert!(Setup::new(params).is_ok(), "{service:?}");
    }
}

#[test]
fn a_service_may_grant_another_lease_than_was_asked_for() {
    let etcd = |lease| Params { lease: millis(lease), ..Params::default() };
    let zookeeper =
        |lease, tick| Params { service: ServiceKind::ZooKeeper, tick: millis(tick), ..etcd(lease) };
    for (params, granted) in [
        (etcd(500), 2_000),
        (etcd(1_000), 2_000),
        (etcd(2_000), 2_000),
        (etcd(2_001), 3_000),
        (etcd(5_000), 5_000),
        (etcd(120_000), 120_000),
        (zookeeper(500, 2_000), 4_000),
        (zookeeper(5_000, 2_000), 5_000),
        (zookeeper(120_000, 2_000), 40_000),
        (zookeeper(500, 100), 500),
        (zookeeper(120_000, 100), 2_000),
        (zookeeper(500, 10_000), 20_000),
    ] {
        let granted = millis(granted);
        assert_eq!(
            Setup::new(params).map(|setup| setup.granted_lease()),
            Ok(granted),
            "{params:?}"
        );
        assert_eq!(acquired(&run(params), A).2, Time::ZERO + granted, "{params:?}");
    }
    for service in [ServiceKind::Redis, ServiceKind::Redlock, ServiceKind::Chubby] {
        let setup = Setup::new(Params { service, ..etcd(500) });
        assert_eq!(setup.map(|setup| setup.granted_lease()), Ok(millis(500)));
    }
}

/// When the lock that A got at `granted_at` ends, if A never gives it back.
fn end_of_lease(service: ServiceKind, latency: Duration, lease: Duration, tick: Duration) -> Time {
    let scenario = Scenario::Crash;
    let params = Params { service, scenario, latency, lease, tick, ..Params::default() };
    let trace = run(params);
    assert_eq!(granted(&trace, A), Time::ZERO + latency);
    ended(&trace, A, Ended::Expired)
}

#[test]
fn etcd_ends_a_lease_at_the_first_half_second_that_is_not_before_its_ttl() {
    for (latency, lease, end) in
        [(0, 5_000, 5_000), (20, 5_000, 5_500), (500, 5_000, 5_500), (501, 5_000, 6_000)]
    {
        let end_found = end_of_lease(ServiceKind::Etcd, millis(latency), millis(lease), seconds(2));
        assert_eq!(end_found, at(end), "latency {latency} ms");
    }
}

#[test]
fn zookeeper_ends_a_session_at_the_next_boundary_of_its_ticks_and_never_early() {
    for (latency, lease, tick, end) in [
        (0, 4_000, 2_000, 6_000),
        (0, 5_000, 2_000, 6_000),
        (20, 5_000, 2_000, 6_000),
        (20, 6_000, 2_000, 8_000),
        (1_000, 5_000, 2_000, 8_000),
        (20, 5_000, 500, 5_500),
    ] {
        let end_found =
            end_of_lease(ServiceKind::ZooKeeper, millis(latency), millis(lease), millis(tick));
        assert_eq!(end_found, at(end), "latency {latency} ms, lease {lease} ms, tick {tick} ms");
    }
}

#[test]
fn redis_still_holds_a_key_at_exactly_its_ttl_and_not_a_millisecond_later() {
    for service in [ServiceKind::Redis, ServiceKind::Redlock] {
        // The key is set within millisecond 20, and counts from its beginning.
        for latency in [20_000, 20_001, 20_999].map(Duration::from_micros) {
            let end = end_of_lease(service, latency, seconds(5), seconds(2));
            assert_eq!(end, at(5_021), "{service:?}, latency {latency} s");
        }
    }
}

#[test]
fn a_lock_that_is_over_before_its_client_hears_of_it_is_never_held_and_the_client_says_so() {
    for service in [ServiceKind::Redis, ServiceKind::Redlock] {
        let (latency, lease) = (seconds(5), millis(500));
        let trace = run(Params { service, latency, lease, ..Params::default() });
        let outcome = &trace.outcome;
        assert_eq!((outcome.accepted, outcome.waits.len()), (0, 0), "{service:?}");
        assert_eq!(outcome.waiting, [A, B], "{service:?}");
        assert_eq!(trace.end, Time::ZERO + seconds(600), "{service:?}");
        assert!(trace.events.len() < 3_000, "{service:?}: {}", trace.events.len());
    }
}

#[test]
fn a_client_whose_session_ends_while_it_waits_reports_that_and_stops() {
    // Renewals take so long that the session of B is over before the first of them arrives.
    let (latency, lease) = (seconds(5), seconds(2));
    let trace = run(Params { latency, lease, ..Params::default() });
    let why = GaveUp::SessionEnded;
    let gave_up = first(&trace, |event| event.kind == EventKind::GaveUp { why });
    assert!(gave_up < trace.end);
    assert_eq!(trace.outcome.waiting, []);
}

#[test]
fn a_client_that_hears_too_late_that_redis_gave_it_the_key_gives_it_back() {
    let mut too_late = 0;
    for seed in 0..20 {
        let (service, lease) = (ServiceKind::Redis, millis(500));
        let (latency, jitter) = (millis(100), millis(300));
        let params = Params { service, lease, latency, jitter, seed, ..Params::default() };
        let trace = run(Params { scenario: Scenario::Normal, ..params });
        let count =
            |is: fn(EventKind) -> bool| trace.events.iter().filter(|event| is(event.kind)).count();
        let refused_late = count(|kind| matches!(kind, EventKind::Refused { won: 1, .. }));
        let finished = count(|kind| kind == EventKind::Finished);
        let given_back = count(|kind| {
            let released = matches!(kind, EventKind::Ended { why: Ended::Released, .. });
            released || matches!(kind, EventKind::NothingToRelease { .. })
        });
        assert_eq!((finished, given_back), (2, refused_late + 2), "{params:?}");
        too_late += refused_late;
    }
    assert!(too_late > 0);
}

#[test]
fn a_holder_has_one_renewal_under_way_at_a_time_even_on_a_slow_network() {
    let (renew, work, latency) = (true, seconds(75), millis(1_570));
    for &service in ServiceKind::ALL {
        let params = Params { service, renew, work, latency, ..Params::default() };
        let trace = run(Params { scenario: Scenario::Normal, ..params });
        for client in [A, B] {
            let renewed = trace.events.iter().filter(|event| {
                event.client() == Some(client) && matches!(event.kind, EventKind::Extended { .. })
            });
            let times: Vec<Time> = renewed.map(|event| event.at).collect();
            assert!(times.len() > 15, "{service:?} {client}: {times:?}");
            // The first may be the last one of its time in the queue.
            let too_soon = times[1..].windows(2).find(|two| two[1].since(two[0]) < latency * 2);
            assert_eq!(too_soon, None, "{service:?} {client}");
        }
    }
}
