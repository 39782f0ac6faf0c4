//! The log as a text that stands for itself.

use super::settings::settings;
use crate::query::Query;
use crate::sim::Trace;
use crate::words::{self, Verdict};

/// The steps of a run as plain text, below its settings, its outcome and the address at which the
/// page shows it.
pub fn log(query: &Query, href: &str) -> String {
    let trace = Trace::of(query.setup());
    let settings: String = settings(query).iter().map(|setting| format!("{setting}\n")).collect();
    let Verdict { lead, name, stored, what, remedy, .. } = words::verdict(&trace);
    let remedy = if remedy.is_empty() { remedy } else { format!("{remedy}\n") };
    format!(
        "{href}\n\n{settings}\n{lead}{name}. The storage ends with {stored}. {what}\n{remedy}\n{}",
        words::log_text(&trace)
    )
}
