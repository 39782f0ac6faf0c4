//! What the page says, and that it is up to date.

use std::path::Path;

use lock_simulator::query::Query;
use lock_simulator::sim::Trace;
use lock_simulator::words::stored_name;

use super::*;
use crate::cells;
use crate::lengths::lengths;
use crate::results::LengthResult;

/// Three runs of a cell, which all agree.
pub fn cell(service: &str, scenario: &str, query: &str) -> CellResult {
    let params = Query::parse(query).0.params;
    CellResult {
        service: service.into(),
        scenario: scenario.into(),
        storage: params.storage.word().into(),
        lease: params.lease.to_string(),
        pause: params.pause.to_string(),
        query: query.into(),
        stored: "from B".into(),
        headline: "safe".into(),
        runs: 3,
        agreed: 3,
        lengths: vec![LengthResult {
            what: "A holds the lock".into(),
            model: 5_495,
            least: 5_020,
            most: 5_230,
            from: 4_745,
            to: 6_245,
        }],
        differences: Vec::new(),
    }
}

/// A comparison of some cells.
pub fn results(cells: Vec<CellResult>) -> Results {
    let releases = [("etcd", "3.4.23"), ("redis", "7.0.15")];
    Results {
        date: "2026-11-30".into(),
        runs: 3,
        versions: releases.map(|(service, release)| (service.into(), release.into())).into(),
        cells,
        points: Vec::new(),
    }
}

/// Every cell that there is.
fn whole() -> Results {
    let all = crate::cells::all()
        .into_iter()
        .map(|one| cell(one.service.word(), one.scenario.word(), &one.query().print()));
    results(all.collect())
}

#[test]
fn every_cell_links_to_its_run_and_says_how_many_runs_agree() {
    let results = whole();
    let page = page(&results);
    for cell in &results.cells {
        let start = format!("<a href=\"./?{}\">lease {}\u{a0}s ", escape(&cell.query), cell.lease);
        assert_eq!(page.matches(&start).count(), 1, "{}", cell.query);
    }
    assert_eq!(page.matches("</span> 3 of 3</a>").count(), results.cells.len());
    assert!(page.contains("216 cells were run 3 times each. Of these 648 runs, 648 agree"));
    assert!(!page.contains("What does not agree") && !page.contains("✗"));
}

#[test]
fn every_link_to_a_run_is_in_order_and_the_shortest_one() {
    let page = page(&whole());
    let links = page.split("href=\"./?").skip(1).filter_map(|rest| rest.split_once('"'));
    for (link, _) in links {
        let link = link.replace("&amp;", "&");
        let (query, notices) = Query::parse(&link);
        assert_eq!((query.print(), notices), (link, Vec::new()));
    }
}

#[test]
fn a_cell_that_does_not_agree_is_named_with_what_differs() {
    let mut results = whole();
    results.cells[4].agreed = 2;
    results.cells[4].differences.push(DifferenceResult {
        what: "the stored value".into(),
        model: "from B".into(),
        real: "from A".into(),
        runs: 1,
    });
    let page = page(&results);
    let (_, named) = page.split_once("<h3>What does not agree</h3>").expect("it is named");
    let (named, _) = named.split_once("</section>").expect("the list ends");
    let name = full_name(&results.cells[4]);
    let link = format!("<a href=\"./?{}\">{name}</a>", escape(&results.cells[4].query));
    assert!(named.contains(&link.replace(" s</a>", "\u{a0}s</a>")), "{named}");
    assert!(named.contains("2 of 3 runs"));
    assert!(named.contains("the stored value: from B in the model, really from A, 1 of 3"));
    assert_eq!(named.matches("<li><a").count(), 1);
}

#[test]
fn a_point_is_told_with_what_was_measured_and_named_again_if_it_does_not_agree() {
    let mut results = whole();
    for agreed in [true, false] {
        results.points.push(PointResult {
            service: "redis".into(),
            claim: "A key goes.".into(),
            measured: "It stayed.".into(),
            agreed,
            query: "service=redis".into(),
        });
    }
    let page = page(&results);
    assert_eq!(page.matches("A key goes. <span class=\"measured\">It stayed.</span>").count(), 3);
    assert_eq!(page.matches("<a href=\"./?service=redis\">The run</a>").count(), 3);
}

#[test]
fn lengths_of_runs_that_differ_in_the_storage_only_are_told_together() {
    let mut results = results(vec![
        cell("etcd", "pause", "latency=5"),
        cell("etcd", "pause", "storage=fencing&latency=5"),
    ]);
    results.cells[1].lengths[0].most = 6_250;
    let page = page(&results);
    let row = "<th scope=\"row\">A holds the lock</th><td>5.50</td><td>";
    assert_eq!(page.matches(row).count(), 1);
    let real = format!("{row}{} 5.02–6.25</td><td>4.75–6.25</td>", mark(false));
    assert!(page.contains(&real), "{page}");
}

#[test]
fn text_stays_text() {
    let mut results = whole();
    results.cells[0].stored = "<b>\"&".into();
    results.date = "<i>".into();
    results.versions.insert("etcd".into(), "<u>".into());
    let page = page(&results);
    assert!(page.contains("&lt;b&gt;&quot;&amp;, safe"));
    assert!(!["<b>", "<i>", "<u>"].iter().any(|tag| page.contains(tag)));
}

#[test]
fn every_element_of_the_page_is_closed() {
    let page = page(&whole());
    let mut open: Vec<&str> = Vec::new();
    for tag in page.split('<').skip(2) {
        let (tag, _) = tag.split_once('>').expect("a tag ends");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') => {}
            None => open.extend(tag.split(' ').next()),
        }
        open.retain(|name| !["meta", "base", "link"].contains(name));
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn what_the_site_says_is_what_came_of_the_comparison() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let results = std::fs::read_to_string(here.join("results.json")).expect("there are results");
    let results: Results = serde_json::from_str(&results).expect("they can be read");
    for (name, wanted) in files(&results) {
        let found = std::fs::read_to_string(here.join("..").join(name)).unwrap_or_default();
        assert!(found == wanted, "{name} is stale: run `cargo xtask conformance renew`");
    }
}

#[test]
fn the_results_that_are_kept_are_about_the_model_as_it_is() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let results = std::fs::read_to_string(here.join("results.json")).expect("there are results");
    let results: Results = serde_json::from_str(&results).expect("they can be read");
    let cells = cells::all();
    assert_eq!(results.cells.len(), cells.len());
    for (kept, cell) in results.cells.iter().zip(cells) {
        let model = Trace::of(cell.setup());
        let outcome = &model.outcome;
        assert_eq!(kept.query, cell.query().print());
        assert_eq!(
            (kept.stored.as_str(), kept.headline.as_str()),
            (stored_name(outcome.stored).as_str(), outcome.headline().word()),
            "{}",
            kept.query
        );
        for length in lengths(&model, &model) {
            let known = kept.lengths.iter().find(|known| known.what == length.what);
            let model = known.map(|known| u128::from(known.model));
            assert_eq!(model, length.model.map(|length| length.as_millis()), "{}", kept.query);
        }
    }
}
