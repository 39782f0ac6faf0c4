//! Holds the simulator's model against real lock services.
//!
//! Run by `cargo xtask conformance`, which sees to it that the services are installed.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "what the simulator may not touch, such as the clock, this has to"
)]

mod cells;
mod client;
mod compare;
mod home;
mod lengths;
mod link;
mod matrix;
mod page;
mod points;
mod results;
mod run;
mod said;
mod servers;
mod storage;
mod time;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use lock_simulator::sim::Trace;
use lock_simulator::words;

use cells::Cell;
use home::Home;
use results::Results;
use run::Shared;
use servers::{Needs, Servers};

const USAGE: &str = "\
Usage: conformance [sample | all | run QUERY | renew]

  sample     Run every service and scenario once, with short leases, and the finer points
  all        Run every cell of the table three times, with two lengths of leases, and the
             finer points, and keep the results
  run QUERY  Run one link of the page, tell what happened, and what the model has otherwise
  renew      Write the page and the marks anew from the results that were kept
";

/// How often `all` runs each cell.
const REPEAT: u32 = 3;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        [home::JANITOR, folder] => home::janitor(Path::new(folder)),
        [run::CLIENT, number, order] => client::run(order, number),
        [] | ["sample"] => blocking(sample()),
        ["all"] => blocking(all()),
        ["run", query] => blocking(one(query)),
        ["renew"] => renew(),
        ["help"] => {
            print!("{USAGE}");
            Ok(())
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn blocking(work: impl Future<Output = Result<()>>) -> Result<()> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(work)
}

async fn sample() -> Result<()> {
    let results = hold(&cells::sample(), 1).await?;
    complain(&results)
}

async fn all() -> Result<()> {
    let results = hold(&cells::all(), REPEAT).await?;
    let text = serde_json::to_string_pretty(&results)? + "\n";
    fs::write(kept(), text).context("the results cannot be written")?;
    renew()?;
    complain(&results)
}

/// Runs cells and points, and holds them against the model.
async fn hold(cells: &[Cell], repeat: u32) -> Result<Results> {
    let home = Home::new()?;
    let mut versions = BTreeMap::new();
    for service in cells::SERVICES {
        let version = servers::version(&home, service).await?;
        println!("{} {version}", words::service_name(service));
        versions.insert(service.word().to_owned(), version);
    }
    let points = points::try_all(&home, &versions).await?;
    let cells = matrix::run_all(&home, cells, repeat).await;
    let date = jiff::Zoned::now().date().to_string();
    Ok(Results { date, runs: repeat, versions, cells, points })
}

/// Fails if anything did not agree.
fn complain(results: &Results) -> Result<()> {
    let complaints = results.complaints();
    if !complaints.is_empty() {
        bail!("the model and the real services do not agree:\n{}", complaints.join("\n"));
    }
    let (cells, points) = (results.cells.len(), results.points.len());
    println!("The model agrees with the real services in {cells} cells and {points} points.");
    Ok(())
}

/// Runs one link.
async fn one(query: &str) -> Result<()> {
    let setup = points::read(query)?;
    let home = Home::new()?;
    let servers = async || {
        let servers = Servers::start(&home, Needs::of(&setup)).await?;
        Ok(Shared::new(servers.into()))
    };
    let observed = run::run(&home, setup, "lock", servers).await?;
    println!("{}", words::log_text(&observed.trace).trim_end());
    let complaints = compare::compare(&Trace::of(setup), &observed).complaints();
    if !complaints.is_empty() {
        bail!("the model has it otherwise:\n{}", complaints.join("\n"));
    }
    println!("The model agrees.");
    Ok(())
}

/// Where the results are kept.
fn kept() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results.json")
}

/// Writes the files that are made from the results.
fn renew() -> Result<()> {
    let results = fs::read_to_string(kept()).context("there are no results yet: run `all`")?;
    let results: Results =
        serde_json::from_str(&results).context("the results are not in order")?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (file, text) in page::files(&results) {
        fs::write(root.join(file), text).with_context(|| format!("cannot write {file}"))?;
    }
    Ok(())
}
