//! What the labels in a picture say.

mod support;

use lock_simulator::draw::{Ink, Picture, Rect, Shape, timeline};
use lock_simulator::sim::ClientId;
use lock_simulator::words;
use support::linked;

/// The picture of a link's run, in the usual width.
fn draw_link(link: &str) -> Picture {
    let trace = linked(link);
    timeline(&trace, &words::log(&trace), 960)
}

fn said(picture: &Picture) -> Vec<&str> {
    picture.texts().map(|text| text.words.as_str()).collect()
}

fn says(link: &str, words: &str) {
    let picture = draw_link(link);
    assert!(said(&picture).contains(&words), "{link}: {words}: {:?}", said(&picture));
}

#[test]
fn the_default_run_says_what_happened_without_its_legend() {
    let picture = draw_link("");
    let said = said(&picture);
    for words in [
        "paused 8 s",
        "believes it holds the lock",
        "holds it, says etcd",
        "believes, but its lease is over",
        "waits for the lock",
        "held by A, token 33",
        "B · 34",
        "34",
        "33 overwrites B",
        "from A, version 2",
    ] {
        assert!(said.contains(&words), "{words}: {said:?}");
    }
    assert!((300..=340).contains(&picture.height), "{}", picture.height);
}

#[test]
fn a_server_that_gives_no_lock_says_why_and_not_that_the_lock_is_free() {
    for (link, why) in [
        ("service=chubby&scenario=crash&lockdelay=10", "held back: lock-delay"),
        ("scenario=failover", "no leader"),
        ("service=redlock&scenario=failover&restart=delayed", "down, its memory lost"),
        ("service=redis&scenario=custom&faults=crash:redis1:0.4:3", "down, its memory lost"),
    ] {
        says(link, why);
        says(link, "gives out no lock");
    }
    let held_back = draw_link("service=chubby&scenario=crash&lockdelay=10");
    assert!(!said(&held_back).contains(&"free"));
}

#[test]
fn a_holder_is_named_though_the_service_has_no_leader() {
    says("scenario=failover", "held by A, token 33");
}

#[test]
fn a_client_that_is_cut_off_is_shut_in_by_broken_lines_and_not_hatched() {
    says("scenario=partition", "cut off from etcd 8 s");
    says("scenario=partition", "cut off from the lock service");
    let picture = draw_link("scenario=partition");
    let is_cut = |shape: &&Shape| matches!(shape, Shape::Dashes { ink: Ink::Hatch, .. });
    let is_pause = |shape: &Shape| matches!(shape, Shape::Hatch { ink: Ink::Hatch, .. });
    assert_eq!(picture.shapes.iter().filter(is_cut).count(), 8, "the lane and the legend");
    assert!(!picture.shapes.iter().any(is_pause));
}

#[test]
fn a_cut_from_one_server_is_drawn_while_it_lasts_unless_that_is_the_whole_run() {
    let link = "service=redlock&scenario=custom&faults=cut:A-redis4:";
    let lines = |rest: &str| {
        let link = [link, rest].concat();
        says(&link, "A cut off");
        let level = |shape: &&Shape| match shape {
            Shape::Dashes { from, to, ink, .. } => *ink == Ink::Hue(ClientId::A) && from.y == to.y,
            _ => false,
        };
        draw_link(&link).shapes.iter().filter(level).count()
    };
    assert_eq!((lines("0.1:0.5"), lines("0.1"), lines("0")), (1, 1, 0));
}

#[test]
fn a_flag_says_how_a_clock_is_set_and_that_a_replica_takes_over() {
    says("service=redis&scenario=clock-jump", "clock +6 s");
    says("service=redis&scenario=clock-jump&clock=slew", "clock +6 s, slowly");
    says("service=redis&scenario=failover", "replica takes over");
}

#[test]
fn a_lock_that_the_service_forgets_was_promised_for_longer() {
    for service in ["redis", "redlock"] {
        let link = ["scenario=failover&service=", service].concat();
        says(&link, "was promised more: the service let go");
    }
}

#[test]
fn a_lock_that_another_client_deletes_says_who_did_it() {
    let link = "service=redis&release=naive&clients=3&scenario=overrun&pause=6&work=3";
    let picture = draw_link(link);
    for words in ["deleted by A", "deleted by C"] {
        let label = picture.texts().find(|text| text.words == words);
        assert_eq!(label.map(|text| text.style.ink), Some(Ink::Trouble), "{words}");
    }
}

