//! One sentence for one event, given what came before it.

use super::names::{actor_name, clock, list, rounded, server_name, service_name};
use super::verdict::value;
use crate::sim::{
    ClientId, Ended, Event, EventKind, GaveUp, Judge, Node, Observer as _, ServerId, ServiceKind,
    Setup, Time, Trace,
};

/// Goes through a run, event by event, and knows what has been told.
pub(super) struct Teller<'a> {
    trace: &'a Trace,
    setup: &'a Setup,
    judge: Judge,
    known: [Known; ClientId::MOST],
}

/// What has been told of a client so far.
#[derive(Clone, Copy, Default)]
struct Known {
    paused: bool,
    dead: bool,
    refused: bool,
    renewed: bool,
    /// Its promise was over at least once.
    lapsed: bool,
    /// It was given the lock by a try that did not come to nothing.
    granted: bool,
    /// How many servers store its key.
    keys: usize,
}

impl Known {
    fn note(&mut self, kind: EventKind) {
        match kind {
            EventKind::Paused { .. } => self.paused = true,
            EventKind::Woke => self.paused = false,
            EventKind::Crashed => self.dead = true,
            EventKind::Refused { .. } => self.refused = true,
            EventKind::Extended { .. } => self.renewed = true,
            EventKind::PromiseOver => self.lapsed = true,
            _ => {}
        }
    }
}

impl<'a> Teller<'a> {
    /// A teller at the beginning of a run.
    pub fn new(trace: &'a Trace) -> Teller<'a> {
        let known = [Known::default(); ClientId::MOST];
        Teller { trace, setup: &trace.setup, judge: Judge::default(), known }
    }

    /// Takes note of an event, after it was told.
    pub fn note(&mut self, index: usize, event: &Event) {
        self.judge.observe(*event);
        match event.kind {
            EventKind::Granted { client, .. } => {
                self.known[client.index()].granted = !self.comes_to_nothing(index, client);
            }
            EventKind::KeySet { client, .. } => self.known[client.index()].keys += 1,
            EventKind::KeyGone { client, .. } => self.known[client.index()].keys -= 1,
            kind => {
                if let Some(client) = event.client() {
                    self.known[client.index()].note(kind);
                }
            }
        }
    }

    fn known(&self, client: ClientId) -> &Known {
        &self.known[client.index()]
    }

    fn service(&self) -> &'static str {
        service_name(self.setup.params().service)
    }

    /// The sentence for an event; none, if a step before or after it tells it along.
    pub fn tell(&self, index: usize, event: &Event) -> Option<String> {
        match event.actor {
            Node::Client(client) => self.tell_client(index, event, client),
            Node::Server(server) => self.tell_server(index, event, server),
            Node::Storage => self.tell_storage(event),
        }
    }

