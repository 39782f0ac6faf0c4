//! The run that is shown beside another one, written as its differences from it.

use super::reader::Reader;
use super::{KEYS, Key, Notice, Query, Value, View};
use crate::sim::Params;

impl Query {
    /// The run that is shown beside this one, if it is another: it differs only in what counts
    /// for it.
    pub fn other(&self) -> Option<Query> {
        let view = View { compare: None, ..self.view };
        let settle = |params| Query { params: *Query { params, view }.setup().params(), view };
        let run = settle(self.params);
        let mut other = settle(self.view.compare?);
        let counts = other.params;
        for key in KEYS.iter().filter(|key| !(key.matters)(&counts)) {
            (key.set)(&mut other, (key.get)(&run));
        }
        // What was copied may be faults for which something is missing here.
        let other = settle(other.params);
        let differs = run.differences(&other).next().is_some();
        differs.then_some(other)
    }

    /// The keys in which another query differs from this one, if they count for it.
    pub fn differences(&self, other: &Query) -> impl Iterator<Item = &'static Key> {
        KEYS.iter()
            .copied()
            .filter(|key| (key.get)(self) != (key.get)(other) && (key.matters)(&other.params))
    }

    /// Sets a key of this run. A run beside it that has the same value follows, so that the two go
    /// on to differ in nothing else.
    pub fn set(&mut self, key: &Key, value: Value) {
        if let Some(params) = self.view.compare {
            let mut other = Query { params, ..*self };
            if (key.get)(&other) == (key.get)(self) {
                (key.set)(&mut other, value);
                self.view.compare = Some(other.params);
            }
        }
        (key.set)(self, value);
    }

    /// Makes this run another one, as if its keys were set one by one.
    pub fn turn_into(&mut self, params: Params) {
        let wanted = Query { params, ..*self };
        for key in KEYS {
            let value = (key.get)(&wanted);
            if value != (key.get)(self) {
                self.set(key, value);
            }
        }
    }

    /// Puts another run beside this one, and tells what could not be taken as it is.
    pub(super) fn read_other(&mut self, text: &str) -> Vec<Notice> {
        let mut reader = Reader::new(self.settled());
        for entry in text.split(';').filter(|entry| !entry.is_empty()) {
            let (name, value) = entry.split_once(':').unwrap_or((entry, ""));
            match KEYS.iter().find(|key| key.name == name && key.is_of_run()) {
                Some(key) => reader.read(key, value),
                None => reader.notices.push(Notice::unknown(name)),
            }
        }
        reader.check();
        self.put_beside(reader.query.params);
        reader.notices
    }

    /// Puts another run beside this one, as far as it is another.
    pub fn put_beside(&mut self, params: Params) {
        self.view.compare = Some(params);
        self.view.compare = self.other().map(|other| other.params);
    }
}

/// Changes of a run, one soon after the other: where its values pass those of the run beside it, the
/// two are the same for a moment, and have to differ again after that. So each change is made from
/// where the first one began.
#[derive(Default)]
pub struct Chain(Option<(Query, Query)>);

impl Chain {
    /// The query that is shown with another run in it, whatever it was turned into before.
    pub fn turn(&mut self, shown: Query, params: Params) -> Query {
        let runs = |query: &Query| {
            let Query { params, view } = query.settled();
            (params, view.compare)
        };
        let goes_on = self.0.filter(|(_, last)| runs(last) == runs(&shown));
        let base = goes_on.map_or(shown, |(base, _)| base);
        let view = View { compare: base.view.compare, ..shown.view };
        let mut query = Query { params: base.params, view };
        query.turn_into(params);
        self.0 = Some((base, query));
        query
    }
}
