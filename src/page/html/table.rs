//! The table of every lock service and every scenario, for the default settings.

use crate::page::icon;
use crate::page::table::{
    Cell, SETTINGS, VIEW, caption, cell_id, remark, remark_id, rows, settings, sign,
};
use crate::query::Query;
use crate::sim::{Headline, Outcome, Policy, Scenario, ServiceKind};
use crate::words::{policy_name, scenario_name, service_name};

/// What the storage of the table asks of a write to begin with.
const FIRST_VIEW: Policy = Policy::Fencing;

/// The signs that the cells use, the table, and the buttons for its view.
pub fn table() -> String {
    let signs: String =
        [Headline::Corrupted, Headline::AtRisk, Headline::Protected, Headline::Safe]
            .into_iter()
            .map(|headline| {
                let (id, path) = (sign(headline).replacen('#', "", 1), icon(headline));
                format!("<symbol id=\"{id}\" viewBox=\"0 0 24 24\"><path d=\"{path}\"/></symbol>\n")
            })
            .collect();
    let columns: String = ServiceKind::ALL.iter().map(|&service| column(service)).collect();
    let rows: String = rows().map(row).collect();
    let settings = caption(&Query::default());
    format!(
        "<svg hidden>{signs}</svg>\n{}<div class=\"table\"><table role=\"table\" \
         aria-labelledby=\"{SETTINGS}\">\n<thead role=\"rowgroup\"><tr role=\"row\">\
         <th role=\"columnheader\" scope=\"col\">Scenario</th>{columns}</tr></thead>\n\
         <tbody role=\"rowgroup\">\n{rows}</tbody>\n</table></div>\n\
         <p id=\"{SETTINGS}\" class=\"settings\">{settings}</p>\n",
        views()
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
    format!(
        "<th role=\"columnheader\" scope=\"col\">{name}<small id=\"{id}\">{remark}</small></th>"
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
    let (query, words) = (cell.query.replace('&', "&amp;"), cell.words);
    format!(
        "<td role=\"cell\"><a id=\"{id}\" href=\"?{query}\" data-grade=\"{grade}\">\
         <svg aria-hidden=\"true\"><use href=\"{sign}\"/></svg><span>{words}</span></a></td>"
    )
}
