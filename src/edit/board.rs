//! What of a run can be moved on the timeline, and the runs that come of it.

use std::ops::RangeInclusive;

use crate::sim::{
    ClientId, Duration, Event, EventKind, Fault, FaultKind, Node, Observer, Params, ServerId,
    Setup, Start, Time, World, limits,
};

/// Something that can be moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// When a client asks for the lock.
    Asking(ClientId),
    /// The end of the first lease.
    Lease,
    /// The beginning of a fault, by its place in the list. Its length stays.
    Start(usize),
    /// The end of a fault, by its place in the list. Its beginning stays.
    End(usize),
}

/// Where something is that can be moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grip {
    /// What.
    pub what: What,
    /// The lane that it is in.
    pub lane: Node,
    /// The instant that it is at, which may lie beyond the end of the run.
    pub at: Time,
    /// What it sets: a time since the run began, or a length.
    pub value: Duration,
    /// The instants that it can be moved to.
    pub range: (Time, Time),
}

impl Grip {
    /// What it would set at another instant.
    pub fn value_at(&self, at: Time) -> Duration {
        (self.value + at.since(self.at)).saturating_sub(self.at.since(at))
    }

    /// The instant at which it would set another value.
    pub fn instant_of(&self, value: Duration) -> Time {
        self.at + value.saturating_sub(self.value) - self.value.saturating_sub(value)
    }
}

/// A run and all that can be moved in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    setup: Setup,
    /// The faults, and when each of them begins, if it does.
    faults: Vec<(Fault, Option<Time>)>,
    /// Who gets the lock first, and the end of its first promise.
    first: Option<(ClientId, Time)>,
}

impl Board {
    /// The board of a run.
    pub fn of(setup: Setup) -> Board {
        let faults = setup.faults();
        let mut look = Look { begins: vec![None; faults.len()], first: None };
        let mut world = World::new(setup);
        while world.step(&mut look) {}
        Board { setup, faults: faults.into_iter().zip(look.begins).collect(), first: look.first }
    }

    /// The run.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Its faults, as a custom run lists them.
    pub fn faults(&self) -> impl Iterator<Item = &Fault> {
        self.faults.iter().map(|(fault, _)| fault)
    }

    /// The same, and when each of them begins, if it does.
    pub fn begun(&self) -> impl Iterator<Item = &(Fault, Option<Time>)> {
        self.faults.iter()
    }

    /// Everything that can be moved, lane by lane. A fault that does not come to pass is nowhere.
    pub fn grips(&self) -> Vec<Grip> {
        let mut grips: Vec<Grip> =
            self.setup.clients().filter_map(|client| self.grip(What::Asking(client))).collect();
        grips.extend(self.grip(What::Lease));
        let places = 0..self.faults.len();
        grips.extend(
            places
                .flat_map(|place| [What::Start(place), What::End(place)])
                .filter_map(|what| self.grip(what)),
        );
        grips.sort_by_key(|grip| grip.lane);
        grips
    }

    /// Where something is, if it is anywhere.
    pub fn grip(&self, what: What) -> Option<Grip> {
        let params = self.setup.params();
        let (lane, at, value, base, limits) = match what {
            What::Asking(client) => {
                let at = params.starts.of(client);
                let value = at.since(Time::ZERO);
                (Node::Client(client), at, value, Time::ZERO, limits::START)
            }
            What::Lease => {
                let (client, until) = self.first?;
                (Node::Client(client), until, params.lease, until - params.lease, limits::LEASE)
            }
            What::Start(place) => {
                let (fault, begins) = self.faults.get(place)?;
                let at = (*begins)?;
                let latest = limits::LATEST.since(Time::ZERO);
                (lane(&fault.kind), at, at.since(Time::ZERO), Time::ZERO, Duration::ZERO..=latest)
            }
            What::End(place) => {
                let (fault, begins) = self.faults.get(place)?;
                let (mut kind, base) = (fault.kind, (*begins)?);
                let limits = match kind {
                    FaultKind::Jump { .. } => limits::JUMP,
                    _ => limits::FAULT,
                };
                let value = *length_of(&mut kind)?;
                (lane(&fault.kind), base + value, value, base, limits)
            }
        };
        let range = (base + *limits.start(), base + *limits.end());
        Some(Grip { what, lane, at, value, range })
    }

