//! The search, held against a model checker.

#[path = "support/model.rs"]
mod model;
mod support;

use lock_simulator::query::Query;
use lock_simulator::search::{Badness, Bounds, Kinds, Search};
use lock_simulator::sim::{Duration, Params, Scenario, Setup};
use model::{COMPARED, Checked, GOES_WRONG, Schedules};
use support::{seconds, services_and_policies};

/// Has both say whether there is a run that goes wrong.
fn assert_agree(setup: Setup, bounds: Bounds) -> Checked {
    let found = Search::new(&setup, bounds).finish().counterexample;
    let checked = Schedules::new(setup, bounds).check();
    assert_eq!(found.is_some(), checked.goes_wrong, "{bounds:?} {:?}", setup.params());
    assert!(checked.states > 0);
    checked
}

fn linked(link: &str) -> Setup {
    let (query, notices) = Query::parse(&["scenario=custom&", link].concat());
    assert_eq!(notices, [], "{link}");
    query.setup()
}

#[test]
fn a_model_checker_comes_to_the_same_verdict_for_every_service_and_storage() {
    for params in services_and_policies() {
        let quick = Params { lease: seconds(2), work: Duration::ZERO, nodes: 3, ..params };
        let setup =
            Setup::new(Params { scenario: Scenario::Custom, ..quick }).expect("it is possible");
        for bad in Badness::ALL.iter().copied() {
            assert_agree(setup, Bounds { bad, most: 1, kinds: Kinds::ALL });
        }
    }
}

#[test]
fn a_model_checker_comes_to_the_same_verdict_with_two_faults() {
    for (link, kinds) in [
        ("lease=2&work=0&latency=0", "pause.delay"),
        ("lease=2&work=0&latency=0&storage=fencing&mark=on", "pause.crash"),
        ("lease=2&work=0&latency=100&storage=fencing", "delay.crash"),
        ("service=zookeeper&lease=1&tick=0.5&work=0&storage=fencing", "delay.crash.failover"),
        ("service=redis&lease=0.5&retry=500&work=0&latency=100", "delay.jump.failover"),
        ("service=redlock&nodes=3&lease=0.5&retry=500&work=0&latency=100", "delay.restart"),
    ] {
        let kinds = Kinds::read(kinds, '.').expect("these are kinds");
        for bad in Badness::ALL.iter().copied() {
            assert_agree(linked(link), Bounds { bad, most: 2, kinds });
        }
    }
}

#[test]
fn what_is_compared_in_the_benchmark_comes_out_as_it_says_there() {
    let agree = |(link, bounds)| {
        assert_agree(linked(link), Bounds::read(bounds).expect("these are bounds"))
    };
    for checked in COMPARED.map(agree) {
        assert!(!checked.goes_wrong);
        // Runs that have come together again are not gone through twice.
        assert!(checked.unique < checked.states);
    }
    assert!(GOES_WRONG.map(agree).iter().all(|checked| checked.goes_wrong));
}
