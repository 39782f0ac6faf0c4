//! Whatever a search finds is found again by whoever opens its link.

mod support;

use lock_simulator::query::Query;
use lock_simulator::search::{Badness, Bounds, Kind, Kinds, Search};
use lock_simulator::sim::{Outcome, ServiceKind, Setup};
use proptest::prelude::*;
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

proptest! {
    #[test]
    fn a_run_that_goes_wrong_goes_wrong_in_the_same_way_by_its_link(
        setup in any_setups(),
        bounds in any_bounds(),
    ) {
        let mut search = Search::new(&setup, bounds);
        search.advance(STEPS);
        if let Some(params) = search.findings().counterexample {
            let link = Query { params, ..Query::default() }.print();
            let (query, notices) = Query::parse(&link);
            prop_assert!(notices.is_empty(), "{link}: {notices:?}");
            prop_assert!(bounds.bad.is_in(&Outcome::of(query.setup())), "{} {link}", bounds.print());
        }
    }

    #[test]
    fn bounds_can_be_written_and_read(bounds in any_bounds()) {
        prop_assert_eq!(Bounds::read(&bounds.print()), Ok(bounds));
    }
}
