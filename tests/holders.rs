//! Two holders: whose fault that is, what careless clients of Redis do, and what becomes of a
//! waiter that has lost its session.

mod support;

use lock_simulator::sim::{
    ClientId, Ended, EventKind, GaveUp, Headline, ServiceKind, SpanKind, Time, Trace,
};
use lock_simulator::words;
use support::{
    A, B, WITH_TOKENS, acquired, at, c, ended, ending, fates, first, granted, has, linked, overlap,
    spans_of, when,
};

/// A's pause ends while B holds the lock, and A gives back what it does not have any more.
fn late_release(service: ServiceKind, more: &str) -> Trace {
    linked(&format!("service={}&scenario=pause&clients=3&work=4&pause=3{more}", service.word()))
}

#[test]
fn a_release_after_the_lease_is_over_never_frees_the_lock_of_the_next_holder() {
    for &service in ServiceKind::ALL {
        let trace = late_release(service, "");
        let late = when(&trace, A, EventKind::Releasing);
        let next = spans_of(&trace, SpanKind::Truth)
            .into_iter()
            .find(|span| span.client != A)
            .expect("somebody else holds the lock");
        assert!(next.from < late && late < next.to, "{service:?}: {late} within {next:?}");
        let ends = first(
            &trace,
            |event| matches!(event.kind, EventKind::Ended { client, .. } if client == next.client),
        );
        assert_eq!(ended(&trace, next.client, Ended::Released), ends, "{service:?}");
        assert_eq!(overlap(&spans_of(&trace, SpanKind::Promise)), None, "{service:?}");
    }
}

#[test]
fn a_naive_release_frees_the_lock_of_the_next_holder_and_a_third_client_gets_in() {
    let trace = late_release(ServiceKind::Redis, "&release=naive");
    let truths = spans_of(&trace, SpanKind::Truth);
    let holders: Vec<ClientId> = truths.iter().map(|span| span.client).collect();
    let [first, second, third] = holders[..] else { panic!("{truths:?}") };
    assert_eq!(first, A);
    let deleted = ended(&trace, second, Ended::Deleted { by: A });
    assert!(deleted < acquired(&trace, second).2, "{second} could still rely on it");
    assert!(acquired(&trace, third).0 < acquired(&trace, second).2);
    let promises = spans_of(&trace, SpanKind::Promise);
    let (one, other) = overlap(&promises).expect("two could rely on it at once");
    assert!(![one.client, other.client].contains(&A), "{one:?} {other:?}");
    let said = words::verdict(&trace);
    let expected = format!("A deleted {second}’s key when it meant to give back its own");
    assert!(said.what.contains("A’s write arrived") || said.what.contains(&expected), "{said:?}");
    // The careful script on the same run leaves the key alone.
    let safe = late_release(ServiceKind::Redis, "");
    assert!(!has(&safe, |kind| matches!(
        kind,
        EventKind::Ended { why: Ended::Deleted { .. }, .. }
    )));
}

#[test]
fn an_extension_that_does_not_look_revives_a_lock_that_was_gone() {
    let link = "service=redis&scenario=pause&pause=6&renew=on&work=3";
    let naive = linked(&[link, "&extend=naive"].concat());
    let grants: Vec<(ClientId, Time)> =
        spans_of(&naive, SpanKind::Truth).iter().map(|span| (span.client, span.from)).collect();
    // B holds the lock when A wakes, so A finds another value there and leaves it alone.
    assert_eq!(grants.iter().map(|(client, _)| *client).collect::<Vec<_>>(), [A, B]);
    // Where nobody else has come in between, A sets the key anew, as if nothing had been.
    let revived = linked(
        "service=redis&scenario=custom&extend=naive&renew=on&work=3&faults=pause:A:work~0.25:8,\
         pause:B:0.3:20",
    );
    let truths = spans_of(&revived, SpanKind::Truth);
    assert_eq!(truths.iter().filter(|span| span.client == A).count(), 2, "{truths:?}");
    assert!(!has(&revived, |kind| kind == EventKind::LearnedLoss));
    let careful = linked(
        "service=redis&scenario=custom&renew=on&work=3&faults=pause:A:work~0.25:8,pause:B:0.3:20",
    );
    assert!(has(&careful, |kind| kind == EventKind::LearnedLoss));
}

/// B is stopped from 1 s to 11 s, longer than its session lives, and A works until 15 s.
fn forgotten_waiter(service: ServiceKind, more: &str) -> Trace {
    linked(&format!(
        "service={}&scenario=custom&renew=on&work=15&faults=pause:B:1:10{more}",
        service.word()
    ))
}

#[test]
fn a_waiter_that_is_stopped_until_its_own_session_ends_does_not_get_the_lock() {
    for service in WITH_TOKENS {
        let trace = forgotten_waiter(service, "");
        let why = Ended::Expired;
        let gone = first(&trace, |event| event.kind == EventKind::WaiterGone { client: B, why });
        let told = when(&trace, B, EventKind::GaveUp { why: GaveUp::SessionEnded });
        assert!(gone < told && told < at(11_100), "{service:?}: {told}");
        assert_eq!(fates(&trace), [(A, true)], "{service:?}");
        assert_eq!(ending(&trace), (Some(A), Headline::Safe), "{service:?}");
    }
}

