//! What article and tour say about the runs that they link to.

use lock_simulator::page::html;
use lock_simulator::page::table::{Cell, cells, settings};
use lock_simulator::query::Query;
use lock_simulator::sim::{Headline, Outcome, Policy};
use lock_simulator::words::stored_name;

/// What the sentences around each link claim.
const CLAIMS: [(&str, &str, Headline); 22] = [
    ("", "from A", Headline::Corrupted),
    ("pause=3", "from B", Headline::Safe),
    ("scenario=delay", "from A", Headline::Corrupted),
    ("scenario=crash", "from B", Headline::Safe),
    ("scenario=overrun", "from A", Headline::Corrupted),
    ("scenario=overrun&renew=on", "from B", Headline::Safe),
    ("scenario=check-pause", "from A", Headline::Corrupted),
    ("scenario=clock-jump", "from B", Headline::Safe),
    ("scenario=partition&obey=on", "from B", Headline::Safe),
    ("storage=fencing", "from B", Headline::Protected),
    ("storage=fencing&pause=5.2", "from B", Headline::Corrupted),
    ("storage=fencing&mark=on&pause=5.2", "from B", Headline::Protected),
    ("storage=conditional", "from B", Headline::Protected),
    ("storage=conditional&pause=5.2", "from A", Headline::AtRisk),
    (
        "service=chubby&storage=fencing&lockdelay=10&sequencer=checked",
        "from B",
        Headline::Protected,
    ),
    ("renew=on", "from A", Headline::Corrupted),
    ("service=zookeeper&storage=fencing", "from B", Headline::Protected),
    ("service=chubby&lockdelay=10", "from B", Headline::AtRisk),
    ("service=redis&scenario=failover", "from B", Headline::Corrupted),
    ("service=redlock&scenario=clock-jump", "from B", Headline::Corrupted),
    ("service=redlock&scenario=clock-jump&clock=slew", "from B", Headline::Safe),
    ("service=redlock&storage=value", "from B", Headline::Protected),
];

/// The queries of the links in some HTML.
fn links(html: &str) -> Vec<String> {
    let parts = html.split("href=\"?").skip(1).filter_map(|part| part.split_once('"'));
    parts.map(|(query, _)| query.replace("&amp;", "&")).collect()
}

fn tour() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/index.html");
    std::fs::read_to_string(path).expect("the page is there")
}

#[test]
fn every_run_that_the_article_and_the_tour_link_to_ends_as_they_say() {
    let by_hand = include_str!("../src/page/article.html");
    for link in links(by_hand).into_iter().chain(links(&tour())) {
        let claim = CLAIMS.iter().find(|(query, ..)| *query == link);
        let (query, stored, headline) = claim.unwrap_or_else(|| panic!("no claim for ?{link}"));
        let outcome = Outcome::of(Query::parse(query).0.setup());
        assert_eq!(
            (stored_name(outcome.stored).as_str(), outcome.headline()),
            (*stored, *headline)
        );
    }
}

#[test]
fn every_link_to_a_run_is_the_shortest_one_so_that_it_can_be_marked_as_the_present() {
    let pages = [html::article(), tour(), html::incidents()];
    let links: Vec<String> = pages.iter().flat_map(|page| links(page)).collect();
    assert!(links.len() > 80, "{}", links.len());
    for link in links {
        let (query, notices) = Query::parse(&link);
        assert!(notices.is_empty(), "{link}: {notices:?}");
        assert_eq!(query.print(), link);
    }
}

#[test]
fn every_cell_of_the_table_says_what_its_link_runs() {
    let query = Query::parse("lease=7&pause=9&clients=3&lockdelay=2").0;
    for &storage in Policy::ALL {
        for (service, scenario) in cells() {
            let query = settings(&query, service, scenario, storage);
            let cell = Cell::new(&query, &Outcome::of(query.setup()));
            let setup = Query::parse(&cell.query).0.setup();
            assert_eq!((setup.params().service, setup.params().scenario), (service, scenario));
            assert_eq!(Outcome::of(setup).headline(), cell.headline, "{}", cell.query);
        }
    }
}
