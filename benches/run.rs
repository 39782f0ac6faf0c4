//! How fast the default run is: `cargo bench`. Runs per second stand beside the times.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use lock_simulator::draw::Theme;
use lock_simulator::query::Query;
use lock_simulator::sim::{Judge, Outcome, Params, ServiceKind, Setup, Trace, World, limits};
use lock_simulator::{draw, words};

/// The width of the picture, in pixels.
const WIDTH: u32 = 960;

fn main() {
    divan::main();
}

/// What a search over many runs does: nothing of a run is kept but what came of it.
fn judge(setup: Setup) -> Outcome {
    let mut world = World::new(setup);
    let mut judge = Judge::default();
    while world.step(&mut judge) {}
    judge.conclude(world.end())
}

fn each_run<T>(bencher: Bencher, run: impl Fn(Setup) -> T + Sync) {
    bencher.counter(ItemsCount::new(1_u32)).bench(|| run(black_box(Setup::default())));
}

#[divan::bench]
fn judged_without_events(bencher: Bencher) {
    each_run(bencher, judge);
}

#[divan::bench]
fn traced(bencher: Bencher) {
    each_run(bencher, Trace::of);
}

#[divan::bench]
fn traced_and_told(bencher: Bencher) {
    each_run(bencher, |setup| words::log(&Trace::of(setup)));
}

/// What is drawn: the default run, runs with as much in them as a reader is likely to set, and one
/// in which five clients get in each other's way for ten minutes.
const DRAWN: [&str; 4] = [
    "",
    "service=redlock&clients=5&scenario=partition",
    "service=redlock&clients=5&lease=120&pause=300",
    "service=redlock&clients=5&jitter=400&seed=3",
];

fn drawn(link: &str) -> (Trace, Vec<words::Line>) {
    let trace = Trace::of(Query::parse(link).0.setup());
    let lines = words::log(&trace);
    (trace, lines)
}

/// The picture as the page lays it out, without painting it.
#[divan::bench(args = DRAWN)]
fn laid_out(bencher: Bencher, link: &str) {
    let (trace, lines) = drawn(link);
    bencher.bench(|| draw::timeline(black_box(&trace), &lines, WIDTH));
}

#[divan::bench(args = DRAWN)]
fn painted_as_svg(bencher: Bencher, link: &str) {
    let (trace, lines) = drawn(link);
    let picture = draw::timeline(&trace, &lines, WIDTH);
    bencher.bench(|| draw::svg(black_box(&picture), Theme::Light));
}

/// About the longest run that can be set up: five clients of Redlock poll seven servers as often
/// as they may, until the run is cut short.
#[divan::bench(sample_count = 10)]
fn longest_judged_without_events(bencher: Bencher) {
    let params = Params {
        service: ServiceKind::Redlock,
        lease: *limits::LEASE.end(),
        pause: *limits::PAUSE.end(),
        work: *limits::WORK.end(),
        clients: *limits::CLIENTS.end(),
        latency: *limits::LATENCY.start(),
        nodes: 7,
        retry: *limits::RETRY.start(),
        ..Params::default()
    };
    let setup = Setup::new(params).expect("the setup is possible");
    bencher.bench(|| judge(black_box(setup)));
}
