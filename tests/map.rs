//! Maps of how a run ends over two of its settings, and the boundaries between.

mod support;

use lock_simulator::draw::{Point, Rect, Shape, Theme, svg_of};
use lock_simulator::map::{
    Axes, Chart, Cross, Map, Setting, Sizing, axes_name, basis, cell_in_words, cross_in_words,
    missing, step_from_key, summary,
};
use lock_simulator::query::{Details as _, Query};
use lock_simulator::sim::{Duration, Headline, Outcome, Params, Setup};

fn params(link: &str) -> Params {
    let (query, notices) = Query::parse(link);
    assert_eq!(notices, [], "{link}");
    query.params
}

fn ends(params: Params) -> Headline {
    Outcome::of(Setup::new(params).expect("possible")).headline()
}

fn finished(link: &str, axes: &str, parts: u32) -> Map {
    let mut map = Map::new(params(link), Axes::read(axes).expect("a map"), parts);
    while map.advance(u64::MAX) {}
    map
}

/// The values at two places.
fn values(map: &Map, across: usize, up: usize) -> (Duration, Duration) {
    (map.across.value(across), map.up.value(up))
}

/// Runs, the axes of their maps, and how many parts these have.
const MAPPED: [(&str, &str, u32); 7] = [
    ("", "lease.pause", 12),
    ("storage=fencing", "lease.pause", 12),
    ("service=redis", "lease.latency", 16),
    ("service=redis&clients=3&scenario=overrun", "lease.work", 12),
    ("service=redlock&scenario=delay", "pause.latency", 12),
    ("service=zookeeper&scenario=clock-jump", "lease.latency", 12),
    ("service=redlock&scenario=failover&storage=conditional", "lease.work", 12),
];

#[test]
fn every_value_of_a_map_ends_as_its_run_does() {
    for (link, axes, parts) in MAPPED {
        let map = finished(link, axes, parts);
        for across in 0..map.across.count {
            for up in 0..map.up.count {
                let (one, other) = values(&map, across, up);
                let run = map.params_at(one, other);
                let outcome = Outcome::of(Setup::new(run).expect("possible"));
                assert_eq!(map.headline(across, up), Some(outcome.headline()), "{link}: {one}");
                assert_eq!(map.stored(across, up), Some(outcome.stored), "{link}: {one}, {other}");
            }
        }
    }
}

#[test]
fn on_either_side_of_a_boundary_runs_end_differently() {
    for (link, axes, parts) in MAPPED {
        let map = finished(link, axes, parts);
        for across in 0..map.across.count {
            let column = map.column(across).expect("the map is finished");
            for pair in column.windows(2) {
                let at = |up| ends(map.params_at(map.across.value(across), up));
                let before = pair[1].from.saturating_sub(Duration::from_millis(1));
                let sides = (at(before), at(pair[1].from));
                assert_eq!(sides, (pair[0].headline, pair[1].headline), "{link}: {pair:?}");
            }
        }
    }
}

#[test]
fn a_map_is_the_same_however_often_it_was_stopped() {
    for (link, axes, _) in MAPPED {
        let whole = finished(link, axes, 6);
        let mut map = Map::new(params(link), Axes::read(axes).expect("a map"), 6);
        let mut slices = 0;
        while map.advance(7) {
            slices += 1;
        }
        assert!(slices > 100);
        let picture = |map| Chart::new(map, 640).shapes;
        assert_eq!(picture(&map), picture(&whole), "{link}");
    }
}

#[test]
fn the_bands_of_a_pause_are_those_that_the_model_is_known_for() {
    let line = |link: &str| {
        let map = Map::new(params(link), Axes::ALL[0], 100);
        let mut cross = Cross::new(&map, map.params);
        while cross.advance(u64::MAX) {}
        cross.up().iter().map(|boundary| boundary.headline).collect::<Vec<Headline>>()
    };
    use Headline::{AtRisk, Corrupted, Protected, Safe};
    assert_eq!(line(""), [Safe, AtRisk, Corrupted]);
    assert_eq!(line("storage=fencing"), [Safe, AtRisk, Corrupted, Protected]);
    assert_eq!(line("storage=fencing&mark=on"), [Safe, AtRisk, Protected]);
    assert_eq!(line("storage=conditional&service=redlock").last(), Some(&Protected));
    let map = finished("", "lease.pause", 100);
    let (lease, pause) = (Duration::from_secs(5), Duration::from_secs(8));
    let place = (map.across.nearest(lease), map.up.nearest(pause));
    assert_eq!(values(&map, place.0, place.1), (lease, pause));
    assert_eq!(map.headline(place.0, place.1), Some(Corrupted));
}

