//! What the lock service does.

use super::Teller;
use crate::sim::{ClientId, Ended, Event, EventKind, ServerId, ServiceKind};
use crate::words::names::{actor_name, clock, list, rounded, server_name};

impl Teller<'_> {
    pub(super) fn tell_server(
        &self,
        index: usize,
        event: &Event,
        server: ServerId,
    ) -> Option<String> {
        let service = self.service();
        let name = server_name(server, self.setup);
        let several = self.setup.servers() > 1;
        Some(match event.kind {
            EventKind::Queued { client, token } => match token {
                Some(token) => {
                    format!("{service} puts {client} into the queue, with token {token}.")
                }
                None => format!("{service} puts {client} into the queue."),
            },
            EventKind::Granted { client, .. } if self.comes_to_nothing(index, client) => {
                return None;
            }
            EventKind::Granted { client, .. } if self.known(client).acquired => {
                format!("{service} sets {client}’s key anew, as if it had never been gone.")
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
            EventKind::Ended { why: Ended::Released, .. } if several => return None,
            EventKind::Ended { client, .. } if several => format!(
                "{client} now holds {} of {} servers, which is no majority.{}",
                self.keys_of(index, client),
                self.setup.servers(),
                if self.judge.believes(client) { " It does not know." } else { "" }
            ),
            EventKind::Ended { client, why: Ended::Forgotten } => {
                format!("With that, {client}’s lock is gone.{}", self.unknown_to(client))
            }
            EventKind::Ended { client, why: Ended::Deleted { by } } => format!(
                "{by} deletes the key without looking whose it is. It is {client}’s.{}",
                self.unknown_to(client)
            ),
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
                ServiceKind::Chubby => {
                    format!("{client}’s lease is over, and {service} ends its session.")
                }
                ServiceKind::Redis | ServiceKind::Redlock => {
                    format!("{client}’s key expires, by {service}’s clock.")
                }
            },
            EventKind::HeldBack { until } => format!(
                "{service} holds the lock back until {} s, since its holder has failed.",
                clock(until)
            ),
            EventKind::WaiterGone { client, why: Ended::Released } => {
                format!("{client} leaves the queue.")
            }
            EventKind::WaiterGone { client, .. } => {
                format!("{client}’s session is over, and with it its place in the queue.")
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
                    Ended::Forgotten => format!("With that, {client}’s key there is gone."),
                    Ended::Deleted { .. } | Ended::Released => {
                        format!("{servers} {delete} {client}’s key.")
                    }
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
                    ServiceKind::Chubby => format!(
                        "{what} The paper on Chubby asks only that clocks run about equally fast; \
                         here nothing follows."
                    ),
                    ServiceKind::Redis | ServiceKind::Redlock => what,
                }
            }
            EventKind::Slewed { by } => format!(
                "The wall clock of {name} is to be set ahead by {} s, and is so little by little: \
                 half a millisecond in each second.",
                rounded(by)
            ),
            EventKind::LeaderLost => {
                format!(
                    "{service} loses its leader. Until there is another one, nobody is answered."
                )
            }
            EventKind::LeaderElected => {
                let extra = match self.setup.params().service {
                    ServiceKind::Etcd => " and an election timeout of 1 s on top",
                    _ => "",
                };
                format!(
                    "{service} has a new leader, which gives every lease its full length \
                     again{extra}."
                )
            }
            EventKind::Promoted => {
                let unheard = match self.setup.params().has_tokens() {
                    true => "neither of the lock nor of the counter for tokens",
                    false => "nothing of the lock",
                };
                format!(
                    "{service} loses its primary. A replica that has heard {unheard} takes its \
                     place."
                )
            }
            EventKind::ServerDown { down } => {
                let down = down.map(|down| format!(" for {} s", rounded(down))).unwrap_or_default();
                format!("{name} is down{down}, and forgets all that it knew.")
            }
            EventKind::ServerUp => format!("{name} is back."),
            _ => return None,
        })
    }

    /// That a client does not know what has happened to its lock, if it takes it for its own.
    fn unknown_to(&self, client: ClientId) -> String {
        match self.judge.believes(client) {
            true => format!(" {client} does not know."),
            false => String::new(),
        }
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
            EventKind::KeyGone { client, .. } if client == me => keys.saturating_sub(1),
            _ => keys,
        })
    }
}
