//! How fast searches are: `cargo bench --bench search`. The number of schedules decided in a second
//! and that of steps taken in a second stand beside the times; below them is the same for the model
//! checker stateright.

#[path = "../tests/support/model.rs"]
mod model;

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use lock_simulator::query::Query;
use lock_simulator::search::{Bounds, Findings, Search};
use lock_simulator::sim::Setup;
use model::{COMPARED, Checked, GOES_WRONG, Schedules};

fn main() {
    divan::main();
}

/// What is searched: a link, with the bounds. In some nothing goes wrong, so all is tried.
const SEARCHES: [(&str, &str); 8] = [
    ("", "overwritten:1"),
    ("storage=fencing", "overwritten:1"),
    ("storage=fencing", "lost-update:1"),
    ("storage=fencing", "double:1"),
    ("service=zookeeper&storage=fencing", "overwritten:1"),
    ("service=redis&storage=conditional", "overwritten:1"),
    ("service=redlock&storage=conditional", "overwritten:1"),
    ("storage=fencing", "overwritten:2:pause.delay"),
];

fn parts((link, bounds): (&str, &str)) -> (Setup, Bounds) {
    let query = Query::parse(&["scenario=custom&", link].concat()).0;
    (query.setup(), Bounds::read(bounds).expect("these are bounds"))
}

fn search(of: (&str, &str)) -> Findings {
    let (setup, bounds) = parts(of);
    Search::new(&setup, bounds).finish()
}

#[divan::bench(args = SEARCHES)]
fn schedules(bencher: Bencher, of: (&str, &str)) {
    let runs = search(of).runs;
    bencher.counter(ItemsCount::new(runs)).bench(|| search(black_box(of)));
}

#[divan::bench(args = COMPARED)]
fn states(bencher: Bencher, of: (&str, &str)) {
    let states = search(of).states;
    bencher.counter(ItemsCount::new(states)).bench(|| search(black_box(of)));
}

#[divan::bench(args = COMPARED)]
fn states_of_stateright(bencher: Bencher, of: (&str, &str)) {
    let states = check(of).states;
    bencher.counter(ItemsCount::new(states)).bench(|| check(black_box(of)).goes_wrong);
}

/// Until one run is known that goes wrong, be it the smallest or not.
#[divan::bench(args = GOES_WRONG)]
fn first_counterexample(bencher: Bencher, of: (&str, &str)) {
    bencher.bench(|| {
        let (setup, bounds) = parts(black_box(of));
        let mut search = Search::new(&setup, bounds);
        while search.findings().counterexample.is_none() && search.advance(10) {}
        search.findings().runs
    });
}

#[divan::bench(args = GOES_WRONG)]
fn first_counterexample_of_stateright(bencher: Bencher, of: (&str, &str)) {
    bencher.bench(|| check(black_box(of)).goes_wrong);
}

fn check(of: (&str, &str)) -> Checked {
    let (setup, bounds) = parts(of);
    Schedules::new(setup, bounds).check()
}
