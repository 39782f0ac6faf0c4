//! What a client may rely on, over random runs: that nobody else may at the same time, that the
//! service sees it in the same way, and that its token is higher than any before.

mod support;

use lock_simulator::sim::{
    Care, ClockSetting, Duration, EventKind, FaultKind, GaveUp, ServiceKind, Setup, SpanKind,
    Token, Trace,
};
use proptest::prelude::*;
use support::{WITH_TOKENS, custom_setups, overlap, setups, spans_of};

fn any_setups() -> impl Strategy<Value = Setup> {
    prop_oneof![setups(), custom_setups(ServiceKind::ALL), custom_setups(ServiceKind::ALL)]
}

/// Whether the service itself can give a lock away that somebody may still rely on: a clock is
/// set, a server forgets a key, or a client deletes the key of another. Where a quorum keeps the
/// sessions and monotonic clocks measure them, nothing of that can be.
fn service_can_fail(setup: &Setup) -> bool {
    let params = setup.params();
    let careless = params.service == ServiceKind::Redis && params.release == Care::Naive;
    let forgets = |kind: FaultKind| {
        matches!(kind, FaultKind::Jump { .. } | FaultKind::Failover | FaultKind::Restart { .. })
    };
    params.has_values() && (careless || setup.faults().iter().any(|fault| forgets(fault.kind)))
}

/// Whether the only clock faults are slewed, and nothing else can make the service fail.
fn only_slews(setup: &Setup) -> bool {
    let params = setup.params();
    let careless = params.service == ServiceKind::Redis && params.release == Care::Naive;
    let forgets = |kind: FaultKind| matches!(kind, FaultKind::Failover | FaultKind::Restart { .. });
    params.clock == ClockSetting::Slew
        && !careless
        && !setup.faults().iter().any(|fault| forgets(fault.kind))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn unless_the_service_can_fail_no_two_clients_may_rely_on_the_lock_at_once(
        setup in any_setups(),
    ) {
        let trace = Trace::of(setup);
        let promises = overlap(&spans_of(&trace, SpanKind::Promise));
        prop_assert_eq!(trace.outcome.double.is_zero(), promises.is_none());
        if !service_can_fail(&setup) {
            prop_assert_eq!(promises, None);
        }
    }

    #[test]
    fn a_clock_that_is_slewed_takes_at_most_500_ppm_of_a_lease_away(setup in any_setups()) {
        let trace = Trace::of(setup);
        if only_slews(&setup) {
            // One part in 2,000 of each lease that is granted or renewed, and the millisecond
            // that is the clock's resolution.
            let renewals = trace.events.iter().filter(|event| {
                matches!(event.kind, EventKind::Acquired { .. } | EventKind::Extended { .. })
            });
            let each = setup.granted_lease() / 2_000 + Duration::from_millis(1);
            let most = each * renewals.count() as u64;
            prop_assert!(trace.outcome.double <= most, "{}", trace.outcome.double);
        }
    }

    #[test]
    fn the_service_never_gives_the_lock_to_two_clients_at_once(setup in any_setups()) {
        let trace = Trace::of(setup);
        prop_assert_eq!(overlap(&spans_of(&trace, SpanKind::Truth)), None);
    }

    #[test]
    fn unless_the_service_can_fail_a_promise_is_kept_by_it(setup in any_setups()) {
        if service_can_fail(&setup) {
            return Ok(());
        }
        let trace = Trace::of(setup);
        let truths = spans_of(&trace, SpanKind::Truth);
        for promise in spans_of(&trace, SpanKind::Promise) {
            let kept = truths.iter().any(|truth| {
                truth.client == promise.client
                    && truth.from <= promise.from
                    && promise.to <= truth.to
            });
            prop_assert!(kept, "{:?} is not within any of {:?}", promise, truths);
        }
    }

    #[test]
    fn tokens_rise_from_grant_to_grant_unless_redis_forgets_its_counter(setup in any_setups()) {
        let trace = Trace::of(setup);
        let granted: Vec<Token> = trace
            .events
            .iter()
            .filter_map(|event| match event.kind {
                EventKind::Granted { token, .. } => token,
                _ => None,
            })
            .collect();
        let params = setup.params();
        let forgets = |kind| matches!(kind, FaultKind::Failover | FaultKind::Restart { .. });
        let forgets = params.service == ServiceKind::Redis
            && setup.faults().iter().any(|fault| forgets(fault.kind));
        if !forgets {
            prop_assert!(granted.is_sorted_by(|earlier, later| earlier < later), "{:?}", granted);
        }
        if !params.has_tokens() {
            prop_assert!(granted.is_empty());
        } else if params.service == ServiceKind::Chubby || params.service == ServiceKind::Redis {
            prop_assert!(granted.first().is_none_or(|first| *first == Token::FIRST));
        }
    }

    #[test]
    fn once_cuts_are_over_whoever_waits_gets_the_lock_or_hears_why_not(
        setup in custom_setups(&WITH_TOKENS),
    ) {
        let trace = Trace::of(setup);
        prop_assert_eq!(&trace.outcome.waiting, &[]);
        prop_assert_eq!(&trace.outcome.unfinished, &[]);
    }

    #[test]
    fn as_long_as_redis_comes_back_whoever_polls_gets_the_key(
        setup in custom_setups(&[ServiceKind::Redis]),
    ) {
        let for_ever = |kind| matches!(kind, FaultKind::Restart { down: None, .. });
        if !setup.faults().iter().any(|fault| for_ever(fault.kind)) {
            let trace = Trace::of(setup);
            prop_assert_eq!(&trace.outcome.waiting, &[]);
            prop_assert_eq!(&trace.outcome.unfinished, &[]);
        }
    }

    #[test]
    fn whoever_gave_up_waiting_had_lost_its_session(setup in custom_setups(&WITH_TOKENS)) {
        let trace = Trace::of(setup);
        for (index, event) in trace.events.iter().enumerate() {
            let why = GaveUp::SessionEnded;
            if event.kind != (EventKind::GaveUp { why }) {
                continue;
            }
            let me = event.client();
            let lost = trace.events[..index].iter().any(|event| match event.kind {
                EventKind::WaiterGone { client, .. } | EventKind::Ended { client, .. } => {
                    Some(client) == me
                }
                // Or it could not reach the service, and took the session for lost by itself.
                EventKind::CutOff { .. } | EventKind::Paused { .. } => event.client() == me,
                EventKind::LeaderLost => true,
                _ => false,
            });
            prop_assert!(lost, "{:?}", event);
        }
    }
}
