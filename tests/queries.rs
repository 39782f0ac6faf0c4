//! Links of any text: nothing breaks, and what is printed is read back as the same.

mod support;

use lock_simulator::query::{
    Ask, Controls, KEYS, Kind, LONGEST, Notice, Query, ThemeChoice, View, control_names,
};
use lock_simulator::sim::{Duration, Quiz, Scenario, ServiceKind, Subject, Trace};
use proptest::prelude::*;
use support::{custom_setups, setups};

/// What has to hold of every text.
fn check(text: &str) -> Result<(), TestCaseError> {
    let (query, notices) = Query::parse(text);
    prop_assert!(notices.len() <= 12, "{} notices", notices.len());
    for notice in &notices {
        let said = notice.to_string();
        prop_assert!(said.ends_with('.') && said.chars().count() < 400, "{}", said);
    }
    let printed = query.print();
    prop_assert!(needs_no_escaping(&printed), "{}", printed);
    let (again, notices) = Query::parse(&printed);
    prop_assert_eq!(notices, Vec::new(), "{}", &printed);
    prop_assert_eq!(again.setup(), query.setup(), "{}", &printed);
    prop_assert_eq!(again.view, query.view, "{}", &printed);
    prop_assert_eq!(again.print(), printed, "a printed query is the shortest");
    Ok(())
}

/// Whether a text stands in a link as it is, by RFC 3986: the unreserved characters, and those
/// that its query may hold.
fn needs_no_escaping(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~=&:,;".contains(&byte))
}

fn names() -> impl Strategy<Value = String> {
    let known: Vec<String> = KEYS.iter().map(|key| key.name.to_string()).collect();
    prop_oneof![
        8 => proptest::sample::select(known),
        1 => Just("fencing".to_string()),
        2 => Just("compare".to_string()),
        1 => "[a-z]{0,8}",
        1 => Just("%73eed".to_string()),
    ]
}

fn words() -> impl Strategy<Value = String> {
    let words = KEYS.iter().map(|key| key.kind.print(key.default()));
    let others = ["on", "off", "true", "0", "zookeeper", "redis", "redlock", "clock-jump", "any"];
    let words: Vec<String> = words.chain(others.map(String::from)).collect();
    proptest::sample::select(words)
}

fn values() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => words(),
        2 => any::<u32>().prop_map(|number| number.to_string()),
        2 => (0_u32..400, 0_u32..10_000_000).prop_map(|(whole, part)| format!("{whole}.{part:07}")),
        1 => any::<f64>().prop_map(|number| number.to_string()),
        1 => "[0-9.eE+-]{0,30}",
        1 => "(%[0-9a-fA-F]{0,2}|[+;<>\"']){0,6}",
        1 => ".{0,60}",
        2 => fault_texts(),
        2 => differences(),
        1 => controls().prop_map(Controls::print),
        1 => "(stored|holder|none)(~[0-9.]{0,5})?",
    ]
}

/// Texts that look like the differences of another run.
fn differences() -> impl Strategy<Value = String> {
    let entry = prop_oneof![
        4 => (names(), words()).prop_map(|(name, value)| [name, value].join(":")),
        1 => fault_texts().prop_map(|faults| ["faults:", &faults].concat()),
        1 => "[a-z:;]{0,8}",
    ];
    proptest::collection::vec(entry, 0..8).prop_map(|entries| entries.join(";"))
}

/// Texts that look like lists of faults.
fn fault_texts() -> impl Strategy<Value = String> {
    let part = |words: &'static [&'static str]| proptest::sample::select(words);
    let kind = part(&["pause", "crash", "delay", "cut", "jump", "failover", "", "drift"]);
    let place = part(&[
        "A",
        "B",
        "E",
        "F",
        "service",
        "redis1",
        "redis7",
        "redis8",
        "A-service",
        "A-redis3",
        "C-storage",
        "-",
        "",
    ]);
    let start = part(&["0", "0.5", "work~0.25", "acquired", "write~", "checked~x", "~", "1e9"]);
    let length = part(&["", ":8", ":0.25", ":601", ":-1", ":1:2", ":"]);
    let fault = (kind, place, start, length)
        .prop_map(|(kind, place, start, length)| format!("{kind}:{place}:{start}{length}"));
    proptest::collection::vec(fault, 0..20).prop_map(|faults| faults.join(","))
}

fn controls() -> impl Strategy<Value = Controls> {
    let names: Vec<&str> = control_names().collect();
    let entry = (proptest::sample::select(names), any::<bool>());
    proptest::collection::vec(entry, 0..8).prop_map(|entries| {
        entries.into_iter().fold(Controls::NONE, |controls, (name, locked)| {
            controls.with(name, locked).unwrap_or(controls)
        })
    })
}

