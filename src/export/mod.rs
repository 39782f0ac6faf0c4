//! What can be taken along of a run: a sheet with the picture and all that is said of it, the
//! log as text, the events as JSON or for ShiViz; and how an exported run is opened again.
//!
//! Everything here is a function of a query, and of the address at which the page shows it.

mod causes;
mod json;
mod log;
mod open;
mod settings;
mod sheet;
mod shiviz;
mod wrap;

pub use json::json;
pub use log::log;
pub use open::{LONGEST, open};
pub use settings::{Setting, settings};
pub use sheet::sheet;
pub use shiviz::{PARSER, shiviz};

use crate::query::Query;
use crate::sim::Policy;

/// A name for a file that says which run is in it, such as `lock-etcd-pause.svg`.
pub fn file_name(query: &Query, ending: &str) -> String {
    let settled = query.settled().params;
    let (service, scenario) = (settled.service.word(), settled.scenario.word());
    let storage = match settled.storage {
        Policy::Any => String::new(),
        Policy::Fencing | Policy::Conditional | Policy::Value => {
            ["-", settled.storage.word()].concat()
        }
    };
    format!("lock-{service}-{scenario}{storage}.{ending}")
}
