//! What must come out of every service, scenario and storage policy.

mod support;

use lock_simulator::sim::{
    ClientId, Duration, Ended, Event, EventKind, Headline, Judge, Node, Observer as _, Outcome,
    Params, Policy, Refusal, RunEnd, Scenario, ServerId, ServiceKind, Time, Token, Version, Write,
};
use support::{
    A, B, WITH_TOKENS, WITH_VALUES, acquired, at, ended, ending, fates, first, granted, millis,
    run, seconds, services_and_policies, writes,
};

const TOKEN_A: Token = Token::FIRST;

fn token_b() -> Token {
    TOKEN_A.next()
}

/// The table: what is stored in the end, and the headline.
fn expected(
    scenario: Scenario,
    service: ServiceKind,
    storage: Policy,
) -> (Option<ClientId>, Headline) {
    use Scenario::{
        CheckPause, ClockJump, Crash, Custom, Delay, Failover, Normal, Overrun, Partition, Pause,
    };
    match (scenario, storage) {
        (Normal | Crash | Custom, _) => (Some(B), Headline::Safe),
        (Pause | CheckPause | Overrun | Delay | Partition, Policy::Any) => {
            (Some(A), Headline::Corrupted)
        }
        (Pause | CheckPause | Overrun | Delay | Partition, _) => (Some(B), Headline::Protected),
        (ClockJump | Failover, _) if WITH_TOKENS.contains(&service) => (Some(B), Headline::Safe),
        // Two promises at once. The first to write wins on condition of the version; B is the
        // last to leave its lock value.
        (ClockJump | Failover, Policy::Conditional) => (Some(A), Headline::AtRisk),
        (ClockJump | Failover, Policy::Value) => (Some(B), Headline::AtRisk),
        (ClockJump | Failover, _) => (Some(B), Headline::Corrupted),
    }
}

#[test]
fn every_service_scenario_and_policy_ends_as_the_table_says() {
    let mut runs = 0;
    for base in services_and_policies() {
        for &scenario in Scenario::ALL {
            let params = Params { scenario, ..base };
            let trace = run(params);
            assert_eq!(
                ending(&trace),
                expected(scenario, params.service, params.storage),
                "{params:?} {:?}",
                trace.outcome
            );
            runs += 1;
        }
    }
    assert_eq!(runs, 5 * 3 * 10, "every service has three policies");
}

#[test]
fn whether_two_could_rely_on_the_lock_at_once_is_a_matter_of_the_service() {
    for base in services_and_policies() {
        for &scenario in Scenario::ALL {
            let outcome = run(Params { scenario, ..base }).outcome;
            let services_fault = matches!(scenario, Scenario::ClockJump | Scenario::Failover)
                && WITH_VALUES.contains(&base.service);
            assert_eq!(!outcome.double.is_zero(), services_fault, "{scenario:?} {base:?}");
        }
    }
}

#[test]
fn in_a_failover_of_a_service_with_a_quorum_b_waits_longer() {
    for service in WITH_TOKENS {
        let wait =
            |scenario| acquired(&run(Params { service, scenario, ..Params::default() }), B).0;
        assert!(wait(Scenario::Normal) < wait(Scenario::Failover), "{service:?}");
    }
}

#[test]
fn a_short_pause_does_no_harm_with_or_without_fencing() {
    for base in services_and_policies() {
        for scenario in [
            Scenario::Pause,
            Scenario::CheckPause,
            Scenario::Overrun,
            Scenario::Delay,
            Scenario::Partition,
        ] {
            let trace = run(Params { scenario, pause: seconds(3), ..base });
            let outcome = &trace.outcome;
            let found = (outcome.stored, outcome.headline(), outcome.overlap);
            assert_eq!(found, (Some(B), Headline::Safe, Duration::ZERO), "{base:?}");
            assert_eq!(fates(&trace), [(A, true), (B, true)], "{base:?}");
        }
    }
}

#[test]
fn a_has_token_33_and_b_34_and_both_send_them_along() {
    assert_eq!((TOKEN_A.to_string(), token_b().to_string()), ("33".into(), "34".into()));
    for base in services_and_policies().filter(Params::has_tokens) {
        for &scenario in Scenario::ALL {
            let trace = run(Params { scenario, ..base });
            assert_eq!(acquired(&trace, A).1, Some(TOKEN_A), "{scenario:?} {base:?}");
            assert_eq!(acquired(&trace, B).1, Some(token_b()), "{scenario:?} {base:?}");
            for (write, _) in writes(&trace) {
                let own = if write.client == A { TOKEN_A } else { token_b() };
                assert_eq!(write.token, Some(own), "{scenario:?} {base:?}");
            }
        }
    }
}