fn quizzes() -> impl Strategy<Value = Quiz> {
    let at = (0_u64..3_600_000).prop_map(Duration::from_millis);
    (proptest::sample::select(Subject::ALL), proptest::option::of(at))
        .prop_map(|(subject, at)| Quiz { subject, at })
}

fn questions() -> impl Strategy<Value = Ask> {
    "(search|map|lease)(:[a-z0-9.~:_-]{0,100})?"
        .prop_map(|text| Ask::parse(&text).expect("a question and its details"))
}

/// Texts that look like links.
fn links() -> impl Strategy<Value = String> {
    let pair = (names(), prop_oneof![9 => Just("="), 1 => Just(""), 1 => Just("==")], values());
    let pair = pair.prop_map(|(name, equals, value)| name + equals + &value);
    let link = |pairs: Vec<String>| pairs.join("&");
    (prop_oneof![Just(""), Just("?")], proptest::collection::vec(pair, 0..30))
        .prop_map(move |(mark, pairs)| mark.to_string() + &link(pairs))
}

proptest! {
    #[test]
    fn whatever_looks_like_a_link_is_read_and_printed_so_that_it_is_read_as_the_same(
        link in links(),
    ) {
        check(&link)?;
    }

    #[test]
    fn any_text_is_read(text in ".{0,2000}") {
        check(&text)?;
    }

    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..3_000)) {
        check(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn any_short_piece_is_read_as_often_as_it_fits(piece in ".{1,12}", link in links()) {
        for piece in [piece, link + "&"] {
            if !piece.is_empty() {
                check(&piece.repeat(LONGEST / piece.len()))?;
            }
        }
    }

    #[test]
    fn every_setup_and_view_has_a_link(
        setup in prop_oneof![setups(), custom_setups(ServiceKind::ALL)],
        embed in any::<bool>(),
        theme in proptest::sample::select(ThemeChoice::ALL),
        t in (0_u64..3_600_000).prop_map(Duration::from_millis),
        controls in controls(),
        quiz in proptest::option::of(quizzes()),
        ask in proptest::option::of(questions()),
    ) {
        let view = View { embed, theme, t, controls, quiz, ask, compare: None };
        let query = Query { params: *setup.params(), view };
        let (again, notices) = Query::parse(&query.print());
        prop_assert_eq!(notices, Vec::new());
        prop_assert_eq!(again.setup(), setup);
        prop_assert_eq!(again.view, query.view);
        check(&query.print())?;
    }
}

#[test]
fn the_longest_text_that_is_read_has_64_kib_and_one_byte_more_is_too_long() {
    for piece in [
        "a",
        "&",
        "=",
        "%",
        "+",
        "?",
        "a&",
        "seed=1&",
        "lease=x&",
        "fencing=on&",
        "faults=pause:A:1:1&",
        "faults=:&",
        "compare=lease:1&",
        "compare=;:;",
        "pause:A:1:1,",
        "%00",
        "ä",
        "\u{0}",
    ] {
        let text = piece.repeat(LONGEST / piece.len());
        check(&text).expect(piece);
        assert!(!Query::parse(&text).1.contains(&Notice::TooLong), "{piece}");
        let longer = "a".repeat(LONGEST + 1 - text.len()) + &text;
        assert_eq!(Query::parse(&longer).1, [Notice::TooLong], "{piece}");
        check(&longer).expect(piece);
    }
}

#[test]
fn of_much_nonsense_the_first_is_named_and_the_rest_is_counted() {
    let (query, notices) = Query::parse(&("pause=3&".to_string() + &"x=1&".repeat(100)));
    assert_eq!(query.print(), "pause=3");
    assert_eq!(notices.len(), 9);
    let last = notices.last().map(Notice::to_string);
    assert_eq!(last.as_deref(), Some("92 more parts of the link were not taken as they are."));
}

#[test]
fn every_key_reads_what_it_prints_and_says_what_it_takes() {
    for key in KEYS {
        let default = key.default();
        assert_eq!(key.kind.parse(&key.kind.print(default)), Some(default), "{}", key.name);
        assert!(!key.kind.allowed().is_empty(), "{}", key.name);
        assert!(key.help.ends_with('.'), "{}", key.name);
        assert!(needs_no_escaping(key.name), "{}", key.name);
    }
}

/// What a link is told about its faults.
fn said(faults: &str) -> Vec<String> {
    let link = format!("service=redlock&scenario=custom&faults={faults}");
    Query::parse(&link).1.iter().map(Notice::to_string).collect()
}

#[test]
fn every_value_of_every_choice_and_switch_is_read_printed_and_read_again() {
    for key in KEYS {
        let words: Vec<&str> = match &key.kind {
            Kind::Choice(words) => words.to_vec(),
            Kind::Switch => vec!["on", "off"],
            _ => continue,
        };
        for service in ServiceKind::WORDS {
            for word in &words {
                let link = match key.name {
                    "service" => format!("service={word}"),
                    name => format!("service={service}&{name}={word}"),
                };
                check(&link).expect(&link);
                let value = key.kind.parse(word).expect(&link);
                assert_eq!(key.kind.print(value), *word, "{link}");
            }
        }
    }
}

#[test]
fn every_new_key_has_its_place_in_the_shortest_link() {
    for link in [
        "scenario=custom&faults=pause:A:work~0.5:9,cut:A-service:2:7",
        "service=redlock&scenario=custom&faults=jump:redis2:1.5:10,crash:redis3:4:2",
        "scenario=custom&faults=delay:A-storage:write:8,failover:service:acquired",
        "storage=fencing&mark=on",
        "storage=conditional",
        "service=redis&storage=value",
        "recheck=off",
        "service=chubby&lockdelay=60",
        "service=chubby&storage=fencing&sequencer=checked",
        "service=redis&storage=fencing&token=incr",
        "service=redis&release=naive&extend=naive",
        "service=redis&scenario=clock-jump&clock=slew",
        "service=redlock&scenario=failover&restart=delayed",
        "scenario=partition",
    ] {
        let (query, notices) = Query::parse(link);
        assert_eq!(notices, [], "{link}");
        assert_eq!(query.print(), link);
    }
}

#[test]
fn a_bad_fault_is_named_with_its_place_and_the_others_stand() {
    let link = "scenario=custom&faults=pause:A:1:2,pause:Q:1:2,crash:B:3,melt:A:1,failover:A:1";
    let (query, notices) = Query::parse(link);
    assert_eq!(query.print(), "scenario=custom&faults=pause:A:1:2,crash:B:3");
    let said: Vec<String> = notices.iter().map(Notice::to_string).collect();
    assert_eq!(said.len(), 3, "{said:?}");
    for (said, named) in
        said.iter().zip(["2 of faults, pause:Q", "4 of faults, melt", "5 of faults"])
    {
        assert!(said.contains(named), "{said}");
    }
}

#[test]
fn of_more_than_sixteen_faults_those_that_are_too_many_are_named() {
    let sixteen = vec!["crash:A:1"; 16].join(",");
    assert_eq!(said(&sixteen), Vec::<String>::new());
    let more = vec!["crash:A:1"; 18].join(",");
    let told = said(&more);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].contains("Entry 17 of faults"), "{told:?}");
    let (query, _) = Query::parse(&format!("scenario=custom&faults={more}"));
    assert_eq!(query.params.faults.iter().count(), 16);
}

