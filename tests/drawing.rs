//! The timeline as a picture.

mod support;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use lock_simulator::draw::{
    Anchor, Ink, Picture, Point, Rect, Shape, Theme, Weight, style_sheet, svg, svg_for_page,
    timeline, timeline_until,
};
use lock_simulator::sim::{
    ClientId, Duration, Params, Policy, Scenario, ServiceKind, Setup, Time, Trace,
};
use lock_simulator::words;
use proptest::prelude::*;
use support::{custom_setups, linked, setups};

fn run(params: Params) -> Trace {
    Trace::of(Setup::new(params).expect("the test's setup is possible"))
}

fn draw(params: Params, width: u32) -> Picture {
    let trace = run(params);
    timeline(&trace, &words::log(&trace), width)
}

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

/// A line for each shape, so that a changed picture can be read as a list of changes.
fn listing(picture: &Picture) -> String {
    let mut lines = format!("{} x {}\n", picture.width, picture.height);
    for shape in &picture.shapes {
        line(&mut lines, shape).expect("writing to a string does not fail");
    }
    lines
}

fn line(out: &mut String, shape: &Shape) -> std::fmt::Result {
    let name = |ink: &Ink| ink.property().replace("--ink-", "");
    let area =
        |Rect { left, top, right, bottom }: &Rect| format!("{left}..{right} {top}..{bottom}");
    let place = |Point { x, y }: &Point| format!("{x},{y}");
    match shape {
        Shape::Fill { area: a, ink } => writeln!(out, "fill   {} {}", area(a), name(ink)),
        Shape::Frame { area: a, ink, .. } => writeln!(out, "frame  {} {}", area(a), name(ink)),
        Shape::Hatch { area: a, ink, .. } => writeln!(out, "hatch  {} {}", area(a), name(ink)),
        Shape::Line { from, to, stroke, ink } => {
            writeln!(out, "path   {} {} {stroke} {}", place(from), place(to), name(ink))
        }
        Shape::Hook { points, stroke, ink } => {
            let points = points.each_ref().map(place).join(" ");
            writeln!(out, "path   {points} {stroke} {}", name(ink))
        }
        Shape::Triangle { points, ink } => {
            let points = points.each_ref().map(place).join(" ");
            writeln!(out, "area   {points} {}", name(ink))
        }
        Shape::Dashes { from, to, stroke, ink, .. } => {
            writeln!(out, "dashes {} {} {stroke} {}", place(from), place(to), name(ink))
        }
        Shape::Disc { center, radius, ink } => {
            writeln!(out, "disc   {} {radius} {}", place(center), name(ink))
        }
        Shape::Text(text) => {
            let anchor = match text.place.anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let weight = match text.style.weight {
                Weight::Regular => "",
                Weight::Bold => " bold",
            };
            let (at, size, ink) = (place(&text.place.at), text.style.size, name(&text.style.ink));
            writeln!(out, "text   {at} {anchor} {size}{weight} {ink} “{}”", text.words)
        }
    }
}

#[test]
fn pictures_look_as_they_did() {
    use Scenario::{CheckPause, ClockJump, Crash, Delay, Pause};
    use ServiceKind::{Etcd, Redis, Redlock, ZooKeeper};
    let cases = [
        ("etcd_pause", Etcd, Pause, Policy::Any, 960),
        ("etcd_pause_narrow", Etcd, Pause, Policy::Any, 340),
        ("etcd_pause_fencing", Etcd, Pause, Policy::Fencing, 960),
        ("zookeeper_pause", ZooKeeper, Pause, Policy::Any, 960),
        ("redis_pause", Redis, Pause, Policy::Any, 960),
        ("redlock_pause", Redlock, Pause, Policy::Any, 960),
        ("redlock_clock_jump", Redlock, ClockJump, Policy::Any, 960),
        ("redlock_clock_jump_narrow", Redlock, ClockJump, Policy::Any, 340),
        ("redis_clock_jump", Redis, ClockJump, Policy::Any, 960),
        ("etcd_check_pause", Etcd, CheckPause, Policy::Any, 960),
        ("etcd_crash", Etcd, Crash, Policy::Any, 960),
        ("etcd_delay_fencing", Etcd, Delay, Policy::Fencing, 960),
    ];
    for (name, service, scenario, storage, width) in cases {
        let params = Params { service, scenario, storage, ..Params::default() };
        insta::assert_snapshot!(name, listing(&draw(params, width)));
    }
}

