//! The search, held against a model checker.

#[path = "support/model.rs"]
mod model;
mod support;

use lock_simulator::search::{Badness, Bounds, Kinds, Search};
use lock_simulator::sim::{Duration, Params, Scenario, Setup};
use model::Schedules;
use support::{seconds, services_and_policies};

#[test]
fn a_model_checker_comes_to_the_same_verdict_for_every_service_and_storage() {
    let kinds =
        Kinds::read("pause.delay.crash.jump.restart.failover", '.').expect("these are kinds");
    for params in services_and_policies() {
        let quick = Params { lease: seconds(2), work: Duration::ZERO, nodes: 3, ..params };
        let setup =
            Setup::new(Params { scenario: Scenario::Custom, ..quick }).expect("it is possible");
        for bad in Badness::ALL.iter().copied() {
            let bounds = Bounds { bad, most: 1, kinds };
            let found = Search::new(&setup, bounds).finish().counterexample;
            let checked = Schedules::new(setup, bounds).check();
            assert_eq!(found.is_some(), checked.goes_wrong, "{bad:?} {params:?}");
            assert!(checked.states > 0);
        }
    }
}
