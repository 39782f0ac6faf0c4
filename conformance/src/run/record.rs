//! What was seen of a run, put into the words of the model, so that the same judge can judge it.

use lock_simulator::sim::{
    ClientId, Event, EventKind, GaveUp, LockValue, Node, Outcome, Refusal, RunEnd, ServerId, Setup,
    Time, Token, Trace, Version, Write,
};

use super::truth::{self, Known, Rule, Sight};
use crate::said::{Grant, Said, What, Why};
use crate::servers::is_keys;
use crate::storage::{Arrival, Refused};
use crate::time::Stamp;

/// Everything that was seen of a run.
pub struct Record {
    /// When the run began.
    pub start: Stamp,
    /// What the clients said.
    pub said: Vec<(ClientId, Said)>,
    /// What became of the writes.
    pub arrivals: Vec<Arrival>,
    /// What the witnesses saw.
    pub sights: Vec<Sight>,
    /// What the harness did.
    pub done: Vec<(Stamp, Node, EventKind)>,
}

impl Record {
    /// The run as the model would tell it.
    pub fn trace(&self, setup: Setup) -> Trace {
        let mut events = self.clients();
        events.extend(self.ends_of_promises());
        events.extend(self.arrivals.iter().map(|arrival| self.arrival(arrival)));
        events.extend(self.done.iter().map(|&(at, actor, kind)| self.event(at, actor, kind)));
        events.extend(self.service(&setup));
        events.sort_by_key(|event| (event.at, event.actor));
        let end = events.last().map_or(Time::ZERO, |event| event.at);
        let outcome = Outcome::of_events(&events, self.end(end, &setup));
        Trace { setup, events, end, goes_on: false, outcome }
    }

    /// The fencing token of each client that got the lock.
    pub fn token(&self, client: ClientId) -> Option<u64> {
        self.grant(client).and_then(|grant| grant.token)
    }

    /// What a client got the lock under, if it did.
    pub fn grant(&self, client: ClientId) -> Option<Grant> {
        self.said_by(client).find_map(|said| match said.what {
            What::Acquired { grant, .. } => Some(grant),
            _ => None,
        })
    }

    fn said_by(&self, client: ClientId) -> impl Iterator<Item = &Said> {
        self.said.iter().filter(move |(who, _)| *who == client).map(|(_, said)| said)
    }

    fn event(&self, at: Stamp, actor: Node, kind: EventKind) -> Event {
        Event { at: at.in_run(self.start), actor, kind }
    }

    fn clients(&self) -> Vec<Event> {
        let told = |&(client, ref said): &(ClientId, Said)| {
            let token = self.token(client).map(Token::from);
            let value = Some(LockValue::new(0, client));
            let kind = match said.what {
                What::Ready | What::AboutToWrite => return None,
                What::Asked => EventKind::Asked,
                What::Refused { won, retry_in } => {
                    EventKind::Refused { won, retry_in: crate::time::model(retry_in) }
                }
                What::Acquired { until, .. } => {
                    EventKind::Acquired { token, value, until: until.in_run(self.start) }
                }
                What::Extended { until } => EventKind::Extended { until: until.in_run(self.start) },
                What::LearnedLoss => EventKind::LearnedLoss,
                What::InDoubt => EventKind::InDoubt,
                What::BackInTouch => EventKind::BackInTouch,
                What::Read { version } => {
                    EventKind::Read { value: self.writer(version), version: Version::from(version) }
                }
                What::Checked { good } => EventKind::Checked { good },
                What::WriteSent => EventKind::WriteSent { token, base: self.base(client) },
                What::WriteAnswered { accepted } => EventKind::WriteAnswered { accepted },
                What::GaveUp { why } => EventKind::GaveUp {
                    why: match why {
                        Why::LeaseOver => GaveUp::LeaseOver,
                        Why::Obeyed => GaveUp::Obeyed,
                        Why::InDoubt => GaveUp::InDoubt,
                        Why::SessionEnded => GaveUp::SessionEnded,
                    },
                },
                What::Releasing => EventKind::Releasing,
                What::Finished => EventKind::Finished,
            };
            Some(self.event(said.at, Node::Client(client), kind))
        };
        self.said.iter().filter_map(told).collect()
    }

