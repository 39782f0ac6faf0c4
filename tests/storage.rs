//! What each storage policy is good for, over random runs and in the cases that matter.

mod support;

use lock_simulator::sim::{
    EventKind, FaultKind, Headline, Params, Policy, Refusal, Scenario, ServiceKind, Setup, Token,
    Trace, Version,
};
use lock_simulator::words;
use proptest::prelude::*;
use support::{
    A, B, WITH_TOKENS, WITH_VALUES, custom_setups, ending, fates, has, linked, millis, run,
    seconds, setups, writes,
};

/// The same setup with another storage.
fn with(setup: Setup, storage: Policy, mark: bool) -> Option<Setup> {
    Setup::new(Params { storage, mark, ..*setup.params() }).ok()
}

/// Whether a single Redis may hand out a token twice: it has forgotten its counter.
fn tokens_may_repeat(setup: &Setup) -> bool {
    let forgets = |kind| matches!(kind, FaultKind::Failover | FaultKind::Restart { .. });
    setup.params().service == ServiceKind::Redis
        && setup.faults().iter().any(|fault| forgets(fault.kind))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn on_condition_of_the_version_no_update_is_ever_lost(
        setup in prop_oneof![setups(), custom_setups(ServiceKind::ALL)],
    ) {
        let trace = Trace::of(with(setup, Policy::Conditional, false).expect("always possible"));
        prop_assert_eq!(trace.outcome.lost_updates, 0);
    }

    #[test]
    fn with_fencing_no_stale_write_replaces_what_a_newer_holder_wrote(
        setup in prop_oneof![setups(), custom_setups(&WITH_TOKENS)],
    ) {
        for mark in [false, true] {
            if let Some(fenced) = with(setup, Policy::Fencing, mark)
                && !tokens_may_repeat(&fenced)
            {
                prop_assert_eq!(Trace::of(fenced).outcome.overwritten, 0);
            }
        }
    }

    // With `recheck=off`, too: whoever takes the lock without a session has a token of its own,
    // from its place in the queue. Between a client's marked read and its write, only a write with
    // the same token could be accepted, and nobody else has that.
    #[test]
    fn with_fencing_and_marks_no_update_is_lost(
        setup in prop_oneof![setups(), custom_setups(&WITH_TOKENS)],
    ) {
        if let Some(marked) = with(setup, Policy::Fencing, true)
            && !tokens_may_repeat(&marked)
        {
            let trace = Trace::of(marked);
            prop_assert_eq!((trace.outcome.lost_updates, trace.outcome.overwritten), (0, 0));
        }
    }

    #[test]
    fn with_sequencers_that_chubby_checks_no_late_write_is_ever_accepted(
        setup in custom_setups(&[ServiceKind::Chubby]),
    ) {
        let sequencer = lock_simulator::sim::SequencerCheck::Checked;
        let params = Params { storage: Policy::Fencing, sequencer, ..*setup.params() };
        let trace = Trace::of(Setup::new(params).expect("Chubby has sequencers"));
        prop_assert_eq!((trace.outcome.late_accepted, trace.outcome.lost_updates), (0, 0));
    }

    #[test]
    fn the_storage_refuses_for_the_reason_of_its_policy_and_otherwise_takes_the_write(
        setup in prop_oneof![setups(), custom_setups(ServiceKind::ALL)],
    ) {
        let params = *setup.params();
        let mut highest = Token::default();
        let mut stored = Version::default();
        for event in Trace::of(setup).events {
            match event.kind {
                EventKind::WriteAccepted { write, version } => {
                    let token = write.token.unwrap_or_default();
                    let compares = params.storage == Policy::Fencing
                        && params.service != ServiceKind::Chubby;
                    prop_assert!(!compares || token >= highest, "{:?} after {}", write, highest);
                    let conditional = params.storage == Policy::Conditional;
                    prop_assert!(!conditional || write.base == stored, "{:?}", write);
                    prop_assert_eq!(version, stored.next());
                    (highest, stored) = (highest.max(token), version);
                }
                EventKind::WriteRejected { write, why } => {
                    let fits = match why {
                        Refusal::Token { highest } => {
                            params.storage == Policy::Fencing && write.token < Some(highest)
                        }
                        Refusal::Sequencer => params.service == ServiceKind::Chubby,
                        Refusal::Version { stored: said } => {
                            params.storage == Policy::Conditional
                                && said == stored
                                && write.base < stored
                        }
                        Refusal::Value { left } => {
                            params.storage == Policy::Value && left != write.value
                        }
                    };
                    prop_assert!(fits, "{:?} for {:?}", why, write);
                }
                _ => {}
            }
        }
    }
}

