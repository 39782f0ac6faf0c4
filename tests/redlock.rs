//! What is peculiar to Redlock: several servers, a majority of them, and how long it may be relied
//! on.

mod support;

use lock_simulator::sim::{
    ClientId, Duration, Ended, EventKind, Headline, Node, Params, Scenario, ServiceKind, SpanKind,
    Time, Trace,
};
use lock_simulator::words;
use support::{
    A, B, acquired, at, ending, fates, first, granted, has, linked, millis, run, seconds,
};

/// A reaches the first `reached` of five servers. Right after it has acquired the lock, `what`
/// happens to the last `failing` of these.
fn some_fail(reached: u8, failing: u8, what: impl Fn(u8) -> String) -> Trace {
    let cuts = (reached + 1..=5).map(|server| format!("cut:A-redis{server}:0"));
    let fails = (reached - failing + 1..=reached).map(what);
    let faults: Vec<String> = cuts.chain(fails).collect();
    // A works for as long as it may rely on the lock, so there is time enough for B to get it.
    linked(&format!("service=redlock&scenario=custom&work=4.8&faults={}", faults.join(",")))
}

/// Whether B gets the lock while A may still rely on it.
fn lets_b_in(trace: &Trace) -> bool {
    let (_, _, until) = acquired(trace, A);
    granted(trace, B) < until && !trace.outcome.double.is_zero()
}

#[test]
fn b_gets_in_if_and_only_if_the_servers_out_of_reach_and_those_that_jump_are_a_majority() {
    for reached in 3..=5 {
        for jumped in 0..=reached {
            let trace =
                some_fail(reached, jumped, |server| format!("jump:redis{server}:acquired:6"));
            let expected = (5 - reached) + jumped >= 3;
            assert_eq!(lets_b_in(&trace), expected, "{reached} reached, {jumped} jumped");
        }
    }
}

#[test]
fn servers_that_forget_let_b_in_like_clocks_that_jump_if_they_are_back_too_soon() {
    for reached in 3..=5 {
        for restarted in 0..=reached {
            let expected = (5 - reached) + restarted >= 3;
            let prompt =
                some_fail(reached, restarted, |server| format!("crash:redis{server}:acquired:0.1"));
            assert_eq!(lets_b_in(&prompt), expected, "{reached} reached, {restarted} restarted");
            let delayed =
                some_fail(reached, restarted, |server| format!("crash:redis{server}:acquired:6"));
            assert!(!lets_b_in(&delayed), "{reached} reached, {restarted} stayed away");
        }
    }
}

#[test]
fn a_server_that_stays_away_until_every_key_is_over_is_the_remedy_for_lost_memory() {
    let trace = linked("service=redlock&scenario=failover");
    assert_eq!(ending(&trace), (Some(B), Headline::Corrupted));
    let verdict = words::verdict(&trace);
    assert!(verdict.what.contains("redis 3 came back without its memory"), "{}", verdict.what);
    assert!(verdict.remedy.contains("stayed away"), "{}", verdict.remedy);
    let delayed = linked("service=redlock&scenario=failover&restart=delayed");
    assert_eq!(ending(&delayed), (Some(B), Headline::Safe));
    assert_eq!(delayed.outcome.double, Duration::ZERO);
    assert!(has(&delayed, |kind| kind == EventKind::ServerDown { down: Some(seconds(6)) }));
}

#[test]
fn a_client_of_redlock_needs_a_majority_of_seven_or_three_too() {
    for (nodes, kept) in [(3, 2), (5, 3), (7, 4)] {
        let base = format!("service=redlock&nodes={nodes}&scenario=custom&faults=");
        let cut = |from: u8| {
            (from..=nodes).map(|server| format!("cut:A-redis{server}:0")).collect::<Vec<_>>()
        };
        let reaches = linked(&(base.clone() + &cut(kept + 1).join(",")));
        assert_eq!(fates(&reaches), [(A, true), (B, true)], "{nodes}");
        let short = linked(&(base + &cut(kept).join(",")));
        assert_eq!(fates(&short), [(B, true)], "{nodes}");
        assert_eq!(short.outcome.waiting, [A], "{nodes}");
    }
}

