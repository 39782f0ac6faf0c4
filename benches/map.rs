//! How long a map takes: `cargo bench --bench map`. Runs per second stand beside the times.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use lock_simulator::map::{Axes, Chart, Map};
use lock_simulator::query::Query;

/// The maps of the default run, and of runs that take longer.
const MAPPED: [&str; 3] = ["", "service=redis&storage=conditional", "service=redlock"];

fn main() {
    divan::main();
}

fn begun(link: &str) -> Map {
    Map::new(*Query::parse(link).0.setup().params(), Axes::ALL[0], 100)
}

fn finished(mut map: Map) -> Map {
    while map.advance(u64::MAX) {}
    map
}

/// All runs of a map and those that find the exact boundaries; only the former are counted.
#[divan::bench(args = MAPPED, sample_count = 10)]
fn worked_out(bencher: Bencher, link: &str) {
    let runs = begun(link).across.count * begun(link).up.count;
    bencher.counter(ItemsCount::new(runs)).bench(|| finished(begun(black_box(link))));
}

#[divan::bench(args = MAPPED)]
fn drawn(bencher: Bencher, link: &str) {
    let map = finished(begun(link));
    bencher.bench(|| Chart::new(black_box(&map), 960));
}
