//! Which events made others possible, because a message went from one to the other.
//!
//! A trace has no messages, so this goes by the events that cannot have happened without one:
//!
//! - A server grants a place, a lock or a key because a client has asked, and ends it as released
//!   because a client has given it back; with Redis and Redlock also because a try had failed.
//! - A client gets the lock because it was granted, and is done because its release was answered.
//! - A client reads what the storage has accepted, and knows what became of its write because the
//!   storage has decided.
//! - The storage decides on a write because it was sent.
//!
//! Everything else that is sent leaves no event where it is sent or where it arrives, and counts
//! for nothing here: renewals, refusals, a turn in the queue that is announced, what the storage
//! asks Chubby. So two events that this calls concurrent may have had a message between them, but
//! where it says that one came before the other, that is certain. Where jitter leaves it open
//! which of several events a message came from, the earliest counts. A client of Redlock decides
//! without the answers that are late, so only those count that cannot have been; and that several
//! servers add up to a majority is known to nobody but the simulator.

use crate::sim::{
    ClientId, Duration, Ended, Event, EventKind, Node, ServerId, ServiceKind, Setup, Time, Trace,
    Version,
};

/// For each event of a trace, the places of the events elsewhere that had to come before it.
pub fn causes(trace: &Trace) -> Vec<Vec<usize>> {
    let of = |index| Past::before(trace, index).causes(&trace.events[index]);
    (0..trace.events.len()).map(of).collect()
}

/// The events before an event.
struct Past<'a> {
    setup: &'a Setup,
    events: &'a [Event],
    /// When the event happens.
    now: Time,
}

