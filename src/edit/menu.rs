//! Which faults can be added to a lane, and which can be taken away.

use super::board::{Board, lane};
use super::names::place_of;
use crate::sim::{
    ClientId, Duration, Fault, FaultKind, Node, Params, ServerId, Setup, Start, Time,
};
use crate::words::fault_name;

/// How long a server is gone that dies, if nothing else is chosen.
const DOWN: Duration = Duration::from_secs(1);

/// Whose faults a menu offers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Whose {
    /// A client's.
    Client(ClientId),
    /// The lock service's, with all its servers.
    Service,
}

impl Whose {
    /// All that there is in a run, from top to bottom.
    pub fn all(setup: &Setup) -> Vec<Whose> {
        setup.clients().map(Whose::Client).chain([Whose::Service]).collect()
    }
}

/// Something to choose from a menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What it is called.
    pub words: String,
    /// What it does.
    pub change: Change,
}

/// What a choice does to the faults of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Adds a fault.
    Add(Fault),
    /// Takes away the fault with this place in the list.
    Remove(usize),
}

/// What can be added at an instant, as far as it is [`Board::possible`] and there is room for more,
/// and what can be taken away.
pub fn choices(board: &Board, whose: Whose, at: Time) -> Vec<Choice> {
    let (setup, at) = (board.setup(), board.possible(at));
    let mut choices = Vec::new();
    for kind in kinds(setup, whose) {
        let fault = Fault { start: Start::At(at), kind };
        if board.with(fault).is_some() {
            let words = fault_name(&kind, setup);
            choices.push(Choice { words, change: Change::Add(fault) });
        }
    }
    for (place, (fault, begins)) in board.begun().enumerate() {
        let belongs = match (lane(&fault.kind), whose) {
            (Node::Client(client), Whose::Client(other)) => client == other,
            (Node::Server(_), Whose::Service) => true,
            (Node::Client(_) | Node::Server(_) | Node::Storage, _) => false,
        };
        if belongs {
            let words = [&fault_name(&fault.kind, setup), " ", &place_of(*begins)].concat();
            choices.push(Choice { words, change: Change::Remove(place) });
        }
    }
    choices
}

impl Change {
    /// The run that it leads to.
    pub fn of(self, board: &Board) -> Params {
        match self {
            Change::Add(fault) => board.with(fault).unwrap_or(*board.setup().params()),
            Change::Remove(place) => board.without(place),
        }
    }
}

/// All kinds of faults that a lane can have, with lengths that show something.
fn kinds(setup: &Setup, whose: Whose) -> Vec<FaultKind> {
    let Params { pause, .. } = *setup.params();
    let length = if pause.is_zero() { DOWN } else { pause };
    let servers = || ServerId::first(setup.servers());
    match whose {
        Whose::Client(client) => {
            let mut kinds = vec![
                FaultKind::Pause { client, length },
                FaultKind::Crash { client },
                FaultKind::Delay { client, by: length },
                FaultKind::Cut { client, server: None, length: Some(length) },
            ];
            if setup.servers() > 1 {
                kinds.extend(servers().map(|server| FaultKind::Cut {
                    client,
                    server: Some(server),
                    length: Some(length),
                }));
            }
            kinds
        }
        Whose::Service => {
            let by = setup.granted_lease() + Duration::from_secs(1);
            let mut kinds = vec![FaultKind::Failover];
            kinds.extend(servers().map(|server| FaultKind::Jump { server, by }));
            let down = Some(DOWN);
            kinds.extend(servers().map(|server| FaultKind::Restart { server, down }));
            kinds
        }
    }
}
