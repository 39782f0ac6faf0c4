//! Cuts between clients and servers, and how a client finds out that it is out of touch.

mod support;

use lock_simulator::sim::{Ended, EventKind, GaveUp, Headline, ServiceKind, SpanKind, Time, Trace};
use support::{
    A, B, WITH_TOKENS, acquired, at, ended, ending, fates, first, granted, has, linked, millis,
    overlap, seconds, spans_of, when,
};

/// The moment from which a client cannot reach the service.
fn cut_off(trace: &Trace) -> Time {
    first(trace, |event| matches!(event.kind, EventKind::CutOff { .. }))
}

/// When the last renewal of A was answered.
fn last_heard(trace: &Trace) -> Time {
    let heard = trace.events.iter().rfind(|event| {
        event.client() == Some(A)
            && matches!(event.kind, EventKind::Acquired { .. } | EventKind::Extended { .. })
            && event.at <= at(2_100)
    });
    heard.expect("A has the lock").at
}

/// A renews and works long, and cannot reach the service from 2 s on.
fn cut_for(service: ServiceKind, length: &str, more: &str) -> Trace {
    linked(&format!(
        "service={}&scenario=custom&renew=on&work=60&faults=cut:A-service:2:{length}{more}",
        service.word()
    ))
}

#[test]
fn a_client_of_zookeeper_is_told_disconnected_after_two_thirds_and_lost_after_four_thirds() {
    let trace = cut_for(ServiceKind::ZooKeeper, "20", "");
    let heard = last_heard(&trace);
    let thirds = |count| heard + seconds(5) * count / 3;
    assert_eq!(when(&trace, A, EventKind::InDoubt), thirds(2));
    assert_eq!(when(&trace, A, EventKind::LearnedLoss), thirds(4));
    assert!(when(&trace, A, EventKind::InDoubt) < when(&trace, A, EventKind::PromiseOver));
    // It finds out later than the service has given the lock to the next.
    assert!(granted(&trace, B) < when(&trace, A, EventKind::LearnedLoss));
}

#[test]
fn a_client_of_zookeeper_that_obeys_stops_before_its_lease_ends() {
    let trace = cut_for(ServiceKind::ZooKeeper, "20", "&obey=on");
    let stops = when(&trace, A, EventKind::GaveUp { why: GaveUp::InDoubt });
    assert!(stops < ended(&trace, A, Ended::Expired));
    assert!(stops < at(5_000) + millis(400), "{stops}");
    assert_eq!(fates(&trace), [(B, true)]);
    assert_eq!(ending(&trace), (Some(B), Headline::Safe));
    assert_eq!(trace.outcome.overlap, seconds(0));
}

#[test]
fn a_client_of_zookeeper_that_comes_back_in_time_goes_on() {
    let trace = cut_for(ServiceKind::ZooKeeper, "4", "");
    let [doubt, back] =
        [EventKind::InDoubt, EventKind::BackInTouch].map(|kind| when(&trace, A, kind));
    assert!(doubt < back && at(6_000) < back && back < at(6_600), "{doubt} {back}");
    assert!(!has(&trace, |kind| kind == EventKind::LearnedLoss));
    assert_eq!(fates(&trace), [(A, true), (B, true)]);
    assert_eq!(ending(&trace), (Some(B), Headline::Safe));
}

#[test]
fn a_client_of_etcd_finds_out_by_itself_at_a_whole_second_a_ttl_after_the_last_answer() {
    let trace = cut_for(ServiceKind::Etcd, "20", "");
    let lost = when(&trace, A, EventKind::LearnedLoss);
    let deadline = last_heard(&trace) + seconds(5);
    assert_eq!(lost, deadline.round_up(seconds(1)));
    // That can be after the server has revoked the lease, and is here.
    assert!(ended(&trace, A, Ended::Expired) <= lost, "{lost}");
    assert!(!has(&trace, |kind| kind == EventKind::InDoubt), "etcd's library is never in doubt");
}

#[test]
fn a_client_of_etcd_that_obeys_only_what_it_is_told_can_be_too_late() {
    // It also looks at its own clock here, so it stops at the end of its promise.
    let trace = cut_for(ServiceKind::Etcd, "20", "&obey=on");
    let stops = when(&trace, A, EventKind::GaveUp { why: GaveUp::Obeyed });
    assert_eq!(stops, when(&trace, A, EventKind::PromiseOver));
    assert_eq!(ending(&trace), (Some(B), Headline::Safe));
}

#[test]
fn without_renewal_no_library_finds_out_anything() {
    for service in WITH_TOKENS {
        let trace = linked(&format!(
            "service={}&scenario=custom&work=60&faults=cut:A-service:2:50",
            service.word()
        ));
        for kind in [EventKind::InDoubt, EventKind::LearnedLoss] {
            assert!(!has(&trace, |found| found == kind), "{service:?} {kind:?}");
        }
    }
}

