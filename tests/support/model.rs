//! The same schedules as a model for the model checker stateright.
//!
//! When faults can begin and end is written here once more, without anything that the search leaves
//! out or cuts short. What they do is not: how a fault begins and ends in a running world, the judge,
//! and which faults there are, up to which length, are the search's own, so a mistake there shows in
//! both. `schedules.rs` has faults run from lists instead.

use lock_simulator::search::{Bounds, Scope};
use lock_simulator::sim::{
    ClientId, Duration, FaultKind, Judge, Outcome, RunEnd, Setup, Time, World,
};
use stateright::{Checker, HasDiscoveries, Model, Property};

/// What the benchmark has both search to the end, since nothing goes wrong: a link, with the bounds.
pub const COMPARED: [(&str, &str); 2] = [
    ("storage=fencing", "overwritten:1:pause.delay.crash"),
    ("service=redis&storage=conditional", "overwritten:1:pause.delay.crash"),
];

/// What it has both search until something goes wrong.
pub const GOES_WRONG: [(&str, &str); 2] = [
    ("", "overwritten:1:pause.delay.crash"),
    ("storage=fencing", "lost-update:1:pause.delay.crash"),
];

/// All runs of a setup with some faults more.
pub struct Schedules {
    base: Setup,
    bounds: Bounds,
    kinds: Vec<FaultKind>,
}

/// A run as it stands.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct State {
    world: World,
    judge: Judge,
    /// How many faults have begun.
    begun: usize,
    /// Those of them that are still to end: when the others did makes no difference any more.
    open: Vec<Open>,
    /// Where faults can begin or end, if it is such a place.
    place: Option<Place>,
    /// The clients that have come to their write.
    at_write: Vec<ClientId>,
    /// Which actions have been taken or left out at this place.
    taken: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Hash)]
enum Place {
    Step(Time),
    Write(ClientId),
}

#[derive(Clone, Copy, Debug, PartialEq, Hash)]
struct Open {
    at: Time,
    kind: FaultKind,
}

/// What can be done next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// The next thing happens.
    GoOn,
    /// The fault with this number of those that can begin begins.
    Begin(usize),
    /// The fault with this number of those that are still to end ends.
    End(usize),
}

/// What the model checker says.
pub struct Checked {
    /// Whether there is a run that goes wrong.
    pub goes_wrong: bool,
    /// How many states it has looked at.
    pub states: usize,
    /// How many different ones these are.
    #[allow(dead_code, reason = "the benchmark has no use for it")]
    pub unique: usize,
}

impl Schedules {
    /// The runs with at most so many faults as the bounds say.
    pub fn new(base: Setup, bounds: Bounds) -> Schedules {
        Schedules { base, bounds, kinds: Scope::new(&base, bounds).faults() }
    }

    /// Has all of them checked by one thread, depth first, until one is found that goes wrong.
    pub fn check(self) -> Checked {
        let checker = self.checker().threads(1).finish_when(HasDiscoveries::AnyFailures);
        let checker = checker.spawn_dfs().join();
        Checked {
            goes_wrong: checker.discovery(GOOD).is_some(),
            states: checker.state_count(),
            unique: checker.unique_state_count(),
        }
    }

    fn is_good(&self, state: &State) -> bool {
        if state.world.next_at().is_some() {
            return !self.bounds.bad.is_in(state.judge.so_far());
        }
        let end = RunEnd { at: state.world.now(), ..RunEnd::default() };
        let outcome: Outcome = state.judge.clone().conclude(end);
        !self.bounds.bad.is_in(&outcome)
    }
}

const GOOD: &str = "nothing goes wrong";

impl Model for Schedules {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        let world = World::new(self.base);
        let place = world.next_at().map(Place::Step);
        let judge = Judge::default();
        let (begun, open, at_write, taken) = (0, Vec::new(), Vec::new(), 0);
        vec![State { world, judge, begun, open, place, at_write, taken }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        if state.world.next_at().is_none() {
            return;
        }
        actions.push(Action::GoOn);
        let Some(place) = state.place else {
            return;
        };
        if state.begun < usize::from(self.bounds.most) {
            let can_begin = |&number: &usize| state.can_begin(self.kinds[number], place);
            actions.extend((state.taken..self.kinds.len()).filter(can_begin).map(Action::Begin));
        }
        if let Place::Step(at) = place {
            let first = state.taken.saturating_sub(self.kinds.len());
            let can_end = |&number: &usize| state.can_end(number, at);
            actions.extend((first..state.open.len()).filter(can_end).map(Action::End));
        }
    }

    fn next_state(&self, state: &State, action: Action) -> Option<State> {
        let mut state = state.clone();
        match (action, state.place) {
            (Action::GoOn, place) => state.go_on(place),
            (Action::Begin(number), Some(place)) => {
                state.begin(self.kinds[number], place);
                state.taken = number + 1;
            }
            (Action::End(number), Some(Place::Step(at))) => {
                state.end(number, at);
                // Those behind it have moved up.
                state.taken = self.kinds.len() + number;
            }
            (Action::Begin(_) | Action::End(_), _) => return None,
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always(GOOD, Schedules::is_good)]
    }
}

impl State {
    fn can_begin(&self, kind: FaultKind, place: Place) -> bool {
        let is_open = |open: &Open| open.kind == kind;
        let fits = match (kind, place) {
            (
                FaultKind::Pause { client, .. }
                | FaultKind::Crash { client }
                | FaultKind::Delay { client, .. },
                Place::Write(writer),
            ) => client == writer,
            (FaultKind::Delay { .. }, Place::Step(_)) | (_, Place::Write(_)) => false,
            (FaultKind::Pause { client, .. } | FaultKind::Crash { client }, Place::Step(_)) => {
                !self.world.is_done(client)
            }
            (_, Place::Step(_)) => true,
        };
        fits && !self.open.iter().any(is_open)
    }

    fn begin(&mut self, kind: FaultKind, place: Place) {
        let at = match place {
            Place::Step(at) => at,
            Place::Write(_) => self.world.now(),
        };
        self.world.strike(at, kind, &mut self.judge);
        self.begun += 1;
        if kind.is_open_ended() {
            self.open.push(Open { at, kind });
        } else {
            let end = self.world.end_of(at, kind).unwrap_or(at);
            self.world.settle(at, kind, end);
        }
    }

    fn can_end(&self, number: usize, to: Time) -> bool {
        let Open { at, kind } = self.open[number];
        let length = |end: Time| kind.length().saturating_sub(end.since(to));
        let end = self.world.end_of(at, kind);
        end.is_some_and(|end| to < end && length(end) > Duration::ZERO)
    }

    fn end(&mut self, number: usize, to: Time) {
        let Open { at, kind } = self.open.remove(number);
        self.world.settle(at, kind, to);
    }

    fn go_on(&mut self, place: Option<Place>) {
        if let Some(Place::Step(now)) = place {
            // What has lasted for as long as it can ends here.
            for number in (0..self.open.len()).rev() {
                let Open { at, kind } = self.open[number];
                if self.world.end_of(at, kind) == Some(now) {
                    self.end(number, now);
                }
            }
        }
        self.world.step(&mut self.judge);
        self.taken = 0;
        let writer = self.world.about_to_write().find(|id| !self.at_write.contains(id));
        self.at_write.extend(writer);
        let next = self.world.next_at().filter(|at| *at > self.world.now());
        self.place = writer.map(Place::Write).or(next.map(Place::Step));
    }
}
