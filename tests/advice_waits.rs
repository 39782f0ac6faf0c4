//! How long a crash keeps the others waiting, as the advice has it.

mod support;

use lock_simulator::advice::{Acquisition, Run, Wait, row};
use lock_simulator::sim::{Duration, Setup};
use support::advice::{advice, figures_of, params, studied_at};
use support::{millis, seconds};

fn wait(link: &str, lease: Duration) -> Wait {
    figures_of(link, "10~1000", lease).wait.expect("another client gets the lock")
}

/// How long the crash of a run kept another client waiting.
fn blocked(setup: Setup) -> Option<Duration> {
    Run::new(setup).advance(&mut u64::MAX.clone()).expect("the run ends").blocked
}

#[test]
fn after_a_crash_the_others_wait_for_the_rest_of_the_lease() {
    let Wait { mean, low, high, worst, crashes, unwanted } = wait("service=chubby", seconds(5));
    // The lease began a little before A learned of it, and B asks 0.25 s later: from then on it waits
    // for A. A crashes somewhere in the 0.6 s of its job.
    assert!(worst < seconds(5) && worst > millis(4_750), "{worst}");
    assert!(mean > millis(4_600) && mean < millis(4_800), "{mean}");
    assert!(low <= mean && mean <= high && high < mean + millis(10), "{low} to {high}");
    assert_eq!((crashes, unwanted), (64, 0));
}

#[test]
fn the_wait_depends_on_the_service_as_its_clocks_do() {
    // By how much the means of waits may be shorter and longer than the lease. B asks 0.25 s after A,
    // and A dies after half of its 0.6 s on average, most often after that. A scan of etcd comes
    // 0.25 s after the end of a lease, a bucket of ZooKeeper is over after 1 s, both on average; a
    // client of Redis tries again after 0.1 s more, and that of Redlock too.
    for (link, from, to) in [
        ("", 4_850, 5_050),
        ("service=zookeeper", 5_500, 5_900),
        ("service=chubby", 4_600, 4_750),
        ("service=redis", 4_700, 4_850),
        ("service=redlock", 4_700, 4_850),
    ] {
        let Wait { mean, low, high, .. } = wait(link, seconds(5));
        assert!((millis(from)..=millis(to)).contains(&mean), "{link}: {mean}");
        assert!(low < mean && mean < high && high < low + millis(400), "{link}: {low} to {high}");
    }
}

#[test]
fn where_the_clocks_of_a_service_stand_when_a_asks_makes_no_difference() {
    // The default has a lease granted right after a scan, or at the beginning of a bucket.
    for (link, shifted) in
        [("", "starts=0.47,0.72"), ("service=zookeeper", "service=zookeeper&starts=1.95,2.2")]
    {
        let [one, other] = [link, shifted].map(|link| figures_of(link, "10~1000", seconds(4)));
        let (wait, later) = (one.wait.expect("B waits"), other.wait.expect("B waits"));
        assert!(wait.low <= later.high && later.low <= wait.high, "{wait:?}, {later:?}");
        let (overlap, later) = (one.overlap, other.overlap);
        assert!(overlap.low <= later.high && later.low <= overlap.high, "{overlap:?}, {later:?}");
        assert!((overlap.value / later.value - 1.0).abs() < 0.1, "{overlap:?}, {later:?}");
    }
}

#[test]
fn after_a_cycle_of_its_clocks_a_service_does_the_same_and_within_one_it_need_not() {
    for link in ["", "service=zookeeper", "service=zookeeper&tick=3", "service=chubby"] {
        let acquisition = Acquisition::of(&params(link));
        let cycle = acquisition.undisturbed().cycle();
        let waits = |by: Duration| blocked(acquisition.later(by).crashed(millis(300)));
        assert_eq!(waits(cycle), waits(Duration::ZERO), "{link}");
        // A third of the way through a cycle, or of a second where there is none.
        let part = if cycle.is_zero() { millis(333) } else { cycle / 3 };
        assert_eq!(waits(part) == waits(Duration::ZERO), cycle.is_zero(), "{link}");
    }
}

#[test]
fn who_asks_after_the_crash_waits_from_then_on() {
    // The lease is over long before B asks: what is left is to ask and to be told.
    let wait = wait("starts=0,300", seconds(2));
    assert!(wait.worst < millis(100), "{wait:?}");
}

#[test]
fn a_crash_of_a_client_that_has_lost_its_lock_keeps_nobody_waiting() {
    // A works for 10 s on a lease of 2 s: for most of that time B has the lock already, and C waits
    // for B.
    for link in ["work=10", "work=10&clients=3"] {
        let acquisition = Acquisition::of(&params(link)).leased(seconds(2));
        assert_eq!(blocked(acquisition.crashed(seconds(9))), Some(Duration::ZERO), "{link}");
        let wait = wait(link, seconds(2));
        assert_eq!((wait.crashes, wait.unwanted), (64, 0), "{link}");
        assert!(wait.worst < millis(2_700) && wait.mean < millis(500), "{link}: {wait:?}");
    }
}

#[test]
fn where_nobody_wants_the_lock_after_the_crash_it_is_said_how_often() {
    // By chance B is often the first, and has finished when A dies.
    let link = "service=redis&jitter=1000&lease=5";
    let study = studied_at(link, "10~1000", &[seconds(5)]);
    let wait = study.figures()[0].wait.expect("B waits at times");
    assert!(wait.unwanted > 0 && wait.crashes > wait.unwanted, "{wait:?}");
    let said = advice(link, "10~1000", &study).sentences.join("\n");
    let words =
        format!("after {} of {} crashes that were tried nobody", wait.unwanted, wait.crashes);
    assert!(said.contains(&words), "{said}");
}

#[test]
fn a_mean_wait_has_a_band_that_holds_the_mean_of_many_seeds() {
    // How long a client waits before it tries again is a matter of chance, and a large one here.
    let waits: Vec<Wait> = (0..40)
        .map(|seed| wait(&format!("service=redis&retry=10000&seed={seed}"), seconds(5)))
        .collect();
    let sum = waits.iter().fold(Duration::ZERO, |sum, wait| sum + wait.mean);
    let mean = sum / waits.len() as u64;
    let held = waits.iter().filter(|wait| (wait.low..=wait.high).contains(&mean)).count();
    assert!(held >= 35, "only {held} of 40 bands hold {mean}");
    let figures = figures_of("service=redis&retry=10000", "10~1000", seconds(5));
    let cells = row(&figures);
    let written = &cells[cells.len() - 2];
    assert!(written.starts_with("11.") && written.contains(" to "), "{written}");
}
