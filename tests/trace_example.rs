//! The program `trace`, from the outside.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

/// The program lies beside the tests: `cargo test` builds it along with them, and so does
/// `cargo build --example trace`.
fn program() -> PathBuf {
    let test = std::env::current_exe().expect("the test knows where it is");
    let target = test.ancestors().nth(2).expect("the test lies in a folder of the build");
    let program =
        target.join("examples").join("trace").with_extension(std::env::consts::EXE_EXTENSION);
    assert!(program.exists(), "{} is not built", program.display());
    program
}

fn trace(arguments: &[&str]) -> Output {
    Command::new(program()).args(arguments).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints text")
}

fn json(arguments: &[&str]) -> Value {
    let output = trace(arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    serde_json::from_slice(&output.stdout).expect("the program prints JSON")
}

#[test]
fn a_run_is_printed_as_json_with_its_query_its_outcome_and_its_events() {
    let run = json(&["service=etcd&scenario=pause&storage=fencing&latency=20"]);
    assert_eq!(run["query"], "storage=fencing");
    let outcome = &run["outcome"];
    assert_eq!((&outcome["stored"], &outcome["headline"]), (&"from B".into(), &"protected".into()));
    let counts = [
        ("accepted", 1),
        ("rejected", 1),
        ("late_accepted", 0),
        ("late_rejected", 1),
        ("overwritten", 0),
        ("lost_updates", 0),
        ("conflicts", 0),
        ("double_us", 0),
    ];
    for (name, count) in counts {
        assert_eq!(outcome[name], count, "{name}");
    }
    assert!(outcome["overlap_us"].as_u64() > Some(0));
    for name in ["dead_us", "waits_us", "waiting"] {
        assert!(!outcome[name].is_null(), "{name}");
    }

    let events = run["events"].as_array().expect("events are a list");
    let mut last = 0;
    for event in events {
        let at = event["at_us"].as_u64().expect("a whole number of microseconds");
        assert!(last <= at, "{event}");
        last = at;
        assert!(["A", "B", "etcd", "storage"].iter().any(|actor| event["actor"] == *actor));
        assert!(event["kind"].as_str().is_some_and(|kind| !kind.is_empty()), "{event}");
        assert!(event["text"].is_string() || event["text"].is_null(), "{event}");
    }
    let refusal = events.iter().find(|event| event["kind"] == "write_rejected");
    let refusal = refusal.expect("a write is refused");
    assert_eq!(
        (&refusal["actor"], &refusal["details"]["why"]["token"]["highest"]),
        (&"storage".into(), &34.into())
    );
    assert_eq!(
        refusal["text"],
        "The storage refuses A’s write: token 33 is lower than 34, the highest it has seen."
    );
}

#[test]
fn times_are_exact_in_json_and_rounded_to_milliseconds_in_sentences() {
    let query = "service=redis";
    let run = json(&[query]);
    let events = run["events"].as_array().expect("events are a list");
    assert!(events.iter().any(|event| event["at_us"].as_u64().is_some_and(|at| at % 1_000 != 0)));
    let log = trace(&["--log", query]);
    assert!(text(&log.stdout).contains(" 5.117 s  Redis"), "{}", text(&log.stdout));
}

#[test]
fn without_a_query_it_is_the_default_run() {
    let run = json(&[]);
    assert_eq!(run["query"], "");
    let outcome = &run["outcome"];
    assert_eq!((&outcome["stored"], &outcome["headline"]), (&"from A".into(), &"corrupted".into()));
}

#[test]
fn every_service_and_scenario_has_the_headline_that_is_asked_for_in_one_word() {
    for query in ["service=redlock&scenario=clock-jump", "service=redis&scenario=clock-jump"] {
        assert_eq!(json(&[query])["outcome"]["headline"], "corrupted", "{query}");
    }
    assert_eq!(json(&["pause=4.95"])["outcome"]["headline"], "at-risk");
    assert_eq!(json(&["scenario=crash"])["outcome"]["headline"], "safe");
}

#[test]
fn the_log_is_printed_as_numbered_lines() {
    let output = trace(&["--log", "scenario=normal"]);
    assert!(output.status.success());
    let log = text(&output.stdout);
    assert!(log.lines().count() > 10, "{log}");
    for (index, line) in log.lines().enumerate() {
        let number = line.split_whitespace().next();
        assert_eq!(number, Some((index + 1).to_string().as_str()), "{line}");
    }
}

#[test]
fn a_query_that_is_not_in_order_is_refused_with_exit_code_2_and_a_notice() {
    for (query, notice) in [
        ("lease=0", "lease=0 is not possible: it takes 0.5 to 120 seconds."),
        ("colour=red", "There is no key colour."),
        ("service=redlock&storage=fencing", "service=redlock, which hands out no fencing token."),
        ("seed=1&seed=2", "seed is given more than once."),
    ] {
        let output = trace(&[query]);
        assert_eq!(output.status.code(), Some(2), "{query}");
        assert_eq!(text(&output.stdout), "", "{query}");
        assert!(text(&output.stderr).contains(notice), "{query}: {}", text(&output.stderr));
    }
}

#[test]
fn an_argument_that_is_not_understood_is_refused_with_exit_code_2_and_the_usage() {
    for arguments in [&["--nonsense"][..], &["pause=3", "lease=4"]] {
        let output = trace(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).starts_with("usage: trace"), "{}", text(&output.stderr));
    }
}
