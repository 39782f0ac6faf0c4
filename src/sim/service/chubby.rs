//! When a session of Chubby ends, and what becomes of its lock.
//!
//! What the model follows, by the paper (M. Burrows, "The Chubby lock service for loosely-coupled
//! distributed systems", OSDI 2006):
//!
//! - The master gives each session a lease and does not end it before that is over, by its own
//!   clock. A keep-alive renews it (section 2.8).
//! - A lock whose holder has failed is held back for the lock-delay, of at most one minute, which
//!   the client asks for. A lock that was given back is free at once (section 2.4).
//! - A sequencer says which lock is held and with what generation number, which rises whenever
//!   the lock goes from free to held: so it is fixed at the grant, and not while a client waits
//!   (section 2.4). A storage compares it with the latest that it has seen, or asks Chubby.
//! - When a master is lost, no lease runs out. The next one gives every session as much time as
//!   its predecessor may have given (section 2.9).
//! - A client that has heard of no renewal when its own, more careful lease is over is in
//!   jeopardy. Its library lets it wait for 45 s of grace before it declares the session dead
//!   (section 2.8).
//!
//! Left out: caches and their invalidation; reader locks; that the library blocks calls to Chubby
//! in jeopardy, since a write to another storage is none; and that a master may give longer
//! leases than asked. The paper does not say who of several waiters is next: here it is the one
//! that has waited longest. Nor does it speak of clocks that are set, only of the rates of
//! clocks: here a jump changes nothing.

use crate::sim::time::{Duration, Time};

/// How long a client waits in jeopardy for a new master.
const GRACE: Duration = Duration::from_secs(45);

/// When a lease that is granted or renewed at `now` is over.
pub fn deadline(now: Time, lease: Duration) -> Time {
    now + lease
}

/// When a client that last had its lease renewed by a request sent at `alive` is in jeopardy.
pub fn doubt(alive: Time, lease: Duration) -> Time {
    alive + lease
}

/// When it takes its session for dead.
pub fn given_up(alive: Time, lease: Duration) -> Time {
    doubt(alive, lease) + GRACE
}