#[test]
fn what_a_service_grants_is_what_counts() {
    let map = finished("", "lease.pause", 100);
    let column = |millis| map.column(map.across.nearest(Duration::from_millis(millis)));
    assert_eq!(column(4_200), column(5_000), "etcd makes 5 s of both");
    assert_ne!(column(5_000), column(5_200));
    let millis = Duration::from_millis;
    let place = (map.across.nearest(millis(4_200)), map.up.nearest(millis(6_200)));
    let said = cell_in_words(&map, place);
    assert_eq!(said, "Lease 4.2 s (5 s granted), pause 6.2 s: corrupted, stored value from A.");
}

#[test]
fn a_map_is_put_into_words() {
    let map = finished("", "lease.pause", 100);
    let mut cross = Cross::new(&map, map.params);
    while cross.advance(u64::MAX) {}
    assert_eq!(axes_name(map.axes, &map.params), "Lease against pause");
    assert_eq!(
        cross_in_words(&map, &map.params, &cross),
        [
            "With a lease of 5 s: safe from a pause of 0 s, at risk from 4.9 s, corrupted from 4.981 s.",
            "With a pause of 8 s: corrupted from a lease of 0.6 s, safe from 8.001 s.",
        ]
    );
    assert_eq!(
        summary(&map),
        "Of 9,898 runs with a lease from 0.6 s to 20 s and a pause from 0 s to 20 s, 53 % are \
         safe, less than 1 % are at risk and 47 % are corrupted."
    );
    assert_eq!(
        basis(&map),
        "Worked out for etcd; A pauses; the storage checks nothing; 2 clients; work 0.5 s; \
         latency 20 ms; all else as in the run above."
    );
}

#[test]
fn what_has_no_boundary_is_put_into_words_too() {
    let said = |link: &str, axes: &str| {
        let map = Map::new(params(link), Axes::read(axes).expect("a map"), 50);
        let mut cross = Cross::new(&map, map.params);
        while cross.advance(u64::MAX) {}
        cross_in_words(&map, &map.params, &cross)
    };
    let [work, lease] = said("storage=conditional&scenario=normal", "lease.work");
    assert_eq!(work, "With a lease of 5 s: safe from work of 0 s, at risk from 5.12 s.");
    assert_eq!(lease, "With work of 0.5 s: safe with any lease from 0.5 s to 12.5 s.");
    // With a lease of 0.5 s, which is possible, this is corrupted: nothing is said of that.
    let short = "service=redis&scenario=normal&lease=";
    assert_eq!(ends(params(&[short, "0.5"].concat())), Headline::Corrupted);
    let [_, lease] = said(&[short, "120"].concat(), "lease.work");
    assert!(lease.starts_with("With work of 0.5 s: safe with any lease from "), "{lease}");
    assert!(!lease.contains("from 0.5 s"), "{lease}");
}

#[test]
fn a_map_names_only_the_ways_in_which_its_runs_end() {
    let fenced = finished("storage=fencing&mark=on", "lease.pause", 40);
    let named = |map: &Map, name: &str| {
        let is_name = |shape: &Shape| matches!(shape, Shape::Text(text) if text.words == name);
        (
            Chart::new(map, 640).shapes.iter().any(is_name),
            summary(map).contains(&name.to_lowercase()),
        )
    };
    for (name, is_named) in
        [("Safe", true), ("At risk", true), ("Protected", true), ("Corrupted", false)]
    {
        assert_eq!(named(&fenced, name), (is_named, is_named), "{name}");
    }
    let normal = finished("scenario=normal&renew=on", "lease.work", 40);
    assert!(summary(&normal).ends_with(", all are safe."), "{}", summary(&normal));
}

#[test]
fn a_scenario_without_a_length_has_no_map_over_the_pause_and_says_why() {
    assert_eq!(missing(&params("")), None);
    let jump = params("scenario=clock-jump");
    let why = missing(&jump).expect("there is no pause");
    assert!(why.contains("“Clock jump”"), "{why}");
    let offered: Vec<Axes> = Axes::offered(&jump).collect();
    assert!(offered.iter().all(|axes| axes.across == Setting::Lease && axes.up != Setting::Pause));
}

#[test]
fn another_run_is_on_a_map_if_it_differs_in_the_two_settings_only() {
    let map = Map::new(params(""), Axes::ALL[0], 100);
    assert!(map.shows(&params("lease=7&pause=1")));
    let chart = Chart::new(&map, 640);
    assert!(!chart.mark(&params("lease=7&pause=1")).is_empty());
    for other in ["lease=7&work=1", "scenario=crash", "lease=7&pause=21"] {
        assert!(!map.shows(&params(other)), "{other}");
        assert_eq!(chart.mark(&params(other)), [], "{other}");
    }
}

