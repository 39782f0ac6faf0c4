//! The running state: everything that a run needs to go on from here, and nothing of its past.
//!
//! What happens is told to an [`Observer`] and not kept, so a world is cheap to clone, and a
//! search over many runs can branch anywhere.

mod schedule;

use std::sync::Arc;

use super::agenda::{Agenda, Happening};
use super::choice::ClockSetting;
use super::client::Client;
use super::context::{Context, Faults};
use super::event::{EventKind, Observer};
use super::fault::{FaultKind, Start};
use super::message::{Envelope, Message};
use super::network::Network;
use super::node::{ClientId, Node};
use super::outcome::RunEnd;
use super::random::Random;
use super::service::LockService;
use super::setup::Setup;
use super::storage::Storage;
use super::time::Time;

/// The actors of a run and what lies between them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct World {
    setup: Arc<Setup>,
    now: Time,
    agenda: Agenda,
    faults: Faults,
    network: Network,
    random: Random,
    service: LockService,
    storage: Storage,
    clients: Vec<Client>,
}

impl World {
    /// The world before anything has happened.
    pub fn new(setup: Setup) -> World {
        let mut world = World {
            setup: Arc::new(setup),
            now: Time::ZERO,
            agenda: Agenda::default(),
            faults: Faults::new(setup.faults()),
            network: Network::new(&setup),
            random: Random::new(setup.params().seed),
            service: LockService::new(&setup),
            storage: Storage::new(&setup),
            clients: Vec::with_capacity(usize::from(setup.params().clients)),
        };
        world.faults.set_off(&mut world.agenda, |start| match start {
            Start::At(time) => Some(time),
            Start::After { .. } => None,
        });
        for id in setup.clients() {
            let observer = &mut ();
            let client = world.with(observer, |_, context| Client::new(id, context));
            world.clients.push(client);
        }
        world
    }

    /// The true time.
    pub fn now(&self) -> Time {
        self.now
    }

    /// How the run ends, if it ends now.
    pub fn end(&self) -> RunEnd {
        let those = |is: fn(&Client) -> bool| {
            let clients = self.setup.clients().zip(&self.clients);
            clients.filter(|(_, client)| is(client)).map(|(id, _)| id).collect()
        };
        let unfinished = those(|client| !client.is_over() && !client.is_waiting());
        RunEnd { at: self.now, waiting: those(Client::is_waiting), unfinished }
    }

    fn is_over(&self) -> bool {
        self.network.is_quiet() && self.clients.iter().all(Client::is_over)
    }

    /// Lets the next thing happen; false if the run is over.
    ///
    /// It is over when every client is done or dead and nothing is on its way any more, or ten
    /// minutes after the last fault.
    pub fn step(&mut self, observer: &mut dyn Observer) -> bool {
        if self.is_over() {
            return false;
        }
        let Some((at, happening)) = self.agenda.next() else {
            return false;
        };
        if at > self.faults.horizon {
            self.now = self.faults.horizon;
            return false;
        }
        self.now = at;
        match happening {
            Happening::FaultBegins(number) => self.begin(number, observer),
            Happening::FaultEnds(kind) => self.finish(kind, observer),
            Happening::Arrives(envelope) => self.deliver(envelope, observer),
            Happening::LeaseCheck(server, client) => self.with(observer, |actors, context| {
                actors.service.check_lease(server, client, context);
            }),
            Happening::ClientTimer(client, timer) => {
                self.with_client(client, observer, |client, context| {
                    client.wake_for(timer, context)
                });
            }
        }
        true
    }

    fn begin(&mut self, number: usize, observer: &mut dyn Observer) {
        if let Some(fault) = self.faults.get(number) {
            observer.fault_begins(number, self.now);
            self.bring_on(fault.kind, observer);
        }
    }

