//! The same search for every service with every storage that goes with it.

use super::bounds::Bounds;
use super::explore::{Findings, Search};
use crate::sim::{Params, Policy, ServiceKind, Setup};

/// One of the searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// What is searched, which has this service and this storage.
    pub setup: Setup,
    /// What came of it; nothing yet, if it is not over.
    pub findings: Option<Findings>,
}

/// Searches that are made one after the other, and can be gone on with at any time.
#[derive(Debug)]
pub struct Table {
    bounds: Bounds,
    cells: Vec<Cell>,
    /// The one that is being made.
    search: Option<Search>,
}

impl Table {
    /// Searches in the runs of a setup, but with every service and every storage, service by
    /// service. Faults that a service has no place for are left out.
    pub fn new(setup: &Setup, bounds: Bounds) -> Table {
        let services = ServiceKind::ALL.iter();
        let all = services.flat_map(|&service| {
            let params = *setup.params();
            Policy::ALL.iter().map(move |&storage| Params { service, storage, ..params })
        });
        let possible = all.filter_map(|params| Setup::new(params.with_possible_faults()).ok());
        let cells = possible.map(|setup| Cell { setup, findings: None }).collect();
        Table { bounds, cells, search: None }
    }

    /// The searches in their order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Goes on for about so many steps of runs; false if all searches are over.
    pub fn advance(&mut self, steps: u64) -> bool {
        let Some(cell) = self.cells.iter_mut().find(|cell| cell.findings.is_none()) else {
            return false;
        };
        let search = self.search.get_or_insert_with(|| Search::new(&cell.setup, self.bounds));
        if !search.advance(steps) {
            cell.findings = Some(search.findings());
            self.search = None;
        }
        true
    }

    /// Which part of the searches is over, from 0 to 1.
    pub fn progress(&self) -> f64 {
        let over = self.cells.iter().filter(|cell| cell.findings.is_some()).count() as f64;
        let part = self.search.as_ref().map_or(0.0, |search| {
            let progress = search.progress();
            // Schedules with fewer faults take next to no time beside those with the most.
            if progress.faults == search.bounds().most { progress.part } else { 0.0 }
        });
        (over + part) / self.cells.len().max(1) as f64
    }
}