    /// Who wrote the value of a version.
    fn writer(&self, version: u64) -> Option<ClientId> {
        let wrote = |arrival: &&Arrival| arrival.fate == Ok(version);
        self.arrivals.iter().find(wrote).map(|arrival| arrival.client)
    }

    fn base(&self, client: ClientId) -> Version {
        let read = self.said_by(client).find_map(|said| match said.what {
            What::Read { version } => Some(version),
            _ => None,
        });
        Version::from(read.unwrap_or_default())
    }

    /// That a promise is over is a fact about the clock, which nobody says.
    fn ends_of_promises(&self) -> Vec<Event> {
        let mut ends = Vec::new();
        for client in ClientId::first(ClientId::MOST) {
            let mut until: Option<Stamp> = None;
            for said in self.said_by(client) {
                if let Some(over) = until.filter(|&over| over <= said.at) {
                    ends.push(self.event(over, Node::Client(client), EventKind::PromiseOver));
                    until = None;
                }
                match said.what {
                    What::Acquired { until: end, .. } | What::Extended { until: end } => {
                        until = Some(end);
                    }
                    What::Releasing => until = None,
                    _ => {}
                }
            }
            // Nothing more is heard of a client that has died.
            if let Some(over) = until {
                ends.push(self.event(over, Node::Client(client), EventKind::PromiseOver));
            }
        }
        ends
    }

    fn arrival(&self, arrival: &Arrival) -> Event {
        let Arrival { at, write, client, fate } = arrival;
        let write = Write {
            client: *client,
            token: write.token.map(Token::from),
            value: Some(LockValue::new(0, *client)),
            base: Version::from(write.base),
            sent: write.sent.in_run(self.start),
        };
        let kind = match fate {
            Ok(version) => EventKind::WriteAccepted { write, version: Version::from(*version) },
            Err(why) => EventKind::WriteRejected {
                write,
                why: match why {
                    Refused::Token(highest) => Refusal::Token { highest: Token::from(*highest) },
                    Refused::Version(stored) => Refusal::Version { stored: Version::from(*stored) },
                    Refused::Value => Refusal::Value { left: None },
                },
            },
        };
        self.event(*at, Node::Storage, kind)
    }

    fn service(&self, setup: &Setup) -> Vec<Event> {
        let servers = setup.servers();
        let rule = if is_keys(setup.params().service) {
            Rule::Keys { majority: usize::from(setup.majority()), servers }
        } else {
            Rule::Queue
        };
        let forgot: Vec<(ServerId, Stamp)> = self
            .done
            .iter()
            .filter_map(|&(at, actor, kind)| match (actor, kind) {
                (Node::Server(server), EventKind::Promoted | EventKind::ServerDown { .. }) => {
                    Some((server, at))
                }
                _ => None,
            })
            .collect();
        let known = Known {
            start: self.start,
            tokens: &|client| self.token(client).map(Token::from),
            released: &|client| {
                let released = |said: &&Said| said.what == What::Releasing;
                self.said_by(client).find(released).map(|said| said.at)
            },
            forgot: &forgot,
        };
        truth::events(rule, &self.sights, &known)
    }

    fn end(&self, at: Time, setup: &Setup) -> RunEnd {
        let mut end = RunEnd { at, ..RunEnd::default() };
        for client in setup.clients() {
            let dead = self.done.iter().any(|&(_, actor, kind)| {
                actor == Node::Client(client) && kind == EventKind::Crashed
            });
            let said = |is: fn(&What) -> bool| self.said_by(client).any(|said| is(&said.what));
            let over = said(|what| matches!(what, What::Finished | What::GaveUp { .. }));
            if dead || over {
                continue;
            }
            if said(|what| matches!(what, What::Acquired { .. })) {
                end.unfinished.push(client);
            } else {
                end.waiting.push(client);
            }
        }
        end
    }
}
