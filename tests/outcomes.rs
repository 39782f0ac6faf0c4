//! What must come out of every service, scenario and storage policy.

mod support;

use lock_simulator::sim::{
    ClientId, Duration, Ended, Event, EventKind, GaveUp, Headline, Judge, Node, Observer as _,
    Params, Policy, Scenario, ServerId, ServiceKind, Setup, SpanKind, Time, Token, Trace, Version,
    Write,
};
use support::{at, millis, run, seconds};

const A: ClientId = ClientId::A;
const B: ClientId = ClientId::B;
const TOKEN_A: Token = Token::FIRST;

fn token_b() -> Token {
    TOKEN_A.next()
}

/// The table: without a check, and with fencing where there are tokens.
fn expected(
    scenario: Scenario,
    service: ServiceKind,
    storage: Policy,
) -> (Option<ClientId>, Headline) {
    use Scenario::{CheckPause, ClockJump, Crash, Delay, Normal, Overrun, Pause};
    match (scenario, storage) {
        (Normal | Crash, _) => (Some(B), Headline::Safe),
        (Pause | CheckPause | Overrun | Delay, Policy::Any) => (Some(A), Headline::Corrupted),
        (Pause | CheckPause | Overrun | Delay, Policy::Fencing) => (Some(B), Headline::Protected),
        (ClockJump, _) => match service {
            ServiceKind::Etcd | ServiceKind::ZooKeeper => (Some(B), Headline::Safe),
            ServiceKind::Redis | ServiceKind::Redlock => (Some(B), Headline::Corrupted),
        },
    }
}

/// Every service with every policy that it can have.
fn services_and_policies() -> impl Iterator<Item = Params> {
    ServiceKind::ALL.iter().flat_map(|&service| {
        let possible = move |&&storage: &&Policy| service.has_tokens() || storage == Policy::Any;
        let params = move |&storage| Params { service, storage, ..Params::default() };
        Policy::ALL.iter().filter(possible).map(params)
    })
}

/// The moment of the first event of a kind.
fn first(trace: &Trace, is: impl Fn(&Event) -> bool) -> Time {
    let event = trace.events.iter().find(|event| is(event));
    event.unwrap_or_else(|| panic!("no such event in {:#?}", trace.events)).at
}

fn granted(trace: &Trace, me: ClientId) -> Time {
    first(trace, |event| matches!(event.kind, EventKind::Granted { client, .. } if client == me))
}

fn ended(trace: &Trace, me: ClientId, why: Ended) -> Time {
    first(trace, |event| event.kind == EventKind::Ended { client: me, why })
}