#[test]
fn without_fencing_the_paused_client_overwrites_what_the_next_holder_wrote() {
    for &service in ServiceKind::ALL {
        let trace = run(Params { service, ..Params::default() });
        assert_eq!(fates(&trace), [(B, true), (A, true)], "{service:?}");
        let lease_over = ended(&trace, A, Ended::Expired);
        let b_holds = granted(&trace, B);
        let b_writes = first(
            &trace,
            |event| matches!(event.kind, EventKind::WriteAccepted { write, .. } if write.client == B),
        );
        let woke = first(&trace, |event| event.kind == EventKind::Woke);
        let a_writes = first(
            &trace,
            |event| matches!(event.kind, EventKind::WriteAccepted { write, .. } if write.client == A),
        );
        assert!(lease_over <= b_holds, "{service:?}");
        assert!(b_holds < b_writes && b_writes < woke && woke < a_writes, "{service:?}");
        assert_eq!(woke.since(first(&trace, paused)), seconds(8), "{service:?}");
        assert_eq!(trace.outcome.overwritten, 1, "{service:?}");
        let (_, _, until) = acquired(&trace, A);
        assert!(until < a_writes, "{service:?}: the write is late by A's own clock too");
    }
}

fn paused(event: &Event) -> bool {
    matches!(event.kind, EventKind::Paused { .. })
}

#[test]
fn with_fencing_the_write_with_33_is_refused_because_34_was_seen() {
    for service in WITH_TOKENS {
        let trace = run(Params { service, storage: Policy::Fencing, ..Params::default() });
        assert_eq!(fates(&trace), [(B, true), (A, false)], "{service:?}");
        let refusal = trace.events.iter().find_map(|event| match event.kind {
            EventKind::WriteRejected { write, why } => Some((write.token, why)),
            _ => None,
        });
        let why = Refusal::Token { highest: token_b() };
        assert_eq!(refusal, Some((Some(TOKEN_A), why)), "{service:?}");
        let answer = EventKind::WriteAnswered { accepted: false };
        let told = trace.events.iter().find(|event| event.kind == answer).and_then(Event::client);
        assert_eq!(told, Some(A), "{service:?}: A stops and reports it");
    }
}

#[test]
fn fencing_does_not_shorten_the_overlap_of_what_clients_believe() {
    for service in WITH_TOKENS {
        let overlap =
            |storage| run(Params { service, storage, ..Params::default() }).outcome.overlap;
        assert!(!overlap(Policy::Any).is_zero(), "{service:?}");
        assert_eq!(overlap(Policy::Any), overlap(Policy::Fencing), "{service:?}");
    }
}

#[test]
fn a_check_right_before_the_write_does_not_help_against_a_pause_after_it() {
    for &service in ServiceKind::ALL {
        let trace = run(Params { service, scenario: Scenario::CheckPause, ..Params::default() });
        let checked = first(&trace, |event| event.kind == EventKind::Checked { good: true });
        assert_eq!(checked, first(&trace, paused), "{service:?}: the pause comes right after it");
        let woke = first(&trace, |event| event.kind == EventKind::Woke);
        let sent = first(&trace, |event| {
            matches!(event.kind, EventKind::WriteSent { .. }) && event.client() == Some(A)
        });
        assert_eq!(woke, sent, "{service:?}: nothing comes between waking and writing");
        assert_eq!(fates(&trace), [(B, true), (A, true)], "{service:?}");
    }
}

#[test]
fn a_check_after_the_pause_and_obeying_the_lease_both_stop_the_late_write() {
    for &service in ServiceKind::ALL {
        for (check, obey) in [(true, false), (false, true)] {
            let trace = run(Params { service, check, obey, ..Params::default() });
            assert_eq!(fates(&trace), [(B, true)], "{service:?}");
            assert_eq!(trace.outcome.headline(), Headline::Safe, "{service:?}");
            let gave_up = |event: &&Event| matches!(event.kind, EventKind::GaveUp { .. });
            assert_eq!(trace.events.iter().filter(gave_up).count(), 1, "{service:?}");
        }
    }
}

#[test]
fn a_delayed_write_is_sent_in_time_and_arrives_late() {
    for &service in ServiceKind::ALL {
        let trace = run(Params { service, scenario: Scenario::Delay, ..Params::default() });
        let (write, _) = writes(&trace)[1];
        assert_eq!(write.client, A, "{service:?}");
        assert!(write.sent < acquired(&trace, A).2, "{service:?}");
        let arrives = first(
            &trace,
            |event| matches!(event.kind, EventKind::WriteAccepted { write, .. } if write.client == A),
        );
        assert_eq!(arrives.since(write.sent), millis(8_020), "{service:?}");
    }
}

