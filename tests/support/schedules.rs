//! All schedules of faults, tried one by one: each is a list of faults that is run from the
//! beginning. Nothing is shared, and nothing is skipped.

use lock_simulator::search::{Badness, Bounds, Kind, Kinds, Scope};
use lock_simulator::sim::{
    Anchor, ClientId, Duration, Event, EventKind, Fault, FaultKind, FaultList, Observer, Outcome,
    Params, ServerId, ServiceKind, Setup, Start, Time, World, limits,
};

/// How great the faults of a schedule are: their lengths together, and when they begin.
pub type Size = (Duration, Vec<Time>);

/// What came of trying them.
#[derive(Debug, Default)]
pub struct Tried {
    /// For each schedule when its last fault begins.
    begun: Vec<Time>,
    /// For each badness the size of the smallest in which it is, if there is one.
    best: [Option<Size>; Badness::ALL.len()],
}

impl Tried {
    /// The size of the smallest that goes wrong, if one does.
    pub fn best(&self, bad: Badness) -> Option<&Size> {
        self.best[bad as usize].as_ref()
    }

    /// How many schedules there are.
    pub fn schedules(&self) -> u64 {
        self.begun.len() as u64
    }

    /// How many there are whose faults have begun by a time.
    pub fn begun_by(&self, time: Time) -> u64 {
        self.begun.iter().filter(|at| **at <= time).count() as u64
    }
}

/// The size of the first so many faults of a run; none, if one of them does not begin.
pub fn size(params: Params, added: usize) -> Option<Size> {
    let mut record = Record::default();
    let mut world = World::new(Setup::new(params).expect("the schedule is possible"));
    while world.step(&mut record) {}
    let mut begun: Vec<Time> =
        record.begun.iter().filter(|(number, _)| *number < added).map(|(_, at)| *at).collect();
    begun.sort();
    let faults = params.faults.iter().take(added);
    let length = faults.fold(Duration::ZERO, |sum, fault| sum + extent(fault.kind));
    (begun.len() == added).then_some((length, begun))
}

/// Tries all schedules with exactly so many faults of some kinds more than the base has.
pub fn try_all(base: Params, kinds: Kinds, faults: usize) -> Tried {
    let mut all = All { base, kinds, tried: Tried::default() };
    all.go_on(&[], Time::ZERO, faults);
    all.tried
}

/// A fault that may still be without an end, in which case it lasts as long as it can.
#[derive(Clone, Copy)]
struct Added {
    fault: Fault,
    is_open: bool,
    /// As it was without an end, and the end that was chosen for it since.
    closed: Option<(FaultKind, Time)>,
}

struct All {
    base: Params,
    kinds: Kinds,
    tried: Tried,
}

/// What is looked at in a run.
#[derive(Default)]
struct Record {
    /// When something happened.
    times: Vec<Time>,
    begun: Vec<(usize, Time)>,
    writes: Vec<(ClientId, Time)>,
    /// When each client was done or dead.
    over: Vec<(ClientId, Time)>,
}

impl Observer for Record {
    fn observe(&mut self, event: Event) {
        if let EventKind::WriteAccepted { write, .. } | EventKind::WriteRejected { write, .. } =
            event.kind
        {
            self.writes.push((write.client, event.at));
        }
        if let (EventKind::Finished | EventKind::GaveUp { .. } | EventKind::Crashed, Some(client)) =
            (event.kind, event.client())
        {
            self.over.push((client, event.at));
        }
    }

    fn fault_begins(&mut self, number: usize, at: Time) {
        self.begun.push((number, at));
    }
}

impl All {
    fn setup(&self, added: &[Added]) -> Setup {
        let own = self.base.faults;
        let added: Vec<Fault> = added.iter().map(|added| added.fault).collect();
        let faults: FaultList = added.iter().chain(own.iter()).collect();
        Setup::new(Params { faults, ..self.base }).expect("the schedule is possible")
    }

    fn record(&self, added: &[Added]) -> Record {
        let mut record = Record::default();
        let mut world = World::new(self.setup(added));
        while world.step(&mut record) {
            if record.times.last() != Some(&world.now()) {
                record.times.push(world.now());
            }
        }
        record
    }

