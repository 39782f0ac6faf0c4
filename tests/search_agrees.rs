//! The search, held against trying all schedules one by one.

mod support;

use lock_simulator::query::Query;
use lock_simulator::search::{Badness, Bounds, Kinds, Search};
use lock_simulator::sim::{EventKind, Outcome, Params, Setup, Trace};
use support::schedules::{Tried, size, try_all};

/// A run with few steps.
fn small(link: &str) -> Params {
    let (query, notices) = Query::parse(&format!("scenario=custom&{link}"));
    assert_eq!(notices, [], "{link}");
    *query.setup().params()
}

/// Asserts that a search finds as small a run as there is, or none, as trying all schedules does.
fn assert_agree(link: &str, kinds: Kinds, most: u8) {
    let base = small(link);
    let setup = Setup::new(base).expect("the base is possible");
    let tried: Vec<Tried> = (0..=most).map(|faults| try_all(base, kinds, faults.into())).collect();
    for bad in Badness::ALL.iter().copied() {
        let bounds = Bounds { bad, most, kinds };
        let found = Search::new(&setup, bounds).finish();
        let smallest = found.counterexample.map(|params| {
            let outcome = Outcome::of(Setup::new(params).expect("what is found can be run"));
            assert!(bad.is_in(&outcome), "{link} {}: it does not go wrong", bounds.print());
            let added = params.faults.iter().count() - base.faults.iter().count();
            (added, size(params, added).expect("what was added begins"))
        });
        let best = tried
            .iter()
            .enumerate()
            .find_map(|(faults, tried)| tried.best(bad).map(|size| (faults, size.clone())));
        assert_eq!(smallest, best, "{link} {}", bounds.print());
        let all: u64 = tried.iter().map(Tried::schedules).sum();
        assert!(found.runs <= all, "{link} {}: {} of {all}", bounds.print(), found.runs);
    }
}

#[test]
fn one_fault_of_any_kind_in_small_runs_of_every_service() {
    for link in [
        "lease=2&latency=100",
        "lease=2&latency=0&check=on&storage=fencing",
        "lease=2&renew=on&obey=on&clients=3",
        "service=zookeeper&lease=2&tick=0.5&storage=fencing",
        "service=zookeeper&lease=2&tick=0.5&renew=on&work=1",
        "service=chubby&lease=2&lockdelay=1",
        "service=chubby&lease=2&storage=conditional&jitter=200&seed=3",
        "service=redis&lease=1&token=incr&storage=fencing",
        "service=redis&lease=1&release=naive&storage=conditional",
        "service=redis&lease=2&storage=value&retry=500&jitter=100",
        "service=redlock&nodes=3&lease=1&retry=500",
    ] {
        assert_agree(link, Kinds::ALL, 1);
    }
}

#[test]
fn two_faults_of_a_few_kinds_in_the_smallest_runs() {
    for (link, kinds) in [
        ("lease=2&work=0&latency=0", "pause.delay"),
        ("lease=2&work=0&latency=0&storage=fencing&mark=on", "pause.crash"),
        ("lease=2&work=0&latency=100&storage=fencing", "delay.crash"),
        ("service=zookeeper&lease=1&tick=0.5&work=0&storage=fencing", "delay.crash.failover"),
        ("service=redis&lease=0.5&retry=500&work=0&latency=100", "delay.jump.failover"),
        ("service=redis&lease=0.5&retry=500&work=0&latency=100", "restart.crash"),
    ] {
        assert_agree(link, Kinds::read(kinds, '.').expect("these are kinds"), 2);
    }
}

#[test]
fn faults_that_the_run_has_stay_in_it() {
    for link in [
        "service=redlock&nodes=3&lease=1&retry=500&faults=cut:A-redis3:0",
        "lease=2&latency=100&faults=pause:A:work:2,delay:B-storage:write:1",
        "lease=2&latency=100&faults=cut:A-service:1:2,failover:service:1",
    ] {
        assert_agree(link, Kinds::ALL, 1);
    }
}

/// Faults that have no end of their own are counted one by one, as long as it is open how the run
/// without them ends: until the last write arrives, if a late one is looked for.
#[test]
fn as_many_schedules_are_decided_as_there_are() {
    for link in [
        "lease=2&latency=100",
        "lease=2&renew=on&obey=on&clients=3&storage=fencing",
        "service=zookeeper&lease=2&tick=0.5&storage=fencing",
        "service=redis&lease=1&storage=conditional",
        "service=redlock&nodes=3&lease=1&retry=500",
        "service=redlock&nodes=3&lease=1&retry=500&faults=cut:A-redis3:0",
    ] {
        let base = small(link);
        let setup = Setup::new(base).expect("the base is possible");
        let kinds = Kinds::read("crash.jump.restart.failover", '.').expect("these are kinds");
        let bounds = Bounds { bad: Badness::Late, most: 1, kinds };
        let is_write = |kind: &EventKind| {
            matches!(kind, EventKind::WriteAccepted { .. } | EventKind::WriteRejected { .. })
        };
        let trace = Trace::of(setup);
        let last = trace.events.iter().rfind(|event| is_write(&event.kind));
        let last = last.expect("somebody writes").at;
        let tried = try_all(base, kinds, 1).begun_by(last);
        assert_eq!(Search::new(&setup, bounds).finish().runs, 1 + tried, "{link}");
    }
}