#[test]
fn without_marks_a_late_write_between_read_and_write_of_the_next_holder_loses_an_update() {
    // A's write arrives while B, who holds the lock by then, is at work.
    for (service, pause) in
        [(ServiceKind::Etcd, 5_000), (ServiceKind::ZooKeeper, 5_700), (ServiceKind::Chubby, 4_700)]
    {
        let pause = millis(pause);
        let params = Params { service, storage: Policy::Fencing, pause, ..Params::default() };
        let trace = run(params);
        assert_eq!(fates(&trace), [(A, true), (B, true)], "{service:?}");
        let based_on: Vec<Version> = writes(&trace).iter().map(|(write, _)| write.base).collect();
        assert_eq!(based_on, [Version::default(); 2], "{service:?}");
        assert_eq!((trace.outcome.lost_updates, trace.outcome.overwritten), (1, 0), "{service:?}");
        let marked = run(Params { mark: true, ..params });
        assert_eq!(fates(&marked), [(A, false), (B, true)], "{service:?}");
        assert_eq!(ending(&marked), (Some(B), Headline::Protected), "{service:?}");
    }
}

#[test]
fn on_condition_of_the_version_the_first_writer_wins_though_its_lease_is_over() {
    // A's late write falls between B's read and B's write, and B learns of the conflict.
    let trace = linked("storage=conditional&pause=5");
    assert_eq!(fates(&trace), [(A, true), (B, false)]);
    assert_eq!(ending(&trace), (Some(A), Headline::AtRisk));
    assert_eq!((trace.outcome.conflicts, trace.outcome.lost_updates), (1, 0));
}

#[test]
fn with_lock_values_the_last_to_leave_its_own_wins() {
    for service in WITH_VALUES {
        let base = Params { service, storage: Policy::Value, ..Params::default() };
        // B has left its value when A's late write comes, whether B has written or not.
        let late = run(base);
        assert_eq!(fates(&late), [(B, true), (A, false)], "{service:?}");
        let between = run(Params { pause: seconds(5), ..base });
        assert_eq!(fates(&between), [(A, false), (B, true)], "{service:?}");
        for trace in [late, between] {
            assert_eq!(ending(&trace), (Some(B), Headline::Protected), "{service:?}");
        }
        // Two holders at once: A writes after B has left its value, and is the one refused.
        let scenario = Scenario::ClockJump;
        let jump = run(Params { scenario, ..base });
        assert_eq!(fates(&jump), [(A, false), (B, true)], "{service:?}");
        assert_eq!(ending(&jump), (Some(B), Headline::AtRisk), "{service:?}");
        assert_eq!(jump.outcome.conflicts, 1, "{service:?}");
    }
}

#[test]
fn a_conflict_is_told_apart_from_a_late_write_that_was_refused() {
    let conflict = linked("service=redis&scenario=clock-jump&storage=conditional");
    assert_eq!((conflict.outcome.conflicts, conflict.outcome.late_rejected), (1, 0));
    let said = words::verdict(&conflict).what;
    assert!(said.contains("B’s write was refused, though it was not late"), "{said}");
    let late = linked("storage=conditional");
    assert_eq!((late.outcome.conflicts, late.outcome.late_rejected), (0, 1));
    let said = words::verdict(&late).what;
    assert!(said.contains("A’s late write was refused"), "{said}");
}

#[test]
fn a_holder_may_write_with_the_token_that_was_seen_last() {
    for service in WITH_TOKENS {
        let params =
            Params { service, scenario: Scenario::Normal, mark: true, ..Params::default() };
        let trace = run(Params { storage: Policy::Fencing, ..params });
        assert_eq!(fates(&trace), [(A, true), (B, true)], "{service:?}");
        assert!(!has(&trace, |kind| matches!(kind, EventKind::WriteRejected { .. })));
    }
}
