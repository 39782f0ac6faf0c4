//! The harness leaves nothing behind, however it ends, and minds nobody else's business.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "what the simulator may not touch, such as the clock, these tests have to"
)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// The harness, with a place for temporary files, in which all works that it starts.
fn harness(place: &TempDir, query: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_conformance"));
    command.args(["run", query]).env("TMPDIR", place.path());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// How many processes work in a place.
fn processes(place: &Path) -> usize {
    let place = place.canonicalize().expect("the folder is there");
    let processes = fs::read_dir("/proc").expect("a system with processes").flatten();
    let places = processes.flat_map(|entry| fs::read_link(entry.path().join("cwd")));
    places.filter(|folder| folder.starts_with(&place)).count()
}

/// The process that clears up a place.
fn janitor(place: &Path) -> Option<Pid> {
    let place = place.canonicalize().expect("the folder is there");
    let processes = fs::read_dir("/proc").expect("a system with processes").flatten();
    let number = |entry: &fs::DirEntry| entry.file_name().to_str()?.parse().ok();
    processes.filter_map(|entry| Some((number(&entry)?, entry))).find_map(|(pid, entry)| {
        let line = fs::read(entry.path().join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line);
        let ours = line.contains("\0janitor\0") && line.contains(place.to_str()?);
        ours.then(|| Pid::from_raw(pid)).flatten()
    })
}

/// Waits until something is so.
fn wait_until(what: &str, is: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is() {
        assert!(begin.elapsed() < Duration::from_secs(30), "it never came to this: {what}");
        sleep(Duration::from_millis(20));
    }
}

/// A harness that does not outlive its test, should that fail.
struct Harness(Child);

impl Drop for Harness {
    fn drop(&mut self) {
        // Most often it has ended by then.
        let _ = self.0.kill();
    }
}

/// A run that goes on for longer than any test, once its servers and clients are there.
fn in_the_middle(place: &TempDir) -> Harness {
    let harness = harness(place, "service=redlock&pause=200").spawn().expect("the harness starts");
    let harness = Harness(harness);
    // Five servers and two clients.
    wait_until("all processes are there", || processes(place.path()) == 7);
    harness
}

fn end_with(signal: Signal) {
    let place = TempDir::new().expect("a temporary folder");
    let mut harness = in_the_middle(&place);
    let pid = Pid::from_raw(harness.0.id() as i32).expect("a process");
    kill_process(pid, signal).expect("the harness is there");
    let status = harness.0.wait().expect("the harness ends");
    assert!(!status.success(), "a run that was cut off counts as a good one");
    wait_until("no process is left", || processes(place.path()) == 0);
    wait_until("no file is left", || {
        fs::read_dir(place.path()).expect("the folder is there").next().is_none()
    });
}

#[test]
fn a_harness_that_is_killed_leaves_no_process_and_no_file() {
    end_with(Signal::KILL);
}

#[test]
fn a_harness_that_is_told_to_end_leaves_no_process_and_no_file() {
    end_with(Signal::TERM);
}

#[test]
fn a_harness_that_is_interrupted_leaves_no_process_and_no_file() {
    end_with(Signal::INT);
}

#[test]
fn whoever_ends_everything_of_that_name_leaves_no_process_and_no_file() {
    let place = TempDir::new().expect("a temporary folder");
    let mut harness = in_the_middle(&place);
    let janitor = janitor(place.path()).expect("a janitor");
    kill_process(janitor, Signal::TERM).expect("the janitor is there");
    harness.0.kill().expect("the harness is there");
    harness.0.wait().expect("the harness ends");
    wait_until("no process is left", || processes(place.path()) == 0);
    wait_until("no file is left", || {
        fs::read_dir(place.path()).expect("the folder is there").next().is_none()
    });
}

#[test]
fn two_runs_at_once_do_not_disturb_each_other() {
    let places = [(); 2].map(|()| TempDir::new().expect("a temporary folder"));
    let run = |place| harness(place, "service=redis&scenario=normal&latency=5").spawn();
    let runs: Vec<Child> =
        places.iter().map(run).collect::<Result<_, _>>().expect("the harness starts");
    for run in runs {
        let output = run.wait_with_output().expect("the harness ends");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("The model agrees."), "{output:?}");
    }
    for place in &places {
        assert_eq!(processes(place.path()), 0, "a process is left");
        let left = fs::read_dir(place.path()).expect("the folder is there").count();
        assert_eq!(left, 0, "a file is left");
    }
}

#[test]
fn a_server_that_is_not_installed_is_named_with_what_to_do() {
    let place = TempDir::new().expect("a temporary folder");
    let mut harness = harness(&place, "service=redis");
    let output = harness.env("PATH", place.path()).output().expect("the harness starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "it ran without a server");
    for part in ["redis-server", "apt-get install"] {
        assert!(said.contains(part), "{part} is missing in: {said}");
    }
}

#[test]
fn a_link_that_cannot_be_run_is_refused_by_name() {
    let place = TempDir::new().expect("a temporary folder");
    for (query, part) in [("service=chubby", "Chubby"), ("lease=never", "never")] {
        let output = harness(&place, query).output().expect("the harness starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(part), "{query}: {said}");
    }
}
