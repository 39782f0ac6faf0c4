//! What is peculiar to Chubby: the lock-delay, sequencers, jeopardy and grace.

mod support;

use lock_simulator::sim::{
    Ended, EventKind, GapKind, Headline, Refusal, SpanKind, Time, Token, Trace,
};
use support::{
    A, B, acquired, arrived, at, ended, ending, fates, first, granted, has, linked, overlap,
    seconds, spans_of, when, writes,
};

/// Whether two clients ever hold the lock, or may rely on it, at the same time.
fn two_holders(trace: &Trace) -> bool {
    [SpanKind::Truth, SpanKind::Promise]
        .iter()
        .any(|&kind| overlap(&spans_of(trace, kind)).is_some())
}

#[test]
fn a_lock_delay_longer_than_the_rest_of_the_pause_makes_b_wait_until_a_has_written() {
    let trace = linked("service=chubby&lockdelay=10");
    let (held_back, until) = (ended(&trace, A, Ended::Expired), at(15_020));
    assert_eq!((held_back, granted(&trace, B)), (at(5_020), until));
    assert!(has(&trace, |kind| kind == EventKind::HeldBack { until }));
    let gaps = trace.gaps();
    assert!(
        matches!(gaps[..], [gap] if (gap.kind, gap.from, gap.to)
            == (GapKind::HeldBack, held_back, until)),
        "{gaps:?}"
    );
    // A's write arrives unopposed: nobody holds the lock, and nobody believes so but A.
    let late = arrived(&trace, A);
    assert!(held_back < late && late < until);
    assert_eq!(fates(&trace), [(A, true), (B, true)]);
    assert!(!two_holders(&trace));
    assert_eq!(trace.outcome.overlap, seconds(0));
    assert_eq!((trace.outcome.lost_updates, trace.outcome.overwritten), (0, 0));
    // It came when A had no lock any more, so it was luck all the same.
    assert_eq!(ending(&trace), (Some(B), Headline::AtRisk));
    assert_eq!(writes(&trace)[1].0.base, writes(&trace)[0].0.base.next(), "B read what A wrote");
}

#[test]
fn the_latest_sequencer_seen_does_not_refuse_the_late_write_and_chubby_itself_does() {
    let observed = linked("service=chubby&lockdelay=10&storage=fencing");
    assert_eq!(fates(&observed), [(A, true), (B, true)]);
    let checked = linked("service=chubby&lockdelay=10&storage=fencing&sequencer=checked");
    assert_eq!(fates(&checked), [(A, false), (B, true)]);
    assert!(has(&checked, |kind| {
        matches!(kind, EventKind::WriteRejected { why: Refusal::Sequencer, .. })
    }));
    assert_eq!(ending(&checked), (Some(B), Headline::Protected));
    assert!(!two_holders(&checked));
}

#[test]
fn a_lock_that_is_given_back_is_free_at_once_in_spite_of_the_lock_delay() {
    let trace = linked("service=chubby&lockdelay=60&scenario=normal");
    assert_eq!(granted(&trace, B), ended(&trace, A, Ended::Released));
    assert!(!has(&trace, |kind| matches!(kind, EventKind::HeldBack { .. })));
    assert_eq!(trace.events, linked("service=chubby&scenario=normal").events);
}

#[test]
fn the_lock_delay_comes_on_top_of_the_lease_after_a_crash() {
    for (link, free) in [("", 5_020), ("&lockdelay=7.5", 12_520), ("&lockdelay=60", 65_020)] {
        let trace = linked(&["service=chubby&scenario=crash", link].concat());
        assert_eq!(granted(&trace, B), at(free), "{link}");
        assert_eq!(ending(&trace), (Some(B), Headline::Safe), "{link}");
    }
}

#[test]
fn a_waiter_whose_session_ends_leaves_no_lock_delay_behind() {
    let trace = linked(
        "service=chubby&lockdelay=30&scenario=custom&clients=3&work=9&renew=on&faults=crash:B:1",
    );
    assert!(!has(&trace, |kind| matches!(kind, EventKind::HeldBack { .. })));
    assert_eq!(trace.outcome.waiting, []);
}

#[test]
fn the_generation_number_rises_when_the_lock_is_got_and_not_while_clients_wait() {
    // B dies while it waits, so C is the second to hold the lock. In etcd it has B's place
    // before it, and with it token 35.
    let link = |service| {
        format!("service={service}&clients=3&scenario=custom&work=8&renew=on&faults=crash:B:1")
    };
    let second = Token::FIRST.next();
    assert_eq!(acquired(&linked(&link("chubby")), support::c()).1, Some(second));
    assert_eq!(acquired(&linked(&link("etcd")), support::c()).1, Some(second.next()));
    assert_eq!(acquired(&linked(&link("zookeeper")), support::c()).1, Some(second.next()));
}

#[test]
fn a_holder_out_of_touch_is_in_jeopardy_when_its_own_lease_is_over_before_the_master_ends_it() {
    let trace = linked("service=chubby&scenario=partition");
    let doubt = when(&trace, A, EventKind::InDoubt);
    let over = when(&trace, A, EventKind::PromiseOver);
    assert_eq!(doubt, over);
    assert!(doubt < ended(&trace, A, Ended::Expired));
    // The last renewal that was answered was asked for before the cut, and counts from then.
    assert!(
        doubt <= first(&trace, |event| matches!(event.kind, EventKind::CutOff { .. })) + seconds(5)
    );
    let obeys = linked("service=chubby&scenario=partition&obey=on");
    assert_eq!(fates(&obeys), [(B, true)]);
    assert_eq!(ending(&obeys), (Some(B), Headline::Safe));
    assert_eq!(obeys.outcome.overlap, seconds(0));
}

/// A renews and works for a hundred seconds, and cannot reach Chubby for a while of that.
fn cut_for(length: u64) -> Trace {
    linked(&format!(
        "service=chubby&scenario=custom&work=100&renew=on&faults=cut:A-service:2:{length}"
    ))
}

#[test]
fn after_45_s_of_grace_a_client_takes_its_session_for_lost_by_itself() {
    let trace = cut_for(90);
    let doubt = when(&trace, A, EventKind::InDoubt);
    assert_eq!(when(&trace, A, EventKind::LearnedLoss), doubt + seconds(45));
    assert!(when(&trace, A, EventKind::LearnedLoss) < at(92_000), "it was cut off all the time");
}

#[test]
fn within_the_grace_the_next_answer_tells_whether_the_session_still_lives() {
    // Longer than the lease: the next answer says that the session is lost.
    let lost = cut_for(20);
    let told = when(&lost, A, EventKind::LearnedLoss);
    assert!(at(22_000) < told && told < at(22_600), "{told}");
    // Shorter than the lease by the master's clock: the client was never in doubt.
    let kept = cut_for(2);
    for kind in [EventKind::InDoubt, EventKind::LearnedLoss] {
        assert!(!has(&kept, |found| found == kind), "{kind:?}");
    }
    // In between: it was in jeopardy, but the master changed meanwhile and gave it more time.
    let trace = linked(
        "service=chubby&scenario=custom&work=30&renew=on&faults=cut:A-service:2:6,\
         failover:service:5",
    );
    let back = when(&trace, A, EventKind::BackInTouch);
    assert!(when(&trace, A, EventKind::InDoubt) < back);
    assert!(!has(&trace, |kind| kind == EventKind::LearnedLoss));
    assert_eq!(fates(&trace), [(A, true), (B, true)]);
    assert!(back > Time::ZERO);
}
