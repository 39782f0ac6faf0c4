//! The gallery of runs that were rebuilt from public reports.

use lock_simulator::page::{INCIDENTS, Incident, html};
use lock_simulator::query::Query;
use lock_simulator::sim::{Headline, Outcome, Trace};
use lock_simulator::words;

fn outcome(query: &str) -> Outcome {
    Outcome::of(Query::parse(query).0.setup())
}

fn incident(label: &str) -> &'static Incident {
    INCIDENTS.iter().find(|one| one.reference.label == label).expect(label)
}

fn queries() -> impl Iterator<Item = &'static str> {
    INCIDENTS.iter().flat_map(|incident| [incident.happened, incident.remedied])
}

#[test]
fn there_are_at_least_twelve_incidents_and_no_two_are_the_same() {
    assert!(INCIDENTS.len() >= 12);
    let parts: [fn(&Incident) -> &str; 3] =
        [|one| one.title, |one| one.reference.url, |one| one.happened];
    for part in parts {
        let mut all: Vec<&str> = INCIDENTS.iter().map(part).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), INCIDENTS.len());
    }
}

#[test]
fn every_query_is_in_order_and_written_in_the_shortest_way() {
    for text in queries() {
        let (query, notices) = Query::parse(text);
        assert_eq!(notices, [], "{text}");
        assert_eq!(query.print(), text);
    }
}

#[test]
fn data_is_lost_in_what_happened() {
    for Incident { title, happened, .. } in INCIDENTS {
        assert_eq!(outcome(happened).headline(), Headline::Corrupted, "{title}");
    }
}

#[test]
fn every_run_ends_better_with_the_remedy() {
    for Incident { title, happened, remedied, .. } in INCIDENTS {
        let [before, after] = [happened, remedied].map(|query| outcome(query).headline());
        assert!(after > before, "{title}: {after:?} after {before:?}");
    }
}

#[test]
fn every_run_comes_to_its_end() {
    for text in queries() {
        let outcome = outcome(text);
        assert!(outcome.unfinished.is_empty() && outcome.waiting.is_empty(), "{text}");
    }
}

#[test]
fn every_incident_names_a_report_with_its_address_and_year() {
    for Incident { title, reference, year, .. } in INCIDENTS {
        let (project, number) = reference.label.split_once('#').expect(title);
        let path = reference.url.strip_prefix("https://github.com/").expect(title);
        assert!(path.ends_with(&format!("/issues/{number}")), "{title}");
        assert!(path.contains(&format!("{project}/")), "{title}");
        assert!((2010..=2026).contains(year), "{title}");
    }
}

#[test]
fn every_incident_can_be_read_in_half_a_minute() {
    for Incident { title, story, remedy, .. } in INCIDENTS {
        let words = story.split_whitespace().count() + remedy.split_whitespace().count();
        assert!((45..=70).contains(&words), "{title} has {words} words");
    }
}

#[test]
fn every_run_has_the_lengths_of_its_report() {
    for (label, lengths) in [
        ("bigdata#25", "pause=49.7"),
        ("redbeat#218", "lease=25"),
        ("etcd#11457", "lease=2 work=2"),
        ("redsync#6", "lease=8 pause=10"),
        ("ShedLock#1502", "lease=60 pause=300 clients=3"),
        ("redisson#5698", "lease=30 work=300"),
        ("laravel#26213", "lease=10 clients=3"),
        ("redisson#3636", "lease=30"),
        ("consul#9788", "lease=15 lockdelay=15 pause=120"),
        ("etcd#9921", "work=20"),
    ] {
        for query in [incident(label).happened, incident(label).remedied] {
            for length in lengths.split(' ') {
                assert!(query.split('&').any(|setting| setting == length), "{label}: {length}");
            }
        }
    }
}

/// What the stories say that the runs show, in the words of their logs.
#[test]
fn the_runs_show_what_the_stories_tell() {
    for (label, happened, remedied) in [
        (
            "bigdata#25",
            &["A stops for 49.7 s", "It replaces “from B”", "A learns that it has lost the lock"][..],
            "The storage refuses A’s write: token 33 is lower than 34",
        ),
        ("redbeat#218", &["A learns that it has lost the lock"], "stops without writing"),
        ("etcd#11457", &["It replaces “from B”"], "A has read version 0, and version 1 is stored"),
        ("redsync#6", &["A’s key expires", "It replaces “from B”"], "A’s lease of 8 s is renewed"),
        (
            "ShedLock#1502",
            &["A’s key expires", "It replaces “from B”"],
            "A’s lease of 60 s is renewed",
        ),
        ("redisson#5698", &["A cannot reach Redis for 35 s"], "stops without writing"),
        (
            "laravel#26213",
            &["A deletes the key without looking whose it is. It is B’s", "gives the lock to C"],
            "Redis has nothing to take back: A’s lock is gone already",
        ),
        (
            "redlock-rb#36",
            &["Redis sets A’s key anew", "It replaces “from B”"],
            "A learns that it has lost the lock",
        ),
        ("redisson#3636", &["It replaces “from B”"], "token 33 is lower than 34"),
        (
            "curator#727",
            &["A is told that it is disconnected", "It replaces “from B”"],
            "A takes no chance and stops without writing",
        ),
        (
            "consul#9788",
            &["Chubby holds the lock back until 30.02 s", "It replaces “from B”"],
            "A takes no chance and stops without writing",
        ),
        ("redbeat#163", &["heard nothing of the lock"], "etcd has a new leader"),
        ("redis#416", &["steps ahead by 172800 s", "A’s key expires"], "little by little"),
        (
            "etcd#9921",
            &["B’s session is over", "gives the lock to C", "It replaces “from C”"],
            "B learns that its session ended while it waited, and stops",
        ),
    ] {
        let Incident { happened: before, remedied: after, .. } = incident(label);
        let log = |query| words::log_text(&Trace::of(Query::parse(query).0.setup()));
        for part in happened {
            assert!(log(before).contains(part), "{label}: {part}");
        }
        assert!(log(after).contains(remedied), "{label}: {remedied}");
    }
}

#[test]
fn two_clients_may_rely_on_the_lock_only_where_a_story_blames_the_service_or_a_release() {
    for Incident { reference, happened, .. } in INCIDENTS {
        let told = ["laravel#26213", "redlock-rb#36", "redbeat#163", "redis#416"];
        let blamed = told.contains(&reference.label);
        assert_eq!(!outcome(happened).double.is_zero(), blamed, "{}", reference.label);
    }
}

#[test]
fn the_gallery_links_every_run_with_the_outcome_of_the_model() {
    let gallery = html::incidents();
    for text in queries() {
        let (outcome, href) = (outcome(text), text.replace('&', "&amp;"));
        let link = format!("<a href=\"?{href}\" data-grade=\"{}\">", outcome.headline().word());
        let (_, rest) = gallery.split_once(&link).expect(text);
        let (said, _) = rest.split_once("</a>").expect(text);
        let ended = words::headline_name(outcome.headline()).to_lowercase();
        assert!(said.ends_with(&format!("{}, {ended}", words::stored_name(outcome.stored))));
    }
}

#[test]
fn every_element_of_the_gallery_is_closed_and_every_ampersand_escaped() {
    let gallery = html::incidents();
    let mut open: Vec<&str> = Vec::new();
    for tag in gallery.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').expect("a tag ends");
        assert!(!text.contains('>'), "{text}");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None => open.extend(tag.split(' ').next()),
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert_eq!(gallery.matches('&').count(), gallery.matches("&amp;").count());
    assert!(!gallery.contains(['\'', '`']), "quotation marks and apostrophes are typographic");
}
