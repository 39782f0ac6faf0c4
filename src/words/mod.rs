//! Runs in sentences. Everything here is a function of a trace.

mod facts;
mod faults;
mod log;
mod moment;
pub(crate) mod names;
mod picture;
mod teller;
mod verdict;

pub use facts::facts;
pub use faults::fault_name;
pub use log::{Line, log, log_text};
pub use moment::moment;
pub use names::{
    actor_name, clock, grouped, headline_name, hindrance, list, policy_meaning, policy_name,
    rounded, scenario_name, service_name, stored_name,
};
pub use picture::describe;
pub use verdict::{Verdict, verdict};