    fn tell_client(&self, index: usize, event: &Event, me: ClientId) -> Option<String> {
        let service = self.service();
        let known = self.known(me);
        Some(match event.kind {
            EventKind::Asked if known.refused => return None,
            EventKind::Asked => match self.setup.servers() {
                1 => format!("{me} asks {service} for the lock."),
                servers => format!("{me} asks all {servers} servers for the lock."),
            },
            EventKind::Refused { .. } if known.refused => return None,
            EventKind::Refused { won, .. } => self.tell_refusals(index, me, won),
            EventKind::Acquired { token, value, until } => {
                let with = match (token, value) {
                    (Some(token), _) => format!(", with token {token}"),
                    (None, Some(value)) => format!(", under the random value {value}"),
                    (None, None) => String::new(),
                };
                let until = if until > event.at {
                    format!("it may rely on it until {} s", clock(until))
                } else {
                    "its lease is over already".into()
                };
                format!("{me} learns that it holds the lock{with}. By its own clock {until}.")
            }
            EventKind::Extended { .. } if known.renewed => return None,
            EventKind::Extended { until } => self.tell_renewals(index, me, until),
            // It was over when the client heard of it, and that has been told.
            EventKind::PromiseOver if !self.judge.may_rely(me) => return None,
            EventKind::PromiseOver if known.lapsed && self.renews_after(index, me) => return None,
            EventKind::PromiseOver => {
                let over = format!("The lease that {me} was promised is over.");
                if known.dead || self.setup.job(me).obey && !known.paused {
                    over
                } else if known.paused {
                    format!("{over} {me} is stopped and cannot notice.")
                } else {
                    format!("{over} {me} does not look at its clock.")
                }
            }
            EventKind::LearnedLoss => format!("{me} is told that it has lost the lock."),
            EventKind::Read { value: stored, .. } => {
                format!("{me} reads {} from the storage and begins its work.", value(stored))
            }
            EventKind::Paused { length } => {
                format!("{me} stops for {} s. It does nothing at all.", rounded(length))
            }
            EventKind::Woke => format!("{me} wakes up and goes on."),
            EventKind::Crashed => format!("{me} crashes and does not come back."),
            EventKind::Checked { good: true } => {
                format!("{me} looks at its lease right before the write: it is still good.")
            }
            EventKind::Checked { good: false } => return None,
            EventKind::WriteSent { token, .. } => match token {
                Some(token) => format!("{me} sends its write, with token {token}."),
                None => format!("{me} sends its write."),
            },
            EventKind::WriteAnswered { accepted: true } => {
                format!("{me} learns that its write was accepted, and gives the lock back.")
            }
            EventKind::WriteAnswered { accepted: false } => {
                format!("{me} learns that its write was refused, and stops.")
            }
            EventKind::GaveUp { why } => match why {
                GaveUp::LeaseOver => format!(
                    "{me} looks at its lease right before the write, finds it over, and stops \
                     without writing."
                ),
                GaveUp::Obeyed => {
                    format!("{me} notices that its lease is over and stops without writing.")
                }
                GaveUp::SessionEnded => {
                    format!("{me} learns that its session ended while it waited, and stops.")
                }
            },
            EventKind::CutOff { server } => self.tell_cuts(index, me, server)?,
            EventKind::Releasing | EventKind::Finished => return None,
            EventKind::Queued { .. }
            | EventKind::Granted { .. }
            | EventKind::Ended { .. }
            | EventKind::WaiterGone { .. }
            | EventKind::NothingToRelease { .. }
            | EventKind::KeySet { .. }
            | EventKind::KeyGone { .. }
            | EventKind::Jumped { .. }
            | EventKind::WriteAccepted { .. }
            | EventKind::WriteRejected { .. } => return None,
        })
    }