#[test]
fn a_client_that_cannot_reach_a_majority_never_gets_the_lock_and_keeps_nobody_from_it() {
    let trace = linked(
        "service=redlock&scenario=custom&faults=cut:A-redis3:0,cut:A-redis4:0,cut:A-redis5:0",
    );
    assert_eq!(fates(&trace), [(B, true)]);
    assert_eq!(trace.outcome.waiting, [A]);
    let refused = |event: &lock_simulator::sim::Event| {
        event.client() == Some(A)
            && matches!(event.kind, EventKind::Refused { won, .. } if won <= 2)
    };
    assert!(trace.events.iter().any(refused));
    // It gives back at once what it has got, and never keeps a key for long.
    let keys = trace.spans().into_iter().filter(|span| span.client == A);
    for key in keys.filter(|span| matches!(span.kind, SpanKind::Key(_))) {
        assert!(key.to.since(key.from) < millis(200), "{key:?}");
    }
    assert!(words::verdict(&trace).what.contains("A was still waiting"));
}

#[test]
fn a_cut_of_some_servers_that_ends_lets_the_client_go_on() {
    let cuts = [3, 4, 5].map(|server| format!("cut:A-redis{server}:0:3")).join(",");
    let trace = linked(&format!("service=redlock&scenario=custom&faults={cuts}"));
    assert_eq!(fates(&trace), [(B, true), (A, true)]);
    assert!(at(3_000) <= acquired(&trace, A).0);
}

#[test]
fn an_acquisition_that_takes_longer_than_the_validity_gets_no_lock() {
    // 500 ms less 1 percent less 2 ms leave 493 ms. A way of 246 ms there and back fits in.
    for (latency, got) in [(246, true), (247, false), (300, false)] {
        let link = format!("service=redlock&scenario=normal&lease=0.5&latency={latency}");
        let trace = linked(&link);
        let acquired =
            trace.events.iter().any(|event| matches!(event.kind, EventKind::Acquired { .. }));
        assert_eq!(acquired, got, "{latency}");
        let won = has(&trace, |kind| matches!(kind, EventKind::Refused { won: 5, .. }));
        assert_eq!(won, !got, "{latency}: all servers said yes, and it was too late");
        if !got {
            assert_eq!((trace.outcome.accepted, trace.outcome.stored), (0, None));
        }
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
    // A server that does not answer takes 50 ms, and they count too.
    let trace = linked("service=redlock&scenario=custom&faults=cut:A-redis5:0");
    let (learned, _, until) = acquired(&trace, A);
    assert_eq!((learned, until), (at(50), at(4_948)));
}

#[test]
fn a_client_unlocks_all_servers_after_a_try_that_failed_and_tries_again_after_a_random_delay() {
    let trace = linked("service=redlock&scenario=crash&clients=3");
    let delays: Vec<Duration> = trace
        .events
        .iter()
        .filter_map(|event| match event.kind {
            EventKind::Refused { retry_in, .. } => Some(retry_in),
            _ => None,
        })
        .collect();
    assert!(delays.len() > 20);
    assert!(delays.iter().all(|delay| (millis(200)..=millis(250)).contains(delay)), "{delays:?}");
    assert!(delays.windows(2).any(|two| two[0] != two[1]), "{delays:?}");
    // Whatever a client that lost had got is gone again when it asks the next time.
    for client in ClientId::first(3).skip(1) {
        let mut keys = 0_i32;
        let got = acquired(&trace, client).0;
        for event in trace.events.iter().take_while(|event| event.at < got) {
            match event.kind {
                EventKind::KeySet { client: whose, .. } if whose == client => keys += 1,
                EventKind::KeyGone { client: whose, why } if whose == client => {
                    assert!(matches!(why, Ended::Released), "{why:?}");
                    keys -= 1;
                }
                EventKind::Asked if event.client() == Some(client) => assert_eq!(keys, 0),
                _ => {}
            }
        }
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
    let before = Time::from_micros(jump.as_micros() - 1);
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
