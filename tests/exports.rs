//! What can be taken along of a run.

mod support;

use lock_simulator::draw::Theme;
use lock_simulator::export::{self, LONGEST, PARSER, file_name, open};
use lock_simulator::query::{Query, ThemeChoice, View};
use lock_simulator::sim::{Duration, EventKind, ServiceKind, Trace};
use lock_simulator::words;
use proptest::prelude::*;
use serde_json::{Value, json};
use support::{custom_setups, setups};

const REDLOCK: &str = "service=redlock&scenario=clock-jump&clients=5";
const CUSTOM: &str = "clients=5&scenario=custom&faults=pause:A:work~0.25:8,cut:B-service:2:7,\
                      delay:B-storage:write:8.25,pause:C:acquired~0.125:9,crash:D:work~0.1,\
                      failover:service:21.5,delay:E-storage:write:12,pause:E:write:3.75,\
                      cut:A-service:11:2.5,cut:C-service:24:6,pause:B:30.125:4,pause:C:31:2";

fn query(link: &str) -> Query {
    let (query, notices) = Query::parse(link);
    assert!(notices.is_empty(), "{notices:?}");
    query
}

fn trace(link: &str) -> Trace {
    Trace::of(query(link).setup())
}

fn address(query: &Query) -> String {
    export::address("https://your.host/locks/?pause=3#reading", query)
}

fn sheet(link: &str, theme: Theme) -> String {
    let query = query(link);
    export::sheet(&query, &address(&query), theme)
}

fn assert_golden(name: &str, svg: String) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, svg));
}

#[test]
fn sheets_look_as_they_did() {
    assert_golden("sheet-default", sheet("", Theme::Light));
    assert_golden("sheet-redlock-five", sheet(REDLOCK, Theme::Dark));
    assert_golden("sheet-custom", sheet(CUSTOM, Theme::Light));
}

#[test]
fn what_comes_from_a_link_stays_text_on_a_sheet() {
    let svg = export::sheet(&query(""), "https://your.host/?a=\"1\"&b=<c>", Theme::Light);
    assert!(svg.contains("<a href=\"https://your.host/?a=&quot;1&quot;&amp;b=&lt;c>\" "));
    assert!(!svg.contains("<c>"));
}

#[test]
fn a_sheet_needs_nothing_from_elsewhere() {
    for link in ["", REDLOCK, CUSTOM] {
        let svg = sheet(link, Theme::Dark);
        for outside in ["var(", "url(", "<image", "<script", "class=", "style="] {
            assert!(!svg.contains(outside), "{link}: {outside}");
        }
    }
}

#[test]
fn an_address_leads_to_the_whole_page_and_to_the_moment() {
    assert_eq!(address(&query("")), "https://your.host/locks/");
    let shown = query("lease=4&t=1.5&embed=on&theme=dark");
    assert_eq!(address(&shown), "https://your.host/locks/?lease=4&t=1.5&theme=dark");
}

#[test]
fn a_file_is_called_after_its_run() {
    let name = |link| file_name(&query(link), "svg");
    assert_eq!(name(""), "lock-etcd-pause.svg");
    assert_eq!(name("storage=fencing&pause=3"), "lock-etcd-pause-fencing.svg");
    assert_eq!(name(REDLOCK), "lock-redlock-clock-jump.svg");
}

#[test]
fn the_log_says_first_which_run_it_is_of_and_what_came_of_it() {
    let query = query("storage=fencing");
    let log = export::log(&query, &address(&query));
    let head = "https://your.host/locks/?storage=fencing\n\n\
                Lock service: etcd\nScenario: A pauses\nThe storage checks: fencing tokens\n\
                Lease: 5 s\nPause: 8 s\nClients: 2\n\n\
                Protected. The storage ends with “from B”. ";
    assert!(log.starts_with(head), "{log}");
    assert!(log.ends_with(&words::log_text(&trace("storage=fencing"))), "{log}");
}

#[test]
fn an_exported_run_is_opened_as_the_query_that_it_was_made_from() {
    let link = "service=redis&pause=3&t=1.5";
    assert_eq!(open(&export::json(&trace(link), link)), Ok(query(link)));
    assert_eq!(open(&format!("\u{feff}{}\r\n", export::json(&trace(""), ""))), Ok(query("")));
}

fn exported_with(query: &str) -> String {
    json!({ "query": query, "outcome": {}, "events": [] }).to_string()
}

