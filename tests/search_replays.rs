//! Whatever a search finds is found again by whoever opens its link.

mod support;

use std::cell::Cell;

use lock_simulator::query::Query;
use lock_simulator::search::{Badness, Bounds, Kind, Kinds, Scope, Search, base};
use lock_simulator::sim::{Fault, FaultKind, Outcome, Params, ServiceKind, Setup};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use support::{custom_setups, setups};

fn any_setups() -> impl Strategy<Value = Setup> {
    prop_oneof![1 => setups(), 3 => custom_setups(ServiceKind::ALL)]
}

fn any_kinds() -> impl Strategy<Value = Kinds> {
    let some = proptest::sample::subsequence(Kind::ALL, 1..=Kind::ALL.len());
    some.prop_map(|kinds| kinds.iter().fold(Kinds::NONE, |all, kind| all.with(*kind, true)))
}

prop_compose! {
    fn any_bounds()(
        bad in proptest::sample::select(Badness::ALL),
        most in 0..=3_u8,
        kinds in any_kinds(),
    ) -> Bounds {
        Bounds { bad, most, kinds }
    }
}

/// How many steps and copies a search takes at the most: not all of these come to an end soon.
const STEPS: u64 = 45_000;

/// Asserts that what was added to a run is within the bounds.
fn assert_within(bounds: Bounds, setup: &Setup, found: Params) -> Result<(), TestCaseError> {
    let scope = Scope::new(setup, bounds);
    let own = scope.base().params().faults;
    let added = found.faults.iter().count() - own.iter().count();
    prop_assert!(added <= usize::from(bounds.most));
    prop_assert!(found.faults.iter().skip(added).eq(own.iter()), "those of the run stay");
    for Fault { kind, .. } in found.faults.iter().take(added) {
        let (wanted, is_possible) = match kind {
            FaultKind::Pause { length, .. } => (Kind::Pause, *length <= scope.longest()),
            FaultKind::Crash { .. } => (Kind::Crash, true),
            FaultKind::Delay { by, .. } => (Kind::Delay, *by <= scope.longest()),
            FaultKind::Cut { length, .. } => {
                (Kind::Cut, length.is_none_or(|length| length <= scope.longest()))
            }
            FaultKind::Jump { by, .. } => (Kind::Jump, scope.jumps().contains(by)),
            FaultKind::Restart { down, .. } => {
                (Kind::Restart, down.is_some_and(|down| scope.downs().contains(&down)))
            }
            FaultKind::Failover => (Kind::Failover, true),
        };
        prop_assert!(bounds.kinds.contains(wanted) && is_possible, "{kind:?}");
    }
    Ok(())
}

#[test]
fn a_run_that_goes_wrong_goes_wrong_in_the_same_way_by_its_link() {
    let (tried, found) = (Cell::new(0), Cell::new(0));
    let source_file = Some(file!());
    let mut runner = TestRunner::new(ProptestConfig { source_file, ..ProptestConfig::default() });
    let outcome = runner.run(&(any_setups(), any_bounds()), |(setup, bounds)| {
        tried.set(tried.get() + 1);
        let mut search = Search::new(&setup, bounds);
        search.advance(STEPS);
        let findings = search.findings();
        let (Some(params), Some(link)) = (findings.counterexample, findings.query()) else {
            return Ok(());
        };
        if params.faults != base(&setup).params().faults {
            found.set(found.get() + 1);
        }
        let (query, notices) = Query::parse(&link);
        prop_assert!(notices.is_empty(), "{link}: {notices:?}");
        prop_assert!(bounds.bad.is_in(&Outcome::of(query.setup())), "{} {link}", bounds.print());
        assert_within(bounds, &setup, params)
    });
    if let Err(failure) = outcome {
        panic!("{failure}\n{runner}");
    }
    let (tried, found) = (tried.get(), found.get());
    assert!(found * 10 > tried, "{found} of {tried} go wrong by faults that were added");
}

proptest! {
    #[test]
    fn bounds_can_be_written_and_read(bounds in any_bounds()) {
        prop_assert_eq!(Bounds::read(&bounds.print()), Ok(bounds));
    }
}
