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
pub use open::{LONGEST, check_length, open};
pub use settings::{Setting, settings};
pub use sheet::sheet;
pub use shiviz::{PARSER, shiviz};

use crate::query::Query;
use crate::sim::Policy;

/// The address at which a page shows a query, from the page's present one. It leads to the whole
/// page, and not to a figure inside of somebody else's.
pub fn address(page: &str, query: &Query) -> String {
    let page = page.split(['?', '#']).next().unwrap_or_default();
    let link = Query { view: query.view.whole(), ..*query }.print();
    if link.is_empty() { page.into() } else { format!("{page}?{link}") }
}

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
