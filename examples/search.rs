//! Searches all runs with a few faults more for one that goes wrong:
//! `cargo run -q --release --example search -- 'service=etcd&storage=fencing' --faults 1`.
//!
//! Prints JSON: how many schedules are decided, at the least (`runs`), how many steps that took
//! (`states`), how long (`seconds`), within what bounds, and the smallest run that goes wrong as a
//! query, or null (`counterexample`). What is not in order is refused with exit code 2 and told about on standard
//! error.

use std::process::ExitCode;
use std::time::Instant;

use lock_simulator::query::Query;
use lock_simulator::search::{Bounds, Kinds, Search};
use serde_json::json;

const USAGE: &str = "usage: search [QUERY] [--bad overlap|double|late|overwritten|lost-update] \
                     [--faults 0..4] [--kinds pause,crash,delay,cut,jump,restart,failover|none]";

fn main() -> ExitCode {
    let (query, bounds) = match read(std::env::args().skip(1)) {
        Ok(wanted) => wanted,
        Err(what) => {
            eprintln!("{what}");
            return ExitCode::from(2);
        }
    };
    let search = Search::new(&query.setup(), bounds);
    let words = search.bounds().in_words(&query.setup());
    let begun = Instant::now();
    let found = search.finish();
    let seconds = begun.elapsed().as_secs_f64();
    let printed = json!({
        "query": query.print(),
        "bad": bounds.bad.word(),
        "runs": found.runs,
        "states": found.states,
        "seconds": seconds,
        "bounds": words,
        "counterexample": found.query(),
    });
    println!("{printed:#}");
    ExitCode::SUCCESS
}

/// Reads the arguments, or says which of them is not possible and what is.
fn read(mut arguments: impl Iterator<Item = String>) -> Result<(Query, Bounds), String> {
    let mut bounds = Bounds::default();
    let mut text = None;
    while let Some(argument) = arguments.next() {
        let name = argument.as_str();
        let mut value = || arguments.next().ok_or(format!("{name} needs a value\n{USAGE}"));
        let said = |what: String| format!("{name} {what}");
        match name {
            "--bad" => bounds.bad = Bounds::read_bad(&value()?).map_err(said)?,
            "--faults" => bounds.most = Bounds::read_most(&value()?).map_err(said)?,
            "--kinds" => bounds.kinds = Kinds::read(&value()?, ',').map_err(said)?,
            other if other.starts_with("--") || text.is_some() => {
                return Err(format!("{other} is not understood\n{USAGE}"));
            }
            _ => text = Some(argument),
        }
    }
    let (query, notices) = Query::parse(&text.unwrap_or_default());
    if notices.is_empty() {
        return Ok((query, bounds));
    }
    let notices = notices.iter().map(|notice| notice.to_string());
    Err(notices.collect::<Vec<String>>().join("\n"))
}
