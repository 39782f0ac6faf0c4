//! A run in which some faults of a schedule have begun, and which can go on in several ways.

use super::begun::{Begun, Size, extent, is_same_place};
use super::bounds::{Badness, Bounds};
use super::watch::{Clients, Verdict, Watch};
use crate::sim::{
    Anchor, ClientId, Duration, Fault, FaultKind, Node, RunEnd, ServerId, Setup, Start, Time,
    World, limits,
};

/// A place in a run at which faults can begin and end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Before whatever happens at a time.
    Step(Time),
    /// Between a client's decision to write and its write. Nothing can end there.
    Write(ClientId),
}

/// What comes of a fault that begins at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beginning {
    /// It can begin, and makes a run of its own.
    Possible,
    /// It cannot.
    Impossible,
    /// It might as well begin at the place before.
    Earlier,
    /// It might as well begin at the next place.
    Later,
}

impl Beginning {
    fn later_unless(matters: bool) -> Beginning {
        if matters { Beginning::Possible } else { Beginning::Later }
    }

    fn earlier_unless(matters: bool) -> Beginning {
        if matters { Beginning::Possible } else { Beginning::Earlier }
    }
}

/// To whom something may have happened between two places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Since {
    clients: Clients,
    service: bool,
    storage: bool,
}

/// Some lock servers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Servers(u8);

impl Servers {
    /// Those to which no fault of a setup happens alone. With jitter each has messages of its own.
    fn alike(setup: &Setup) -> Servers {
        let mut servers = Servers(0);
        if setup.params().jitter.is_zero() {
            servers.0 = (1 << setup.servers()) - 1;
        }
        for fault in setup.faults() {
            if let Some(server) = server_of(fault.kind) {
                servers.remove(server);
            }
        }
        servers
    }

    fn remove(&mut self, server: ServerId) {
        self.0 &= !(1 << server.index());
    }

    fn contains(self, server: ServerId) -> bool {
        self.0 & 1 << server.index() != 0
    }

    fn is_first(self, server: ServerId) -> bool {
        self.0.trailing_zeros() as usize == server.index()
    }

    fn count(self) -> u32 {
        self.0.count_ones()
    }
}

/// The server to which a fault happens, if it is one of several.
fn server_of(kind: FaultKind) -> Option<ServerId> {
    match kind {
        FaultKind::Cut { server, .. } => server,
        FaultKind::Jump { server, .. } | FaultKind::Restart { server, .. } => Some(server),
        FaultKind::Pause { .. }
        | FaultKind::Crash { .. }
        | FaultKind::Delay { .. }
        | FaultKind::Failover => None,
    }
}

fn is_server(node: Node) -> bool {
    matches!(node, Node::Server(_))
}

/// The run, and its schedule so far.
#[derive(Clone, Debug)]
pub struct Branch {
    world: World,
    watch: Watch,
    /// The clients that have come to their write.
    at_write: Clients,
    faults: [Option<Begun>; Bounds::MOST as usize],
    /// The servers that are alike.
    alike: Servers,
    /// What may have happened since the place before.
    since: Since,
    /// How many schedules it stands for.
    pub weight: u64,
}

impl Branch {
    /// A run that begins.
    pub fn new(setup: Setup, bad: Badness) -> Branch {
        Branch {
            world: World::new(setup),
            watch: Watch::new(bad, setup.params().clients),
            at_write: Clients::default(),
            faults: [None; Bounds::MOST as usize],
            alike: Servers::alike(&setup),
            since: Since { clients: Clients::ALL, service: true, storage: true },
            weight: 1,
        }
    }

    /// Has every server stand for itself alone.
    #[cfg(test)]
    pub fn tell_servers_apart(&mut self) {
        self.alike = Servers(0);
    }

    /// How many faults have begun.
    pub fn begun(&self) -> usize {
        self.faults.iter().flatten().count()
    }

    /// Whether all of them are settled.
    pub fn is_settled(&self) -> bool {
        !self.faults.iter().flatten().any(Begun::is_open)
    }

    /// Whether so many have begun, and all of them are settled: nothing is left to choose.
    pub fn is_complete(&self, faults: usize) -> bool {
        self.begun() == faults && self.is_settled()
    }