impl<'a> Past<'a> {
    fn before(trace: &'a Trace, index: usize) -> Past<'a> {
        let events = &trace.events[..index];
        Past { setup: &trace.setup, events, now: trace.events[index].at }
    }

    fn causes(&self, event: &Event) -> Vec<usize> {
        match event.kind {
            EventKind::Queued { client, .. } | EventKind::Granted { client, .. } => {
                self.one(self.question(client))
            }
            EventKind::KeySet { client, .. } => self.one(self.question(client)),
            EventKind::Ended { client, why }
            | EventKind::WaiterGone { client, why }
            | EventKind::KeyGone { client, why } => match why {
                Ended::Released => self.one(self.giving_back(client)),
                Ended::Deleted { by } => self.one(self.giving_back(by)),
                Ended::Expired | Ended::Forgotten => Vec::new(),
            },
            EventKind::NothingToRelease { client } => self.one(self.giving_back(client)),
            EventKind::WriteAccepted { write, .. } | EventKind::WriteRejected { write, .. } => {
                let sent = |event: &Event| {
                    matches!(event.kind, EventKind::WriteSent { .. })
                        && (event.client(), event.at) == (Some(write.client), write.sent)
                };
                self.one(self.events.iter().rposition(sent))
            }
            EventKind::Acquired { .. } => self.acquired(event.client()),
            EventKind::Finished => self.finished(event.client()),
            EventKind::Read { version, .. } => self.one(self.made(version)),
            EventKind::WriteAnswered { .. } => self.one(self.decided(event.client())),
            EventKind::Asked
            | EventKind::Refused { .. }
            | EventKind::Extended { .. }
            | EventKind::PromiseOver
            | EventKind::LearnedLoss
            | EventKind::InDoubt
            | EventKind::BackInTouch
            | EventKind::Paused { .. }
            | EventKind::Woke
            | EventKind::Crashed
            | EventKind::Checked { .. }
            | EventKind::WriteSent { .. }
            | EventKind::GaveUp { .. }
            | EventKind::Releasing
            | EventKind::HeldBack { .. }
            | EventKind::Jumped { .. }
            | EventKind::Slewed { .. }
            | EventKind::LeaderLost
            | EventKind::LeaderElected
            | EventKind::Promoted
            | EventKind::ServerDown { .. }
            | EventKind::ServerUp
            | EventKind::CutOff { .. }
            | EventKind::Reconnected { .. } => Vec::new(),
        }
    }

    fn one(&self, cause: Option<usize>) -> Vec<usize> {
        cause.into_iter().collect()
    }

    /// How long a message is on its way at the most, unless a fault delays it.
    fn longest_way(&self) -> Duration {
        self.setup.params().latency + self.setup.params().jitter
    }

    /// The last event of a client that a message which arrives now can only have come after: one
    /// that has had the time to arrive, or else the first of all.
    fn last_sent(&self, client: ClientId, is: fn(&EventKind) -> bool) -> Option<usize> {
        let matches = |event: &Event| event.client() == Some(client) && is(&event.kind);
        let in_time = |event: &Event| matches(event) && event.at + self.longest_way() <= self.now;
        let last = self.events.iter().rposition(in_time);
        last.or_else(|| self.events.iter().position(matches))
    }

    /// Where a client has asked for what a server gives it now. A place in a queue is asked for
    /// once; whoever asks again asks whether its turn has come.
    fn question(&self, client: ClientId) -> Option<usize> {
        let asked = |kind: &EventKind| matches!(kind, EventKind::Asked);
        match self.setup.params().has_values() {
            true => self.last_sent(client, asked),
            false => self.first_after(Time::ZERO, |event| {
                event.client() == Some(client) && asked(&event.kind)
            }),
        }
    }

    /// Where a client has given back what a server ends now.
    fn giving_back(&self, client: ClientId) -> Option<usize> {
        let gives_back =
            |kind: &EventKind| matches!(kind, EventKind::Releasing | EventKind::Refused { .. });
        self.last_sent(client, gives_back)
    }

    /// The grants by which a client has the lock.
    fn acquired(&self, client: Option<ClientId>) -> Vec<usize> {
        let Some((me, asked)) =
            client.zip(self.last_of(client, |kind| matches!(kind, EventKind::Asked)))
        else {
            return Vec::new();
        };
        if self.is_redlock() {
            return self.answers(
                me,
                asked,
                |kind| matches!(*kind, EventKind::KeySet { client, .. } if client == me),
            );
        }
        let granted =
            |event: &Event| matches!(event.kind, EventKind::Granted { client, .. } if client == me);
        let anew = self.first_after(asked, granted);
        self.one(anew.or_else(|| self.first_after(Time::ZERO, granted)))
    }

    /// What the servers did about a client's release.
    fn finished(&self, client: Option<ClientId>) -> Vec<usize> {
        let Some((me, since)) =
            client.zip(self.last_of(client, |kind| matches!(kind, EventKind::Releasing)))
        else {
            return Vec::new();
        };
        let released = |kind: &EventKind| match *kind {
            EventKind::NothingToRelease { client } => client == me,
            EventKind::Ended { client, why }
            | EventKind::WaiterGone { client, why }
            | EventKind::KeyGone { client, why } => {
                (client, why) == (me, Ended::Released) || why == Ended::Deleted { by: me }
            }
            _ => false,
        };
        if self.is_redlock() {
            return self.answers(me, since, released);
        }
        self.one(self.first_after(since, |event| released(&event.kind)))
    }

    /// Where the version that a client reads was made.
    fn made(&self, read: Version) -> Option<usize> {
        self.events.iter().position(|event| {
            matches!(event.kind, EventKind::WriteAccepted { version, .. } if version == read)
        })
    }

    /// Where the storage has decided on a client's write.
    fn decided(&self, client: Option<ClientId>) -> Option<usize> {
        self.events.iter().position(|event| match event.kind {
            EventKind::WriteAccepted { write, .. } | EventKind::WriteRejected { write, .. } => {
                Some(write.client) == client
            }
            _ => false,
        })
    }

    fn is_redlock(&self) -> bool {
        self.setup.params().service == ServiceKind::Redlock
    }

    fn first_after(&self, since: Time, is: impl Fn(&Event) -> bool) -> Option<usize> {
        self.events.iter().position(|event| event.at >= since && is(event))
    }

    /// When a client has last done something.
    fn last_of(&self, client: Option<ClientId>, is: fn(&EventKind) -> bool) -> Option<Time> {
        let last = self.events.iter().rfind(|event| event.client() == client && is(&event.kind));
        last.map(|event| event.at)
    }

    /// For each server, the first event since a client has asked all of them whose answer cannot
    /// have been late or lost.
    fn answers(
        &self,
        client: ClientId,
        since: Time,
        is: impl Fn(&EventKind) -> bool,
    ) -> Vec<usize> {
        // No client of Redlock waits for less than two and a half times the latency.
        let decided = self.now.min(since + self.setup.params().latency * 5 / 2);
        let answer = |server| {
            let index = self.first_after(since, |event| {
                event.actor == Node::Server(server) && is(&event.kind)
            })?;
            let (sent, arrived) =
                (self.events[index].at, self.events[index].at + self.longest_way());
            (arrived <= decided && !self.is_cut(client, server, sent, arrived)).then_some(index)
        };
        ServerId::first(self.setup.servers()).filter_map(answer).collect()
    }

    /// Whether a client and a server could not talk at some instant between two others.
    fn is_cut(&self, client: ClientId, server: ServerId, from: Time, to: Time) -> bool {
        let concerns = |other: Option<ServerId>| other.is_none_or(|other| other == server);
        let own =
            self.events.iter().enumerate().filter(|(_, event)| event.client() == Some(client));
        own.clone().any(|(index, event)| match event.kind {
            EventKind::CutOff { server: other, .. } if concerns(other) => {
                let mended = self.events[index..].iter().find(|later| {
                    later.client() == Some(client)
                        && later.kind == EventKind::Reconnected { server: other }
                });
                event.at <= to && mended.is_none_or(|mended| mended.at >= from)
            }
            _ => false,
        })
    }
}
