//! The timeline as a picture: its shapes, its time axis, and its painting as SVG.

mod support;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use lock_simulator::draw::{
    Anchor, Ink, Picture, Point, Rect, Shape, Theme, Weight, style_sheet, svg, svg_for_page,
    svg_with_themes, timeline, timeline_until,
};
use lock_simulator::sim::{Duration, Params, Policy, Scenario, ServiceKind, Time, Trace};
use lock_simulator::words;
use proptest::prelude::*;
use support::{custom_setups, linked, run, setups};

fn draw(params: Params, width: u32) -> Picture {
    let trace = run(params);
    timeline(&trace, &words::log(&trace), width)
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
        let mut texts = picture.texts();
        assert!(texts.any(|text| text.words == "end of the run"), "{link}: the end is named");
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
fn an_svg_file_with_both_themes_has_a_ground_in_the_colour_of_either() {
    let picture = draw(Params::default(), 720);
    let file = svg_with_themes(&picture);
    let (width, height) = picture.size();
    assert!(file.starts_with(&format!("<svg width=\"{width}\" height=\"{height}\" ")));
    assert!(file.contains("  color-scheme: light dark;\n"));
    assert!(file.contains("  --ink-ground: light-dark(#ffffff, #15171a);\n"));
    let (_, drawn) = file.split_once("</style>\n").expect("it has a style");
    let ground = format!("width=\"{width}\" height=\"{height}\" fill=\"var(--ink-ground)\"");
    assert!(drawn.lines().next().is_some_and(|first| first.contains(&ground)), "{drawn}");
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn drawing_changes_nothing_and_the_same_run_has_the_same_picture(
        setup in prop_oneof![setups(), custom_setups(ServiceKind::ALL)],
    ) {
        let trace = Trace::of(setup);
        let (before, steps) = (trace.clone(), words::log(&trace));
        let once = timeline(&trace, &steps, 800);
        prop_assert_eq!(&once, &timeline(&trace, &steps, 800));
        prop_assert_eq!(svg(&once, Theme::Light), svg(&once, Theme::Light));
        prop_assert_eq!(trace, before);
    }
}
