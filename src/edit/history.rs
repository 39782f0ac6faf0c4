//! What a run was before it was changed, and after.

use crate::sim::Params;

/// How many changes can be taken back.
const MOST: usize = 100;

/// A run, and the one beside it if there is one.
pub type Runs = (Params, Option<Params>);

/// The runs before the present ones and, where changes were taken back, those after them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History {
    past: Vec<Runs>,
    present: Runs,
    future: Vec<Runs>,
}

impl History {
    /// The history of runs that nobody has changed yet.
    pub fn new(present: Runs) -> History {
        History { past: Vec::new(), present, future: Vec::new() }
    }

    /// Takes note of a change, after which there is nothing to redo; unless nothing has changed.
    pub fn record(&mut self, runs: Runs) {
        if runs == self.present {
            return;
        }
        if self.past.len() == MOST {
            self.past.remove(0);
        }
        self.past.push(std::mem::replace(&mut self.present, runs));
        self.future.clear();
    }

    /// The run before the last change of it, if there was one.
    pub fn before(&self) -> Option<Params> {
        let runs = self.past.iter().rev().map(|(run, _)| *run);
        runs.into_iter().find(|run| *run != self.present.0)
    }

    /// Whether there is a change to take back.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is a change to make again.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Takes the last change back, and says which runs that leads to.
    pub fn undo(&mut self) -> Option<Runs> {
        let before = self.past.pop()?;
        self.future.push(std::mem::replace(&mut self.present, before));
        Some(self.present)
    }

    /// Makes a change again that was taken back, and says which runs that leads to.
    pub fn redo(&mut self) -> Option<Runs> {
        let after = self.future.pop()?;
        self.past.push(std::mem::replace(&mut self.present, after));
        Some(self.present)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(seed: u32) -> Runs {
        (Params { seed, ..Params::default() }, None)
    }

    #[test]
    fn what_was_taken_back_can_be_made_again() {
        let mut history = History::new(run(0));
        history.record(run(1));
        history.record(run(2));
        assert_eq!(history.before(), Some(run(1).0));
        assert_eq!(
            (history.undo(), history.undo(), history.undo()),
            (Some(run(1)), Some(run(0)), None)
        );
        assert_eq!(
            (history.redo(), history.redo(), history.redo()),
            (Some(run(1)), Some(run(2)), None)
        );
    }

    #[test]
    fn a_change_leaves_nothing_to_make_again() {
        let mut history = History::new(run(0));
        history.record(run(1));
        history.undo();
        assert!(history.can_redo());
        history.record(run(0));
        assert!(history.can_redo(), "nothing has changed");
        history.record(run(2));
        assert!(!history.can_redo());
    }

    #[test]
    fn only_so_many_changes_are_kept() {
        let mut history = History::new(run(0));
        for seed in 1..=2 * MOST as u32 {
            history.record(run(seed));
        }
        assert_eq!(std::iter::from_fn(|| history.undo()).count(), MOST);
    }

    #[test]
    fn another_run_beside_the_same_one_is_a_change_too_but_none_of_the_run() {
        let mut history = History::new(run(0));
        history.record(run(1));
        history.record((run(1).0, Some(run(0).0)));
        assert_eq!(history.before(), Some(run(0).0));
        assert_eq!(history.undo(), Some(run(1)));
        assert_eq!(history.redo(), Some((run(1).0, Some(run(0).0))));
    }
}
