//! What the site says of a comparison: a page of its own, and the marks in the simulator's table.

mod lengths;
mod marks;
#[cfg(test)]
mod tests;

use lock_simulator::page::{html, table};
use lock_simulator::sim::{Headline, Policy, Scenario, ServiceKind};
use lock_simulator::words::{headline_name, policy_name, scenario_name, service_name};

use crate::results::{CellResult, DifferenceResult, PointResult, Results};

/// What the page is called.
const TITLE: &str = "Held against the real services";

/// Every file of the site that is made of a comparison, by its path in the repository.
pub fn files(results: &Results) -> [(&'static str, String); 2] {
    [
        ("assets/conformance.html", page(results)),
        ("src/page/confirmed.rs", marks::confirmed(results)),
    ]
}

/// The page about a comparison.
pub fn page(results: &Results) -> String {
    let services: Vec<ServiceKind> = ServiceKind::ALL
        .iter()
        .copied()
        .filter(|service| results.cells.iter().any(|cell| cell.service == service.word()))
        .collect();
    let sections: String = services.iter().map(|&service| section(results, service)).collect();
    let body = format!(
        "<header class=\"masthead\">\n<h1>{TITLE}</h1>\n\
         <p>What the simulator computes, tried on etcd, ZooKeeper and Redis.</p>\n</header>\n\
         <main>\n{}{}{}{sections}{}</main>\n",
        html::signs(),
        include_str!("before.html"),
        summary(results, &services),
        include_str!("after.html")
    );
    html::page(TITLE, &["page.css", "article.css", "conformance.css"], &body)
}

/// How many runs agree, of each service and in all, and what does not agree.
fn summary(results: &Results, services: &[ServiceKind]) -> String {
    let counted = |cells: &mut dyn Iterator<Item = &CellResult>| {
        cells.fold((0, 0), |(agreed, runs), cell| (agreed + cell.agreed, runs + cell.runs))
    };
    let item = |&service: &ServiceKind| {
        let own = |cell: &&CellResult| cell.service == service.word();
        let (agreed, runs) = counted(&mut results.cells.iter().filter(own));
        format!(
            "<li><a href=\"conformance.html#{}\">{}</a>: {} runs</li>\n",
            service.word(),
            name(results, service),
            score(agreed, runs)
        )
    };
    let items: String = services.iter().map(item).collect();
    let (agreed, runs) = counted(&mut results.cells.iter());
    format!(
        "<section class=\"prose\" aria-labelledby=\"outcome\">\n\
         <h2 id=\"outcome\">What came of it</h2>\n\
         <p>A cell is here a service with a scenario, a check of the storage and a lease. On \
         <time>{}</time>, {} cells were run {} times each. Of these {runs} runs, {agreed} \
         agree with the model.</p>\n<ul>\n{items}</ul>\n{}</section>\n",
        escape(&results.date),
        results.cells.len(),
        results.runs,
        disagreements(results)
    )
}

/// Everything that does not agree.
fn disagreements(results: &Results) -> String {
    let cells = results.cells.iter().filter(|cell| !cell.is_confirmed()).map(|cell| {
        let CellResult { query, runs, agreed, differences, .. } = cell;
        let difference = |difference: &DifferenceResult| {
            let DifferenceResult { what, model, real, runs: differing } = difference;
            let [what, model, real] = [what, model, real].map(|text| escape(text));
            format!("<li>{what}: {model} in the model, really {real}, {differing} of {runs}</li>\n")
        };
        let differences: String = differences.iter().map(difference).collect();
        format!(
            "<li><a href=\"./?{}\">{}</a>: {} runs\n<ul>\n{differences}</ul></li>\n",
            escape(query),
            full_name(cell),
            score(*agreed, *runs)
        )
    });
    let points = results.points.iter().filter(|point| !point.agreed).map(point);
    let items: String = cells.chain(points).collect();
    match items.as_str() {
        "" => String::new(),
        items => format!("<h3>What does not agree</h3>\n<ul>\n{items}</ul>\n"),
    }
}

/// What a cell is called outside of its table.
fn full_name(cell: &CellResult) -> String {
    let Some((service, scenario, storage)) = cell.place() else {
        return escape(&cell.query);
    };
    let (service, scenario) = (service_name(service), scenario_name(scenario));
    let (storage, lease) = (policy_name(storage), escape(&cell.lease));
    format!("{service}: {scenario}; the storage checks {storage}, lease {lease} s")
}

/// What there is about a service.
fn section(results: &Results, service: ServiceKind) -> String {
    let own = |cell: &&CellResult| cell.service == service.word();
    let cells: Vec<&CellResult> = results.cells.iter().filter(own).collect();
    let own = |point: &&PointResult| point.service == service.word();
    let points: String = results.points.iter().filter(own).map(point).collect();
    let points = match points.as_str() {
        "" => String::new(),
        points => format!("<h3>Finer points</h3>\n<ul>\n{points}</ul>\n"),
    };
    format!(
        "<section class=\"prose\" aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{name}</h2>\n\
         {table}{points}{lengths}</section>\n",
        id = service.word(),
        name = name(results, service),
        table = cell_table(service, &cells),
        lengths = lengths::details(&cells)
    )
}

/// A service with its release.
fn name(results: &Results, service: ServiceKind) -> String {
    let release = results.versions.get(service.word()).map_or("", String::as_str);
    let name = match service {
        ServiceKind::Redlock => "Redlock, on five servers of Redis",
        _ => service_name(service),
    };
    escape([name, release].join(" ").trim_end())
}

/// The cells of a service: a row for each scenario, a column for each check of the storage.
fn cell_table(service: ServiceKind, cells: &[&CellResult]) -> String {
    let policies: Vec<Policy> = Policy::ALL
        .iter()
        .copied()
        .filter(|policy| cells.iter().any(|cell| cell.storage == policy.word()))
        .collect();
    let column = |&policy: &Policy| {
        format!("<th role=\"columnheader\" scope=\"col\">checks {}</th>", policy_name(policy))
    };
    let row = |scenario: Scenario| {
        let cell = |&policy: &Policy| {
            let place = Some((service, scenario, policy));
            let here = cells.iter().copied().filter(|cell| cell.place() == place);
            format!("<td role=\"cell\">{}</td>", runs(&here.collect::<Vec<&CellResult>>()))
        };
        let name = scenario_name(scenario);
        let cells: String = policies.iter().map(cell).collect();
        format!("<tr role=\"row\"><th role=\"rowheader\" scope=\"row\">{name}</th>{cells}</tr>\n")
    };
    let columns: String = policies.iter().map(column).collect();
    let rows: String = table::rows().map(row).collect();
    format!(
        "<div class=\"table cells\"><table role=\"table\" aria-labelledby=\"{}\">\n\
         <thead role=\"rowgroup\"><tr role=\"row\">\
         <th role=\"columnheader\" scope=\"col\">The storage</th>{columns}</tr></thead>\n\
         <tbody role=\"rowgroup\">\n{rows}</tbody>\n</table></div>\n",
        service.word()
    )
}

/// What the model says of the runs of a cell, with how many really were so for each lease.
fn runs(cells: &[&CellResult]) -> String {
    let alike = |one: &&CellResult, other: &&CellResult| {
        (&one.stored, &one.headline) == (&other.stored, &other.headline)
    };
    cells
        .chunk_by(alike)
        .map(|cells| outcome(cells[0]) + &cells.iter().map(|cell| run(cell)).collect::<String>())
        .collect()
}

fn outcome(cell: &CellResult) -> String {
    let headlines = [Headline::Corrupted, Headline::AtRisk, Headline::Protected, Headline::Safe];
    let headline = headlines.into_iter().find(|headline| headline.word() == cell.headline);
    let (sign, name) = headline.map_or_else(Default::default, |headline| {
        (table::sign(headline), headline_name(headline).to_lowercase())
    });
    let [stored, grade] = [&cell.stored, &cell.headline].map(|text| escape(text));
    format!(
        "<p data-grade=\"{grade}\"><svg aria-hidden=\"true\"><use href=\"{sign}\"/></svg>\
         <span>{stored}, {name}</span></p>"
    )
}

/// The link to a run of the model, with how many real ones agree with it.
fn run(cell: &CellResult) -> String {
    let [query, lease] = [&cell.query, &cell.lease].map(|text| escape(text));
    format!("<a href=\"./?{query}\">lease {lease} s {}</a>", score(cell.agreed, cell.runs))
}

fn point(point: &PointResult) -> String {
    let [claim, measured] = [&point.claim, &point.measured].map(|text| escape(text));
    let link = format!(" <a href=\"./?{}\">The run</a>", escape(&point.query));
    let mark = mark(point.agreed);
    format!("<li>{mark} {claim} <span class=\"measured\">{measured}</span>{link}</li>\n")
}

/// How many of the runs agree.
fn score(agreed: u32, runs: u32) -> String {
    format!("{} {agreed} of {runs}", mark(agreed == runs && runs > 0))
}

fn mark(agrees: bool) -> &'static str {
    match agrees {
        true => "<span class=\"agrees\" role=\"img\" aria-label=\"agrees:\">✓</span>",
        false => "<span class=\"differs\" role=\"img\" aria-label=\"differs:\">✗</span>",
    }
}

/// Text as HTML, between tags or as the value of an attribute.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
