//! When a session of ZooKeeper ends.
//!
//! What the model follows, by the sources of ZooKeeper 3.9:
//!
//! - The leader sorts sessions into buckets of one tick and lets a whole bucket expire at once.
//!   A session that is heard of goes to the bucket after the one in which its timeout falls
//!   (`ExpiryQueue.update`, `roundToNextInterval`), so it lives up to a tick longer than its
//!   timeout, and never shorter. Time is monotonic (`Time.currentElapsedTime`).
//! - Whatever a client sends counts as a sign of life (`ZooKeeperServer.touch`).
//! - A waiter watches the znode right before its own, and lists the children again when that is
//!   gone (the lock recipe of the documentation).
//! - A client that has heard nothing for two thirds of its timeout is told that it is
//!   disconnected, and one that has heard nothing for four thirds takes its session for expired
//!   (`ClientCnxn`; the latter since ZOOKEEPER-4508).
//! - A new leader gives every session its full timeout again (`SessionTrackerImpl`).
//! - The token is the zxid that created the client's znode. It is fixed when the client joins
//!   the queue.
//!
//! Left out: connecting, the separate listing of children after an uncontended create, the time
//! that a quorum takes to commit, and other traffic, so tokens are consecutive.

use crate::sim::time::{Duration, Time};

/// When a session that is heard of at `now` ends: buckets count from the beginning of the run.
pub fn deadline(now: Time, timeout: Duration, tick: Duration) -> Time {
    // One microsecond more makes a time on the boundary fall into the bucket after it.
    (now + timeout + Duration::from_micros(1)).round_up(tick)
}

/// When a client that last heard of the service at `heard` is told that it is disconnected.
pub fn doubt(heard: Time, timeout: Duration) -> Time {
    heard + timeout * 2 / 3
}

/// When it takes its session for expired.
pub fn given_up(heard: Time, timeout: Duration) -> Time {
    heard + timeout * 4 / 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_ends_at_the_next_boundary_even_from_a_boundary() {
        let (timeout, tick) = (Duration::from_secs(4), Duration::from_secs(2));
        let ends = |millis| deadline(Time::ZERO + Duration::from_millis(millis), timeout, tick);
        assert_eq!(ends(0), Time::ZERO + Duration::from_secs(6));
        assert_eq!(ends(1_999), Time::ZERO + Duration::from_secs(6));
        assert_eq!(ends(2_000), Time::ZERO + Duration::from_secs(8));
    }
}