#[test]
fn a_client_whose_lock_another_deletes_blames_that_one_and_not_the_service() {
    let link = "service=redis&scenario=custom&lease=10&work=5&clients=3&seed=3\
                &faults=pause:A:write~0.01:7&release=naive";
    let picture = draw_link(link);
    for words in ["deleted by A", "deleted by B"] {
        let count = said(&picture).iter().filter(|said| **said == words).count();
        assert_eq!(count, 2, "in the lanes of the service and of the client: {words}");
    }
    assert!(!said(&picture).iter().any(|words| words.contains("let go")));
}

#[test]
fn a_belief_that_never_had_a_lock_is_hatched_from_its_first_moment() {
    let link = "scenario=custom&renew=on&work=20&clients=3&faults=pause:B:5:16&recheck=off";
    says(link, "believes, but has no lock");
    let picture = draw_link(link);
    let fills = |wanted: Ink| {
        picture.shapes.iter().filter_map(move |shape| match shape {
            Shape::Fill { area, ink } if *ink == wanted => Some(*area),
            _ => None,
        })
    };
    let is_hatched = |bar: Rect| fills(Ink::Trouble).any(|part| part == bar);
    let belief = fills(Ink::Hue(ClientId::B)).max_by_key(|bar| bar.width() * bar.height());
    assert!(is_hatched(belief.expect("B believes that it has the lock")));
    let edges = |shape: &&Shape| matches!(shape, Shape::Dashes { ink: Ink::Trouble, .. });
    assert_eq!(picture.shapes.iter().filter(edges).count(), 0, "no lease of B’s ends");
}

#[test]
fn a_short_belief_without_a_lease_is_labelled_beyond_its_end() {
    says("scenario=partition", "lease over");
}

/// Of each stored value the columns of its mark and of its name, as far as it has one.
fn marks_and_names(picture: &Picture) -> Vec<(i32, Option<Rect>)> {
    let name = |ink: Ink| {
        let texts =
            picture.texts().find(|text| text.style.ink == ink && text.words.starts_with("from "));
        texts.map(|text| text.bounds())
    };
    let marks = picture.shapes.iter().filter_map(|shape| match shape {
        Shape::Disc { center, radius: 7, ink: ink @ Ink::Hue(_) } => Some((center.x, name(*ink))),
        _ => None,
    });
    // The last one is in the legend.
    let mut marks: Vec<_> = marks.collect();
    marks.pop();
    marks
}

#[test]
fn every_stored_value_is_named_before_any_of_them_has_its_version() {
    for (link, least) in
        [("", 320), ("storage=fencing&pause=5.2", 960), ("scenario=delay&clients=5", 960)]
    {
        let trace = linked(link);
        for width in least..1_300 {
            let picture = timeline(&trace, &[], width);
            let marks = marks_and_names(&picture);
            for (index, (mark, name)) in marks.iter().enumerate() {
                let name =
                    name.unwrap_or_else(|| panic!("{link} at {width}: {:?}", said(&picture)));
                assert!(
                    name.left <= mark + 8 && mark - 8 <= name.right || index + 1 == marks.len()
                );
                let others = marks.iter().filter(|(other, _)| other != mark);
                let mut below =
                    others.filter(|(other, _)| name.left < *other && *other < name.right);
                assert_eq!(below.next(), None, "{link} at {width}: {name:?}");
            }
        }
    }
    says("", "from A, version 2");
    says("", "from B, version 1");
}

#[test]
fn a_write_that_overwrites_says_so_at_every_width() {
    for (link, whose) in [
        ("", "B"),
        ("storage=fencing&pause=5.2", "A"),
        ("scenario=delay&clients=5", "E"),
        ("service=redis&scenario=delay&clients=5", "B"),
        ("service=redlock&nodes=7&clients=5&scenario=partition", "B"),
    ] {
        let trace = linked(link);
        let steps = words::log(&trace);
        for width in 320..1_300 {
            let picture = timeline(&trace, &steps, width);
            let is_said = said(&picture).iter().any(|words| {
                ["overwrites ", "replaces "]
                    .iter()
                    .any(|how| words.ends_with(&[how, whose].concat()))
            });
            assert!(is_said, "{link} at {width}: {:?}", said(&picture));
        }
    }
}

#[test]
fn a_refused_write_says_what_was_compared() {
    says("storage=fencing", "33 < 34: refused");
    says("storage=conditional", "v0 ≠ v1: refused");
    says("service=redis&storage=value", "value replaced: refused");
    let checked = "service=chubby&lockdelay=10&storage=fencing&sequencer=checked";
    says(checked, "33 not valid: refused");
}

#[test]
fn a_counters_tokens_are_shown_like_any_others_and_outlive_a_careless_extension() {
    let link = "service=redis&token=incr&renew=on&extend=naive";
    let picture = draw_link(link);
    for words in ["held by A, token 33", "B · 34", "A"] {
        assert!(said(&picture).contains(&words), "{words}: {:?}", said(&picture));
    }
}