#[test]
fn faults_that_happen_to_what_does_not_take_part_are_named_and_left_out() {
    for (link, left) in [
        ("scenario=custom&faults=pause:C:1:2,pause:A:1:2", "faults=pause:A:1:2"),
        ("scenario=custom&faults=crash:redis1:1:2,crash:B:2", "faults=crash:B:2"),
        ("service=redis&scenario=custom&faults=jump:redis2:1:2,crash:B:2", "faults=crash:B:2"),
        ("service=redlock&scenario=custom&faults=failover:service:1,crash:B:2", "faults=crash:B:2"),
        (
            "service=redlock&nodes=3&scenario=custom&faults=cut:A-redis4:1,crash:B:2",
            "faults=crash:B:2",
        ),
    ] {
        let (query, notices) = Query::parse(link);
        assert_eq!(notices.len(), 1, "{link}: {notices:?}");
        let said = notices[0].to_string();
        assert!(
            said.contains("in faults needs a client or a server that does not take part"),
            "{said}"
        );
        assert!(query.print().contains(&["&", left].concat()), "{link}: {}", query.print());
        Trace::of(query.setup());
    }
}

#[test]
fn much_nonsense_in_faults_is_read_and_told_in_a_few_words() {
    for piece in [",", ":", "pause:A:1:1,", "x,", "~", "cut:A-:1,", "ä,", "pause:A:work~~1:1,"] {
        let start = "scenario=custom&faults=";
        let text = start.to_string() + &piece.repeat((LONGEST - start.len()) / piece.len());
        check(&text).expect(piece);
        let (query, notices) = Query::parse(&text);
        assert_eq!(query.params.scenario, Scenario::Custom);
        assert!(notices.len() <= 9, "{piece}: {} notices", notices.len());
        Trace::of(query.setup());
    }
}
