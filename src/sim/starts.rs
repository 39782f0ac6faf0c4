//! When each client asks for the lock.

use super::node::ClientId;
use super::setup::limits;
use super::time::{Duration, Time};

/// How long after one client the next one asks, unless it is said otherwise.
const STAGGER: Duration = Duration::from_millis(250);

/// When each client asks for the lock, A to E, whether it takes part or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Starts([Duration; ClientId::MOST]);

impl Starts {
    /// When a client asks.
    pub fn of(&self, client: ClientId) -> Time {
        Time::ZERO + self.0[client.index()]
    }

    /// The same but for one client.
    pub fn with(mut self, client: ClientId, start: Duration) -> Starts {
        self.0[client.index()] = start;
        self
    }

    /// The same, all so much later, as far as they stay within their limits.
    pub fn later(self, by: Duration) -> Starts {
        Starts(self.0.map(|start| (start + by).min(*limits::START.end())))
    }

    /// All of them, as times since the run began.
    pub fn iter(&self) -> std::slice::Iter<'_, Duration> {
        self.0.iter()
    }

    /// Whether all of them are within their limits.
    pub fn are_in_range(&self) -> bool {
        self.iter().all(|start| limits::START.contains(start))
    }
}

impl Default for Starts {
    fn default() -> Starts {
        Starts([0, 1, 2, 3, 4].map(|place| STAGGER * place))
    }
}