#[test]
fn the_default_run_says_what_happened_without_its_legend() {
    let picture = draw(Params::default(), 960);
    let said: Vec<&str> = picture.texts().map(|text| text.words.as_str()).collect();
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
fn an_axis_that_is_to_end_before_the_run_ends_with_it() {
    let trace = run(Params::default());
    let steps = words::log(&trace);
    let usual = timeline(&trace, &steps, 960);
    for until in [Time::ZERO, trace.end] {
        assert_eq!(timeline_until(&trace, &steps, 960, until), usual);
    }
}

#[test]
fn an_axis_that_goes_on_leaves_the_run_where_it_ends() {
    for link in ["", "scenario=crash", "service=redlock&scenario=partition&clients=5"] {
        let trace = linked(link);
        let until = trace.end + Duration::from_secs(20);
        let picture = timeline_until(&trace, &words::log(&trace), 960, until);
        let (end, right) = (picture.scale.x(trace.end), picture.scale.right);
        assert_eq!((picture.scale.end, picture.scale.x(until)), (until, right));
        assert!(end < right - 100, "{link}: there is room after the end");
        let lanes = |shape: &&Shape| shape.bounds().bottom < picture.rows.end;
        let mut ends = 0;
        for shape in picture.shapes.iter().filter(lanes) {
            let (ink, area) = match shape {
                Shape::Fill { area, ink } | Shape::Hatch { area, ink, .. } => (*ink, *area),
                Shape::Frame { ink, .. } | Shape::Dashes { ink, .. } => (*ink, shape.bounds()),
                _ => continue,
            };
            if !matches!(ink, Ink::Ground | Ink::Grid | Ink::Chip) {
                assert!(area.right <= end + 2, "{link}: {shape:?}");
                ends = ends.max(area.right);
            }
        }
        assert!(ends >= end, "{link}: what lasts to the end of the run goes as far");
        let line = Rect::new(end, end + 1, picture.rows.start, picture.rows.end);
        let marked = Shape::Fill { area: line, ink: Ink::Line };
        assert!(picture.shapes.contains(&marked), "{link}: the end is marked");
    }
}

#[test]
fn an_axis_has_an_end_whatever_is_asked_for() {
    let trace = run(Params::default());
    let picture = timeline_until(&trace, &[], 8_192, Time::from_micros(u64::MAX));
    assert_eq!(picture.scale.end, Time::ZERO + Duration::from_secs(86_400));
}

/// Compares a file that is made from drawings with what would be made today.
fn compare_with_file(name: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    if std::env::var_os("UPDATE_ASSETS").is_some() {
        fs::write(&path, made).expect("the file can be written");
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        stored == made,
        "{name} is not what is drawn today; renew it with UPDATE_ASSETS=1 cargo test --test drawing"
    );
}

#[test]
fn the_style_sheet_has_the_inks_of_the_pictures() {
    compare_with_file("style/inks.css", &style_sheet());
}

#[test]
fn an_svg_file_has_a_size_a_title_and_a_ground() {
    let picture = draw(Params::default(), 960);
    let file = svg(&picture, Theme::Dark);
    let size = format!("width=\"960\" height=\"{0}\" viewBox=\"0 0 960 {0}\"", picture.height);
    assert!(file.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    assert!(file.contains(&size) && file.contains("<title>") && file.contains("fill=\"#15171A\""));
    assert!(file.contains("font-size=\"12\""), "texts are as large as they were laid out for");
    assert_eq!((file.matches("<svg").count(), file.matches("</svg>").count()), (1, 1));
}

#[test]
fn an_svg_for_the_page_leaves_its_size_and_its_colours_to_the_page() {
    let page = svg_for_page(&draw(Params::default(), 960));
    assert!(page.starts_with("<svg ") && page.ends_with("</svg>\n"));
    let (head, _) = page.split_once('>').expect("there is an element");
    assert!(!head.contains(" width=") && !head.contains(" height="), "{head}");
    assert!(page.contains("fill=\"var(--ink-trouble)\""));
    assert!(!page.contains("\"#"), "every colour is a property of the page");
    assert!(!page.contains("style="), "the page's security policy forbids inline styles");
}

#[test]
fn steps_that_speak_of_no_event_are_left_out() {
    let trace = run(Params::default());
    let mut steps = words::log(&trace);
    steps.truncate(2);
    steps[0].event = usize::MAX;
    let picture = timeline(&trace, &steps, 960);
    let numbers = picture.texts().filter(|text| text.style.size == 10).map(|text| &text.words);
    assert_eq!(
        numbers.filter(|words| *words == "1" || *words == "2").count(),
        2,
        "2 and the legend"
    );
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

/// Chosen runs in which much of what is labelled happens at once.
const CROWDED: [&str; 10] = [
    "service=chubby&scenario=crash&lockdelay=10&clients=5",
    "service=chubby&lockdelay=10&storage=fencing&sequencer=checked",
    "scenario=custom&faults=cut:A-service:1:8,failover:service:2,pause:B:3:2",
    "service=redis&release=naive&clients=3&scenario=overrun&pause=6&work=3",
    "service=redis&release=naive&clients=3&scenario=overrun",
    "service=redis&storage=value&clients=5",
    "storage=conditional&clients=5&scenario=overrun",
    "service=redis&token=incr&renew=on&extend=naive",
    "service=redlock&nodes=7&clients=5&scenario=failover&restart=delayed",
    "service=redlock&nodes=7&clients=5&scenario=custom&faults=cut:A-redis2:0.3:8,\
     crash:redis3:0.4:3,crash:redis1:1,cut:B-service:1:3,jump:redis5:1:9,pause:C:2:1",
];

#[test]
fn crowded_pictures_are_in_order_at_every_width() {
    let mut links: Vec<String> = CROWDED.map(String::from).into();
    for service in ServiceKind::ALL {
        for scenario in [Scenario::Partition, Scenario::Failover] {
            links.push(["service=", service.word(), "&scenario=", scenario.word()].concat());
        }
    }
    for link in links {
        let trace = linked(&link);
        let steps = words::log(&trace);
        for width in (320..1_300).step_by(7) {
            let found = check(&timeline(&trace, &steps, width));
            assert!(found.is_ok(), "{link} at {width}: {found:?}");
        }
    }
}

fn check(picture: &Picture) -> Result<(), TestCaseError> {
    let whole = Rect { left: 0, top: 0, right: picture.width, bottom: picture.height };
    for shape in &picture.shapes {
        prop_assert!(whole.contains(&shape.bounds()), "outside of {whole:?}: {shape:?}");
    }
    let texts: Vec<_> = picture.texts().collect();
    for (index, one) in texts.iter().enumerate() {
        for other in &texts[index + 1..] {
            prop_assert!(!one.bounds().overlaps(&other.bounds()), "{one:?} and {other:?}");
        }
    }
    let free = || texts.iter().filter(|text| text.words == "free");
    for shape in &picture.shapes {
        // Nothing else has such a frame.
        if let Shape::Frame { area, ink: Ink::Line, .. } = shape {
            prop_assert!(!free().any(|text| text.bounds().overlaps(area)), "free in {area:?}");
        }
    }
    Ok(())
}

fn any_setups() -> impl Strategy<Value = Setup> {
    prop_oneof![setups(), custom_setups(ServiceKind::ALL)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn no_label_covers_another_and_nothing_leaves_the_picture(
        setup in any_setups(),
        width in 320_u32..=2_560,
    ) {
        let trace = Trace::of(setup);
        let steps = words::log(&trace);
        for width in [width, 320, 559, 560, 2_560] {
            let picture = timeline(&trace, &steps, width);
            check(&picture)?;
            prop_assert_eq!(picture.width.unsigned_abs(), width);
        }
    }

    #[test]
    fn drawing_changes_nothing_and_the_same_run_has_the_same_picture(setup in any_setups()) {
        let trace = Trace::of(setup);
        let (before, steps) = (trace.clone(), words::log(&trace));
        let once = timeline(&trace, &steps, 800);
        prop_assert_eq!(&once, &timeline(&trace, &steps, 800));
        prop_assert_eq!(svg(&once, Theme::Light), svg(&once, Theme::Light));
        prop_assert_eq!(trace, before);
    }
}
