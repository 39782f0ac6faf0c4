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
    /// The least and the greatest value that it can be set to.
    pub limits: (Duration, Duration),
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
    /// When the run ends.
    end: Time,
    /// How many events it has.
    events: u64,
}

impl Board {
    /// The board of a run.
    pub fn of(setup: Setup) -> Board {
        let faults = setup.faults();
        let mut look = Look { begins: vec![None; faults.len()], first: None, events: 0 };
        let mut world = World::new(setup);
        while world.step(&mut look) {}
        let end = world.now();
        Board {
            setup,
            faults: faults.into_iter().zip(look.begins).collect(),
            first: look.first,
            end,
            events: look.events,
        }
    }

    /// The run.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// When it ends.
    pub fn end(&self) -> Time {
        self.end
    }

    /// How many events it has.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// When a fault begins that is added at an instant: while the run lasts.
    pub fn possible(&self, at: Time) -> Time {
        at.min(self.end).min(limits::LATEST)
    }

    /// Its faults, as a custom run lists them.
    pub fn faults(&self) -> impl Iterator<Item = &Fault> {
        self.faults.iter().map(|(fault, _)| fault)
    }

    /// The same, and when each of them begins, if it does.
    pub fn begun(&self) -> impl Iterator<Item = &(Fault, Option<Time>)> {
        self.faults.iter()
    }

    /// Everything that can be moved, in an order that stays the same while something is moved. A fault
    /// that does not come to pass is nowhere.
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
        grips
    }

    /// Where something is, if it is anywhere.
    pub fn grip(&self, what: What) -> Option<Grip> {
        let params = self.setup.params();
        let (lane, at, value, limits) = match what {
            What::Asking(client) => {
                let at = params.starts.of(client);
                (Node::Client(client), at, at.since(Time::ZERO), limits::START)
            }
            What::Lease => {
                let (client, until) = self.first?;
                (Node::Client(client), until, params.lease, limits::LEASE)
            }
            What::Start(place) => {
                let (fault, begins) = self.faults.get(place)?;
                let at = (*begins)?;
                (lane(&fault.kind), at, at.since(Time::ZERO), STARTS)
            }
            What::End(place) => {
                let (fault, begins) = self.faults.get(place)?;
                let mut kind = fault.kind;
                let (length, limits) = length_of(&mut kind)?;
                (lane(&fault.kind), (*begins)? + *length, *length, limits)
            }
        };
        Some(Grip { what, lane, at, value, limits: limits.into_inner() })
    }

    /// The run in which something has been moved to an instant. What it sets becomes a whole number
    /// of `step`s within its limits, unless nothing has moved.
    pub fn moved(&self, what: What, to: Time, step: Duration) -> Params {
        match self.grip(what) {
            Some(grip) if grip.at != to => self.set(what, grip.value_at(to), step),
            Some(_) | None => *self.setup.params(),
        }
    }

    /// The run in which something is set to a value, in the same way.
    pub fn set(&self, what: What, value: Duration, step: Duration) -> Params {
        let mut params = *self.setup.params();
        match what {
            What::Asking(client) => {
                params.starts = params.starts.with(client, nearest(value, step, &limits::START));
            }
            What::Lease => params.lease = nearest(value, step, &limits::LEASE),
            What::Start(place) => {
                let Some((_, Some(begins))) = self.faults.get(place) else {
                    return params;
                };
                return self.changed(place, |fault| {
                    fault.start = moved_start(fault.start, *begins, Time::ZERO + value, step);
                });
            }
            What::End(place) => {
                return self.changed(place, |fault| {
                    if let Some((length, limits)) = length_of(&mut fault.kind) {
                        *length = nearest(value, step, &limits);
                    }
                });
            }
        }
        params
    }

    /// The custom run with one more fault; nothing, if it is not possible or there is no room for it.
    pub fn with(&self, fault: Fault) -> Option<Params> {
        let mut params = self.setup.as_custom();
        let fits = fault.is_in_range() && params.has_place_for(&fault);
        (fits && params.faults.push(fault)).then_some(params)
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
    events: u64,
}

impl Observer for Look {
    fn observe(&mut self, event: Event) {
        self.events += 1;
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

/// When a fault can begin, as the time since the run began.
const STARTS: RangeInclusive<Duration> = Duration::ZERO..=limits::LATEST.since(Time::ZERO);

/// How long a fault lasts or how far it sets a clock, if that can be changed, and the limits of it.
fn length_of(kind: &mut FaultKind) -> Option<(&mut Duration, RangeInclusive<Duration>)> {
    match kind {
        FaultKind::Pause { length, .. } | FaultKind::Delay { by: length, .. } => {
            Some((length, limits::FAULT))
        }
        FaultKind::Jump { by, .. } => Some((by, limits::JUMP)),
        FaultKind::Cut { length, .. } | FaultKind::Restart { down: length, .. } => {
            length.as_mut().map(|length| (length, limits::FAULT))
        }
        FaultKind::Crash { .. } | FaultKind::Failover => None,
    }
}

/// A start that has been moved from one instant to another. It stays tied to a point of the job,
/// unless it is moved to before that.
fn moved_start(start: Start, from: Time, to: Time, step: Duration) -> Start {
    match start {
        Start::After { client, anchor, offset } if to >= from - offset => {
            let offset = nearest(to.since(from - offset), step, &STARTS);
            Start::After { client, anchor, offset }
        }
        Start::After { .. } | Start::At(_) => {
            Start::At(Time::ZERO + nearest(to.since(Time::ZERO), step, &STARTS))
        }
    }
}

/// The whole number of steps that is nearest to a length, or the limit that it reaches.
fn nearest(length: Duration, step: Duration, limits: &RangeInclusive<Duration>) -> Duration {
    let (least, most) = (*limits.start(), *limits.end());
    let step = step.max(Duration::from_micros(1));
    let steps = (length + step / 2).as_micros() / step.as_micros();
    match length {
        length if length <= least => least,
        length if length >= most => most,
        _ => (step * steps).clamp(least, most),
    }
}
