//! When a lease of etcd ends.
//!
//! What the model follows, by the sources of etcd 3.6:
//!
//! - A lease counts on the leader's monotonic clock and is over when no time remains, so at
//!   exactly its TTL (`server/lease/lessor.go`, `Lease.expired`).
//! - The lessor looks for leases that are over every 500 ms and has them revoked then
//!   (`lessor.runLoop`), which deletes the keys attached to them.
//! - A renewal gives the full TTL again. For a lease that is over but not yet revoked it waits
//!   for the revocation and then fails (`lessor.Renew`).
//! - A waiter watches the key created last before its own, and looks for its own key once that
//!   is gone (`client/v3/concurrency`: `Mutex.Lock`, `waitDeletes`).
//!   That last look came in December 2019, with 3.5. Without it (`recheck=off`) whoever had lost its
//!   key while it waited took the lock for its own (etcd#11456), as 3.4 still does.
//! - The token is the revision that created the client's key. It is fixed when the client joins
//!   the queue.
//! - A new leader gives every lease its full TTL again, and an election timeout on top of it
//!   (`lessor.Promote`): leases this short have no checkpoints.
//! - A client that renews by itself takes its lease for lost when a full TTL has passed since the
//!   last answer, at which it looks once a second (`client/v3/lease.go`, `deadlineLoop`).
//!
//! Left out: the round trips that grant the lease and confirm an uncontended lock, the time that
//! Raft takes to commit, and other traffic, so tokens are consecutive.

use crate::sim::time::{Duration, Time};

const SCAN: Duration = Duration::from_millis(500);
const LOOK: Duration = Duration::from_secs(1);
const ELECTION_TIMEOUT: Duration = Duration::from_millis(1_000);

/// When a lease that is granted or renewed at `now` is over.
pub fn deadline(now: Time, lease: Duration) -> Time {
    now + lease
}

/// When the lessor notices that a lease with this deadline is over: the scans fall on multiples
/// of 500 ms.
pub fn noticed(deadline: Time) -> Time {
    deadline.round_up(SCAN)
}

/// After how long scans and looks fall as they did before: some scans coincide with looks.
pub fn cycle() -> Duration {
    LOOK
}

/// When a lease is over that a leader finds when it is elected at `now`.
pub fn promoted(now: Time, lease: Duration) -> Time {
    now + lease + ELECTION_TIMEOUT
}

/// When a client that last heard of its lease at `heard` takes it for lost: it looks at whole
/// seconds.
pub fn given_up(heard: Time, lease: Duration) -> Time {
    (heard + lease).round_up(LOOK)
}
