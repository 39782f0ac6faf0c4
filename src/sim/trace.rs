//! A whole run: its events, its end, and what came of it.

use super::event::{Event, EventKind};
use super::node::{ClientId, Node, ServerId};
use super::outcome::Outcome;
use super::setup::Setup;
use super::time::Time;
use super::world::World;

/// A run from beginning to end. Whatever a user sees is made from one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// What the run was made from.
    pub setup: Setup,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// When the run ended, or how far it is known if it goes on.
    pub end: Time,
    /// Whether it goes on, since this is only its beginning.
    pub goes_on: bool,
    /// What came of it.
    pub outcome: Outcome,
}

/// A stretch of time during which something holds of a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// What holds.
    pub kind: SpanKind,
    /// Of whom.
    pub client: ClientId,
    /// From when.
    pub from: Time,
    /// Until when, or until the end of the run.
    pub to: Time,
}

/// What can hold of a client for a stretch of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpanKind {
    /// It has asked for the lock and not got it.
    Waiting,
    /// It believes that it holds the lock.
    Belief,
    /// It is entitled to rely on the lock.
    Promise,
    /// It holds the lock by the service's own account.
    Truth,
    /// It is stopped.
    Pause,
    /// It cannot talk with a server, or with none of them.
    Cut(Option<ServerId>),
    /// One of several servers stores its value under the lock's key.
    Key(ServerId),
}

/// A stretch of time during which a lock server gives no lock to anybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gap {
    /// Why.
    pub kind: GapKind,
    /// Which server.
    pub server: ServerId,
    /// From when.
    pub from: Time,
    /// Until when, or until the end of the run.
    pub to: Time,
}

/// Why a lock server gives no lock to anybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GapKind {
    /// It holds the lock back, since the last holder has failed.
    HeldBack,
    /// The service has no leader.
    Leaderless,
    /// The server is down.
    Down,
}

impl Trace {
    /// Runs a setup.
    pub fn of(setup: Setup) -> Trace {
        let mut world = World::new(setup);
        let mut events = Vec::new();
        while world.step(&mut events) {}
        let end = world.now();
        let outcome = Outcome::of_events(&events, world.end());
        Trace { setup, events, end, goes_on: false, outcome }
    }

    /// The stretches of time that the events begin and end, in the order in which they begin.
    pub fn spans(&self) -> Vec<Span> {
        let mut spans = Spans { found: Vec::new(), open: Vec::new(), end: self.end };
        for event in &self.events {
            spans.note(event);
        }
        spans.found
    }

    /// The stretches of time during which a lock server gives no lock to anybody.
    pub fn gaps(&self) -> Vec<Gap> {
        let mut gaps: Vec<Gap> = Vec::new();
        for event in &self.events {
            let Node::Server(server) = event.actor else {
                continue;
            };
            let (kind, to) = match event.kind {
                EventKind::HeldBack { until } => (GapKind::HeldBack, until.min(self.end)),
                EventKind::LeaderLost => (GapKind::Leaderless, self.end),
                EventKind::ServerDown { .. } => (GapKind::Down, self.end),
                EventKind::LeaderElected | EventKind::ServerUp => {
                    let open = gaps
                        .iter_mut()
                        .rev()
                        .find(|gap| gap.server == server && gap.kind != GapKind::HeldBack);
                    if let Some(gap) = open {
                        gap.to = event.at;
                    }
                    continue;
                }
                _ => continue,
            };
            gaps.push(Gap { kind, server, from: event.at, to });
        }
        gaps
    }
}

struct Spans {
    found: Vec<Span>,
    /// The places of those that are not over yet: they may last to the end of the run.
    open: Vec<usize>,
    end: Time,
}

impl Spans {
    /// The place in the list of what is open.
    fn open(&self, kind: SpanKind, client: ClientId) -> Option<usize> {
        self.open.iter().position(|&place| {
            let span = &self.found[place];
            (span.kind, span.client) == (kind, client)
        })
    }

    fn begin(&mut self, kind: SpanKind, client: ClientId, at: Time) {
        if self.open(kind, client).is_none() {
            self.open.push(self.found.len());
            self.found.push(Span { kind, client, from: at, to: self.end });
        }
    }

    fn end(&mut self, kind: SpanKind, client: ClientId, at: Time) {
        if let Some(index) = self.open(kind, client) {
            self.found[self.open.swap_remove(index)].to = at;
        }
    }

    fn note(&mut self, event: &Event) {
        let at = event.at;
        if let Some(client) = event.client() {
            if event.kind.ends_belief() {
                self.end(SpanKind::Belief, client, at);
                self.end(SpanKind::Waiting, client, at);
            }
            if event.kind.ends_promise() {
                self.end(SpanKind::Promise, client, at);
            }
            match event.kind {
                EventKind::Asked => self.begin(SpanKind::Waiting, client, at),
                EventKind::Acquired { until, .. } => {
                    self.end(SpanKind::Waiting, client, at);
                    self.begin(SpanKind::Belief, client, at);
                    if until > at {
                        self.begin(SpanKind::Promise, client, at);
                    }
                }
                EventKind::Extended { until } if until > at => {
                    self.begin(SpanKind::Promise, client, at);
                }
                EventKind::CutOff { server, .. } => self.begin(SpanKind::Cut(server), client, at),
                EventKind::Reconnected { server } => self.end(SpanKind::Cut(server), client, at),
                EventKind::Paused { .. } => self.begin(SpanKind::Pause, client, at),
                EventKind::Woke | EventKind::Crashed => self.end(SpanKind::Pause, client, at),
                _ => {}
            }
        }
        match (event.kind, event.actor) {
            (EventKind::Granted { client, .. }, _) => self.begin(SpanKind::Truth, client, at),
            (EventKind::Ended { client, .. }, _) => self.end(SpanKind::Truth, client, at),
            (EventKind::KeySet { client, .. }, Node::Server(server)) => {
                self.begin(SpanKind::Key(server), client, at);
            }
            (EventKind::KeyGone { client, .. }, Node::Server(server)) => {
                self.end(SpanKind::Key(server), client, at);
            }
            _ => {}
        }
    }
}