    fn tell_server(&self, index: usize, event: &Event, server: ServerId) -> Option<String> {
        let service = self.service();
        let name = server_name(server, self.setup);
        let several = self.setup.servers() > 1;
        Some(match event.kind {
            EventKind::Queued { client, token } => {
                format!("{service} puts {client} into the queue, with token {token}.")
            }
            EventKind::Granted { client, .. } if self.comes_to_nothing(index, client) => {
                return None;
            }
            EventKind::Granted { client, .. } if several => format!(
                "{client} now holds a majority: {} of {} servers.",
                self.keys_of(index, client),
                self.setup.servers()
            ),
            EventKind::Granted { client, token } => match token {
                Some(token) => format!("{service} gives the lock to {client}, with token {token}."),
                None => format!("{service} gives the lock to {client}."),
            },
            EventKind::Ended { client, .. } if !self.known(client).granted => return None,
            EventKind::Ended { client, why: Ended::Expired } if several => format!(
                "{client} now holds {} of {} servers, which is no majority.{}",
                self.keys_of(index, client),
                self.setup.servers(),
                if self.judge.believes(client) { " It does not know." } else { "" }
            ),
            EventKind::Ended { .. } if several => return None,
            EventKind::Ended { client, why: Ended::Released } => {
                format!("{service} takes the lock back from {client}.")
            }
            EventKind::Ended { client, why: Ended::Expired } => match self.setup.params().service {
                ServiceKind::Etcd => {
                    format!(
                        "{service}, which looks every half second, sees that {client}’s lease has \
                         run out, and revokes it."
                    )
                }
                ServiceKind::ZooKeeper => {
                    format!(
                        "{service}, which lets sessions end at its ticks only, ends {client}’s \
                         session. {client}’s znode is gone."
                    )
                }
                ServiceKind::Redis | ServiceKind::Redlock => {
                    format!("{client}’s key expires, by {service}’s clock.")
                }
            },
            EventKind::WaiterGone { client, why: Ended::Expired } => {
                format!("{client}’s session is over, and with it its place in the queue.")
            }
            EventKind::WaiterGone { client, why: Ended::Released } => {
                format!("{client} leaves the queue.")
            }
            EventKind::NothingToRelease { client } if !self.known(client).granted => return None,
            EventKind::NothingToRelease { client } => {
                format!("{service} has nothing to take back: {client}’s lock is gone already.")
            }
            EventKind::KeySet { client, .. } if self.comes_to_nothing(index, client) => {
                return None;
            }
            EventKind::KeySet { client, value } => {
                let servers = self.at_once(index, |kind| {
                    matches!(kind, EventKind::KeySet { client: other, .. } if other == client)
                })?;
                let set = if servers.len() == 1 { "sets" } else { "set" };
                format!("{} {set} the key to {client}’s value {value}.", list(&servers))
            }
            EventKind::KeyGone { client, .. } if !self.known(client).granted => return None,
            EventKind::KeyGone { client, why } => {
                let servers = self.at_once(index, |kind| {
                    matches!(kind, EventKind::KeyGone { client: other, .. } if other == client)
                })?;
                let (delete, clocks) =
                    if servers.len() == 1 { ("deletes", "clock") } else { ("delete", "clocks") };
                let servers = list(&servers);
                match why {
                    Ended::Released => format!("{servers} {delete} {client}’s key."),
                    Ended::Expired => {
                        format!("{client}’s key expires, by the {clocks} of {servers}.")
                    }
                }
            }
            EventKind::Jumped { by } => {
                let what = format!("The wall clock of {name} steps ahead by {} s.", rounded(by));
                match self.setup.params().service {
                    ServiceKind::Etcd | ServiceKind::ZooKeeper => {
                        format!("{what} Its leases go by a monotonic clock, so nothing follows.")
                    }
                    ServiceKind::Redis | ServiceKind::Redlock => what,
                }
            }
            _ => return None,
        })
    }

    fn tell_storage(&self, event: &Event) -> Option<String> {
        match event.kind {
            EventKind::WriteAccepted { write, .. } => {
                let client = write.client;
                let late = self.judge.is_late(client);
                let stored = self.judge.stored();
                let what = match stored {
                    Some(_) if write.base < self.judge.version() => {
                        format!("It replaces {}, which {client} has not read.", value(stored))
                    }
                    _ => format!("It now holds {}.", value(Some(client))),
                };
                Some(if late {
                    format!(
                        "The storage accepts {client}’s write, though {client}’s lease is over. {what}"
                    )
                } else {
                    format!("The storage accepts {client}’s write. {what}")
                })
            }
            EventKind::WriteRejected { write, highest } => {
                let client = write.client;
                Some(match write.token {
                    Some(token) => format!(
                        "The storage refuses {client}’s write: token {token} is lower than \
                         {highest}, the highest it has seen."
                    ),
                    None => format!("The storage refuses {client}’s write, which has no token."),
                })
            }
            _ => None,
        }
    }

    /// What came of a client's first try that failed, and how many more it makes.
    fn tell_refusals(&self, index: usize, me: ClientId, won: u8) -> String {
        let after = self.trace.events[index..].iter();
        let asked = |event: &&Event| event.client() == Some(me) && event.kind == EventKind::Asked;
        let again = match after.filter(asked).count() {
            0 => String::new(),
            1 => " It tries again once.".into(),
            times => format!(" It tries again {times} times."),
        };
        let too_late = won >= self.setup.majority();
        match self.setup.servers() {
            1 if too_late => format!(
                "{me} is given the lock, but its lease is over before it hears of it. It gives \
                 the lock back.{again}"
            ),
            1 => format!("{me} is turned away, since the lock is taken.{again}"),
            servers if too_late => format!(
                "{me} wins {won} of {servers} servers, but its lease is over before it hears of \
                 it. It unlocks all.{again}"
            ),
            servers => format!(
                "{me} wins {won} of {servers} servers, which is no majority, and unlocks all.{again}"
            ),
        }
    }