    /// Goes on with a schedule in which nothing more begins or ends before a time.
    fn go_on(&mut self, added: &[Added], from: Time, left: usize) {
        if left == 0 && added.iter().all(|added| !added.is_open) {
            self.judge(added);
            return;
        }
        let record = self.record(added);
        let longest = self.scope().longest();
        // The first fault without an end ends at every later time of the run.
        for (number, one) in added.iter().enumerate().filter(|(_, one)| one.is_open) {
            let Some((_, begun)) = record.begun.iter().find(|(index, _)| *index == number) else {
                // It never begins, so this is a schedule with a fault less.
                continue;
            };
            let begun = match one.fault.kind {
                FaultKind::Delay { client, .. } => {
                    let arrived = record.writes.iter().find(|(writer, _)| *writer == client);
                    match arrived {
                        Some((_, at)) => *at - longest,
                        None => continue,
                    }
                }
                _ => *begun,
            };
            let ends = record.times.iter().filter(|at| **at >= from && **at > begun);
            for &end in ends.filter(|at| **at <= begun + longest) {
                let mut added = added.to_vec();
                added[number] = closed(*one, begun, end);
                self.go_on(&added, end, left);
            }
        }
        if left == 0 {
            return;
        }
        for kind in self.kinds(longest) {
            let clashes = |added: &Added| added.is_open && added.fault.kind == kind;
            if added.iter().any(clashes) {
                continue;
            }
            let times = record.times.iter().filter(|at| **at >= from && **at <= limits::LATEST);
            let starts = times.map(|at| (Start::At(*at), *at));
            let at_write = match kind {
                FaultKind::Pause { client, .. }
                | FaultKind::Delay { client, .. }
                | FaultKind::Crash { client } => {
                    let (anchor, offset) = (Anchor::Write, Duration::ZERO);
                    Some((Start::After { client, anchor, offset }, from))
                }
                _ => None,
            };
            let only_at_write = matches!(kind, FaultKind::Delay { .. });
            // Nothing happens to a client that is done.
            let is_over = |at: Time| {
                let gone = |&(client, over): &(ClientId, Time)| {
                    over < at
                        && matches!(kind, FaultKind::Pause { client: who, .. }
                            | FaultKind::Crash { client: who } if who == client)
                };
                record.over.iter().any(gone)
            };
            let starts = starts.filter(|(_, at)| !only_at_write && !is_over(*at)).chain(at_write);
            for (start, at) in starts.collect::<Vec<_>>() {
                let fault = Fault { start, kind };
                let is_open = kind.is_open_ended();
                let mut added = added.to_vec();
                added.push(Added { fault, is_open, closed: None });
                self.go_on(&added, at, left - 1);
            }
        }
    }

    /// Whether all faults end at steps of the run: a fault that begins later can do away with the
    /// step at which one was to end.
    fn ends_at_steps(&self, added: &[Added]) -> bool {
        let mut ends = added.iter().filter_map(|one| one.closed).map(|(_, end)| end);
        ends.all(|end| {
            // The steps up to there are the same if nothing ends there, and no end is among them.
            let lasting = added.iter().map(|one| match one.closed {
                Some((kind, its_end)) if its_end >= end => {
                    Added { fault: Fault { kind, ..one.fault }, ..*one }
                }
                _ => *one,
            });
            self.record(&lasting.collect::<Vec<Added>>()).times.contains(&end)
        })
    }

    fn judge(&mut self, added: &[Added]) {
        if added.len() > 1 && !self.ends_at_steps(added) {
            return;
        }
        let setup = self.setup(added);
        // One that does not begin makes it a schedule with a fault less.
        let Some(size) = size(*setup.params(), added.len()) else {
            return;
        };
        self.tried.begun.push(size.1.last().copied().unwrap_or_default());
        let outcome = Outcome::of(setup);
        for bad in Badness::ALL.iter().copied().filter(|bad| bad.is_in(&outcome)) {
            let best = &mut self.tried.best[bad as usize];
            if best.as_ref().is_none_or(|best| size < *best) {
                *best = Some(size.clone());
            }
        }
    }

    fn scope(&self) -> Scope {
        Scope::new(&self.setup(&[]), Bounds::default())
    }

    fn kinds(&self, longest: Duration) -> Vec<FaultKind> {
        let setup = self.setup(&[]);
        let clients: Vec<ClientId> = setup.clients().collect();
        let servers: Vec<ServerId> = ServerId::first(setup.servers()).collect();
        let with_keys = self.base.has_values();
        let mut kinds = Vec::new();
        for kind in self.kinds.iter() {
            match kind {
                Kind::Pause => kinds.extend(
                    clients.iter().map(|&client| FaultKind::Pause { client, length: longest }),
                ),
                Kind::Crash => {
                    kinds.extend(clients.iter().map(|&client| FaultKind::Crash { client }));
                }
                Kind::Delay => kinds
                    .extend(clients.iter().map(|&client| FaultKind::Delay { client, by: longest })),
                Kind::Cut => {
                    let several = servers.iter().filter(|_| servers.len() > 1).map(|id| Some(*id));
                    let ends: Vec<Option<ServerId>> =
                        std::iter::once(None).chain(several).collect();
                    for &client in &clients {
                        for &server in &ends {
                            for length in [Some(longest), None] {
                                kinds.push(FaultKind::Cut { client, server, length });
                            }
                        }
                    }
                }
                Kind::Jump if with_keys => {
                    for &server in &servers {
                        let jumps = self.scope().jumps();
                        kinds.extend(jumps.map(|by| FaultKind::Jump { server, by }));
                    }
                }
                Kind::Restart if with_keys => {
                    for &server in &servers {
                        let downs = self.scope().downs().into_iter().map(Some);
                        kinds.extend(downs.map(|down| FaultKind::Restart { server, down }));
                    }
                }
                Kind::Failover if self.base.service != ServiceKind::Redlock => {
                    kinds.push(FaultKind::Failover);
                }
                Kind::Jump | Kind::Restart | Kind::Failover => {}
            }
        }
        kinds
    }
}

fn closed(added: Added, begun: Time, end: Time) -> Added {
    let length = end.since(begun);
    let kind = added.fault.kind.lasting(length);
    let closed = Some((added.fault.kind, end));
    Added { fault: Fault { kind, ..added.fault }, is_open: false, closed }
}

/// How long a fault is, as far as that makes one run smaller than another.
pub fn extent(kind: FaultKind) -> Duration {
    match kind {
        FaultKind::Crash { .. } | FaultKind::Cut { length: None, .. } => *limits::FAULT.end(),
        FaultKind::Jump { by, .. } => by,
        _ => kind.length(),
    }
}
