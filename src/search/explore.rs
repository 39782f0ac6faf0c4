//! The search itself.

use super::begun::Size;
use super::bounds::Bounds;
use super::branch::{Beginning, Branch, Place};
use super::scope::Scope;
use super::watch::Verdict;
use crate::query::Query;
use crate::sim::{FaultKind, FaultList, Params, Setup, Time};

/// What came of a search, or has come of it so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Findings {
    /// How many schedules are decided, at the least. One that is known to go on just as another one
    /// counts as well. That is all there are for one fault without an end of its own, which begins
    /// before it is decided how the run ends without it. Otherwise there are more: a run that is
    /// decided while a fault goes on counts once, whenever that fault may end, and one that goes on
    /// as another counts once, whatever other faults may follow.
    pub runs: u64,
    /// How many steps of runs were taken for that.
    pub states: u64,
    /// The smallest run that goes wrong: that with the fewest faults, of these that whose faults are
    /// shortest together, of these that in which they begin earliest. Faults that end between two
    /// steps of a run are not among those compared, so a pause can do that is shorter by less than
    /// the time between two steps. It is a custom run, whose faults are those of the setup and those
    /// that were added.
    pub counterexample: Option<Params>,
    /// How many faults were to be added at the most.
    pub asked: u8,
}

/// What a search says when it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a run that goes wrong.
    Yes,
    /// There is none among those that were tried.
    No,
    /// The run as it is does not go wrong, and none of the faults that were to be added could be.
    NothingAdded,
}

impl Answer {
    /// The answer in a word, or a few.
    pub fn in_words(self) -> &'static str {
        match self {
            Answer::Yes => "Yes",
            Answer::No => "No",
            Answer::NothingAdded => "Nothing is added",
        }
    }
}

impl Findings {
    /// The answer of a search that is over.
    pub fn answer(&self) -> Answer {
        match (self.counterexample, self.runs) {
            (Some(_), _) => Answer::Yes,
            // That without another fault.
            (None, 0..=1) if self.asked > 0 => Answer::NothingAdded,
            (None, _) => Answer::No,
        }
    }

    /// The query of the run that goes wrong.
    pub fn query(&self) -> Option<String> {
        self.counterexample.map(|params| Query { params, ..Query::default() }.print())
    }
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// With how many faults the schedules are that it is at.
    pub faults: u8,
    /// Which part of these it has tried, from 0 to 1.
    pub part: f64,
    /// How many schedules are decided, with those of fewer faults.
    pub runs: u64,
}

/// A run on the way to which others branch off.
#[derive(Debug)]
struct Frame {
    /// The run as it stands at a place, or, if there is none, between two of them.
    branch: Branch,
    here: Option<Place>,
    /// Which of the ways to go on from here comes next: first the faults that can begin, then those
    /// that can end, and the last is to go on without.
    cursor: usize,
    /// How many places it has passed.
    passed: u64,
    /// For each fault that can begin, at how many of the last places it might have begun as well
    /// as at the next one.
    waiting: Vec<u64>,
}

impl Frame {
    /// Another run that goes on from the same place. Whatever waits to begin matters to it only if it
    /// has fewer than so many faults.
    fn fork(&self, most: usize) -> Frame {
        let can_begin = self.branch.begun() < most;
        Frame {
            branch: self.branch.clone(),
            here: self.here,
            cursor: self.cursor,
            passed: 0,
            waiting: if can_begin { self.waiting.clone() } else { Vec::new() },
        }
    }
}

/// A search over schedules, which can be gone on with at any time.
#[derive(Debug)]
pub struct Search {
    scope: Scope,
    /// How many faults were to be added at the most, whether there is room for them or not.
    asked: u8,
    /// All that can begin.
    kinds: Vec<FaultKind>,
    /// With how many faults the schedules are that it is at.
    level: usize,
    /// From the run without faults to the one that is being tried.
    stack: Vec<Frame>,
    /// How many places the run without faults has.
    places: u64,
    runs: u64,
    states: u64,
    /// How many runs were copied.
    copies: u64,
    best: Option<(Size, Params)>,
    is_over: bool,
}

