//! What the advice says, where it is not as simple as that longer leases are safer.

mod support;

use lock_simulator::advice::{Answer, Check, Estimate, Figures, Pauses, chart, present_lease};
use lock_simulator::draw::Shape;
use lock_simulator::sim::Duration;
use support::advice::{advice, figures_of, lost, params, studied_at};
use support::{millis, seconds};

/// The advice on some leases, in seconds.
fn advised(link: &str, text: &str, leases: &[u64]) -> Answer {
    let leases: Vec<Duration> = leases.iter().copied().map(seconds).collect();
    advice(link, text, &studied_at(link, text, &leases))
}

fn measured(mut samples: Vec<Duration>, longer: &[Duration], risk: &str) -> String {
    samples.extend(longer);
    let pauses = Pauses::measured(samples).expect("there are samples");
    [&pauses.print(), ":", risk].concat()
}

#[test]
fn that_nothing_is_shown_is_not_told_as_that_no_lease_keeps_to_a_risk() {
    // With tokens, only a pause that ends right after the lease loses an update, and there are none.
    let answer = advised("storage=fencing", "100000~300000:1e3", &[2, 5, 30]);
    let said = &answer.sentences[0];
    assert!(
        said.starts_with("No lease that was tried is shown to keep to 1 in 1,000, but"),
        "{said}"
    );
    assert!(said.contains("s, 0 (up to 12,000) in a million"), "{said}");
    assert_eq!((answer.lease, answer.is_known), (None, false));
}

#[test]
fn that_no_lease_keeps_to_a_risk_is_said_where_none_does() {
    let answer = advised("service=redis", "30000~120000:1e6", &[5, 120]);
    let said = &answer.sentences[0];
    assert!(
        said.starts_with("No lease that was tried keeps to 1 in 1,000,000: even with 120 s, the")
    );
    assert_eq!((answer.lease, answer.is_known), (None, true));
}

#[test]
fn where_a_shorter_lease_may_do_as_well_it_is_named() {
    let link = "service=chubby&storage=fencing";
    let answer = advised(link, "60000~100000:1e3", &[5, 50, 70, 100, 120]);
    let said = &answer.sentences[0];
    assert!(said.contains("this and all longer ones are shown to keep to 1 in 1,000."), "{said}");
    assert!(said.ends_with("is not known: with 5 s it is 0 (up to 12,000)."), "{said}");
    assert_eq!((answer.lease, answer.is_known), (Some(seconds(100)), true));
}

#[test]
fn where_longer_leases_do_not_keep_to_a_risk_a_shorter_one_that_does_is_named() {
    // What lasts longer than a moment lasts 70 s: with a lease of 5 s the others have long written
    // when A goes on, and with one of 70 s one of them is about to.
    let text = measured(vec![millis(1); 96_000], &[seconds(70); 4_000], "1e3");
    let answer = advised("service=chubby&storage=fencing", &text, &[5, 70]);
    let said = &answer.sentences[0];
    assert!(
        said.starts_with("With a lease of 5 s, no run lost an update if the storage"),
        "{said}"
    );
    assert!(
        said.contains("is shown to keep to 1 in 1,000, but not all longer ones are: with 70 s, ")
    );
    assert_eq!((answer.lease, answer.is_known), (Some(seconds(5)), false));
}

#[test]
fn a_lease_is_not_told_of_twice() {
    for (link, text, leases) in [
        ("service=redis&lease=120", "30000~120000:1e6", [5, 120]),
        ("storage=fencing&lease=2", "100000~300000:1e3", [2, 5]),
        ("lease=20", "10~1000:1e5", [10, 20]),
    ] {
        let said = advised(link, text, &leases).sentences.join("\n");
        let lease = present_lease(&params(link));
        let named = said.matches(&format!("a lease of {lease} s, the next client")).count();
        let set = said.matches("the lease that is set").count();
        assert_eq!(named + set, 1, "{said}");
    }
}