#[test]
fn it_does_not_get_the_lock_either_if_it_wakes_when_the_lock_is_free() {
    for service in WITH_TOKENS {
        let trace =
            linked(&format!("service={}&scenario=custom&faults=pause:B:0.3:10", service.word()));
        // B's turn came while it was stopped, and went by.
        assert_eq!(granted(&trace, B), ended(&trace, A, Ended::Released), "{service:?}");
        assert!(ended(&trace, B, Ended::Expired) < at(10_300), "{service:?}");
        let why = GaveUp::SessionEnded;
        assert!(when(&trace, B, EventKind::GaveUp { why }) < at(10_400), "{service:?}");
        assert_eq!(fates(&trace), [(A, true)], "{service:?}");
    }
}

#[test]
fn a_waiter_of_etcd_that_does_not_look_for_its_own_key_takes_a_lock_that_it_does_not_have() {
    let trace = forgotten_waiter(ServiceKind::Etcd, "&recheck=off&clients=3");
    // The service gives the lock to C, and B takes it for its own at the same time.
    assert!(!spans_of(&trace, SpanKind::Truth).iter().any(|span| span.client == B));
    let [b, third] = [B, c()].map(|client| acquired(&trace, client).0);
    assert!(b < granted(&trace, c()) + support::seconds(1) && third > at(15_000));
    assert!(!trace.outcome.overlap.is_zero());
    assert!(trace.outcome.double.is_zero(), "B was promised nothing");
    assert_eq!(trace.outcome.headline(), Headline::Corrupted);
    assert_eq!(trace.outcome.lost_updates, 1);
    let looks = forgotten_waiter(ServiceKind::Etcd, "&clients=3");
    assert_eq!(fates(&looks), [(A, true), (c(), true)]);
    assert_eq!(looks.outcome.headline(), Headline::Safe);
}

#[test]
fn a_client_that_never_held_the_lock_and_has_read_what_it_replaces_harms_nobody_this_time() {
    let trace = forgotten_waiter(ServiceKind::Etcd, "&recheck=off");
    assert_eq!(fates(&trace), [(A, true), (B, true)]);
    assert_eq!((trace.outcome.overwritten, trace.outcome.lost_updates), (0, 0));
    assert_eq!(ending(&trace), (Some(B), Headline::AtRisk));
}

#[test]
fn two_holders_by_the_fault_of_the_service_are_told_apart_from_one_that_outlived_its_lease() {
    for link in [
        "service=redis&scenario=clock-jump",
        "service=redlock&scenario=clock-jump",
        "service=redis&scenario=failover",
        "service=redlock&scenario=failover",
    ] {
        let trace = linked(link);
        let said = words::verdict(&trace).what;
        assert!(!trace.outcome.double.is_zero(), "{link}");
        assert!(said.starts_with("Two clients could rely on the lock at once"), "{link}: {said}");
    }
    for &service in ServiceKind::ALL {
        for scenario in ["pause", "check-pause", "overrun", "partition"] {
            let trace = linked(&format!("service={}&scenario={scenario}", service.word()));
            let said = words::verdict(&trace).what;
            assert!(trace.outcome.double.is_zero(), "{service:?} {scenario}");
            assert!(!trace.outcome.overlap.is_zero(), "{service:?} {scenario}");
            assert!(said.starts_with("A’s write arrived"), "{service:?} {scenario}: {said}");
        }
    }
}

#[test]
fn a_lock_that_is_lost_stays_lost_whatever_a_late_answer_says() {
    let failovers = [0.0, 1.9, 2.8, 3.7, 4.6].map(|at| format!("failover:service:{at}"));
    for service in WITH_TOKENS {
        let trace = linked(&format!(
            "service={}&lease=2&renew=on&work=20&scenario=custom&faults={}",
            service.word(),
            failovers.join(",").replacen(":0,", ":acquired,", 1)
        ));
        let lost = trace.events.iter().position(|event| {
            event.client() == Some(A) && matches!(event.kind, EventKind::LearnedLoss)
        });
        let after = trace.events.iter().skip(lost.unwrap_or(trace.events.len()));
        let revived = |event: &&lock_simulator::sim::Event| {
            event.client() == Some(A) && matches!(event.kind, EventKind::Extended { .. })
        };
        assert_eq!(after.filter(revived).count(), 0, "{}", service.word());
    }
}

#[test]
fn a_replica_takes_over_from_a_primary_that_is_dead() {
    let trace =
        linked("service=redis&scenario=custom&faults=crash:redis1:work,failover:service:work~0.1");
    assert_eq!(trace.outcome.waiting, []);
    assert_eq!(trace.outcome.waits.len(), 2, "{:?}", trace.outcome.waits);
}
