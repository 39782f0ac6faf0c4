//! The program `search`, from the outside.

use std::path::PathBuf;
use std::process::{Command, Output};

use lock_simulator::query::Query;
use lock_simulator::sim::Outcome;
use serde_json::Value;

/// The program lies beside the tests: `cargo test` builds it along with them, and so does
/// `cargo build --example search`.
fn program() -> PathBuf {
    let test = std::env::current_exe().expect("the test knows where it is");
    let target = test.ancestors().nth(2).expect("the test lies in a folder of the build");
    let program =
        target.join("examples").join("search").with_extension(std::env::consts::EXE_EXTENSION);
    assert!(program.exists(), "{} is not built", program.display());
    program
}

fn search(arguments: &[&str]) -> Output {
    Command::new(program()).args(arguments).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints text")
}

fn json(arguments: &[&str]) -> Value {
    let output = search(arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    serde_json::from_slice(&output.stdout).expect("the program prints JSON")
}

#[test]
fn a_run_that_goes_wrong_is_printed_as_a_query_which_shows_it() {
    let found = json(&["service=etcd"]);
    let link = found["counterexample"].as_str().expect("there is such a run");
    let (query, notices) = Query::parse(link);
    assert_eq!(notices, [], "{link}");
    assert_eq!(query.print(), link);
    assert!(Outcome::of(query.setup()).overwritten > 0, "{link}");
    assert!(found["runs"].as_u64() > Some(100), "{found}");
    assert!(found["states"].as_u64() > Some(100), "{found}");
    assert!(found["seconds"].as_f64() > Some(0.0), "{found}");
    let bounds = found["bounds"].as_str().expect("the bounds are told");
    assert!(bounds.contains("one fault"), "{bounds}");
}

#[test]
fn where_nothing_goes_wrong_there_is_no_counterexample() {
    let found = json(&["service=etcd&storage=fencing", "--faults", "1", "--bad", "overwritten"]);
    assert_eq!(found["counterexample"], Value::Null);
    assert_eq!(
        (&found["query"], &found["bad"]),
        (&"storage=fencing".into(), &"overwritten".into())
    );
}

#[test]
fn what_is_looked_for_and_how_far_can_be_chosen() {
    let found = json(&["--kinds", "delay", "--bad", "late", "--faults", "2", "service=redis"]);
    let link = found["counterexample"].as_str().expect("there is such a run");
    assert!(link.contains("faults=delay:"), "{link}");
    let none = json(&["--kinds", "none"]);
    assert_eq!((&none["runs"], &none["counterexample"]), (&1.into(), &Value::Null));
    let none = json(&["--faults", "0"]);
    assert_eq!((&none["runs"], &none["counterexample"]), (&1.into(), &Value::Null));
}

#[test]
fn what_is_not_in_order_is_refused_with_exit_code_2_and_named() {
    for (arguments, named) in [
        (&["lease=0"][..], "lease=0 is not possible: it takes 0.5 to 120 seconds."),
        (&["--bad", "worse"], "--bad worse is not possible: it takes one of overlap, double"),
        (&["--faults", "9"], "--faults 9 is not possible: it takes a number of faults from 0 to 4"),
        (&["--kinds", "pause,rain"], "--kinds rain is no kind of fault: it takes some of pause,"),
        (&["--kinds"], "--kinds needs a value"),
        (&["--kinds", ""], "--kinds needs a value: it takes some of pause,"),
        (&["--quick"], "--quick is not understood"),
        (&["lease=4", "pause=3"], "pause=3 is not understood"),
    ] {
        let output = search(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
        let said = text(&output.stderr);
        assert!(said.starts_with(named), "{arguments:?}: {said}");
    }
}
