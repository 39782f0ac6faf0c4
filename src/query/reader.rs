//! Reads the keys of a query one after the other, and takes note of what cannot be taken.

use super::{Controls, Key, Kind, Notice, Query, Value, faults};
use crate::sim::Scenario;

/// A query that is being read.
pub struct Reader {
    /// What stays where a value cannot be taken.
    base: Query,
    /// What has been read.
    pub query: Query,
    /// The keys that were given.
    given: Vec<&'static str>,
    /// What could not be taken as it is.
    pub notices: Vec<Notice>,
}

impl Reader {
    /// A reader of what differs from a query.
    pub fn new(base: Query) -> Reader {
        Reader { base, query: base, given: Vec::new(), notices: Vec::new() }
    }

    /// Whether a key was given.
    pub fn was_given(&self, key: &str) -> bool {
        self.given.contains(&key)
    }

    /// Takes note of a key, of which the last value counts.
    pub fn give(&mut self, key: &'static str) {
        if self.was_given(key) {
            self.notices.push(Notice::Repeated { key });
        } else {
            self.given.push(key);
        }
    }

    /// Reads the value of a key.
    pub fn read(&mut self, key: &'static Key, text: &str) {
        self.give(key.name);
        if let Kind::Faults = key.kind {
            let (list, wrong) = faults::parse(text);
            (key.set)(&mut self.query, Value::Faults(list));
            self.notices.extend(wrong.iter().map(|&(place, entry)| Notice::fault(place, entry)));
            return;
        }
        if let Kind::Controls = key.kind {
            let (controls, wrong) = Controls::parse(text);
            (key.set)(&mut self.query, Value::Controls(controls));
            let notice =
                |entry: &&str| Notice::bad(key.name, entry, key.kind.allowed(), String::new());
            self.notices.extend(wrong.iter().map(notice));
            return;
        }
        let stays = (key.get)(&self.base);
        let value = key.kind.parse(text);
        (key.set)(&mut self.query, value.unwrap_or(stays));
        if value.is_none() {
            let used = key.kind.print(stays);
            self.notices.push(Notice::bad(key.name, text, key.kind.allowed(), used));
        }
    }

    /// Looks at whether the values go together, once all of them are read.
    pub fn check(&mut self) {
        let params = &self.query.params;
        // Faults that are not its own concern a run only if they happen in it.
        if self.was_given("faults") || params.scenario == Scenario::Custom {
            let absent = params.faults.iter().filter(|fault| !params.has_place_for(fault));
            let absent = absent.map(|fault| Notice::Absent { entry: faults::print_fault(fault) });
            self.notices.extend(absent);
        }
        if !params.allows(params.storage) {
            let (storage, service) = (params.storage, params.service);
            self.notices.push(Notice::Unavailable { storage, service });
        }
    }
}
