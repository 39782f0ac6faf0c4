//! Searching all runs with a few faults more for one that goes wrong.
//!
//! A [`Search`] takes a [`Setup`](crate::sim::Setup) and [`Bounds`], and tries all schedules of
//! faults within these, the fewest faults first:
//!
//! ```
//! use lock_simulator::search::{Bounds, Search};
//! use lock_simulator::sim::{Outcome, Setup};
//!
//! let bounds = Bounds::read("overwritten:1:delay").expect("these are bounds");
//! let mut search = Search::new(&Setup::default(), bounds);
//! while search.advance(1_000) {}
//! let found = search.findings();
//! let params = found.counterexample.expect("nothing holds a late write back");
//! let setup = Setup::new(params).expect("what is found can be run");
//! assert!(bounds.bad.is_in(&Outcome::of(setup)));
//! ```
//!
//! The search goes through one run after the other, and clones the running
//! [`World`](crate::sim::World) wherever a fault can begin or end, so what several runs have in
//! common is run once. It goes depth first, so there are never more worlds than two for each fault,
//! and one.

mod begun;
mod bounds;
mod branch;
mod explore;
mod scope;
mod table;
mod told;
mod watch;

pub use bounds::{Badness, Bounds, Kind, Kinds};
pub use explore::{Answer, Findings, Progress, Search};
pub use scope::{Scope, base};
pub use table::{Cell, Table};
pub use told::{Bad, Told, in_short, runs};