    /// Lets a fault begin now, and plans its end.
    fn bring_on(&mut self, kind: FaultKind, observer: &mut dyn Observer) {
        let lasts = match kind {
            FaultKind::Pause { length, .. } if length.is_zero() => None,
            FaultKind::Pause { client, length } => {
                self.with_client(client, observer, |client, context| client.pause(length, context));
                Some(length)
            }
            FaultKind::Crash { client } => {
                self.with_client(client, observer, Client::crash);
                None
            }
            FaultKind::Delay { client, by } => {
                self.network.delay_write(client, by);
                None
            }
            FaultKind::Cut { client, server, length } => {
                if self.network.cut(client, server) {
                    self.with(observer, |_, context| {
                        context.tell(Node::Client(client), EventKind::CutOff { server, length });
                    });
                }
                length
            }
            FaultKind::Jump { server, by } => {
                self.with(observer, |actors, context| {
                    let how = context.setup.params().clock;
                    let what = match how {
                        ClockSetting::Step => EventKind::Jumped { by },
                        ClockSetting::Slew => EventKind::Slewed { by },
                    };
                    context.tell(Node::Server(server), what);
                    actors.service.set_clock(server, by, how, context);
                });
                None
            }
            FaultKind::Restart { server, down } => {
                self.with(observer, |actors, context| actors.service.stop(server, down, context));
                down
            }
            FaultKind::Failover => {
                Some(self.with(observer, |actors, context| actors.service.fail_over(context)))
            }
        };
        if let Some(length) = lasts {
            self.agenda.plan(self.now + length, Happening::FaultEnds(kind));
        }
    }

    fn finish(&mut self, kind: FaultKind, observer: &mut dyn Observer) {
        match kind {
            FaultKind::Pause { client, .. } => self.with_client(client, observer, Client::resume),
            FaultKind::Cut { client, server, .. } => {
                if self.network.mend(client, server) {
                    self.with(observer, |_, context| {
                        context.tell(Node::Client(client), EventKind::Reconnected { server });
                    });
                }
            }
            FaultKind::Restart { server, .. } => {
                self.with(observer, |actors, context| actors.service.restart(server, context));
            }
            FaultKind::Failover => {
                self.with(observer, |actors, context| actors.service.recover(context));
            }
            FaultKind::Crash { .. } | FaultKind::Delay { .. } | FaultKind::Jump { .. } => {}
        }
    }

    fn deliver(&mut self, envelope: Envelope, observer: &mut dyn Observer) {
        if !self.network.arrive(&envelope) {
            return;
        }
        let Envelope { from, to, message } = envelope;
        match (to, from) {
            (Node::Client(id), _) => {
                self.with_client(id, observer, |client, context| {
                    client.receive(from, message, context)
                });
            }
            (Node::Server(server), Node::Client(client)) => {
                self.with(observer, |actors, context| {
                    if let Message::Request { request, asked } = message {
                        actors.service.request(server, client, request, asked, context);
                    }
                })
            }
            (Node::Storage, _) => self.with(observer, |actors, context| {
                let answer = match message {
                    Message::Read { token, value } => {
                        let (value, version) = actors.storage.read(token, value);
                        Message::Value { value, version }
                    }
                    Message::Write(write) => {
                        let vouched = actors.service.vouches_for(write.client, write.token);
                        let verdict = actors.storage.write(write, vouched);
                        context.tell(Node::Storage, verdict);
                        let accepted = matches!(verdict, EventKind::WriteAccepted { .. });
                        Message::WriteAnswer { accepted }
                    }
                    _ => return,
                };
                context.send(Node::Storage, from, answer);
            }),
            (Node::Server(_), Node::Server(_) | Node::Storage) => {}
        }
    }

    fn with_client(
        &mut self,
        id: ClientId,
        observer: &mut dyn Observer,
        act: impl FnOnce(&mut Client, &mut Context),
    ) {
        self.with(observer, |actors, context| {
            if let Some(client) = actors.clients.get_mut(id.index()) {
                act(client, context);
            }
        });
    }

    /// Lends out the actors and, apart from them, everything they may touch.
    fn with<T>(
        &mut self,
        observer: &mut dyn Observer,
        act: impl FnOnce(&mut Actors, &mut Context) -> T,
    ) -> T {
        let mut context = Context {
            now: self.now,
            setup: &self.setup,
            network: &mut self.network,
            random: &mut self.random,
            agenda: &mut self.agenda,
            faults: &mut self.faults,
            observer,
        };
        let mut actors = Actors {
            service: &mut self.service,
            storage: &mut self.storage,
            clients: &mut self.clients,
        };
        act(&mut actors, &mut context)
    }
}

struct Actors<'a> {
    service: &'a mut LockService,
    storage: &'a mut Storage,
    clients: &'a mut Vec<Client>,
}