    /// How long they are together; those that go on, as long as they have.
    pub fn length(&self) -> Duration {
        let now = self.world.now();
        self.faults.iter().flatten().fold(Duration::ZERO, |sum, begun| {
            let so_far = match begun.kind {
                FaultKind::Delay { .. } => Duration::ZERO,
                _ => now.since(begun.at),
            };
            sum + if begun.is_open() { so_far } else { extent(begun.fault().kind) }
        })
    }

    /// How great they are, all of them being settled.
    pub fn size(&self) -> Size {
        (self.length(), self.faults.iter().flatten().map(|begun| begun.at).collect())
    }

    /// The faults as a link lists them.
    pub fn faults(&self) -> impl Iterator<Item = Fault> {
        self.faults.iter().flatten().map(Begun::fault)
    }

    /// What is known of the run.
    pub fn verdict(&self) -> Verdict {
        self.watch.verdict()
    }

    /// Lets the next thing happen; false if the run is over.
    pub fn step(&mut self) -> bool {
        self.world.step(&mut self.watch)
    }

    /// The verdict on the run, which is over.
    pub fn last_verdict(&self, bad: Badness) -> Verdict {
        let end = RunEnd { at: self.world.now(), ..RunEnd::default() };
        let outcome = self.watch.judge().clone().conclude(end);
        if bad.is_in(&outcome) { Verdict::Bad } else { Verdict::Good }
    }

    /// The place at which the run stands, if faults can begin or end there.
    pub fn place(&mut self) -> Option<Place> {
        let writer = self.world.about_to_write().find(|id| !self.at_write.contains(*id));
        if let Some(client) = writer {
            self.at_write.insert(client);
            return Some(Place::Write(client));
        }
        self.world.next_at().filter(|at| *at > self.world.now()).map(Place::Step)
    }

    /// The place before the first step.
    pub fn first_place(&self) -> Place {
        Place::Step(self.world.next_at().unwrap_or_default())
    }

    /// Notes what may happen before the next place, from which the run goes on.
    pub fn pass(&mut self, here: Place) {
        if let Place::Step(_) = here {
            self.since = Since {
                clients: self.clients_concerned(),
                service: self.world.may_concern(is_server),
                storage: self.world.may_concern(|node| node == Node::Storage),
            };
        }
    }

    fn clients_concerned(&self) -> Clients {
        let mut clients = Clients::default();
        for client in self.world.clients() {
            if self.world.may_concern(|node| node == Node::Client(client)) {
                clients.insert(client);
            }
        }
        clients
    }

    /// For how many servers a fault of this kind stands: servers to which nothing has happened but
    /// what has happened to all of them are alike, so a fault happens to the first of these only. For
    /// none, if another one stands for its own; and for one, if no server matters.
    pub fn stands_for(&self, kind: FaultKind) -> u64 {
        let Some(server) = server_of(kind).filter(|server| self.alike.contains(*server)) else {
            return 1;
        };
        if self.alike.is_first(server) { self.alike.count().into() } else { 0 }
    }

    /// What comes of a fault of this kind that begins here.
    pub fn beginning(&self, kind: FaultKind, here: Place) -> Beginning {
        let at = match here {
            Place::Step(at) => at,
            Place::Write(_) => self.world.now(),
        };
        let goes_on = |begun: &Begun| is_same_place(begun.kind, kind) && begun.goes_on(at);
        if at > limits::LATEST || self.faults.iter().flatten().any(goes_on) {
            return Beginning::Impossible;
        }
        match here {
            Place::Step(_) => self.beginning_before_a_step(kind),
            Place::Write(writer) => match kind {
                FaultKind::Pause { client, .. }
                | FaultKind::Crash { client }
                | FaultKind::Delay { client, .. }
                    if client == writer =>
                {
                    Beginning::Possible
                }
                FaultKind::Pause { .. }
                | FaultKind::Crash { .. }
                | FaultKind::Delay { .. }
                | FaultKind::Cut { .. }
                | FaultKind::Jump { .. }
                | FaultKind::Restart { .. }
                | FaultKind::Failover => Beginning::Impossible,
            },
        }
    }

