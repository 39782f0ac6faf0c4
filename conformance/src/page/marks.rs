//! The marks in the simulator's own table, as a file of its source.

use lock_simulator::page::table;
use lock_simulator::query::Query;
use lock_simulator::sim::{Params, Policy, ServiceKind};

use crate::results::{CellResult, Results};

/// The text of `src/page/confirmed.rs`.
pub fn confirmed(results: &Results) -> String {
    let release = |service: &ServiceKind| {
        let release = results.versions.get(service.word())?;
        Some(format!("    (ServiceKind::{service:?}, {release:?}),\n"))
    };
    let releases: String = ServiceKind::ALL.iter().filter_map(release).collect();
    let masks: String = ServiceKind::ALL.iter().map(|&service| masks(results, service)).collect();
    let (services, policies) = (ServiceKind::ALL.len(), Policy::ALL.len());
    format!(
        "//! Which cells of the table came out the same on real services. Made of\n\
         //! `conformance/results.json`, by `cargo xtask conformance all`.\n\n\
         use crate::sim::ServiceKind;\n\n\
         /// The releases of the services that were tried.\n\
         pub static RELEASES: &[(ServiceKind, &str)] = &[\n{releases}];\n\n\
         /// For each service and each policy of the storage the scenarios that came out the same: the\n\
         /// lowest bit is the first of them.\n\
         pub static SAME: [[u16; {policies}]; {services}] = [\n{masks}];\n"
    )
}

/// The scenarios of a service that came out the same, for each policy.
fn masks(results: &Results, service: ServiceKind) -> String {
    let masks = Policy::ALL.iter().map(|&storage| {
        let scenarios = table::rows().filter(|&scenario| {
            let params = Params { service, scenario, storage, ..Params::default() };
            results.cells.iter().any(|cell| confirms(cell, params))
        });
        let mask = scenarios.fold(0_u16, |mask, scenario| mask | 1 << scenario as u16);
        format!("{mask:#05x}")
    });
    let masks = masks.collect::<Vec<String>>().join(", ");
    format!("    [{masks}],\n")
}

/// Whether a cell came out the same, and its run is this one but for the latency.
fn confirms(cell: &CellResult, params: Params) -> bool {
    let tried = Query::parse(&cell.query).0.params;
    cell.is_confirmed() && Params { latency: params.latency, ..tried } == params
}

#[cfg(test)]
mod tests {
    use super::confirmed;
    use crate::page::tests::{cell, results};

    #[test]
    fn a_scenario_has_its_bit_where_every_run_agrees() {
        let pause = cell("etcd", "pause", "latency=5");
        let crash = cell("etcd", "crash", "scenario=crash&latency=5");
        let text = confirmed(&results(vec![pause.clone(), crash.clone()]));
        assert!(text.contains("(ServiceKind::Etcd, \"3.4.23\"),\n"));
        assert!(text.contains("= [\n    [0x022, 0x000, 0x000, 0x000],\n"));
        assert!(!text.contains("Chubby"));
        let mut crash = crash;
        crash.agreed -= 1;
        let text = confirmed(&results(vec![pause, crash]));
        assert!(text.contains("[0x002, 0x000, 0x000, 0x000]"));
    }

    #[test]
    fn a_run_with_other_settings_than_those_of_the_page_confirms_nothing() {
        let short = cell("etcd", "pause", "lease=2&pause=4&latency=5");
        assert!(
            confirmed(&results(vec![short])).contains("= [\n    [0x000, 0x000, 0x000, 0x000],\n")
        );
    }
}
