//! The timeline as a picture.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use lock_simulator::draw::{
    Anchor, Ink, Picture, Point, Rect, Shape, Theme, Weight, style_sheet, svg, svg_for_page,
    timeline,
};
use lock_simulator::sim::{Duration, Params, Policy, Scenario, ServiceKind, Setup, Trace};
use lock_simulator::words;
use proptest::prelude::*;
use proptest::sample::select;

fn run(params: Params) -> Trace {
    Trace::of(Setup::new(params).expect("the test's setup is possible"))
}

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

fn setups() -> impl Strategy<Value = Setup> {
    let kinds = (select(ServiceKind::ALL), select(Scenario::ALL), select(Policy::ALL));
    let lengths = (
        (500_u64..=120_000).boxed(),
        prop_oneof![Just(0), 1..20_000_u64, Just(300_000)],
        prop_oneof![0..2_000_u64, 0..=300_000_u64],
        prop_oneof![Just(0), 0..200_u64, Just(5_000)],
    );
    let switches = (any::<bool>(), any::<bool>(), any::<bool>(), any::<u32>());
    (kinds, lengths, 2..=5_u8, select(vec![3_u8, 5, 7]), switches).prop_map(
        |(
            (service, scenario, storage),
            (lease, pause, work, latency),
            clients,
            nodes,
            switches,
        )| {
            let (renew, check, obey, seed) = switches;
            let millis = Duration::from_millis;
            let params = Params {
                service,
                scenario,
                storage: if (Params { service, ..Params::default() }).has_tokens() {
                    storage
                } else {
                    Policy::Any
                },
                lease: millis(lease),
                pause: millis(pause),
                work: millis(work),
                latency: millis(latency),
                jitter: millis(latency / 2),
                clients,
                nodes,
                renew,
                check,
                obey,
                seed,
                ..Params::default()
            };
            Setup::new(params).expect("the strategy makes possible setups")
        },
    )
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
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn no_label_covers_another_and_nothing_leaves_the_picture(
        setup in setups(),
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
    fn drawing_changes_nothing_and_the_same_run_has_the_same_picture(setup in setups()) {
        let trace = Trace::of(setup);
        let (before, steps) = (trace.clone(), words::log(&trace));
        let once = timeline(&trace, &steps, 800);
        prop_assert_eq!(&once, &timeline(&trace, &steps, 800));
        prop_assert_eq!(svg(&once, Theme::Light), svg(&once, Theme::Light));
        prop_assert_eq!(trace, before);
    }
}
