//! Prints a run: `cargo run -q --example trace -- 'service=zookeeper&storage=fencing'`.
//!
//! As JSON, or as the log with `--log`, or as the picture with `--svg`. A query that is not in
//! order is refused with exit code 2 and told about on standard error.

use std::process::ExitCode;

use lock_simulator::draw::{self, Theme};
use lock_simulator::export;
use lock_simulator::query::Query;
use lock_simulator::sim::Trace;
use lock_simulator::words;

/// The width of the picture, in pixels.
const WIDTH: u32 = 960;

fn main() -> ExitCode {
    let mut print: fn(&Trace, &str) -> String = export::json;
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
