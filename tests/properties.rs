//! What holds of every run, whatever it is made from.

mod support;

use lock_simulator::sim::{
    ClientId, Event, EventKind, Fault, GaveUp, Headline, Judge, Observer as _, Outcome,
    ServiceKind, Setup, SpanKind, Start, Time, Trace, World,
};
use lock_simulator::words;
use proptest::prelude::*;
use support::{custom_setups, seconds, setups};

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

/// What is told of a client and is nothing that it does: the end of its promise, and that its
/// link to the service is cut.
fn is_done_to_it(kind: EventKind) -> bool {
    matches!(
        kind,
        EventKind::PromiseOver | EventKind::CutOff { .. } | EventKind::Reconnected { .. }
    )
}

/// Any setup, as often with faults of its own as with those of a scenario.
fn any_setups() -> impl Strategy<Value = Setup> {
    prop_oneof![setups(), custom_setups(ServiceKind::ALL)]
}

/// A time by which every fault of a run is over.
fn end_of_faults(trace: &Trace) -> Time {
    let begun = |fault: &Fault| match fault.start {
        Start::At(at) => Some(at),
        // An anchor is reached while its client acts; what begins after that takes its offset.
        Start::After { client, offset, .. } => {
            let own = trace.events.iter().filter(|event| event.client() == Some(client));
            own.map(|event| event.at + offset).max()
        }
    };
    let ended = |fault: &Fault| begun(fault).map(|at| at + fault.kind.length());
    trace.setup.faults().iter().filter_map(ended).max().unwrap_or(Time::ZERO)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn the_same_setup_gives_the_same_trace(setup in any_setups()) {
        prop_assert_eq!(Trace::of(setup), Trace::of(setup));
    }

    #[test]
    fn events_come_in_order_and_the_run_ends_within_ten_minutes_of_the_last_fault(
        setup in any_setups(),
    ) {
        let trace = Trace::of(setup);
        prop_assert!(trace.events.is_sorted_by_key(|event| event.at));
        let last_event = trace.events.last().map_or(Time::ZERO, |event| event.at);
        prop_assert!(last_event <= trace.end);
        prop_assert!(trace.end <= end_of_faults(&trace) + seconds(600));
    }

    #[test]
    fn the_number_of_events_is_bounded_by_the_length_of_the_run(setup in any_setups()) {
        // At the most a client of Redlock tries twenty times a second on seven servers.
        let trace = Trace::of(setup);
        let most = (trace.end.as_micros() / 1_000_000 + 1) * u64::from(setup.params().clients);
        prop_assert!(trace.events.len() as u64 <= 400 * most, "{}", trace.events.len());
    }

    #[test]
    fn whoever_is_not_done_when_the_run_ends_was_cut_short_by_its_limit(setup in any_setups()) {
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
    fn a_paused_or_dead_client_sends_nothing_and_reports_nothing(setup in any_setups()) {
        let mut states = [Still::Awake; ClientId::MOST];
        for event in Trace::of(setup).events {
            let Some(client) = event.client() else {
                continue;
            };
            let state = &mut states[client.index()];
            match (*state, event.kind) {
                (_, kind) if is_done_to_it(kind) => {}
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
    fn a_client_that_is_done_reports_nothing_more(setup in any_setups()) {
        let mut done = [false; ClientId::MOST];
        for event in Trace::of(setup).events {
            if let Some(client) = event.client().filter(|_| !is_done_to_it(event.kind)) {
                prop_assert!(!done[client.index()], "{:?}", event);
                done[client.index()] = event.kind == EventKind::Finished;
            }
        }
    }

    #[test]
    fn each_client_gets_the_lock_reads_and_writes_once_at_the_most_and_in_this_order(
        setup in any_setups(),
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
    fn a_client_that_obeys_writes_only_within_its_promise(setup in any_setups()) {
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
    fn a_judge_who_watches_step_by_step_comes_to_the_outcome_of_the_trace(setup in any_setups()) {
        let mut world = World::new(setup);
        let mut judge = Judge::default();
        while world.step(&mut judge) {}
        let outcome = judge.conclude(world.end());
        prop_assert_eq!(&outcome, &Trace::of(setup).outcome);
        prop_assert_eq!(outcome, Outcome::of(setup));
    }

    #[test]
    fn a_world_cloned_halfway_goes_on_like_the_original(setup in any_setups(), steps in 0_usize..400) {
        let mut world = World::new(setup);
        for _ in 0..steps {
            world.step(&mut ());
        }
        prop_assert_eq!(finish(world.clone()), finish(world));
    }

    #[test]
    fn a_world_that_is_over_stays_so(setup in any_setups()) {
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
    fn spans_are_well_formed_and_those_of_one_kind_and_client_do_not_overlap(setup in any_setups()) {
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
    fn the_facts_of_an_outcome_go_together(setup in any_setups()) {
        let trace = Trace::of(setup);
        let outcome = &trace.outcome;
        prop_assert!(outcome.late_accepted <= outcome.accepted);
        prop_assert!(outcome.overwritten <= outcome.late_accepted);
        prop_assert_eq!(outcome.late_rejected + outcome.conflicts, outcome.rejected);
        prop_assert_eq!(outcome.stored.is_some(), outcome.accepted > 0);
        let unharmed = outcome.lost_updates == 0 && outcome.overwritten == 0;
        prop_assert_eq!(unharmed, outcome.headline() != Headline::Corrupted);
    }
}

proptest! {
    // A verdict tries the remedies, so each of these takes up to ten runs.
    #![proptest_config(ProptestConfig { cases: 30, ..ProptestConfig::default() })]

    #[test]
    fn every_run_can_be_told_in_a_bounded_number_of_sentences_that_end(setup in any_setups()) {
        let trace = Trace::of(setup);
        let lines = words::log(&trace);
        let faults = setup.faults().len();
        let most = 60 * usize::from(setup.params().clients) + 10 * faults;
        prop_assert!(lines.len() <= most, "{} lines", lines.len());
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