impl Search {
    /// A search in the runs of a setup that has not begun.
    pub fn new(setup: &Setup, bounds: Bounds) -> Search {
        let scope = Scope::new(setup, bounds);
        let mut search = Search {
            scope,
            asked: bounds.most,
            kinds: scope.faults(),
            level: 0,
            stack: Vec::new(),
            places: 0,
            runs: 0,
            states: 0,
            copies: 0,
            best: None,
            is_over: false,
        };
        search.start();
        search
    }

    /// What it looks for, and how far that can go in these runs.
    pub fn bounds(&self) -> Bounds {
        self.scope.bounds()
    }

    /// Goes on for about so many steps of runs, a copy of a run being worth a step; false if there
    /// is nothing more to be tried.
    pub fn advance(&mut self, steps: u64) -> bool {
        let until = self.states + self.copies + steps;
        while !self.is_over && self.states + self.copies < until {
            self.turn();
        }
        !self.is_over
    }

    /// Goes on to the end.
    pub fn finish(mut self) -> Findings {
        while self.advance(u64::MAX / 2) {}
        self.findings()
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        let part = match self.stack.first() {
            Some(trunk) if self.level > 0 => {
                let ways = (self.kinds.len() + 1) as f64;
                let passed = trunk.passed as f64 + (trunk.cursor as f64 / ways).min(1.0);
                (passed / self.places.max(1) as f64).min(1.0)
            }
            _ => 0.0,
        };
        let part = if self.is_over { 1.0 } else { part };
        Progress { faults: self.level as u8, part, runs: self.runs }
    }

    /// What has come of it so far.
    pub fn findings(&self) -> Findings {
        let counterexample = self.best.as_ref().map(|(_, params)| *params);
        Findings { runs: self.runs, states: self.states, counterexample, asked: self.asked }
    }

    fn start(&mut self) {
        let branch = Branch::new(*self.scope.base(), self.bounds().bad);
        let here = Some(branch.first_place());
        let waiting = vec![0; self.kinds.len()];
        self.stack.push(Frame { branch, here, cursor: 0, passed: 0, waiting });
    }

    /// Takes a step of the run that is being tried, or another way on from it.
    fn turn(&mut self) {
        let Some(frame) = self.stack.last_mut() else {
            self.next_level();
            return;
        };
        let Some(here) = frame.here else {
            self.step();
            return;
        };
        let way = frame.cursor;
        frame.cursor += 1;
        match (self.kinds.get(way).copied(), here) {
            (Some(kind), _) => self.try_to_begin(kind, here),
            (None, Place::Step(at)) if way - self.kinds.len() < self.level => {
                self.try_to_end(way - self.kinds.len(), at);
            }
            (None, _) => self.go_on(here),
        }
    }

    fn try_to_begin(&mut self, kind: FaultKind, here: Place) {
        let Some(frame) = self.stack.last_mut() else {
            return;
        };
        if frame.branch.begun() == self.level {
            frame.cursor = self.kinds.len();
            return;
        }
        let way = frame.cursor - 1;
        let alike = frame.branch.stands_for(kind);
        match frame.branch.beginning(kind, here) {
            Beginning::Possible if alike > 0 => {
                let as_many = 1 + std::mem::take(&mut frame.waiting[way]);
                let mut other = frame.fork(self.level - 1);
                other.branch.begin(kind, here);
                other.branch.weight *= as_many;
                self.enter(other);
            }
            // Another server stands for this one, and for what has waited here too.
            Beginning::Possible => frame.waiting[way] = 0,
            Beginning::Later => frame.waiting[way] += 1,
            Beginning::Earlier => self.runs += frame.branch.weight * alike,
            Beginning::Impossible => {}
        }
    }

    fn try_to_end(&mut self, number: usize, to: Time) {
        let Some(frame) = self.stack.last_mut() else {
            return;
        };
        if !frame.branch.can_end(number, to) {
            return;
        }
        if frame.branch.has_effect(number) {
            let mut other = frame.fork(self.level);
            other.branch.end(number, to);
            self.enter(other);
        } else {
            self.runs += frame.branch.weight;
        }
    }

