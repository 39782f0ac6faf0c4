//! Links of any text: nothing breaks, and what is printed is read back as the same.

mod support;

use lock_simulator::query::{KEYS, LONGEST, Notice, Query, ThemeChoice, View};
use proptest::prelude::*;
use support::setups;

/// What has to hold of every text.
fn check(text: &str) -> Result<(), TestCaseError> {
    let (query, notices) = Query::parse(text);
    prop_assert!(notices.len() <= 12, "{} notices", notices.len());
    for notice in &notices {
        let said = notice.to_string();
        prop_assert!(said.ends_with('.') && said.chars().count() < 250, "{}", said);
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

/// Whether a text stands in a link as it is, by the unreserved characters of RFC 3986.
fn needs_no_escaping(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~=&".contains(&byte))
}

fn names() -> impl Strategy<Value = String> {
    let known: Vec<String> = KEYS.iter().map(|key| key.name.to_string()).collect();
    prop_oneof![
        8 => proptest::sample::select(known),
        1 => Just("fencing".to_string()),
        1 => "[a-z]{0,8}",
        1 => Just("%73eed".to_string()),
    ]
}

fn values() -> impl Strategy<Value = String> {
    let words = KEYS.iter().map(|key| key.kind.print(key.default()));
    let others = ["on", "off", "true", "0", "zookeeper", "redis", "redlock", "clock-jump", "any"];
    let words: Vec<String> = words.chain(others.map(String::from)).collect();
    prop_oneof![
        4 => proptest::sample::select(words),
        2 => any::<u32>().prop_map(|number| number.to_string()),
        2 => (0_u32..400, 0_u32..10_000_000).prop_map(|(whole, part)| format!("{whole}.{part:07}")),
        1 => any::<f64>().prop_map(|number| number.to_string()),
        1 => "[0-9.eE+-]{0,30}",
        1 => "(%[0-9a-fA-F]{0,2}|[+;<>\"']){0,6}",
        1 => ".{0,60}",
    ]
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
        setup in setups(),
        embed in any::<bool>(),
        theme in proptest::sample::select(ThemeChoice::ALL),
    ) {
        let query = Query { params: *setup.params(), view: View { embed, theme } };
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
