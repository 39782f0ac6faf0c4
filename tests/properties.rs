//! What holds of every run, whatever it is made from.

mod support;

use lock_simulator::sim::{
    ClientId, Event, EventKind, FaultKind, GaveUp, Headline, Judge, Observer as _, Policy, Setup,
    Span, SpanKind, Time, Token, Trace, World,
};
use lock_simulator::words;
use proptest::prelude::*;
use support::setups;

/// Lets a world run to its end.
fn finish(mut world: World) -> (Vec<Event>, Time, Vec<ClientId>) {
    let mut events = Vec::new();
    while world.step(&mut events) {}
    (events, world.now(), world.end().waiting)
}

/// Whether a client can do nothing from one event to another, and which.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Still {
    Awake,
    Paused,
    Dead,
}

/// Whether a clock is made to jump.
fn has_clock_fault(setup: &Setup) -> bool {
    setup.faults().iter().any(|fault| matches!(fault.kind, FaultKind::Jump { .. }))
}

fn spans_of(trace: &Trace, kind: SpanKind) -> Vec<Span> {
    trace.spans().into_iter().filter(|span| span.kind == kind).collect()
}

/// Two spans of different clients that have more than an instant in common.
fn overlap(spans: &[Span]) -> Option<(Span, Span)> {
    spans.iter().enumerate().find_map(|(index, one)| {
        let meets = |other: &&Span| {
            one.client != other.client && one.from.max(other.from) < one.to.min(other.to)
        };
        spans[..index].iter().find(meets).map(|other| (*one, *other))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn the_same_setup_gives_the_same_trace(setup in setups()) {
        prop_assert_eq!(Trace::of(setup), Trace::of(setup));
    }

    #[test]
    fn events_come_in_order_and_the_run_ends_within_ten_minutes_of_the_last_fault(
        setup in setups(),
    ) {
        let trace = Trace::of(setup);
        prop_assert!(trace.events.is_sorted_by_key(|event| event.at));
        let last_event = trace.events.last().map_or(Time::ZERO, |event| event.at);
        prop_assert!(last_event <= trace.end);
        // The faults of the presets begin within ten minutes of true time, and none lasts longer
        // than the longest pause.
        let faults = trace.events.iter().filter_map(|event| match event.kind {
            EventKind::Paused { length } => Some(event.at + length),
            EventKind::Crashed | EventKind::Jumped { .. } => Some(event.at),
            EventKind::WriteSent { .. } => Some(event.at + setup.params().pause),
            _ => None,
        });
        let last_fault = faults.max().unwrap_or(Time::ZERO);
        prop_assert!(trace.end <= last_fault + support::seconds(600));
    }

    #[test]
    fn whoever_is_not_done_when_the_run_ends_was_cut_short_by_its_limit(setup in setups()) {
        let trace = Trace::of(setup);
        let over = |client| {
            let own = trace.events.iter().filter(|event| event.client() == Some(client));
            own.map(|event| event.kind).any(|kind| {
                matches!(kind, EventKind::Finished | EventKind::Crashed)
                    || kind == EventKind::GaveUp { why: GaveUp::SessionEnded }
            })
        };
        let early = trace.end < Time::ZERO + support::seconds(600);
        if early {
            prop_assert!(setup.clients().all(over), "ended at {}", trace.end);
        }
        for client in &trace.outcome.waiting {
            prop_assert!(!over(*client));
        }
    }

    #[test]
    fn tokens_rise_from_grant_to_grant(setup in setups()) {
        let trace = Trace::of(setup);
        let granted: Vec<Token> = trace
            .events
            .iter()
            .filter_map(|event| match event.kind {
                EventKind::Granted { token, .. } => token,
                _ => None,
            })
            .collect();
        prop_assert!(granted.is_sorted_by(|earlier, later| earlier < later), "{:?}", granted);
        if setup.params().service.has_tokens() {
            prop_assert_eq!(granted.first(), Some(&Token::FIRST));
        } else {
            prop_assert!(granted.is_empty());
        }
    }

    #[test]
    fn with_fencing_no_write_with_a_lower_token_than_the_highest_seen_is_accepted(
        setup in setups(),
    ) {
        let mut highest = Token::default();
        for event in Trace::of(setup).events {
            match event.kind {
                EventKind::WriteAccepted { write, .. } => {
                    let token = write.token.unwrap_or_default();
                    if setup.params().storage == Policy::Fencing {
                        prop_assert!(token >= highest, "{:?} after {}", write, highest);
                    }
                    highest = highest.max(token);
                }
                EventKind::WriteRejected { write, highest: said } => {
                    prop_assert_eq!(said, highest);
                    prop_assert!(write.token < Some(highest));
                    prop_assert_eq!(setup.params().storage, Policy::Fencing);
                }
                _ => {}
            }
        }
    }

    #[test]
    fn unless_a_clock_jumps_no_two_clients_may_rely_on_the_lock_at_once(setup in setups()) {
        let trace = Trace::of(setup);
        let promises = overlap(&spans_of(&trace, SpanKind::Promise));
        prop_assert_eq!(trace.outcome.double.is_zero(), promises.is_none());
        if !has_clock_fault(&setup) {
            prop_assert_eq!(promises, None);
        }
    }

    #[test]
    fn the_service_never_gives_the_lock_to_two_clients_at_once(setup in setups()) {
        let trace = Trace::of(setup);
        prop_assert_eq!(overlap(&spans_of(&trace, SpanKind::Truth)), None);
    }

    #[test]
    fn unless_a_clock_jumps_a_promise_is_kept_by_the_service(setup in setups()) {
        if has_clock_fault(&setup) {
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
    fn a_paused_or_dead_client_sends_nothing_and_reports_nothing(setup in setups()) {
        let mut states = [Still::Awake; ClientId::MOST];
        for event in Trace::of(setup).events {
            let Some(client) = event.client() else {
                continue;
            };
            let state = &mut states[client.index()];
            match (*state, event.kind) {
                // The end of the promise is a fact about the client and nothing that it does.
                (_, EventKind::PromiseOver) => {}
                (Still::Awake, EventKind::Paused { .. }) => *state = Still::Paused,
                (Still::Paused, EventKind::Woke) => *state = Still::Awake,
                (Still::Awake | Still::Paused, EventKind::Crashed) => *state = Still::Dead,
                (Still::Awake, _) => {}
                (Still::Paused | Still::Dead, _) => {
                    prop_assert!(false, "{:?} while {:?}", event, state);
                }
            }
        }
    }

    #[test]
    fn a_client_that_is_done_reports_nothing_more(setup in setups()) {
        let mut done = [false; ClientId::MOST];
        for event in Trace::of(setup).events {
            if let Some(client) = event.client() {
                prop_assert!(!done[client.index()], "{:?}", event);
                done[client.index()] = event.kind == EventKind::Finished;
            }
        }
    }

    #[test]
    fn each_client_gets_the_lock_reads_and_writes_once_at_the_most_and_in_this_order(
        setup in setups(),
    ) {
        let trace = Trace::of(setup);
        for client in setup.clients() {
            let steps: Vec<u8> = trace
                .events
                .iter()
                .filter(|event| event.client() == Some(client))
                .filter_map(|event| match event.kind {
                    EventKind::Acquired { .. } => Some(1),
                    EventKind::Read { .. } => Some(2),
                    EventKind::Checked { .. } => Some(3),
                    EventKind::WriteSent { .. } => Some(4),
                    EventKind::WriteAnswered { .. } | EventKind::GaveUp { .. } => Some(5),
                    EventKind::Releasing => Some(6),
                    EventKind::Finished => Some(7),
                    _ => None,
                })
                .collect();
            prop_assert!(steps.is_sorted_by(|earlier, later| earlier < later), "{:?}", steps);
        }
    }

    #[test]
    fn a_client_that_obeys_writes_only_within_its_promise(setup in setups()) {
        if !setup.params().obey || !setup.params().check {
            return Ok(());
        }
        let mut judge = Judge::default();
        let mut paused_after_check = [false; ClientId::MOST];
        for event in Trace::of(setup).events {
            if let Some(client) = event.client() {
                let paused = &mut paused_after_check[client.index()];
                match event.kind {
                    EventKind::Checked { .. } => *paused = false,
                    EventKind::Paused { .. } => *paused = true,
                    EventKind::WriteSent { .. } => {
                        prop_assert!(judge.may_rely(client) || *paused, "{:?}", event);
                    }
                    _ => {}
                }
            }
            judge.observe(event);
        }
    }

    #[test]
    fn a_judge_who_watches_step_by_step_comes_to_the_outcome_of_the_trace(setup in setups()) {
        let mut world = World::new(setup);
        let mut judge = Judge::default();
        while world.step(&mut judge) {}
        let outcome = judge.conclude(world.end());
        prop_assert_eq!(outcome, Trace::of(setup).outcome);
    }

    #[test]
    fn a_world_cloned_halfway_goes_on_like_the_original(setup in setups(), steps in 0_usize..400) {
        let mut world = World::new(setup);
        for _ in 0..steps {
            world.step(&mut ());
        }
        prop_assert_eq!(finish(world.clone()), finish(world));
    }

    #[test]
    fn a_world_that_is_over_stays_so(setup in setups()) {
        let mut world = World::new(setup);
        while world.step(&mut ()) {}
        let end = world.now();
        let mut more = Vec::new();
        for _ in 0..10 {
            prop_assert!(!world.step(&mut more));
        }
        prop_assert_eq!((world.now(), more), (end, Vec::new()));
    }

    #[test]
    fn spans_are_well_formed_and_those_of_one_kind_and_client_do_not_overlap(setup in setups()) {
        let trace = Trace::of(setup);
        let mut last_end: Vec<(SpanKind, ClientId, Time)> = Vec::new();
        for span in trace.spans() {
            prop_assert!(span.from <= span.to && span.to <= trace.end, "{:?}", span);
            prop_assert!(setup.clients().any(|client| client == span.client), "{:?}", span);
            let same = (span.kind, span.client);
            match last_end.iter_mut().find(|(kind, client, _)| (*kind, *client) == same) {
                Some((.., end)) => {
                    prop_assert!(*end <= span.from, "{:?} begins before {}", span, end);
                    *end = span.to;
                }
                None => last_end.push((span.kind, span.client, span.to)),
            }
        }
    }

    #[test]
    fn the_facts_of_an_outcome_go_together(setup in setups()) {
        let trace = Trace::of(setup);
        let outcome = &trace.outcome;
        prop_assert!(outcome.late_accepted <= outcome.accepted);
        prop_assert!(outcome.overwritten <= outcome.late_accepted);
        prop_assert_eq!(outcome.late_rejected + outcome.conflicts, outcome.rejected);
        prop_assert_eq!(outcome.stored.is_some(), outcome.accepted > 0);
        let unharmed = outcome.lost_updates == 0 && outcome.overwritten == 0;
        prop_assert_eq!(unharmed, outcome.headline() != Headline::Corrupted);
        if !has_clock_fault(&setup) {
            prop_assert_eq!(outcome.conflicts, 0, "only late writes are refused");
            prop_assert!(unharmed || outcome.late_accepted > 0, "{:?}", outcome);
        }
    }

    #[test]
    fn every_run_can_be_told_in_a_bounded_number_of_sentences_that_end(setup in setups()) {
        let trace = Trace::of(setup);
        let lines = words::log(&trace);
        prop_assert!(lines.len() <= 60 * usize::from(setup.params().clients), "{}", lines.len());
        let numbers = lines.iter().map(|line| line.number as usize);
        prop_assert!(numbers.eq(1..=lines.len()));
        prop_assert!(lines.is_sorted_by_key(|line| (line.at, line.event)));
        let verdict = words::verdict(&trace);
        let told = lines.iter().map(|line| &line.text).chain([&verdict.what]);
        let lanes = words::describe(&trace);
        for sentence in told.chain(&lanes) {
            prop_assert!(sentence.ends_with('.') && !sentence.contains("  "), "{}", sentence);
            let fine = sentence.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
            for number in fine.filter_map(|number| number.trim_end_matches('.').split_once('.')) {
                prop_assert!(number.1.len() <= 3, "a time is too fine in: {}", sentence);
            }
        }
    }
}