#[test]
fn every_run_is_on_its_own_map() {
    let (own, custom) = ("pause=", "scenario=custom&faults=pause:A:3:");
    let lengths = [(own, "0"), (own, "0.001"), (own, "8"), (own, "119.3"), (own, "300")];
    let of_faults = [(custom, "0"), (custom, "0.001"), (custom, "8"), (custom, "600")];
    let mut links = Vec::new();
    for (fault, length) in lengths.into_iter().chain(of_faults) {
        for lease in ["0.5", "0.55", "5", "120"] {
            for (work, latency) in [(0, 0), (1, 20), (300, 5_000)] {
                let all = format!("lease={lease}&work={work}&latency={latency}");
                links.push([fault, length, "&", &all].concat());
            }
        }
    }
    for link in links {
        let run = params(&link);
        for axes in Axes::ALL {
            let is_on_it = |parts: &u32| Map::new(run, axes, *parts).shows(&run);
            let missing: Vec<u32> = (25..=100).filter(|parts| !is_on_it(parts)).collect();
            assert_eq!(missing, [0; 0], "{link}: {}", axes.print());
        }
    }
}

#[test]
fn keys_move_over_a_map_and_not_beyond_it() {
    let map = Map::new(params(""), Axes::ALL[0], 100);
    let present = map.nearest(&map.params);
    assert_eq!(map.params_of(present), map.params);
    let press = |key, is_large| {
        let by = step_from_key(key, is_large).expect("it moves");
        let params = map.params_of(map.moved(present, by));
        (params.lease.to_string(), params.pause.to_string())
    };
    let at = |lease: &str, pause: &str| (lease.into(), pause.into());
    assert_eq!(press("ArrowRight", false), at("5.2", "8"));
    assert_eq!(press("ArrowLeft", true), at("3", "8"));
    assert_eq!(press("ArrowDown", false), at("5", "7.8"));
    assert_eq!(press("PageUp", false), at("5", "10"));
    assert_eq!(press("Home", false), at("0.6", "8"));
    assert_eq!(press("End", false), at("20", "8"));
    assert_eq!(step_from_key("a", false), None);
}

#[test]
fn a_map_of_long_runs_has_fewer_parts() {
    let parts = |link: &str| {
        let mut sizing = Sizing::new(params(link), Axes::ALL[0]);
        let map = std::iter::repeat_with(|| sizing.advance(300)).flatten().next();
        map.expect("it gets clear").up.count
    };
    assert_eq!(parts(""), 101);
    assert!(parts("service=redlock&clients=5&lease=120&pause=300&retry=50&nodes=7") < 60);
}

/// Draws a map with all that can lie over it.
fn drawn(map: &Map, width: u32) -> (Chart, Vec<Shape>) {
    let chart = Chart::new(map, width);
    let shapes = [chart.shapes.clone(), chart.mark(&map.params)].concat();
    (chart, shapes)
}

#[test]
fn nothing_leaves_the_picture_of_a_map_and_no_label_lies_over_another() {
    for (link, axes) in [
        ("", "lease.pause"),
        ("pause=0", "lease.pause"),
        ("lease=120&pause=300", "lease.pause"),
        ("service=redis&latency=5000&lease=0.5", "lease.latency"),
        ("scenario=custom&faults=pause:B:3:600", "pause.work"),
    ] {
        let map = finished(link, axes, 10);
        for width in (240..=1_280).step_by(40) {
            let (chart, shapes) = drawn(&map, width);
            let whole = Rect::new(0, chart.size.0, 0, chart.size.1);
            let texts: Vec<Rect> = shapes
                .iter()
                .filter(|shape| matches!(shape, Shape::Text(_)))
                .map(Shape::bounds)
                .collect();
            for shape in &shapes {
                assert!(whole.contains(&shape.bounds()), "{link} at {width}: {shape:?}");
            }
            for (place, text) in texts.iter().enumerate() {
                let is_covered = texts[..place].iter().any(|other| other.overlaps(text));
                assert!(!is_covered, "{link} at {width}: {text:?}");
            }
        }
    }
}

#[test]
fn a_point_of_the_picture_stands_for_the_values_that_are_drawn_there() {
    let map = finished("", "lease.pause", 100);
    let chart = Chart::new(&map, 700);
    for (across, up) in [(0, 0), (4, 90), (map.across.count - 1, map.up.count - 1)] {
        let (one, other) = values(&map, across, up);
        let place = chart.place(one, other);
        assert_eq!(place, chart.place_of((across, up)));
        assert_eq!(chart.cell_at(place), Some((across, up)));
    }
    for outside in [Point { x: 2, y: 100 }, Point { x: 699, y: 100 }, Point { x: 300, y: 440 }] {
        assert_eq!(chart.cell_at(outside), None);
    }
}

#[test]
fn the_pictures_of_maps_are_as_they_were_reviewed() {
    for (name, link, axes) in [
        ("map-default", "", "lease.pause"),
        ("map-redis-fencing", "service=redis&token=incr&storage=fencing", "pause.latency"),
    ] {
        let map = finished(link, axes, 40);
        let (chart, shapes) = drawn(&map, 360);
        let svg = svg_of(chart.size, &shapes, "A map", Theme::Light);
        let mut settings = insta::Settings::clone_current();
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name, svg));
    }
}