    fn beginning_before_a_step(&self, kind: FaultKind) -> Beginning {
        match kind {
            FaultKind::Pause { client, .. } | FaultKind::Crash { client }
                if self.world.is_done(client) =>
            {
                Beginning::Impossible
            }
            // Nothing is held back by a pause until something happens to the client, unless it
            // works.
            FaultKind::Pause { client, .. } => {
                let concerned = self.world.may_concern(|node| node == Node::Client(client));
                Beginning::later_unless(concerned || self.world.is_working(client))
            }
            // Nobody can tell when a client died to which nothing happens.
            FaultKind::Crash { client } => {
                Beginning::earlier_unless(self.since.clients.contains(client))
            }
            // Nor when a link was cut over which nothing goes.
            FaultKind::Cut { client, length: Some(_), .. } => {
                let is_end = |node| is_server(node) || node == Node::Client(client);
                Beginning::later_unless(self.world.may_concern(is_end))
            }
            FaultKind::Cut { client, length: None, .. } => {
                let since = self.since;
                Beginning::earlier_unless(since.service || since.clients.contains(client))
            }
            // Nor when a clock was set at which no server looks, as long as no write arrives, which
            // might be late because of that.
            FaultKind::Jump { .. } if self.world.steps_clocks() => {
                Beginning::earlier_unless(self.since.service || self.since.storage)
            }
            FaultKind::Delay { .. } => Beginning::Impossible,
            FaultKind::Jump { .. } | FaultKind::Restart { .. } | FaultKind::Failover => {
                Beginning::Possible
            }
        }
    }

    /// Lets a fault begin here.
    pub fn begin(&mut self, kind: FaultKind, here: Place) {
        let (at, start) = match here {
            Place::Step(at) => (at, Start::At(at)),
            Place::Write(client) => {
                let (anchor, offset) = (Anchor::Write, Duration::ZERO);
                (self.world.now(), Start::After { client, anchor, offset })
            }
        };
        self.world.strike(at, kind, &mut self.watch);
        let length = (!kind.is_open_ended()).then(|| {
            let end = self.world.end_of(at, kind).unwrap_or(at);
            self.world.settle(at, kind, end)
        });
        if let Some(server) = server_of(kind) {
            self.weight *= self.stands_for(kind);
            self.alike.remove(server);
        }
        if let Some(slot) = self.faults.iter_mut().find(|slot| slot.is_none()) {
            *slot = Some(Begun { at, start, kind, length });
        }
    }

    /// Whether the fault with a number has kept anything from happening, so that it matters when it
    /// ends.
    pub fn has_effect(&self, number: usize) -> bool {
        self.open(number).is_some_and(|begun| match begun.kind {
            FaultKind::Pause { client, .. } => self.world.has_held_back(client),
            FaultKind::Crash { .. }
            | FaultKind::Delay { .. }
            | FaultKind::Cut { .. }
            | FaultKind::Jump { .. }
            | FaultKind::Restart { .. }
            | FaultKind::Failover => true,
        })
    }

    /// Whether the fault with a number can end at a time, and not only then.
    pub fn can_end(&self, number: usize, to: Time) -> bool {
        self.open(number).is_some_and(|begun| {
            let length = |end: Time| begun.kind.length().saturating_sub(end.since(to));
            let end = self.world.end_of(begun.at, begun.kind);
            end.is_some_and(|end| to < end && !length(end).is_zero())
        })
    }

    /// Lets a fault end at a time.
    pub fn end(&mut self, number: usize, to: Time) {
        if let Some(begun) = self.open(number) {
            let length = self.world.settle(begun.at, begun.kind, to);
            self.faults[number] = Some(Begun { length: Some(length), ..begun });
        }
    }

    /// Settles the faults that have lasted at a time for as long as they can.
    pub fn end_longest(&mut self, now: Time) {
        for number in 0..self.faults.len() {
            let is_over = |begun: Begun| self.world.end_of(begun.at, begun.kind) == Some(now);
            if self.open(number).is_some_and(is_over) {
                self.end(number, now);
            }
        }
    }

    /// Settles whatever goes on: what has happened by now does not depend on when it ends, so it
    /// ends as early as it can from now on.
    pub fn settle(&mut self) {
        let now = self.world.now();
        while self.world.next_at() == Some(now) && self.step() {}
        let next = self.world.next_at();
        for number in 0..self.faults.len() {
            let Some(begun) = self.open(number) else {
                continue;
            };
            let end = self.world.end_of(begun.at, begun.kind);
            match (next, end) {
                (Some(next), Some(_)) if self.can_end(number, next) => self.end(number, next),
                _ => {
                    let length = Some(begun.kind.length());
                    self.faults[number] = Some(Begun { length, ..begun });
                }
            }
        }
    }

    fn open(&self, number: usize) -> Option<Begun> {
        self.faults.get(number).copied().flatten().filter(Begun::is_open)
    }
}
