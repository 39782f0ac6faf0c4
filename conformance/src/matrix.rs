//! Running many cells, several at a time.

use std::collections::VecDeque;
use std::rc::Rc;

use anyhow::Result;
use futures::stream::{FuturesUnordered, StreamExt as _};
use lock_simulator::sim::Trace;
use lock_simulator::words::stored_name;
use tokio::sync::OnceCell;

use crate::cells::Cell;
use crate::compare::{Comparison, compare};
use crate::home::Home;
use crate::results::{CellResult, DifferenceResult, LengthResult};
use crate::run::{self, Shared};
use crate::servers::{Needs, Servers};

/// How many runs go on at once. Most of the time they wait.
const AT_ONCE: usize = 6;

/// Runs each of the cells so many times, and tells about each run as it ends.
pub async fn run_all(home: &Home, cells: &[Cell], repeat: u32) -> Vec<CellResult> {
    let mut results: Vec<CellResult> = cells.iter().map(|cell| begin(*cell)).collect();
    let mut waiting: VecDeque<(usize, u32)> =
        (0..repeat).flat_map(|round| (0..cells.len()).map(move |place| (place, round))).collect();
    let mut shared: Vec<(Needs, Rc<OnceCell<Shared>>)> = Vec::new();
    let mut running = FuturesUnordered::new();
    let (mut done, total) = (0, waiting.len());
    loop {
        while running.len() < AT_ONCE
            && let Some((place, round)) = waiting.pop_front()
        {
            let cell = cells[place];
            let needs = Needs::of(&cell.setup());
            let known = shared.iter().find(|(known, _)| *known == needs && needs.can_be_shared());
            let servers = known.map(|(_, servers)| servers.clone()).unwrap_or_default();
            if known.is_none() && needs.can_be_shared() {
                shared.push((needs, servers.clone()));
            }
            let name = format!("lock-{place}-{round}");
            running.push(async move { (place, one(home, cell, &servers, &name).await) });
        }
        let Some((place, compared)) = running.next().await else {
            return results;
        };
        // A run that could not be carried out agrees with nothing; the others go on.
        let compared = compared.unwrap_or_else(|error| Comparison::failed(&error));
        done += 1;
        let complaints = compared.complaints();
        note(&mut results[place], compared);
        let word = if complaints.is_empty() { "agrees " } else { "DIFFERS" };
        println!("{done:>4}/{total} {word} {}", cells[place]);
        for complaint in complaints {
            println!("                  {complaint}");
        }
    }
}

/// Runs a cell once. Whoever comes first starts the servers.
async fn one(
    home: &Home,
    cell: Cell,
    servers: &OnceCell<Shared>,
    name: &str,
) -> Result<Comparison> {
    let setup = cell.setup();
    let start = async || {
        let servers = Servers::start(home, Needs::of(&setup)).await?;
        anyhow::Ok(Shared::new(servers.into()))
    };
    let shared = Needs::of(&setup).can_be_shared();
    let servers = async || match shared {
        true => servers.get_or_try_init(start).await.cloned(),
        false => start().await,
    };
    let observed = run::run(home, setup, name, servers).await?;
    Ok(compare(&Trace::of(setup), &observed))
}

/// The result of a cell without any run.
fn begin(cell: Cell) -> CellResult {
    let query = cell.query();
    let model = Trace::of(cell.setup()).outcome;
    CellResult {
        service: cell.service.word().into(),
        scenario: cell.scenario.word().into(),
        storage: cell.storage.word().into(),
        lease: query.params.lease.to_string(),
        pause: query.params.pause.to_string(),
        query: query.print(),
        stored: stored_name(model.stored),
        headline: model.headline().word().into(),
        runs: 0,
        agreed: 0,
        lengths: Vec::new(),
        differences: Vec::new(),
    }
}

/// Adds a run to the result of its cell.
fn note(result: &mut CellResult, compared: Comparison) {
    let differences = compared.disagreements();
    for length in compared.lengths {
        let (Some(model), Some(real)) = (length.model, length.real) else {
            continue;
        };
        let millis = real.as_millis() as u64;
        match result.lengths.iter_mut().find(|known| known.what == length.what) {
            Some(known) => {
                known.least = known.least.min(millis);
                known.most = known.most.max(millis);
            }
            None => result.lengths.push(LengthResult {
                model: model.as_millis() as u64,
                least: millis,
                most: millis,
                from: model.saturating_sub(length.below).as_millis() as u64,
                to: (model + length.above).as_millis() as u64,
                what: length.what,
            }),
        }
    }
    result.runs += 1;
    result.agreed += u32::from(differences.is_empty());
    for difference in differences {
        let known = result.differences.iter_mut().find(|known| {
            (&known.what, &known.model, &known.real)
                == (&difference.what, &difference.model, &difference.real)
        });
        match known {
            Some(known) => known.runs += 1,
            None => result.differences.push(DifferenceResult {
                what: difference.what,
                model: difference.model,
                real: difference.real,
                runs: 1,
            }),
        }
    }
}