#[test]
fn a_band_allows_for_samples_that_might_have_been_others() {
    // One in 100,000: there might have been up to five, by Garwood’s interval.
    let text = measured(vec![millis(1); 99_999], &[seconds(30)], "1e4");
    let found = lost(&figures_of("service=chubby", &text, seconds(5)), Check::Nothing);
    assert!(found.value < 1.1e-5 && found.high > 47e-6 && found.high < 60e-6, "{found:?}");
    // Two in 30,000: up to 7.2.
    let text = measured(vec![millis(1); 29_998], &[seconds(30), seconds(30)], "1e4");
    let answer = advised("service=chubby", &text, &[3, 5, 20]);
    assert!(!answer.is_known, "{:?}", answer.sentences);
    // None in 500: up to 3.7.
    let text = measured(vec![millis(1); 500], &[], "1e3");
    let found = lost(&figures_of("service=chubby", &text, seconds(5)), Check::Nothing);
    assert!(found.value == 0.0 && (3.0 / 500.0..4.0 / 500.0).contains(&found.high), "{found:?}");
}

#[test]
fn samples_that_are_too_few_are_told_in_the_same_words_everywhere() {
    let text = measured(vec![millis(1); 500], &[], "1e3");
    let answer = advised("service=chubby", &text, &[3, 5]);
    let words = "500 measured pauses cannot show a risk below about 4 in 500.";
    assert!(answer.sentences[0].ends_with(words), "{:?}", answer.sentences);
    assert!(answer.notes[1].ends_with(words), "{:?}", answer.notes);
    assert_eq!((answer.lease, answer.is_known), (Some(seconds(3)), false));
}

#[test]
fn where_nobody_wants_the_lock_after_a_there_is_nothing_to_advise() {
    let link = "starts=5,0";
    let answer = advised(link, "10~1000:1e5", &[2, 5]);
    assert_eq!((answer.lease, answer.sentences.len()), (None, 1));
    assert!(answer.sentences[0].contains("nobody whom a pause or a crash of A could harm"));
    assert!(studied_at(link, "10~1000:1e5", &[seconds(2)]).figures().is_empty());
}

/// The figures of a lease with which nothing was seen, and with bands up to some value.
fn unseen(lease: Duration, high: f64) -> Figures {
    let found = Estimate { value: 0.0, low: 0.0, high };
    let lost = [Check::Nothing, Check::Tokens, Check::TokensOfReads].map(|check| (check, found));
    let (overlap, harmless) = (Estimate { value: 0.01, low: 0.009, high: 0.011 }, millis(1));
    Figures { lease, harmless, overlap, lost: lost.into(), wait: None, runs: 1 }
}

#[test]
fn what_was_not_seen_is_drawn_as_how_often_it_may_happen() {
    let range = (seconds(2), seconds(120));
    let drawn = |high| chart(&[unseen(seconds(5), high)], range, seconds(9), None, 900).shapes;
    let says = |shapes: &[Shape], words: &str| {
        shapes.iter().any(|shape| matches!(shape, Shape::Text(text) if text.words == words))
    };
    let (may, cannot) = (drawn(1e-3), drawn(0.0));
    assert!(says(&may, "lost, with tokens: none seen") && says(&cannot, "lost, with tokens: none"));
    // Every stale write is refused.
    assert!(says(&may, "lost, tokens on reads too: none"));
    let dashes = |shapes: &[Shape]| {
        let is_dash = |shape: &&Shape| {
            let bounds = shape.bounds();
            matches!(shape, Shape::Fill { .. }) && (bounds.width(), bounds.height()) == (6, 1)
        };
        shapes.iter().filter(is_dash).count()
    };
    assert_eq!((dashes(&may), dashes(&cannot)), (2, 0));
}

#[test]
fn a_curve_of_waits_does_not_go_on_over_a_lease_of_which_there_is_none() {
    let waits = figures_of("service=chubby", "10~1000", seconds(5)).wait;
    let range = (seconds(2), seconds(120));
    let lines = |middle| {
        let figures = [(5, waits), (20, middle), (80, waits)]
            .map(|(lease, wait)| Figures { wait, ..unseen(seconds(lease), 0.0) });
        let shapes = chart(&figures, range, seconds(9), None, 900).shapes;
        shapes.iter().filter(|shape| matches!(shape, Shape::Line { .. })).count()
    };
    assert_eq!(lines(waits) - lines(None), 2);
}
