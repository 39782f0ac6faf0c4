//! Who holds the lock by the service's own account, from what the witnesses have seen.

use lock_simulator::sim::{ClientId, Ended, Event, EventKind, LockValue, Node, ServerId, Token};

use crate::servers::Entry;
use crate::time::Stamp;

/// What a witness has seen at a server.
#[derive(Clone, Debug)]
pub struct Sight {
    /// When.
    pub at: Stamp,
    /// At which server; the first stands for a service that acts as one.
    pub server: ServerId,
    /// Who has a place there.
    pub entries: Vec<Entry>,
}

/// How the holder follows from what there is at the servers.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// It is the first in the queue.
    Queue,
    /// It is whoever has this many servers.
    Keys {
        /// How many servers make a majority.
        majority: usize,
        /// How many there are.
        servers: u8,
    },
}

/// What else the events of the service depend on.
pub struct Known<'a> {
    /// When the run began.
    pub start: Stamp,
    /// The token of each client that got the lock.
    pub tokens: &'a dyn Fn(ClientId) -> Option<Token>,
    /// When each client has begun to give the lock back.
    pub released: &'a dyn Fn(ClientId) -> Option<Stamp>,
    /// When servers have lost what they knew.
    pub forgot: &'a [(ServerId, Stamp)],
}

/// The events of the service.
pub fn events(rule: Rule, sights: &[Sight], known: &Known) -> Vec<Event> {
    let mut events = Vec::new();
    let servers = match rule {
        Rule::Queue => 1,
        Rule::Keys { servers, .. } => servers,
    };
    let mut present: Vec<Vec<Entry>> = vec![Vec::new(); usize::from(servers)];
    let mut holder: Option<ClientId> = None;
    for sight in sights {
        let Some(place) = present.get_mut(sight.server.index()) else {
            continue;
        };
        let before = std::mem::replace(place, sight.entries.clone());
        let mut tell = |kind| {
            let at = sight.at.in_run(known.start);
            events.push(Event { at, actor: Node::Server(sight.server), kind });
        };
        let why = |client| {
            let after = |stamp: Stamp| stamp <= sight.at;
            if (known.released)(client).is_some_and(after) {
                Ended::Released
            } else if known.forgot.iter().any(|&(server, at)| server == sight.server && after(at)) {
                Ended::Forgotten
            } else {
                Ended::Expired
            }
        };
        if servers > 1 {
            for Entry { client, .. } in before.iter().filter(|old| !sight.entries.contains(old)) {
                tell(EventKind::KeyGone { client: *client, why: why(*client) });
            }
            for Entry { client, .. } in sight.entries.iter().filter(|new| !before.contains(new)) {
                let value = LockValue::new(0, *client);
                tell(EventKind::KeySet { client: *client, value });
            }
        }
        let now = match rule {
            Rule::Queue => present[0].iter().min().map(|entry| entry.client),
            Rule::Keys { majority, .. } => ClientId::first(ClientId::MOST).find(|&client| {
                let has = |place: &&Vec<Entry>| place.iter().any(|entry| entry.client == client);
                present.iter().filter(has).count() >= majority
            }),
        };
        if now == holder {
            continue;
        }
        if let Some(client) = holder {
            tell(EventKind::Ended { client, why: why(client) });
        }
        if let Some(client) = now {
            tell(EventKind::Granted { client, token: (known.tokens)(client) });
        }
        holder = now;
    }
    events
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The events after what was seen each millisecond at each server.
    fn told(rule: Rule, seen: &[(usize, &[(ClientId, u64)])]) -> Vec<EventKind> {
        let start = Stamp::now();
        let sights: Vec<Sight> = seen
            .iter()
            .map(|&(server, entries)| Sight {
                at: start,
                server: ServerId::first(5).nth(server).expect("a server"),
                entries: entries.iter().map(|&(client, place)| Entry { place, client }).collect(),
            })
            .collect();
        let (tokens, released) = (|_| None, |_| None);
        let known = Known { start, tokens: &tokens, released: &released, forgot: &[] };
        events(rule, &sights, &known).into_iter().map(|event| event.kind).collect()
    }

    fn granted(client: ClientId) -> EventKind {
        EventKind::Granted { client, token: None }
    }

    fn expired(client: ClientId) -> EventKind {
        EventKind::Ended { client, why: Ended::Expired }
    }

    const A: ClientId = ClientId::A;
    const B: ClientId = ClientId::B;

    #[test]
    fn the_first_in_the_queue_holds_the_lock() {
        let seen: [(usize, &[_]); 4] =
            [(0, &[(A, 7)]), (0, &[(B, 8), (A, 7)]), (0, &[(B, 8)]), (0, &[])];
        let wanted = [granted(A), expired(A), granted(B), expired(B)];
        assert_eq!(told(Rule::Queue, &seen), wanted);
    }

    #[test]
    fn whoever_has_a_majority_holds_the_lock_until_one_server_too_many_forgets() {
        let rule = Rule::Keys { majority: 2, servers: 3 };
        let seen: [(usize, &[_]); 4] =
            [(0, &[(A, 0)]), (1, &[(A, 0)]), (1, &[(B, 0)]), (2, &[(B, 0)])];
        let told = told(rule, &seen);
        let lock: Vec<&EventKind> = told
            .iter()
            .filter(|kind| matches!(kind, EventKind::Granted { .. } | EventKind::Ended { .. }))
            .collect();
        assert_eq!(lock, [&granted(A), &expired(A), &granted(B)]);
    }
}