#[test]
fn a_client_that_obeys_while_it_reads_does_not_begin_its_work() {
    // Every lease is over before the stored value can be read, and with some of the seeds that
    // comes before the answer to the release.
    let (latency, jitter, obey) = (seconds(5), seconds(5), true);
    for service in WITH_TOKENS {
        for seed in 0..20 {
            let params = Params { service, latency, jitter, obey, seed, ..Params::default() };
            let trace = run(params);
            assert_eq!(fates(&trace), [], "{params:?}");
            let reads = |event: &&Event| matches!(event.kind, EventKind::Read { .. });
            assert_eq!(trace.events.iter().find(reads), None, "{params:?}");
        }
    }
}

#[test]
fn after_a_crash_the_next_client_waits_for_the_lease_and_no_longer_than_the_service_takes() {
    // By when the lock is free: etcd scans every half second, ZooKeeper ends whole buckets, and
    // a client of Redis waits up to a quarter of a second for its next try.
    let latest = [
        ("etcd", 5_500),
        ("zookeeper", 7_000),
        ("redis", 5_400),
        ("redlock", 5_400),
        ("chubby", 5_020),
    ];
    for (service, latest) in latest {
        let service = ServiceKind::from_word(service).expect("the service is known");
        let trace = run(Params { service, scenario: Scenario::Crash, ..Params::default() });
        assert_eq!(fates(&trace), [(B, true)], "{service:?}");
        let free = granted(&trace, B);
        assert!(at(5_000) <= free && free <= at(latest), "{service:?}: {free}");
        let crashed = first(&trace, |event| event.kind == EventKind::Crashed);
        let held = ended(&trace, A, Ended::Expired).since(crashed);
        assert_eq!(trace.outcome.held_by_dead, held, "{service:?}");
    }
}

#[test]
fn a_write_within_its_senders_promise_is_never_called_late_even_if_the_lock_is_lost() {
    let server = Node::Server(ServerId::FIRST);
    let granted = |client| (server, EventKind::Granted { client, token: None });
    let acquired = |client| {
        (Node::Client(client), EventKind::Acquired { token: None, value: None, until: at(9_000) })
    };
    let accepted = |client, version| {
        let write =
            Write { client, token: None, value: None, base: Version::default(), sent: Time::ZERO };
        (Node::Storage, EventKind::WriteAccepted { write, version })
    };
    let version = Version::default().next();
    let story = [
        granted(A),
        acquired(A),
        (server, EventKind::Ended { client: A, why: Ended::Expired }),
        granted(B),
        acquired(B),
        accepted(B, version),
        accepted(A, version.next()),
    ];
    let mut judge = Judge::default();
    for (second, (actor, kind)) in story.into_iter().enumerate() {
        judge.observe(Event { at: Time::ZERO + seconds(second as u64), actor, kind });
    }
    let outcome = judge.conclude(RunEnd { at: at(7_000), ..RunEnd::default() });
    assert_eq!((outcome.late_accepted, outcome.overwritten, outcome.lost_updates), (0, 0, 1));
    assert_eq!(outcome.double, seconds(3));
}

#[test]
fn the_headline_is_the_worst_of_what_happened() {
    let nothing = Outcome::default();
    let overlap = Outcome { overlap: seconds(1), conflicts: 1, ..nothing.clone() };
    let refused = Outcome { late_rejected: 1, ..overlap.clone() };
    let late = Outcome { late_accepted: 1, ..refused.clone() };
    let double = Outcome { double: Duration::from_micros(1), ..refused.clone() };
    let lost = Outcome { lost_updates: 1, ..late.clone() };
    let overwritten = Outcome { overwritten: 1, ..double.clone() };
    for (outcome, headline) in [
        (nothing, Headline::Safe),
        // Beliefs that overlap are never more than safe or protected, and neither is a conflict.
        (overlap, Headline::Safe),
        (refused, Headline::Protected),
        (late, Headline::AtRisk),
        (double, Headline::AtRisk),
        (lost, Headline::Corrupted),
        (overwritten, Headline::Corrupted),
    ] {
        assert_eq!(outcome.headline(), headline, "{outcome:?}");
    }
    assert!(Headline::Corrupted < Headline::AtRisk && Headline::Protected < Headline::Safe);
}
