//! A question about a run, which is shown no further than to the moment that it is about.

use super::choice::choices;
use super::event::{EventKind, Observer as _};
use super::node::ClientId;
use super::outcome::{Judge, Outcome, RunEnd};
use super::setup::Setup;
use super::time::{Duration, Time};
use super::trace::Trace;

choices! {
    /// What is asked.
    Subject {
        /// Whose value the storage has.
        Stored = "stored",
        /// Who holds the lock, by the service's account.
        Holder = "holder",
    }
}

/// A question, as a link has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quiz {
    /// What is asked.
    pub subject: Subject,
    /// The earliest moment that it can be about, as the time since the run began; without it, one
    /// that is worth a question.
    pub at: Option<Duration>,
}

/// What can be answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Nobody, or nobody's value.
    Nobody,
    /// A client, or its value.
    Client(ClientId),
}

impl Answer {
    /// The word that stands for it: a client's letter, or "empty" of the storage and "nobody" of the
    /// lock.
    pub fn word(self, subject: Subject) -> String {
        match (self, subject) {
            (Answer::Client(client), _) => client.to_string(),
            (Answer::Nobody, Subject::Stored) => "empty".into(),
            (Answer::Nobody, Subject::Holder) => "nobody".into(),
        }
    }

    /// What can be answered to a question about a run.
    pub fn all(setup: &Setup) -> impl Iterator<Item = Answer> {
        setup.clients().map(Answer::Client).chain([Answer::Nobody])
    }
}

impl Trace {
    /// The moment that is worth a question: of the storage, the last time that it has to decide; of
    /// the lock, the first time that it is taken from somebody who still believes in it, or else
    /// the last time that it is granted. The beginning, if there is no such moment.
    pub fn worth_asking(&self, subject: Subject) -> Time {
        let mut judge = Judge::default();
        let mut worth = Time::ZERO;
        for event in &self.events {
            match (subject, event.kind) {
                (
                    Subject::Stored,
                    EventKind::WriteAccepted { .. } | EventKind::WriteRejected { .. },
                )
                | (Subject::Holder, EventKind::Granted { .. }) => worth = event.at,
                (Subject::Holder, EventKind::Ended { client, .. }) if judge.believes(client) => {
                    return event.at;
                }
                _ => {}
            }
            judge.observe(*event);
        }
        worth
    }

    /// The right answer about a moment, once all that happens then has happened.
    pub fn answer(&self, subject: Subject, at: Time) -> Answer {
        let moment = self.moment(at);
        let client = match subject {
            Subject::Stored => moment.stored(),
            // By the service's account there is never more than one.
            Subject::Holder => self.setup.clients().find(|&client| moment.holds(client)),
        };
        client.map_or(Answer::Nobody, Answer::Client)
    }

    /// The run as far as it has come right before a moment: nothing in it tells what comes then.
    pub fn before(mut self, at: Time) -> Trace {
        let seen = self.events.partition_point(|event| event.at < at);
        self.events.truncate(seen);
        self.end = self.end.min(at);
        self.goes_on = true;
        self.outcome =
            Outcome::of_events(&self.events, RunEnd { at: self.end, ..RunEnd::default() });
        self
    }
}
