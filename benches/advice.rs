//! How long it takes to find out how long a lease should be: `cargo bench --bench advice`. Runs per
//! second stand beside the times.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use lock_simulator::advice::{Question, Samples, Study, chart, present_lease};
use lock_simulator::query::Query;
use lock_simulator::sim::Params;

/// The default run, and runs that take longer.
const ASKED: [&str; 3] = ["", "service=redlock", "renew=on&work=10"];

fn main() {
    divan::main();
}

fn params(link: &str) -> Params {
    *Query::parse(link).0.setup().params()
}

fn finished(link: &str) -> Study {
    let mut study = Study::new(&params(link), &Question::default());
    while study.advance(u64::MAX) {}
    study
}

/// All leases, from the beginning to the end.
#[divan::bench(args = ASKED, sample_count = 5)]
fn studied(bencher: Bencher, link: &str) {
    bencher.counter(ItemsCount::new(finished(link).runs())).bench(|| finished(black_box(link)));
}

/// As many samples as are read at the most.
#[divan::bench(sample_count = 20)]
fn samples_read(bencher: Bencher) {
    let text: String = (0..100_000).map(|at| format!("{}.{at} ms\n", at % 977)).collect();
    bencher.bench(|| Samples::read(black_box(&text)).pauses());
}

#[divan::bench]
fn drawn(bencher: Bencher) {
    let study = finished("");
    let (figures, params) = (study.figures(), params(""));
    let Some(range) = study.range() else {
        return;
    };
    bencher.bench(|| chart(black_box(&figures), range, present_lease(&params), None, 960));
}
