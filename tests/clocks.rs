//! Clocks that are set, at once and little by little, and leases to the microsecond.

mod support;

use lock_simulator::sim::{Duration, Ended, EventKind, Headline, Params, Scenario, ServiceKind};
use support::{
    A, B, WITH_TOKENS, WITH_VALUES, acquired, at, ended, ending, fates, has, linked, millis, run,
    seconds,
};

#[test]
fn when_the_clock_of_redis_jumps_its_key_is_gone_at_once_and_a_relies_on_it_still() {
    let trace = linked("service=redis&scenario=clock-jump");
    let (learned, _, until) = acquired(&trace, A);
    assert_eq!(ended(&trace, A, Ended::Expired), learned);
    assert!(acquired(&trace, B).0 < until);
    assert_eq!(ending(&trace), (Some(B), Headline::Corrupted));
    assert_eq!((trace.outcome.lost_updates, trace.outcome.late_accepted), (1, 0));
}

#[test]
fn a_clock_jump_leaves_the_monotonic_leases_of_the_others_alone() {
    for service in WITH_TOKENS {
        let params = Params { service, ..Params::default() };
        let calm = run(Params { scenario: Scenario::Normal, ..params });
        let mut jumped = run(Params { scenario: Scenario::ClockJump, ..params });
        jumped.events.retain(|event| !matches!(event.kind, EventKind::Jumped { .. }));
        assert_eq!(jumped.events, calm.events, "{service:?}");
        assert_eq!(jumped.outcome, calm.outcome, "{service:?}");
    }
}

#[test]
fn a_clock_that_is_slewed_instead_does_no_harm() {
    for service in WITH_VALUES {
        let trace = linked(&format!("service={}&scenario=clock-jump&clock=slew", service.word()));
        assert!(has(&trace, |kind| kind == EventKind::Slewed { by: seconds(6) }), "{service:?}");
        assert!(!has(&trace, |kind| matches!(kind, EventKind::Jumped { .. })), "{service:?}");
        assert_eq!(fates(&trace), [(A, true), (B, true)], "{service:?}");
        assert_eq!(ending(&trace), (Some(B), Headline::Safe), "{service:?}");
        assert_eq!(trace.outcome.double, Duration::ZERO, "{service:?}");
    }
}

#[test]
fn a_lease_on_a_slewed_clock_ends_at_most_500_ppm_early() {
    // A has crashed, so its key runs out: within 5 s a clock that runs 500 ppm fast gains 2.5 ms.
    let link = |clock: &str| {
        format!("service=redis&scenario=custom&{clock}faults=crash:A:work,jump:redis1:acquired:10")
    };
    let stepped = linked(&link(""));
    assert_eq!(ended(&stepped, A, Ended::Expired), acquired(&stepped, A).0);
    let slewed = linked(&link("clock=slew&"));
    let early = at(5_021).since(ended(&slewed, A, Ended::Expired));
    assert!(millis(2) <= early && early <= millis(3), "{early}");
    assert!(slewed.outcome.double <= millis(3));
    // Redlock has taken off 52 ms for that.
    let trace = linked(
        "service=redlock&scenario=custom&clock=slew&faults=crash:A:work,jump:redis1:acquired:10,\
         jump:redis2:acquired:10,jump:redis3:acquired:10,jump:redis4:acquired:10",
    );
    assert!(acquired(&trace, A).2 < ended(&trace, A, Ended::Expired));
    assert_eq!(trace.outcome.double, Duration::ZERO);
}

#[test]
fn at_exactly_the_end_of_the_lease_redis_still_holds_and_etcd_does_not() {
    // Without latency A's lease begins at 0 s and ends at 5 s, which is a scan of etcd.
    let link = |service| format!("service={service}&scenario=crash&latency=0");
    assert_eq!(ended(&linked(&link("etcd")), A, Ended::Expired), at(5_000));
    assert_eq!(ended(&linked(&link("chubby")), A, Ended::Expired), at(5_000));
    assert_eq!(ended(&linked(&link("redis")), A, Ended::Expired), at(5_001));
    assert_eq!(ended(&linked(&link("redlock")), A, Ended::Expired), at(5_001));
    assert_eq!(ended(&linked(&link("zookeeper")), A, Ended::Expired), at(6_000));
}

#[test]
fn a_renewal_at_exactly_the_end_comes_in_time_for_redis_and_too_late_for_etcd() {
    // A stops from 0.25 s until its renewal, sent on waking, arrives exactly at 5 s.
    let link = |service: ServiceKind| {
        format!("service={}&scenario=pause&latency=0&renew=on&work=2&pause=4.75", service.word())
    };
    for (service, in_time) in [
        (ServiceKind::Redis, true),
        (ServiceKind::Redlock, true),
        (ServiceKind::ZooKeeper, true),
        (ServiceKind::Etcd, false),
        (ServiceKind::Chubby, false),
    ] {
        let trace = linked(&link(service));
        let lost = has(&trace, |kind| kind == EventKind::LearnedLoss);
        assert_eq!(lost, !in_time, "{service:?}");
    }
}
