//! Which runs there are: every service, scenario and storage policy, with two lengths of leases.

use std::fmt;

use lock_simulator::page::table;
use lock_simulator::query::Query;
use lock_simulator::sim::{Duration, Params, Policy, Scenario, ServiceKind, Setup};

/// The latency of all runs. With the page's own 20 ms a busy machine would now and then make an
/// answer come after the 50 ms that a client of Redlock waits; no outcome of a cell depends on it.
const LATENCY: Duration = Duration::from_millis(5);

/// How long lease and fault are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// As on the page: a lease of 5 s, a fault of 8 s.
    Usual,
    /// As short as etcd allows: a lease of 2 s, a fault of 4 s, and ticks of 0.5 s.
    Short,
}

impl Scale {
    /// Both.
    pub const ALL: [Scale; 2] = [Scale::Usual, Scale::Short];

    fn of(self, params: Params) -> Params {
        let (lease, pause) = (Duration::from_secs(2), Duration::from_secs(4));
        match (self, params.service) {
            (Scale::Usual, _) => params,
            (Scale::Short, ServiceKind::ZooKeeper) => {
                Params { lease, pause, tick: Duration::from_millis(500), ..params }
            }
            (Scale::Short, _) => Params { lease, pause, ..params },
        }
    }
}

/// A cell of the table, in one of its views.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The lock service.
    pub service: ServiceKind,
    /// The story.
    pub scenario: Scenario,
    /// What the storage checks.
    pub storage: Policy,
    /// How long lease and fault are.
    pub scale: Scale,
}

impl Cell {
    /// The run of the cell.
    pub fn setup(self) -> Setup {
        self.query().setup()
    }

    /// The link of the cell's run.
    pub fn query(self) -> Query {
        let Cell { service, scenario, storage, scale } = self;
        let params = Params { service, scenario, storage, latency: LATENCY, ..Params::default() };
        Query { params: scale.of(params), ..Query::default() }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cell { service, scenario, storage, scale } = self;
        let (service, scenario) = (service.word(), scenario.word());
        write!(out, "{service} {scenario} {} ", storage.word())?;
        match scale {
            Scale::Usual => write!(out, "5 s"),
            Scale::Short => write!(out, "2 s"),
        }
    }
}

/// The services that can be run.
pub const SERVICES: [ServiceKind; 4] =
    [ServiceKind::Etcd, ServiceKind::ZooKeeper, ServiceKind::Redis, ServiceKind::Redlock];

/// Every cell.
pub fn all() -> Vec<Cell> {
    let mut cells = Vec::new();
    for scale in Scale::ALL {
        for service in SERVICES {
            for &storage in Policy::ALL {
                let params = Params { service, ..Params::default() };
                if params.allows(storage) {
                    cells.extend(table::rows().map(|scenario| Cell {
                        service,
                        scenario,
                        storage,
                        scale,
                    }));
                }
            }
        }
    }
    cells
}

/// For each service every scenario once, with short leases and the policy that says most about it.
pub fn sample() -> Vec<Cell> {
    let tells_most = |service| match service {
        ServiceKind::Etcd | ServiceKind::ZooKeeper | ServiceKind::Chubby => Policy::Fencing,
        ServiceKind::Redis | ServiceKind::Redlock => Policy::Any,
    };
    all()
        .into_iter()
        .filter(|cell| cell.scale == Scale::Short && cell.storage == tells_most(cell.service))
        .collect()
}

#[cfg(test)]
mod tests {
    use lock_simulator::sim::Outcome;

    use super::*;

    #[test]
    fn there_are_three_policies_for_each_service_and_nine_scenarios() {
        assert_eq!(all().len(), 2 * 4 * 3 * 9);
        assert_eq!(sample().len(), 4 * 9);
    }

    #[test]
    fn cells_come_out_as_they_do_on_the_page() {
        for cell in all() {
            let Cell { service, scenario, storage, .. } = cell;
            let page = Params { service, scenario, storage, ..Params::default() };
            let page = Outcome::of(Setup::new(page).expect("a possible run"));
            let here = Outcome::of(cell.setup());
            assert_eq!(
                (here.stored, here.headline()),
                (page.stored, page.headline()),
                "{}",
                cell.query().print()
            );
        }
    }
}
