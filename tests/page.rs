//! The parts of the page that are written before it is built.

use std::path::Path;

use lock_simulator::embed;
use lock_simulator::page::table::{Cell, cell_id, cells, is_confirmed, release, settings};
use lock_simulator::page::theme::PRINTED;
use lock_simulator::page::workshop::{OPEN, SHOW, SHOWN, TOOL, TOOLS_FAILURE};
use lock_simulator::page::{SIMULATOR, html, lab, quiz};
use lock_simulator::query::schema::{ASK, COMPARE, QUIZ};
use lock_simulator::query::{PARTS, Query};
use lock_simulator::sim::{Duration, Outcome, Params, Policy, ServiceKind, Trace};
use lock_simulator::words;
use serde_json::{Value, json};

fn check(name: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    if std::env::var_os("UPDATE_ASSETS").is_some() {
        std::fs::write(&path, wanted).expect("the asset can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    let hint = "renew it with `UPDATE_ASSETS=1 cargo test --test page`";
    assert!(found == wanted, "{name} is stale; {hint}");
}

#[test]
fn the_controls_in_the_page_are_those_of_the_schema() {
    check("assets/controls.html", &html::controls());
}

#[test]
fn the_figure_has_the_places_that_its_program_fills() {
    check("assets/figure.html", &html::figure_page());
    check("assets/figure-controls.txt", &html::more_controls());
}

#[test]
fn the_page_has_the_default_run_before_the_program_is_there() {
    check("assets/default-run.html", &html::default_run());
}

#[test]
fn the_page_has_the_questions_that_the_laboratory_answers() {
    check("assets/questions.html", &html::questions());
}

#[test]
fn the_article_in_the_page_has_the_table_for_the_default_settings() {
    check("assets/article.html", &html::article());
}

#[test]
fn a_cell_has_a_mark_where_its_run_came_out_the_same_on_a_real_service() {
    let article = html::article();
    let mut marks = 0;
    for (service, scenario) in cells() {
        let query = settings(&Query::default(), service, scenario, Policy::Fencing);
        let start = format!("<a id=\"{}\" ", cell_id(service, scenario));
        let (_, link) = article.split_once(&start).expect("every cell is there");
        let (link, _) = link.split_once('>').expect("a tag ends");
        let is_marked = link.ends_with("data-confirmed=\"yes\"");
        assert_eq!(is_marked, is_confirmed(&query), "{link}");
        marks += usize::from(is_marked);
    }
    assert_eq!(article.matches("data-confirmed=\"yes\"").count(), marks);
}

#[test]
fn no_cell_has_a_mark_with_settings_that_were_not_tried() {
    let lease = Params { lease: Duration::from_secs(6), ..Params::default() };
    let renew = Params { renew: true, ..Params::default() };
    for params in [lease, renew] {
        for (service, scenario) in cells() {
            for &storage in Policy::ALL {
                let query = Query { params, ..Query::default() };
                let query = settings(&query, service, scenario, storage);
                let cell = Cell::new(&query, &Outcome::of(query.setup()));
                assert_eq!(cell.confirmed, "no", "{}", cell.query);
            }
        }
    }
}

#[test]
fn the_line_below_the_table_names_the_releases_that_were_tried_and_chubby_has_none() {
    let article = html::article();
    for (name, service) in [
        ("etcd", ServiceKind::Etcd),
        ("ZooKeeper", ServiceKind::ZooKeeper),
        ("Redis", ServiceKind::Redis),
    ] {
        let release = release(service).expect("it was tried");
        assert!(article.contains(&format!("{name} {release}")), "{name} {release}");
    }
    assert_eq!(release(ServiceKind::Chubby), None);
}

#[test]
fn the_incidents_in_the_page_are_those_of_the_gallery() {
    check("assets/incidents.html", &html::incidents_page());
}

#[test]
fn the_guide_for_embedders_has_the_tables_and_snippets_as_they_are() {
    check("assets/embedding.html", &embed::guide());
}

#[test]
fn the_default_run_is_there_as_a_picture_for_narrow_screens_and_for_the_readme() {
    check("assets/default-run-narrow.svg", &html::narrow_picture());
    check("assets/default-run.svg", &html::readme_picture());
}

#[test]
fn the_place_of_the_default_run_is_as_high_as_its_picture_at_every_width() {
    check("style/default-run.css", &html::heights());
}

/// Runs in which chance decides much, step by step. A browser test compares them with what the
/// program shows, so a link is the same run here and there.
#[test]
fn the_runs_that_the_browser_has_to_repeat_are_those_of_the_model() {
    let links = [
        "service=redlock&lease=2&work=1&clients=5&jitter=30&seed=7",
        "service=redis&scenario=delay&clients=4&latency=3.5&jitter=60.25&seed=4294967295",
        "service=zookeeper&scenario=overrun&clients=3&jitter=400&seed=1",
    ];
    let runs: Vec<Value> = links.into_iter().map(told).collect();
    let text = serde_json::to_string_pretty(&runs).expect("a run can be written") + "\n";
    check("tests/browser/runs-of-chance.json", &text);
}

fn told(link: &str) -> Value {
    let (query, notices) = Query::parse(link);
    assert!(notices.is_empty(), "{link}");
    let trace = Trace::of(query.setup());
    let step = |line: &words::Line| {
        let actor = words::actor_name(line.actor, &trace.setup);
        json!([format!("{} s", words::clock(line.at)), actor, line.text])
    };
    let steps: Vec<Value> = words::log(&trace).iter().map(step).collect();
    json!({ "link": link, "steps": steps })
}

/// Neither the names of what has no control nor the event are known to it from anywhere else.
#[test]
fn the_script_of_a_figure_has_the_names_of_what_is_no_control() {
    let script = include_str!("../assets/figure.js");
    for name in PARTS.iter().copied().chain([SHOW]) {
        assert!(script.contains(&format!("\"{name}\"")), "{name}");
    }
}

/// It is there before the programs are, and so it cannot take the names from them.
#[test]
fn the_script_that_starts_the_programs_has_their_names_for_things() {
    let script = include_str!("../assets/start.js");
    let id = |id| format!("getElementById(\"{id}\")");
    // An attribute that begins with "data-" is an entry of the dataset, too.
    let entry = |name: &str| format!("dataset.{}", name.trim_start_matches("data-"));
    for name in [
        format!("\"{OPEN}\""),
        format!("\"[{TOOL}]\""),
        format!("\"{SHOWN}\""),
        entry(SHOWN),
        entry(quiz::OPEN),
        entry(PRINTED),
        format!("getAll(\"{}\")", QUIZ.name),
        format!("query.has(\"{COMPARE}\")"),
        format!("\"{TOOLS_FAILURE}\""),
        id(SIMULATOR),
    ] {
        assert!(script.contains(&name), "{name}");
    }
}

#[test]
fn the_script_of_the_page_has_the_names_of_the_questions() {
    let script = include_str!("../assets/page.js");
    let key = ASK.name;
    for name in [
        format!("getElementById(\"{}\")", lab::QUESTIONS),
        format!("\"{}\"", lab::LAB_FAILURE),
        format!(".result > [{}]", lab::ASK),
        format!("query.has(\"{key}\")"),
    ] {
        assert!(script.contains(&name), "{name}");
    }
}