    /// Goes on without anything that begins or ends here, but for what has lasted long enough.
    fn go_on(&mut self, here: Place) {
        let Some(frame) = self.stack.last_mut() else {
            return;
        };
        if let Place::Step(at) = here {
            frame.branch.end_longest(at);
        }
        if frame.branch.begun() < self.level {
            frame.branch.pass(here);
        }
        frame.here = None;
        frame.cursor = 0;
        frame.passed += 1;
    }

    /// Tries a run. One that has all its faults and knows when they end goes on in one way only.
    fn enter(&mut self, mut frame: Frame) {
        self.copies += 1;
        let branch = &frame.branch;
        if self.is_too_long(branch) {
            self.runs += branch.weight;
            return;
        }
        if branch.is_complete(self.level) {
            frame.here = None;
        }
        self.stack.push(frame);
    }

    /// Whether its faults are longer by now than those of a run that is known to go wrong.
    fn is_too_long(&self, branch: &Branch) -> bool {
        self.best.as_ref().is_some_and(|((length, _), _)| branch.length() > *length)
    }

    fn step(&mut self) {
        // What goes on has become longer since it was entered.
        if self.stack.last().is_some_and(|frame| self.is_too_long(&frame.branch)) {
            if let Some(frame) = self.stack.pop() {
                self.runs += frame.branch.weight;
            }
            return;
        }
        let Some(frame) = self.stack.last_mut() else {
            return;
        };
        let goes_on = frame.branch.step();
        self.states += 1;
        let verdict = match frame.branch.verdict() {
            Verdict::Open if !goes_on => frame.branch.last_verdict(self.scope.bounds().bad),
            verdict => verdict,
        };
        match verdict {
            Verdict::Open => {
                // The run without faults stops at all its places too, to count them.
                if self.level == 0 || !frame.branch.is_complete(self.level) {
                    frame.here = frame.branch.place();
                }
            }
            Verdict::Good | Verdict::Bad => {
                if let Some(frame) = self.stack.pop() {
                    self.leave(frame, verdict);
                }
            }
        }
    }

    /// Counts a run that is decided.
    fn leave(&mut self, mut frame: Frame, verdict: Verdict) {
        let missing = self.level - frame.branch.begun();
        if missing == 1 {
            // Those that were to begin later have not come to anything.
            self.runs += frame.branch.weight * frame.waiting.iter().sum::<u64>();
        }
        if missing == 0 {
            self.runs += frame.branch.weight;
            if verdict == Verdict::Bad {
                frame.branch.settle();
                self.take(&frame.branch);
            }
        }
        if self.level == 0 {
            self.places = frame.passed;
        }
    }

    /// Takes note of a run that goes wrong.
    fn take(&mut self, branch: &Branch) {
        let size = branch.size();
        if self.best.as_ref().is_none_or(|(best, _)| size < *best) {
            let base = self.scope.base().params();
            let added: Vec<_> = branch.faults().collect();
            // Of what begins in one microsecond, what was added comes first.
            let faults: FaultList = added.iter().chain(base.faults.iter()).collect();
            self.best = Some((size, Params { faults, ..*base }));
        }
    }

    fn next_level(&mut self) {
        if self.best.is_some() || self.level == usize::from(self.bounds().most) {
            self.is_over = true;
        } else {
            self.level += 1;
            self.start();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begun(link: &str, bounds: &str) -> Search {
        let bounds = Bounds::read(bounds).expect("these are bounds");
        Search::new(&Query::parse(link).0.setup(), bounds)
    }

    /// How many schedules are decided if no server stands for another one.
    fn one_by_one(mut search: Search) -> u64 {
        while !search.is_over {
            for frame in &mut search.stack {
                frame.branch.tell_servers_apart();
            }
            search.turn();
        }
        search.runs
    }

    #[test]
    fn servers_that_are_alike_count_as_often_as_there_are_of_them() {
        let redlock = "service=redlock&scenario=custom&nodes=3&lease=1&storage=conditional";
        for bounds in ["overwritten:1:cut", "overwritten:1:pause.jump.restart", "late:1"] {
            let alike = begun(redlock, bounds).finish().runs;
            assert_eq!(alike, one_by_one(begun(redlock, bounds)), "{bounds}");
        }
    }
}