fn acquired(trace: &Trace, me: ClientId) -> (Time, Option<Token>, Time) {
    let found = trace.events.iter().find_map(|event| match event.kind {
        EventKind::Acquired { token, until, .. } if event.client() == Some(me) => {
            Some((event.at, token, until))
        }
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{me} never got the lock in {:#?}", trace.events))
}

/// The writes as they came to the storage, with whether it took them.
fn writes(trace: &Trace) -> Vec<(Write, bool)> {
    let verdict = |event: &Event| match event.kind {
        EventKind::WriteAccepted { write, .. } => Some((write, true)),
        EventKind::WriteRejected { write, .. } => Some((write, false)),
        _ => None,
    };
    trace.events.iter().filter_map(verdict).collect()
}

/// Who wrote, in order, and whether the storage took it.
fn fates(trace: &Trace) -> Vec<(ClientId, bool)> {
    writes(trace).iter().map(|(write, taken)| (write.client, *taken)).collect()
}

#[test]
fn every_service_scenario_and_policy_ends_as_the_table_says() {
    let mut runs = 0;
    for base in services_and_policies() {
        for &scenario in Scenario::ALL {
            let params = Params { scenario, ..base };
            let trace = run(params);
            let found = (trace.outcome.stored, trace.outcome.headline());
            assert_eq!(
                found,
                expected(scenario, params.service, params.storage),
                "{params:?} {:?}",
                trace.outcome
            );
            runs += 1;
        }
    }
    assert_eq!(runs, 2 * 7 * 2 + 2 * 7);
}

#[test]
fn a_pause_that_leaves_a_time_to_finish_does_no_harm_with_or_without_fencing() {
    for base in services_and_policies() {
        for scenario in [Scenario::Pause, Scenario::CheckPause, Scenario::Overrun, Scenario::Delay]
        {
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
    for base in services_and_policies().filter(|params| params.service.has_tokens()) {
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
    for service in [ServiceKind::Etcd, ServiceKind::ZooKeeper] {
        let trace = run(Params { service, storage: Policy::Fencing, ..Params::default() });
        assert_eq!(fates(&trace), [(B, true), (A, false)], "{service:?}");
        let refusal = trace.events.iter().find_map(|event| match event.kind {
            EventKind::WriteRejected { write, highest } => Some((write.token, highest)),
            _ => None,
        });
        assert_eq!(refusal, Some((Some(TOKEN_A), token_b())), "{service:?}");
        let answer = EventKind::WriteAnswered { accepted: false };
        let told = trace.events.iter().find(|event| event.kind == answer).and_then(Event::client);
        assert_eq!(told, Some(A), "{service:?}: A stops and reports it");
    }
}

#[test]
fn fencing_does_not_shorten_the_overlap_of_what_clients_believe() {
    for service in [ServiceKind::Etcd, ServiceKind::ZooKeeper] {
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
fn a_client_that_obeys_while_it_reads_does_not_begin_its_work() {
    // Every lease is over before the stored value can be read, and with some of the seeds that
    // comes before the answer to the release.
    let (latency, jitter, obey) = (seconds(5), seconds(5), true);
    for service in [ServiceKind::Etcd, ServiceKind::ZooKeeper] {
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
fn after_a_crash_the_next_client_waits_for_the_lease_and_no_longer_than_the_service_takes() {
    // By when the lock is free: etcd scans every half second, ZooKeeper ends whole buckets, and
    // a client of Redis waits up to a quarter of a second for its next try.
    let latest = [("etcd", 5_500), ("zookeeper", 7_000), ("redis", 5_400), ("redlock", 5_400)];
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
fn when_one_clock_of_redlock_jumps_two_clients_rely_on_the_lock_at_once() {
    let params = Params {
        service: ServiceKind::Redlock,
        scenario: Scenario::ClockJump,
        ..Params::default()
    };
    let trace = run(params);
    let spans = trace.spans();
    let promise = |me| {
        let found = spans.iter().find(|span| span.kind == SpanKind::Promise && span.client == me);
        found.expect("the client was promised the lock")
    };
    let from = promise(A).from.max(promise(B).from);
    let to = promise(A).to.min(promise(B).to);
    assert!(from < to);
    assert_eq!(trace.outcome.double, to.since(from));

    let servers = |me: ClientId, instant: Time| -> Vec<usize> {
        let held = spans.iter().filter_map(|span| match span.kind {
            SpanKind::Key(server) if span.client == me => {
                (span.from <= instant && instant < span.to).then(|| server.index() + 1)
            }
            _ => None,
        });
        let mut servers: Vec<usize> = held.collect();
        servers.sort_unstable();
        servers
    };
    let jump = first(&trace, |event| matches!(event.kind, EventKind::Jumped { .. }));
    assert_eq!(jump, acquired(&trace, A).0, "right after A has acquired");
    let before = jump - Duration::from_micros(1);
    assert_eq!((servers(A, before), servers(B, before)), (vec![1, 2, 3], vec![]));
    assert_eq!((servers(A, from), servers(B, from)), (vec![1, 2], vec![3, 4, 5]));
    let jumps: Vec<Node> = trace
        .events
        .iter()
        .filter(|event| matches!(event.kind, EventKind::Jumped { .. }))
        .map(|event| event.actor)
        .collect();
    assert!(matches!(jumps[..], [Node::Server(server)] if server.number() == 3), "{jumps:?}");
    assert_eq!(fates(&trace), [(A, true), (B, true)]);
    assert_eq!((trace.outcome.lost_updates, trace.outcome.late_accepted), (1, 0));
}

#[test]
fn when_the_clock_of_redis_jumps_its_key_is_gone_at_once_and_a_relies_on_it_still() {
    let params =
        Params { service: ServiceKind::Redis, scenario: Scenario::ClockJump, ..Params::default() };
    let trace = run(params);
    let (learned, _, until) = acquired(&trace, A);
    assert_eq!(ended(&trace, A, Ended::Expired), learned);
    assert!(acquired(&trace, B).0 < until);
    assert_eq!((trace.outcome.lost_updates, trace.outcome.late_accepted), (1, 0));
}

#[test]
fn the_clock_jump_leaves_the_monotonic_leases_of_etcd_and_zookeeper_alone() {
    for service in [ServiceKind::Etcd, ServiceKind::ZooKeeper] {
        let params = Params { service, ..Params::default() };
        let calm = run(Params { scenario: Scenario::Normal, ..params });
        let mut jumped = run(Params { scenario: Scenario::ClockJump, ..params });
        jumped.events.retain(|event| !matches!(event.kind, EventKind::Jumped { .. }));
        assert_eq!(jumped.events, calm.events, "{service:?}");
        assert_eq!(jumped.outcome, calm.outcome, "{service:?}");
    }
}

#[test]
fn fencing_is_not_to_be_had_where_there_are_no_tokens() {
    for service in [ServiceKind::Redis, ServiceKind::Redlock] {
        let params = Params { service, storage: Policy::Fencing, ..Params::default() };
        assert!(Setup::new(params).is_err(), "{service:?}");
        let trace = run(Params { service, ..Params::default() });
        assert!(writes(&trace).iter().all(|(write, _)| write.token.is_none()), "{service:?}");
    }
}

#[test]
fn redlock_may_be_relied_on_for_the_ttl_less_one_percent_less_2_ms_less_the_time_it_took() {
    for latency in [0, 20, 400] {
        let latency = millis(latency);
        let params = Params { service: ServiceKind::Redlock, latency, ..Params::default() };
        let (learned, _, until) = acquired(&run(params), A);
        let elapsed = learned.since(Time::ZERO);
        assert_eq!(elapsed, latency * 2);
        assert_eq!(until.since(learned), millis(4_948).saturating_sub(elapsed));
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
    for service in [ServiceKind::Redis, ServiceKind::Redlock] {
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

/// What becomes of a pause, by its length: the headline from each change on, by sampling every
/// ten milliseconds.
fn bands(service: ServiceKind, storage: Policy, work: Duration) -> Vec<(u64, Headline)> {
    let headline = |pause| {
        run(Params { service, storage, pause: millis(pause), work, ..Params::default() })
            .outcome
            .headline()
    };
    let mut bands: Vec<(u64, Headline)> = Vec::new();
    for pause in (0..=9_000).step_by(10) {
        let headline = headline(pause);
        if bands.last().is_none_or(|(_, last)| *last != headline) {
            bands.push((pause, headline));
        }
    }
    bands
}

#[test]
fn by_its_length_a_pause_is_safe_then_a_risk_then_an_update_is_lost_and_then_fencing_helps() {
    use Headline::{AtRisk, Corrupted, Protected, Safe};
    let work = millis(500);
    let headlines = |bands: &[(u64, Headline)]| -> Vec<Headline> {
        bands.iter().map(|(_, headline)| *headline).collect()
    };
    for &service in ServiceKind::ALL {
        let any = bands(service, Policy::Any, work);
        assert_eq!(headlines(&any), [Safe, AtRisk, Corrupted], "{service:?} {any:?}");
        // A has done its first quarter of a second when it stops at 0.33 s, and has another
        // quarter left and its write to send.
        assert!(any[1].0 >= 4_400, "{service:?} {any:?}");
        if service.has_tokens() {
            let fenced = bands(service, Policy::Fencing, work);
            let expected = [Safe, AtRisk, Corrupted, Protected];
            assert_eq!(headlines(&fenced), expected, "{service:?} {fenced:?}");
            assert_eq!(fenced[..3], any[..], "{service:?}: fencing helps only once B has written");
        }
    }
}

#[test]
fn the_bands_of_a_pause_begin_where_the_service_and_the_next_holder_put_them() {
    use Headline::{AtRisk, Corrupted, Protected, Safe};
    // A's write arrives 0.6 s after the pause: 0.33 + pause + 0.25 + 0.02. The lease of etcd is
    // revoked at 5.5 s, B's read reaches the storage at 5.58 s and its write at 6.12 s.
    let bands = bands(ServiceKind::Etcd, Policy::Fencing, millis(500));
    assert_eq!(bands, [(0, Safe), (4_900, AtRisk), (4_990, Corrupted), (5_530, Protected)]);
}

#[test]
fn a_stale_write_between_read_and_write_of_the_next_holder_loses_an_update_in_spite_of_fencing() {
    let params = Params { storage: Policy::Fencing, pause: seconds(5), ..Params::default() };
    let trace = run(params);
    assert_eq!(fates(&trace), [(A, true), (B, true)]);
    let based_on: Vec<Version> = writes(&trace).iter().map(|(write, _)| write.base).collect();
    assert_eq!(based_on, [Version::default(), Version::default()]);
    assert_eq!((trace.outcome.lost_updates, trace.outcome.overwritten), (1, 0));
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
fn a_write_within_its_senders_promise_is_never_called_late_even_if_the_lock_is_lost() {
    let server = Node::Server(ServerId::FIRST);
    let granted = |client| (server, EventKind::Granted { client, token: None });
    let acquired = |client| {
        (Node::Client(client), EventKind::Acquired { token: None, value: None, until: at(9_000) })
    };
    let accepted = |client, version| {
        let write = Write { client, token: None, base: Version::default(), sent: Time::ZERO };
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
    let outcome = judge.conclude(at(7_000), Vec::new());
    assert_eq!((outcome.late_accepted, outcome.overwritten, outcome.lost_updates), (0, 0, 1));
    assert_eq!(outcome.double, seconds(3));
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