    /// The run in which something has been moved to an instant, or to the nearest one that is
    /// possible. What it sets becomes a whole number of `step`s, unless that is not possible.
    pub fn moved(&self, what: What, to: Time, step: Duration) -> Params {
        let mut params = *self.setup.params();
        let Some(grip) = self.grip(what) else {
            return params;
        };
        let (least, most) = grip.range;
        let to = to.clamp(least, most);
        match what {
            What::Asking(client) => {
                let start = nearest(to.since(Time::ZERO), step, &limits::START);
                params.starts = params.starts.with(client, start);
            }
            What::Lease => {
                params.lease = nearest(grip.value_at(to), step, &limits::LEASE);
            }
            What::Start(place) => {
                return self.changed(place, |fault| {
                    fault.start = moved_start(fault.start, grip.at, to, step);
                });
            }
            What::End(place) => {
                let base = grip.at - grip.value;
                let limits = least.since(base)..=most.since(base);
                let value = nearest(to.since(base), step, &limits);
                return self.changed(place, |fault| {
                    if let Some(length) = length_of(&mut fault.kind) {
                        *length = value;
                    }
                });
            }
        }
        params
    }

    /// The custom run with one more fault; nothing, if there is no room for it.
    pub fn with(&self, fault: Fault) -> Option<Params> {
        let mut params = self.setup.as_custom();
        params.faults.push(fault).then_some(params)
    }

    /// The custom run without one of the faults.
    pub fn without(&self, place: usize) -> Params {
        let mut params = self.setup.as_custom();
        let others = params.faults.iter().enumerate().filter(|(index, _)| *index != place);
        params.faults = others.map(|(_, fault)| fault).collect();
        params
    }

    fn changed(&self, place: usize, change: impl Fn(&mut Fault)) -> Params {
        let mut params = self.setup.as_custom();
        let faults = params.faults.iter().enumerate().map(|(index, fault)| {
            let mut fault = *fault;
            if index == place {
                change(&mut fault);
            }
            fault
        });
        params.faults = faults.collect::<Vec<Fault>>().iter().collect();
        params
    }
}

/// Looks on while a run goes by.
struct Look {
    begins: Vec<Option<Time>>,
    first: Option<(ClientId, Time)>,
}

impl Observer for Look {
    fn observe(&mut self, event: Event) {
        if let (Some(client), EventKind::Acquired { until, .. }) = (event.client(), event.kind) {
            self.first.get_or_insert((client, until));
        }
    }

    fn fault_begins(&mut self, number: usize, at: Time) {
        if let Some(begins) = self.begins.get_mut(number) {
            *begins = Some(at);
        }
    }
}

/// The lane in which a fault is to be seen.
pub fn lane(kind: &FaultKind) -> Node {
    match *kind {
        FaultKind::Pause { client, .. }
        | FaultKind::Crash { client }
        | FaultKind::Delay { client, .. }
        | FaultKind::Cut { client, server: None, .. } => Node::Client(client),
        FaultKind::Cut { server: Some(server), .. }
        | FaultKind::Jump { server, .. }
        | FaultKind::Restart { server, .. } => Node::Server(server),
        FaultKind::Failover => Node::Server(ServerId::FIRST),
    }
}

/// What can be changed about how long a fault lasts, or how far a clock is set.
fn length_of(kind: &mut FaultKind) -> Option<&mut Duration> {
    match kind {
        FaultKind::Pause { length, .. } => Some(length),
        FaultKind::Delay { by, .. } | FaultKind::Jump { by, .. } => Some(by),
        FaultKind::Cut { length, .. } => length.as_mut(),
        FaultKind::Restart { down, .. } => down.as_mut(),
        FaultKind::Crash { .. } | FaultKind::Failover => None,
    }
}

/// A start that has been moved from one instant to another. It stays tied to a point of the job,
/// unless it is moved to before that.
fn moved_start(start: Start, from: Time, to: Time, step: Duration) -> Start {
    let limits = Duration::ZERO..=limits::LATEST.since(Time::ZERO);
    match start {
        Start::After { client, anchor, offset } if to >= from - offset => {
            let offset = nearest(to.since(from - offset), step, &limits);
            Start::After { client, anchor, offset }
        }
        Start::After { .. } | Start::At(_) => {
            Start::At(Time::ZERO + nearest(to.since(Time::ZERO), step, &limits))
        }
    }
}

/// The whole number of steps that is nearest to a length, within limits.
fn nearest(length: Duration, step: Duration, limits: &RangeInclusive<Duration>) -> Duration {
    let step = step.max(Duration::from_micros(1));
    let steps = (length + step / 2).as_micros() / step.as_micros();
    (step * steps).clamp(*limits.start(), *limits.end())
}
