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
};

/// For each event of a trace, the places of the events elsewhere that had to come before it.
pub fn causes(trace: &Trace) -> Vec<Vec<usize>> {
    let mut past = Past::new(trace);
    let mut causes = Vec::with_capacity(trace.events.len());
    for (index, event) in trace.events.iter().enumerate() {
        causes.push(past.causes(event));
        past.note(index, event);
    }
    causes
}

/// The places of some events of each client, in order.
type Places = [Vec<usize>; ClientId::MOST];

/// A client loses touch with a server, or with all of them, or gets it back.
struct Touch {
    at: Time,
    server: Option<ServerId>,
    is_back: bool,
}

/// What has happened so far, by whom it concerns.
struct Past<'a> {
    setup: &'a Setup,
    events: &'a [Event],
    /// A client asks for the lock, or whether its turn has come.
    asked: Places,
    /// A client gives the lock back, or what a failed try has left.
    given_back: Places,
    /// A server gives a client the lock; with Redlock, a key.
    granted: Places,
    /// A server has heard that a client gives something back.
    taken_back: Places,
    sent: Places,
    decided: Places,
    touches: [Vec<Touch>; ClientId::MOST],
    /// What the storage has accepted: each makes a version, from 1 on.
    accepted: Vec<usize>,
}

impl<'a> Past<'a> {
    fn new(trace: &'a Trace) -> Past<'a> {
        let none = Places::default;
        Past {
            setup: &trace.setup,
            events: &trace.events,
            asked: none(),
            given_back: none(),
            granted: none(),
            taken_back: none(),
            sent: none(),
            decided: none(),
            touches: Default::default(),
            accepted: Vec::new(),
        }
    }

    fn note(&mut self, index: usize, event: &Event) {
        let redlock = self.is_redlock();
        let (places, client) = match event.kind {
            EventKind::Asked => (&mut self.asked, event.client()),
            EventKind::Releasing | EventKind::Refused { .. } => {
                (&mut self.given_back, event.client())
            }
            EventKind::WriteSent { .. } => (&mut self.sent, event.client()),
            EventKind::CutOff { server, .. } => return self.note_touch(event, server, false),
            EventKind::Reconnected { server } => return self.note_touch(event, server, true),
            EventKind::Granted { client, .. } if !redlock => (&mut self.granted, Some(client)),
            EventKind::KeySet { client, .. } => (&mut self.granted, Some(client)),
            EventKind::NothingToRelease { client } => (&mut self.taken_back, Some(client)),
            EventKind::Ended { client, why }
            | EventKind::WaiterGone { client, why }
            | EventKind::KeyGone { client, why } => (&mut self.taken_back, giver(client, why)),
            EventKind::WriteAccepted { write, .. } => {
                self.accepted.push(index);
                (&mut self.decided, Some(write.client))
            }
            EventKind::WriteRejected { write, .. } => (&mut self.decided, Some(write.client)),
            EventKind::Acquired { .. }
            | EventKind::Extended { .. }
            | EventKind::PromiseOver
            | EventKind::LearnedLoss
            | EventKind::InDoubt
            | EventKind::BackInTouch
            | EventKind::Read { .. }
            | EventKind::Paused { .. }
            | EventKind::Woke
            | EventKind::Crashed
            | EventKind::Checked { .. }
            | EventKind::WriteAnswered { .. }
            | EventKind::GaveUp { .. }
            | EventKind::Finished
            | EventKind::Queued { .. }
            | EventKind::Granted { .. }
            | EventKind::HeldBack { .. }
            | EventKind::Jumped { .. }
            | EventKind::Slewed { .. }
            | EventKind::LeaderLost
            | EventKind::LeaderElected
            | EventKind::Promoted
            | EventKind::ServerDown { .. }
            | EventKind::ServerUp => return,
        };
        if let Some(client) = client {
            places[client.index()].push(index);
        }
    }

    fn note_touch(&mut self, event: &Event, server: Option<ServerId>, is_back: bool) {
        if let Some(client) = event.client() {
            self.touches[client.index()].push(Touch { at: event.at, server, is_back });
        }
    }

    fn causes(&self, event: &Event) -> Vec<usize> {
        let now = event.at;
        let of = |places: &Places, client: Option<ClientId>| {
            client.and_then(|client| places[client.index()].last().copied())
        };
        let cause = match event.kind {
            EventKind::Queued { client, .. }
            | EventKind::Granted { client, .. }
            | EventKind::KeySet { client, .. } => self.question(client, now),
            EventKind::Ended { client, why }
            | EventKind::WaiterGone { client, why }
            | EventKind::KeyGone { client, why } => {
                giver(client, why).and_then(|giver| self.sent_by(&self.given_back, giver, now))
            }
            EventKind::NothingToRelease { client } => self.sent_by(&self.given_back, client, now),
            EventKind::WriteAccepted { write, .. } | EventKind::WriteRejected { write, .. } => {
                of(&self.sent, Some(write.client))
            }
            EventKind::WriteAnswered { .. } => of(&self.decided, event.client()),
            EventKind::Read { version, .. } => {
                self.accepted.iter().copied().find(|&index| match self.events[index].kind {
                    EventKind::WriteAccepted { version: made, .. } => made == version,
                    _ => false,
                })
            }
            EventKind::Acquired { .. } => {
                return self.answers(event, &self.asked, &self.granted);
            }
            EventKind::Finished => {
                return self.answers(event, &self.given_back, &self.taken_back);
            }
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
            | EventKind::Reconnected { .. } => None,
        };
        cause.into_iter().collect()
    }

    fn is_redlock(&self) -> bool {
        self.setup.params().service == ServiceKind::Redlock
    }

    /// How long a message is on its way at the most, unless a fault delays it.
    fn longest_way(&self) -> Duration {
        self.setup.params().latency + self.setup.params().jitter
    }

    /// How many of some places lie before an instant.
    fn count_before(&self, places: &[usize], at: Time) -> usize {
        places.partition_point(|&index| self.events[index].at < at)
    }

    /// The last event of a client that a message which arrives now can only have come after: one
    /// that has had the time to arrive, or else the first of all.
    fn sent_by(&self, places: &Places, client: ClientId, now: Time) -> Option<usize> {
        let places = &places[client.index()];
        let way = self.longest_way();
        let in_time = places.partition_point(|&index| self.events[index].at + way <= now);
        places.get(in_time.saturating_sub(1)).copied()
    }

    /// Where a client has asked for what a server gives it now. A place in a queue is asked for
    /// once; whoever asks again asks whether its turn has come.
    fn question(&self, client: ClientId, now: Time) -> Option<usize> {
        match self.setup.params().has_values() {
            true => self.sent_by(&self.asked, client, now),
            false => self.asked[client.index()].first().copied(),
        }
    }

    /// The answers by which a client knows that it has got what it last asked for. A single server
    /// has answered in any case, be it a question from before.
    fn answers(&self, event: &Event, asked: &Places, answered: &Places) -> Vec<usize> {
        let Some(client) = event.client() else {
            return Vec::new();
        };
        let (asked, answered) = (&asked[client.index()], &answered[client.index()]);
        let Some(since) = asked.last().map(|&index| self.events[index].at) else {
            return Vec::new();
        };
        let fresh = &answered[self.count_before(answered, since)..];
        if !self.is_redlock() {
            return fresh.first().or(answered.first()).copied().into_iter().collect();
        }
        // No client of Redlock waits for less than two and a half times the latency.
        let decided = event.at.min(since + self.setup.params().latency * 5 / 2);
        let is_certain = |&index: &usize| {
            let Event { at, actor, .. } = self.events[index];
            let arrived = at + self.longest_way();
            arrived <= decided && !self.is_cut(client, actor, at, arrived)
        };
        fresh.iter().copied().filter(is_certain).collect()
    }

    /// Whether a client and a server could not talk at some instant between two others.
    fn is_cut(&self, client: ClientId, server: Node, from: Time, to: Time) -> bool {
        let concerns =
            |other: Option<ServerId>| other.is_none_or(|other| Node::Server(other) == server);
        let touches = self.touches[client.index()].iter().filter(|touch| touch.at <= to);
        let mut cuts: Vec<Option<ServerId>> = Vec::new();
        for touch in touches {
            if !touch.is_back && concerns(touch.server) {
                cuts.push(touch.server);
            } else if touch.is_back && touch.at < from {
                cuts.retain(|&cut| cut != touch.server);
            }
        }
        !cuts.is_empty()
    }
}

/// Who has given back what a server ends for this reason, if somebody has.
fn giver(client: ClientId, why: Ended) -> Option<ClientId> {
    match why {
        Ended::Released => Some(client),
        Ended::Deleted { by } => Some(by),
        Ended::Expired | Ended::Forgotten => None,
    }
}
