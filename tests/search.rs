//! What searches find, and what they do not.

mod support;

use lock_simulator::query::Query;
use lock_simulator::search::{Badness, Bounds, Findings, Kind, Kinds, Search};
use lock_simulator::sim::{Outcome, Params, Policy, ServiceKind, Setup};
use support::{WITH_TOKENS, services_and_policies};

fn bounds(text: &str) -> Bounds {
    Bounds::read(text).expect("the test's bounds are possible")
}

fn search(params: Params, bounds: Bounds) -> Findings {
    let setup = Setup::new(params).expect("the test's setup is possible");
    Search::new(&setup, bounds).finish()
}

fn linked(link: &str) -> Params {
    let (query, notices) = Query::parse(link);
    assert_eq!(notices, [], "{link}");
    query.params
}

/// The run that was found, as somebody has it who opens its link.
fn replayed(found: Params) -> Outcome {
    let link = Query { params: found, ..Query::default() }.print();
    Outcome::of(Query { params: linked(&link), ..Query::default() }.setup())
}

#[test]
fn without_fencing_one_fault_is_enough_with_every_service() {
    for service in ServiceKind::ALL.iter().copied() {
        let found = search(Params { service, ..Params::default() }, Bounds::default());
        let run = found.counterexample.expect("there is such a run");
        assert_eq!(run.faults.iter().count(), 1, "{service:?}");
        assert!(replayed(run).overwritten > 0, "{service:?}");
    }
}