#[test]
fn what_cannot_be_opened_is_told_apart_and_so_is_what_is_expected() {
    let long = exported_with(&"a".repeat(LONGEST));
    let cases = [
        ("", "There is nothing in this."),
        (" \n", "There is nothing in this."),
        ("<svg></svg>", "This is not JSON, or not all of it, from line 1, column 1 on."),
        (
            &exported_with("")[..20],
            "This is not JSON, or not all of it, from line 1, column 20 on.",
        ),
        ("[1, 2]", "This is JSON, but no run."),
        ("\"query\"", "This is JSON, but no run."),
        (r#"{"query": "", "events": []}"#, "This is JSON, but no run."),
        (r#"{"query": 3, "outcome": {}, "events": []}"#, "This is JSON, but no run."),
        (&long, "This has more than 5 MB, which is not read."),
    ];
    for (text, what) in cases {
        let wanted = format!("{what} A file that was taken along as JSON is expected.");
        assert_eq!(open(text), Err(wanted), "{}", text.get(..50).unwrap_or(text));
    }
    for (link, what) in [
        ("colour=red", "There is no key colour."),
        ("lease=0", "lease=0 is not possible: it takes 0.5 to 120 seconds."),
        ("seed=1&seed=2", "seed is given more than once."),
        (&"a".repeat(70_000), "The link is longer than 64 KiB and was not read."),
    ] {
        let said = open(&exported_with(link)).expect_err(what);
        let wanted = format!("The query in this file is not in order. {what} A file");
        assert!(said.starts_with(&wanted), "{said}");
    }
}

#[test]
fn json_that_is_nested_too_deeply_is_refused() {
    assert!(open(&"[".repeat(100_000)).is_err());
    assert!(open(&r#"{"query":"#.repeat(100_000)).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_exported_run_is_opened_as_the_same_query(
        setup in prop_oneof![setups(), custom_setups(ServiceKind::ALL)],
        theme in proptest::sample::select(ThemeChoice::ALL),
        t in (0_u64..3_600_000).prop_map(Duration::from_millis),
    ) {
        let view = View { theme, t, ..Query::default().view };
        let text = Query { params: *setup.params(), view }.print();
        let exported = export::json(&Trace::of(setup), &text);
        // Endless tries of many clients can make a run too long to be opened.
        prop_assume!(exported.len() <= LONGEST);
        let opened = open(&exported).expect("an exported run");
        prop_assert_eq!(opened.setup(), setup);
        prop_assert_eq!((opened.view, opened.print()), (view, text));
    }

    #[test]
    fn any_text_is_opened_or_refused_in_words(
        text in prop_oneof![
            ".{0,300}",
            "[\\[\\]{}\":,0-9a-z \\\\]{0,300}",
            "[a-z&=.:,0-9]{0,60}".prop_map(|query| exported_with(&query)),
        ],
    ) {
        if let Err(said) = open(&text) {
            prop_assert!(said.ends_with("A file that was taken along as JSON is expected."));
            prop_assert!(said.chars().count() < 600, "{}", said);
        }
    }

    #[test]
    fn every_run_has_a_sheet_a_log_and_json(
        setup in prop_oneof![setups(), custom_setups(ServiceKind::ALL)],
    ) {
        let query = Query { params: *setup.params(), view: Query::default().view };
        let href = address(&query);
        let svg = export::sheet(&query, &href, Theme::Light);
        prop_assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        prop_assert!(export::log(&query, &href).starts_with(&href));
    }
}

/// A line of a log for ShiViz, taken apart as its regular expression does.
struct Entry {
    host: String,
    clock: Value,
}

impl Entry {
    /// `(?<host>\S*) (?<clock>{[^}]*}) (?<event>.*)`
    fn parse(line: &str) -> Option<Entry> {
        let (host, rest) = line.split_once(' ')?;
        let (clock, _event) = rest.strip_prefix('{')?.split_once("} ")?;
        let clock = serde_json::from_str(&format!("{{{clock}}}")).ok()?;
        let host = Some(host).filter(|host| !host.contains(char::is_whitespace))?;
        Some(Entry { host: host.into(), clock })
    }

    fn knows(&self, host: &str) -> u64 {
        self.clock[host].as_u64().unwrap_or(0)
    }

    /// Whether this is known to have come after another entry.
    fn follows(&self, other: &Entry) -> bool {
        self.knows(&other.host) >= other.knows(&other.host)
    }

    /// Whether nothing is known here that is not known there.
    fn is_known_to(&self, other: &Entry) -> bool {
        let clock = self.clock.as_object().expect("a clock is an object");
        clock.iter().all(|(host, count)| count.as_u64() <= Some(other.knows(host)))
    }
}

/// The entries of a run's log for ShiViz, one for each event.
fn entries(trace: &Trace) -> Vec<Entry> {
    let log = export::shiviz(trace);
    let (parser, lines) = log.split_once("\n\n").expect("the parser stands above an empty line");
    assert_eq!(parser, PARSER);
    let entries: Vec<Entry> = lines
        .lines()
        .map(|line| Entry::parse(line).unwrap_or_else(|| panic!("not accepted: {line}")))
        .collect();
    assert_eq!(entries.len(), trace.events.len());
    entries
}

/// The places of the events of some kind that a client takes part in.
fn places(trace: &Trace, is: impl Fn(&EventKind) -> bool) -> Vec<usize> {
    let places = trace.events.iter().enumerate().filter(|(_, event)| is(&event.kind));
    places.map(|(index, _)| index).collect()
}

fn check_clocks(trace: &Trace) -> Result<(), TestCaseError> {
    let entries = entries(trace);
    for (index, entry) in entries.iter().enumerate() {
        let mut earlier = entries[..index].iter().filter(|other| other.host == entry.host);
        let (count, last) = (earlier.clone().count() as u64, earlier.next_back());
        prop_assert_eq!(entry.knows(&entry.host), count + 1, "one more for each event");
        prop_assert!(last.is_none_or(|last| last.is_known_to(entry)), "nothing is forgotten");
        for other in &entries[..index] {
            prop_assert_eq!(
                entry.follows(other),
                other.is_known_to(entry),
                "clocks are consistent"
            );
        }
        prop_assert!(entries[index + 1..].iter().all(|later| !entry.follows(later)));
    }
    for (index, event) in trace.events.iter().enumerate() {
        let (EventKind::WriteAccepted { write, .. } | EventKind::WriteRejected { write, .. }) =
            event.kind
        else {
            continue;
        };
        let sent = places(trace, |kind| matches!(kind, EventKind::WriteSent { .. }))
            .into_iter()
            .find(|&place| trace.events[place].client() == Some(write.client))
            .expect("what arrives was sent");
        prop_assert!(entries[sent].is_known_to(&entries[index]), "a receive dominates its send");
        for place in places(trace, |kind| matches!(kind, EventKind::WriteAnswered { .. })) {
            if trace.events[place].client() == Some(write.client) {
                prop_assert!(entries[index].is_known_to(&entries[place]));
            }
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn clocks_grow_by_one_for_each_event_and_a_receive_dominates_its_send(
        setup in prop_oneof![
            setups(),
            custom_setups(ServiceKind::ALL),
            custom_setups(&[ServiceKind::Redlock]),
        ],
    ) {
        let trace = Trace::of(setup);
        if trace.events.len() <= 250 {
            check_clocks(&trace)?;
        }
    }
}

#[test]
fn what_a_holder_does_follows_its_grant_and_that_the_release_before() {
    for &service in ServiceKind::ALL {
        let trace = trace(&format!("service={}&scenario=normal", service.word()));
        let entries = entries(&trace);
        let of = |client: &str, is: fn(&EventKind) -> bool| {
            let place = places(&trace, is).into_iter().find(|&place| entries[place].host == client);
            place.map(|place| &entries[place]).expect("it happens")
        };
        let acquired = |client| of(client, |kind| matches!(kind, EventKind::Acquired { .. }));
        let releasing = of("A", |kind| matches!(kind, EventKind::Releasing));
        let finished = of("A", |kind| matches!(kind, EventKind::Finished));
        assert!(acquired("B").follows(releasing), "{service:?}");
        assert!(!acquired("B").follows(finished), "{service:?}");
        assert!(!finished.follows(acquired("B")), "{service:?}");
        assert!(acquired("B").follows(of("B", |kind| matches!(kind, EventKind::Asked))));
        let granted =
            |kind: &EventKind| matches!(kind, EventKind::KeySet { .. } | EventKind::Granted { .. });
        let granted = places(&trace, granted)[0];
        assert!(acquired("A").follows(&entries[granted]), "{service:?}");
    }
}

#[test]
fn an_acquired_lock_of_redlock_follows_the_answers_that_came_and_no_others() {
    let trace = trace("service=redlock&scenario=clock-jump");
    let entries = entries(&trace);
    let acquired = places(&trace, |kind| matches!(kind, EventKind::Acquired { .. }))[0];
    let known: Vec<&String> =
        entries[acquired].clock.as_object().expect("a clock").keys().collect();
    assert_eq!(known, ["A", "redis-1", "redis-2", "redis-3"]);
}

#[test]
fn a_client_that_sleeps_learns_nothing() {
    let trace = trace("");
    let entries = entries(&trace);
    let woke = places(&trace, |kind| matches!(kind, EventKind::Woke))[0];
    let ended = places(&trace, |kind| matches!(kind, EventKind::Ended { .. }))[0];
    assert!(trace.events[ended].at < trace.events[woke].at);
    assert!(!entries[woke].follows(&entries[ended]));
}

#[test]
fn an_event_is_described_by_its_step_or_by_its_kind() {
    let log = export::shiviz(&trace("service=redlock"));
    let told = "\nA {\"A\":1} 0 s, step 1: A asks all 5 servers for the lock.\n";
    assert!(log.contains(told), "{log}");
    assert!(log.contains("\nredis-2 {\"A\":1,\"redis-2\":1} 0.02 s: key set\n"), "{log}");
}
