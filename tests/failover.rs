//! What becomes of a lock when the service loses its leader or its primary.

mod support;

use lock_simulator::sim::{
    Ended, EventKind, GapKind, Headline, Params, Policy, Scenario, ServiceKind, SpanKind, Token,
};
use lock_simulator::words;
use support::{
    A, B, WITH_TOKENS, acquired, at, ended, ending, fates, first, granted, has, linked, overlap,
    run, seconds, spans_of,
};

#[test]
fn a_failover_lengthens_the_lease_of_a_client_that_has_crashed() {
    // Without the failover: etcd revokes at 5.5 s, ZooKeeper at the bucket of 6 s, Chubby at
    // 5.02 s. With one at 2 s there is a new leader at 3 s, which gives 5 s anew, and in etcd an
    // election timeout of 1 s on top.
    for (service, without, with) in [
        (ServiceKind::Etcd, 5_500, 9_000),
        (ServiceKind::ZooKeeper, 6_000, 10_000),
        (ServiceKind::Chubby, 5_020, 8_000),
    ] {
        let link =
            |faults: &str| format!("service={}&scenario=custom&faults={faults}", service.word());
        let calm = linked(&link("crash:A:0.3"));
        let failed = linked(&link("crash:A:0.3,failover:service:2"));
        assert_eq!(granted(&calm, B), at(without), "{service:?}");
        assert_eq!(granted(&failed, B), at(with), "{service:?}");
        for trace in [calm, failed] {
            assert_eq!(ending(&trace), (Some(B), Headline::Safe), "{service:?}");
            assert_eq!(overlap(&spans_of(&trace, SpanKind::Truth)), None, "{service:?}");
        }
    }
}

#[test]
fn without_a_leader_nobody_is_answered_and_no_lease_ends() {
    for service in WITH_TOKENS {
        let word = service.word();
        // The lease of A would end while there is no leader.
        let trace = linked(&format!(
            "service={word}&scenario=custom&faults=crash:A:0.3,failover:service:4.9"
        ));
        let [lost, elected] = [EventKind::LeaderLost, EventKind::LeaderElected]
            .map(|kind| first(&trace, |event| event.kind == kind));
        assert_eq!((lost, elected), (at(4_900), at(5_900)), "{service:?}");
        let gaps = trace.gaps();
        let leaderless = gaps.iter().find(|gap| gap.kind == GapKind::Leaderless);
        assert_eq!(leaderless.map(|gap| (gap.from, gap.to)), Some((lost, elected)));
        assert!(ended(&trace, A, Ended::Expired) >= elected + seconds(5), "{service:?}");
        let during = |event: &&lock_simulator::sim::Event| {
            matches!(event.kind, EventKind::Extended { .. })
                && lost + support::millis(41) < event.at
                && event.at < elected
        };
        assert_eq!(trace.events.iter().find(during), None, "{service:?}");
    }
}

#[test]
fn what_was_asked_without_a_leader_is_answered_by_the_next_one() {
    for service in WITH_TOKENS {
        let trace = run(Params { service, scenario: Scenario::Failover, ..Params::default() });
        // A is done with its work before there is a new leader, and its release waits for that.
        let elected = first(&trace, |event| event.kind == EventKind::LeaderElected);
        assert_eq!(ended(&trace, A, Ended::Released), elected, "{service:?}");
        assert_eq!(granted(&trace, B), elected, "{service:?}");
        assert_eq!(fates(&trace), [(A, true), (B, true)], "{service:?}");
        assert_eq!(trace.outcome.double, seconds(0), "{service:?}");
        let said = words::verdict(&trace).what;
        assert!(said.contains("The new leader knew of the lock"), "{said}");
    }
}

#[test]
fn a_failover_of_redis_gives_the_lock_to_two_clients() {
    let trace = linked("service=redis&scenario=failover");
    assert_eq!(ended(&trace, A, Ended::Forgotten), acquired(&trace, A).0);
    assert!(acquired(&trace, B).0 < acquired(&trace, A).2);
    assert!(overlap(&spans_of(&trace, SpanKind::Promise)).is_some());
    assert_eq!(ending(&trace), (Some(B), Headline::Corrupted));
    assert_eq!((trace.outcome.lost_updates, trace.outcome.late_accepted), (1, 0));
    let said = words::verdict(&trace).what;
    assert!(said.contains("lost its primary"), "{said}");
}

#[test]
fn with_tokens_from_a_counter_both_carry_the_same_after_a_failover_and_the_outcome_says_so() {
    for mark in ["", "&mark=on"] {
        let trace =
            linked(&format!("service=redis&scenario=failover&token=incr&storage=fencing{mark}"));
        assert_eq!(acquired(&trace, A).1, Some(Token::FIRST));
        assert_eq!(acquired(&trace, B).1, Some(Token::FIRST));
        // The storage lets both in, so fencing does not save A's update.
        assert_eq!(fates(&trace), [(A, true), (B, true)]);
        assert_eq!(ending(&trace), (Some(B), Headline::Corrupted));
        let said = words::verdict(&trace).what;
        assert!(said.contains("A and B have the same token 33"), "{said}");
    }
}

#[test]
fn a_restart_of_redis_without_its_memory_repeats_tokens_too() {
    let trace = linked(
        "service=redis&scenario=custom&token=incr&storage=fencing&faults=crash:redis1:acquired:0.1",
    );
    assert_eq!([A, B].map(|client| acquired(&trace, client).1), [Some(Token::FIRST); 2]);
    assert!(!trace.outcome.double.is_zero());
}

#[test]
fn without_a_failover_tokens_from_a_counter_are_as_good_as_others() {
    for scenario in [Scenario::Pause, Scenario::CheckPause, Scenario::Overrun, Scenario::Delay] {
        let token = lock_simulator::sim::TokenSource::Incr;
        let service = ServiceKind::Redis;
        let params =
            Params { service, scenario, token, storage: Policy::Fencing, ..Params::default() };
        let trace = run(params);
        assert_eq!(fates(&trace), [(B, true), (A, false)], "{scenario:?}");
        assert_eq!(ending(&trace), (Some(B), Headline::Protected), "{scenario:?}");
        assert_eq!(acquired(&trace, B).1, Some(Token::FIRST.next()), "{scenario:?}");
    }
}

#[test]
fn a_lock_delay_goes_on_through_a_failover() {
    let trace = linked(
        "service=chubby&lockdelay=5&scenario=custom&faults=crash:A:0.3,failover:service:9.5",
    );
    // The session ends at 5.02 s and the delay would at 10.02 s, when there is no leader.
    assert!(has(&trace, |kind| kind == EventKind::HeldBack { until: at(10_020) }));
    assert_eq!(granted(&trace, B), at(10_500));
}
