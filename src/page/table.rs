//! The table of every lock service and every scenario.
//!
//! [`super::html`] writes it into the page for the default settings, and the program keeps it up
//! with those of the controls.

use super::confirmed::{RELEASES, SAME};
use crate::query::Query;
use crate::sim::{Headline, Outcome, Params, Policy, Scenario, ServiceKind};
use crate::words::{headline_name, stored_name};

/// The buttons that say what the storage of the table asks of a write.
pub const VIEW: &str = "table-storage";
/// The place for the settings that the table was computed with.
pub const SETTINGS: &str = "table-settings";

/// What a cell says of its run.
pub struct Cell {
    /// The text of its query.
    pub query: String,
    /// How it ended.
    pub headline: Headline,
    /// The same in words, with what is stored in the end.
    pub words: String,
    /// Whether it came out the same on a real service, as the page's styles have it.
    pub confirmed: &'static str,
}

impl Cell {
    /// The cell for a query and what came of its run.
    pub fn new(query: &Query, outcome: &Outcome) -> Cell {
        let headline = outcome.headline();
        let name = headline_name(headline).to_ascii_lowercase();
        let words = [&stored_name(outcome.stored), ", ", &name].concat();
        let confirmed = if is_confirmed(query) { "yes" } else { "no" };
        Cell { query: query.print(), headline, words, confirmed }
    }
}

/// The services and scenarios of all cells, row by row.
pub fn cells() -> impl Iterator<Item = (ServiceKind, Scenario)> {
    rows().flat_map(|scenario| ServiceKind::ALL.iter().map(move |&service| (service, scenario)))
}

/// The scenarios of the table: all that need no list of faults.
pub fn rows() -> impl Iterator<Item = Scenario> {
    Scenario::ALL.iter().copied().filter(|&scenario| scenario != Scenario::Custom)
}

/// The element of a cell.
pub fn cell_id(service: ServiceKind, scenario: Scenario) -> String {
    ["cell-", service.word(), "-", scenario.word()].concat()
}

/// The place for what there is to say about a column.
pub fn remark_id(service: ServiceKind) -> String {
    ["column-", service.word()].concat()
}

/// The sign of a headline, as defined in the page.
pub fn sign(headline: Headline) -> String {
    ["#sign-", headline.word()].concat()
}

/// The settings of a query with another service, another scenario and, where the service has what
/// it takes, another storage. How it is shown is not among them.
pub fn settings(query: &Query, service: ServiceKind, scenario: Scenario, storage: Policy) -> Query {
    let params = Params { service, scenario, storage, ..query.params };
    Query { params, ..Query::default() }.settled()
}

/// Whether a run of the table came out the same on a real service. Only those were tried that have
/// the default settings.
pub fn is_confirmed(query: &Query) -> bool {
    let Params { service, scenario, storage, .. } = query.params;
    *query == settings(&Query::default(), service, scenario, storage)
        && SAME[service as usize][storage as usize] >> scenario as u16 & 1 == 1
}

/// The release of a service that was tried.
pub fn release(service: ServiceKind) -> Option<&'static str> {
    RELEASES.iter().find(|(of, _)| *of == service).map(|(_, release)| *release)
}

/// What there is to say about the column of a service: that the storage cannot do there what it
/// is to do, and that another lease is granted than was asked for.
pub fn remark(query: &Query, service: ServiceKind, storage: Policy) -> String {
    let setup = settings(query, service, Scenario::Normal, storage).setup();
    let (asked, granted) = (setup.params().lease, setup.granted_lease());
    let cannot = match storage {
        _ if setup.params().storage == storage => "",
        Policy::Fencing => "no token, no check",
        Policy::Value => "no value, no check",
        Policy::Any | Policy::Conditional => "no check",
    };
    let lease = match asked == granted {
        true => String::new(),
        false => ["grants ", &granted.to_string(), " s"].concat(),
    };
    let between = if cannot.is_empty() || lease.is_empty() { "" } else { "; " };
    [cannot, between, &lease].concat()
}

/// The settings that the table was computed with.
pub fn caption(query: &Query) -> String {
    let Params { lease, pause, clients, .. } = query.params;
    let [lease, pause] = [lease, pause].map(|length| length.to_string());
    let clients = clients.to_string();
    [
        "Computed for ",
        &clients,
        " clients, a lease of ",
        &lease,
        " s, a pause of ",
        &pause,
        " s, and all else as it is set above.",
    ]
    .concat()
}
