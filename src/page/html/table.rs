//! The table of every lock service and every scenario, for the default settings.

use crate::page::icon;
use crate::page::table::{
    Cell, SETTINGS, VIEW, caption, cell_id, release, remark, remark_id, rows, settings, sign,
};
use crate::query::Query;
use crate::sim::{Headline, Outcome, Policy, Scenario, ServiceKind};
use crate::words::{policy_name, scenario_name, service_name};

/// What the storage of the table asks of a write to begin with.
const FIRST_VIEW: Policy = Policy::Fencing;

/// The signs that cells use.
pub fn signs() -> String {
    let signs: String =
        [Headline::Corrupted, Headline::AtRisk, Headline::Protected, Headline::Safe]
            .into_iter()
            .map(|headline| {
                let (id, path) = (sign(headline).replacen('#', "", 1), icon(headline));
                format!("<symbol id=\"{id}\" viewBox=\"0 0 24 24\"><path d=\"{path}\"/></symbol>\n")
            })
            .collect();
    format!("<svg hidden>{signs}</svg>\n")
}

/// The table, the signs that its cells use, and the buttons for its view.
pub fn table() -> String {
    let columns: String = ServiceKind::ALL.iter().map(|&service| column(service)).collect();
    let rows: String = rows().map(row).collect();
    let settings = caption(&Query::default());
    format!(
        "{}{}<div class=\"table\"><table role=\"table\" \
         aria-labelledby=\"{SETTINGS}\">\n<thead role=\"rowgroup\"><tr role=\"row\">\
         <th role=\"columnheader\" scope=\"col\">Scenario</th>{columns}</tr></thead>\n\
         <tbody role=\"rowgroup\">\n{rows}</tbody>\n</table></div>\n\
         <p id=\"{SETTINGS}\" class=\"settings\">{settings}</p>\n<p class=\"settings\">{}</p>\n",
        signs(),
        views(),
        key_to_marks()
    )
}

/// What the mark in a cell says.
fn key_to_marks() -> String {
    let tried: Vec<String> = ServiceKind::ALL
        .iter()
        .filter(|&&service| service != ServiceKind::Redlock)
        .filter_map(|&service| Some([service_name(service), release(service)?].join(" ")))
        .collect();
    let tried = tried.join(", ");
    format!(
        "✓ comes out the same on a real {tried}, and on five servers of Redis for Redlock, with a \
         lease of 5 s, a pause of 8 s and messages that take 5 ms: \
         <a href=\"conformance.html\">how that was tried</a>."
    )
}

fn views() -> String {
    let view = |&policy: &Policy| {
        let checked = if policy == FIRST_VIEW { " checked" } else { "" };
        let (word, name) = (policy.word(), policy_name(policy));
        format!(
            "<label><input type=\"radio\" name=\"{VIEW}\" value=\"{word}\"{checked}>\
             <span>{name}</span></label>\n"
        )
    };
    let views: String = Policy::ALL.iter().map(view).collect();
    format!(
        "<fieldset class=\"field view\"><legend>In the table, the storage checks</legend>\n\
         <div class=\"choices\">\n{views}</div></fieldset>\n"
    )
}

fn column(service: ServiceKind) -> String {
    let (name, id) = (service_name(service), remark_id(service));
    let remark = remark(&Query::default(), service, FIRST_VIEW);
    let untried = if release(service).is_none() { "<small>by its paper only</small>" } else { "" };
    format!(
        "<th role=\"columnheader\" scope=\"col\">{name}<small id=\"{id}\">{remark}</small>\
         {untried}</th>"
    )
}

fn row(scenario: Scenario) -> String {
    let name = scenario_name(scenario);
    let cells: String = ServiceKind::ALL.iter().map(|&service| one(service, scenario)).collect();
    format!("<tr role=\"row\"><th role=\"rowheader\" scope=\"row\">{name}</th>{cells}</tr>\n")
}

fn one(service: ServiceKind, scenario: Scenario) -> String {
    let query = settings(&Query::default(), service, scenario, FIRST_VIEW);
    let cell = Cell::new(&query, &Outcome::of(query.setup()));
    let (id, grade, sign) = (cell_id(service, scenario), cell.headline.word(), sign(cell.headline));
    let Cell { query, words, confirmed, .. } = cell;
    let query = query.replace('&', "&amp;");
    format!(
        "<td role=\"cell\"><a id=\"{id}\" href=\"?{query}\" data-grade=\"{grade}\" \
         data-confirmed=\"{confirmed}\"><svg aria-hidden=\"true\"><use href=\"{sign}\"/></svg><span>{words}</span></a></td>"
    )
}