    /// A client renews its lease, and how often it does so in all, told at the first time.
    fn tell_renewals(&self, index: usize, me: ClientId, until: Time) -> String {
        let (mut more, mut last, mut lapsed, mut gaps) = (0, until, false, false);
        for event in
            self.trace.events[index + 1..].iter().filter(|event| event.client() == Some(me))
        {
            match event.kind {
                EventKind::Extended { until } => {
                    more += 1;
                    last = until;
                    gaps |= lapsed;
                }
                EventKind::PromiseOver => lapsed = true,
                _ => {}
            }
        }
        let (until, last) = (clock(until), clock(last));
        let gaps = if gaps { ", but not always in time" } else { "" };
        let again = match more {
            0 => String::new(),
            1 => format!(" It renews it once more, until {last} s{gaps}."),
            _ => format!(" It renews it {more} times more, until {last} s{gaps}."),
        };
        let lease = rounded(self.setup.granted_lease());
        if !self.setup.job(me).renew {
            // Its session was kept alive while it waited, and is so once more.
            return format!(
                "{me} has its lease of {lease} s start afresh, until {until} s by its own clock."
            );
        }
        format!("{me}’s lease of {lease} s is renewed, until {until} s by its own clock.{again}")
    }

    fn renews_after(&self, index: usize, me: ClientId) -> bool {
        self.trace.events[index..].iter().any(|event| {
            event.client() == Some(me) && matches!(event.kind, EventKind::Extended { .. })
        })
    }

    fn tell_cuts(&self, index: usize, me: ClientId, server: ServerId) -> Option<String> {
        let same = |event: &Event| match event.kind {
            EventKind::CutOff { server } if event.actor == Node::Client(me) => Some(server),
            _ => None,
        };
        if index > 0 && same(&self.trace.events[index - 1]).is_some() {
            return None;
        }
        let servers = self.trace.events[index..].iter().map_while(same);
        let names: Vec<String> = servers.map(|server| server_name(server, self.setup)).collect();
        debug_assert_eq!(names.first(), Some(&server_name(server, self.setup)));
        Some(format!("{me} cannot reach {}, for the whole run.", list(&names)))
    }

    /// The servers at which the same thing happens at the same time as in the event at `index`;
    /// none, if an event before it is one of them, and so tells of it.
    fn at_once(&self, index: usize, same: impl Fn(EventKind) -> bool) -> Option<Vec<String>> {
        let at = self.trace.events[index].at;
        let alike = |event: &&Event| event.at == at && same(event.kind);
        let before = self.trace.events[..index].iter().rev().take_while(|event| event.at == at);
        if before.into_iter().any(|event| same(event.kind)) {
            return None;
        }
        let servers = self.trace.events[index..].iter().take_while(|event| event.at == at);
        let name = |event: &Event| actor_name(event.actor, self.setup);
        Some(servers.filter(alike).map(name).collect())
    }

    /// How many servers store a client's key when all has happened that happens at the time of
    /// the event at `index`.
    fn keys_of(&self, index: usize, me: ClientId) -> usize {
        let at = self.trace.events[index].at;
        let now = self.trace.events[index..].iter().take_while(|event| event.at == at);
        now.fold(self.known(me).keys, |keys, event| match event.kind {
            EventKind::KeySet { client, .. } if client == me => keys + 1,
            EventKind::KeyGone { client, .. } if client == me => keys - 1,
            _ => keys,
        })
    }

    /// Whether a client's present try fails, or is not over when the run is, whatever the servers
    /// have said to it.
    fn comes_to_nothing(&self, index: usize, me: ClientId) -> bool {
        let own = self.trace.events[index..].iter().filter(|event| event.client() == Some(me));
        let end = own
            .map(|event| event.kind)
            .find(|kind| matches!(kind, EventKind::Acquired { .. } | EventKind::Refused { .. }));
        match end {
            Some(kind) => matches!(kind, EventKind::Refused { .. }),
            None => self.known(me).refused && self.trace.outcome.waiting.contains(&me),
        }
    }
}