#[test]
fn a_holder_that_is_cut_off_loses_its_lock_though_it_renews_and_its_write_is_late() {
    for &service in ServiceKind::ALL {
        let trace = linked(&format!("service={}&scenario=partition", service.word()));
        assert!(cut_off(&trace) < at(1_000), "{service:?}");
        assert_eq!(fates(&trace), [(B, true), (A, true)], "{service:?}");
        assert_eq!(ending(&trace), (Some(A), Headline::Corrupted), "{service:?}");
        assert_eq!(trace.outcome.overwritten, 1, "{service:?}");
    }
}

#[test]
fn a_request_that_is_lost_is_repeated_until_it_is_answered() {
    for &service in ServiceKind::ALL {
        let word = service.word();
        // The first question, the first answer, the release, and its answer.
        for start in ["0", "0.03", "0.61", "0.65"] {
            let trace =
                linked(&format!("service={word}&scenario=custom&faults=cut:A-service:{start}:1"));
            assert_eq!(trace.outcome.waiting, [], "{service:?} {start}");
            assert_eq!(trace.outcome.unfinished, [], "{service:?} {start}");
            let mut wrote: Vec<_> = fates(&trace);
            wrote.sort_unstable();
            assert_eq!(wrote, [(A, true), (B, true)], "{service:?} {start}");
            assert_eq!(trace.outcome.headline(), Headline::Safe, "{service:?} {start}");
        }
    }
}

#[test]
fn a_client_that_asks_again_since_the_answer_was_lost_has_its_lease_from_then_on() {
    for service in WITH_TOKENS {
        // The service has given the lock to A at 0.02 s, and A hears of it at 3.54 s.
        let trace = linked(&format!(
            "service={}&scenario=custom&faults=cut:A-service:0.03:3,crash:A:acquired",
            service.word()
        ));
        let (learned, _, until) = acquired(&trace, A);
        assert_eq!((learned, until), (at(3_540), at(8_500)), "{service:?}");
        assert!(until <= ended(&trace, A, Ended::Expired), "{service:?}: the promise is kept");
        assert_eq!(overlap(&spans_of(&trace, SpanKind::Promise)), None, "{service:?}");
    }
    // If its lease is over by then and only not revoked yet, it has to queue up again.
    let trace = linked("scenario=custom&faults=cut:A-service:0.03:4.7,crash:A:acquired");
    assert!(acquired(&trace, B).0 < acquired(&trace, A).0);
}

#[test]
fn a_waiter_that_was_cut_off_while_its_turn_came_still_gets_the_lock() {
    for service in WITH_TOKENS {
        // However short the cut, and whether a renewal is lost in it or not.
        for (start, length) in [("0.645", "0.05"), ("0.64", "0.021"), ("0.5", "2.2"), ("0.3", "4")]
        {
            let trace = linked(&format!(
                "service={}&scenario=custom&faults=cut:B-service:{start}:{length}",
                service.word()
            ));
            assert_eq!(fates(&trace), [(A, true), (B, true)], "{service:?} {start} {length}");
            assert!(acquired(&trace, B).0 < at(5_000), "{service:?} {start} {length}");
        }
    }
}

#[test]
fn a_waiter_of_etcd_without_a_session_that_missed_its_turn_takes_the_lock_if_it_does_not_look() {
    // C's turn comes just before it is cut off, and its session ends before it is back.
    let link = "scenario=custom&clients=3&work=3.84&faults=cut:C-service:7.99:4";
    let naive = linked(&[link, "&recheck=off"].concat());
    assert_eq!(naive.outcome.waiting, []);
    assert_eq!(fates(&naive), [(A, true), (B, true), (support::c(), true)]);
    assert_eq!(fates(&linked(link)), [(A, true), (B, true)]);
}

#[test]
fn two_cuts_of_the_same_link_are_one_until_both_are_over() {
    let trace = linked("scenario=custom&work=9&faults=cut:A-service:1:2,cut:A-service:2:3");
    let cuts = spans_of(&trace, SpanKind::Cut(None));
    let found: Vec<(Time, Time)> = cuts.iter().map(|span| (span.from, span.to)).collect();
    assert_eq!(found, [(at(1_000), at(5_000))]);
    let count = |is: fn(EventKind) -> bool| trace.events.iter().filter(|e| is(e.kind)).count();
    assert_eq!(count(|kind| matches!(kind, EventKind::CutOff { .. })), 1);
    assert_eq!(count(|kind| matches!(kind, EventKind::Reconnected { .. })), 1);
}

#[test]
fn a_cut_of_some_servers_leaves_the_others_and_the_storage_within_reach() {
    let trace = linked("service=redlock&scenario=custom&faults=cut:A-redis1:0,cut:A-redis2:0");
    assert_eq!(fates(&trace), [(A, true), (B, true)]);
    let keys = spans_of(&trace, SpanKind::Key(lock_simulator::sim::ServerId::FIRST));
    assert!(keys.iter().all(|span| span.client == B), "{keys:?}");
}
