//! What faults are called.

use super::names::{server_name, service_name};
use crate::sim::{FaultKind, ServerId, Setup};

/// A fault in a few words, as it is called in a run.
pub fn fault_name(kind: &FaultKind, setup: &Setup) -> String {
    let service = service_name(setup.params().service);
    match *kind {
        FaultKind::Pause { client, .. } => format!("{client}’s pause"),
        FaultKind::Crash { client } => format!("{client}’s crash"),
        FaultKind::Delay { client, .. } => format!("delay of {client}’s write"),
        FaultKind::Cut { client, server, .. } => {
            let end = server.map_or(service.into(), |server| server_name(server, setup));
            format!("cut between {client} and {end}")
        }
        FaultKind::Jump { server, .. } => format!("jump of {}’s clock", server_name(server, setup)),
        FaultKind::Restart { server, .. } => {
            format!("loss of {}’s memory", server_name(server, setup))
        }
        FaultKind::Failover => {
            format!("failover of {}", server_name(ServerId::FIRST, setup))
        }
    }
}
