//! Prints a run: `cargo run -q --example trace -- 'service=zookeeper&storage=fencing'`.
//!
//! As JSON, or as the log with `--log`, or as the picture with `--svg`. A query that is not in
//! order is refused with exit code 2 and told about on standard error.

use std::process::ExitCode;

use lock_simulator::draw::{self, Theme};
use lock_simulator::query::Query;
use lock_simulator::sim::{Event, Trace};
use lock_simulator::words;
use serde_json::{Map, Value, json};

/// The width of the picture, in pixels.
const WIDTH: u32 = 960;

fn main() -> ExitCode {
    let mut print: fn(&Trace, &str) -> String = as_json;
    let mut text = None;
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--log" => print = |trace, _| words::log_text(trace),
            "--svg" => print = as_svg,
            other if other.starts_with("--") || text.is_some() => {
                eprintln!("usage: trace [--log | --svg] [QUERY]; {other} is not understood");
                return ExitCode::from(2);
            }
            _ => text = Some(argument),
        }
    }
    let (query, notices) = Query::parse(&text.unwrap_or_default());
    if !notices.is_empty() {
        for notice in notices {
            eprintln!("{notice}");
        }
        return ExitCode::from(2);
    }
    println!("{}", print(&Trace::of(query.setup()), &query.print()).trim_end());
    ExitCode::SUCCESS
}

fn as_svg(trace: &Trace, _: &str) -> String {
    draw::svg(&draw::timeline(trace, &words::log(trace), WIDTH), Theme::Light)
}

fn as_json(trace: &Trace, query: &str) -> String {
    let lines = words::log(trace);
    let text = |event: usize| lines.iter().find(|line| line.event == event).map(|line| &line.text);
    let mut outcome = json!(trace.outcome);
    outcome["headline"] = trace.outcome.headline().word().into();
    let events: Vec<Value> = trace
        .events
        .iter()
        .enumerate()
        .map(|(index, event)| event_json(trace, event, text(index)))
        .collect();
    let proofs = trace.proofs();
    let proofs: Map<String, Value> =
        proofs.iter().map(|proof| (proof.fact.word().into(), json!(proof.events))).collect();
    json!({ "query": query, "outcome": outcome, "proofs": proofs, "events": events }).to_string()
}

/// The kind of an event is its name; what belongs to it follows as `details`.
fn event_json(trace: &Trace, event: &Event, text: Option<&String>) -> Value {
    let (kind, details) = match json!(event.kind) {
        Value::Object(map) => map.into_iter().next().unwrap_or_default(),
        name => (name.as_str().unwrap_or_default().into(), Value::Null),
    };
    json!({
        "at_us": event.at,
        "actor": words::actor_name(event.actor, &trace.setup),
        "kind": kind,
        "details": details,
        "text": text,
    })
}
