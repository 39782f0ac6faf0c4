//! One sentence for one event, given what came before it.

mod client;
mod service;
mod storage;

use super::names::service_name;
use crate::sim::{ClientId, Event, EventKind, Judge, Node, Observer as _, Setup, Trace};

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
    /// It was told that it has lost touch with the service.
    in_doubt: bool,
    /// It was in touch again at least once.
    regained: bool,
    /// It can reach no lock server.
    cut_off: bool,
    /// It was given the lock by a try that did not come to nothing.
    granted: bool,
    /// It has heard that it holds the lock.
    acquired: bool,
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
            EventKind::InDoubt => self.in_doubt = true,
            EventKind::CutOff { server: None, .. } => self.cut_off = true,
            EventKind::Reconnected { server: None } => self.cut_off = false,
            EventKind::BackInTouch => (self.in_doubt, self.regained) = (false, true),
            EventKind::Acquired { .. } => self.acquired = true,
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
            EventKind::KeyGone { client, .. } => {
                let keys = &mut self.known[client.index()].keys;
                *keys = keys.saturating_sub(1);
            }
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

    /// How often something happens to a client after an event, counted up to `most`.
    fn times(&self, index: usize, me: ClientId, is: fn(&EventKind) -> bool, most: usize) -> usize {
        let own = |event: &&Event| event.client() == Some(me) && is(&event.kind);
        self.trace.events[index + 1..].iter().filter(own).take(most).count()
    }

    /// A sentence that says how often something happens to a client again after an event.
    fn again(&self, index: usize, me: ClientId, is: fn(&EventKind) -> bool, what: &str) -> String {
        let times = match self.times(index, me, is, usize::MAX) {
            0 => return String::new(),
            1 => "once".into(),
            2 => "twice".into(),
            times => format!("{times} times"),
        };
        format!(" It {what} again {times}.")
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
