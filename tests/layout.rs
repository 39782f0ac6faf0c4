//! Where things are in the timeline: whatever the run and the width, nothing leaves the picture and
//! no text hides what has to be seen.

mod support;

use lock_simulator::draw::{Ink, Picture, Point, Rect, Shape, Text, timeline, timeline_until};
use lock_simulator::query::{Query, faults};
use lock_simulator::sim::{Duration, Params, Scenario, ServiceKind, Setup, Trace, limits};
use lock_simulator::words;
use proptest::prelude::*;
use support::{custom_setups, linked, services_and_policies, setups};

/// The narrowest and the widest picture.
const WIDTHS: std::ops::RangeInclusive<u32> = 320..=2_560;

/// The radius of the discs of writes and crashes, with the ground around them.
const MARK: i32 = 8;

/// Checks everything that can be seen from the rectangles of a picture.
fn check(picture: &Picture, steps: usize) -> Result<(), TestCaseError> {
    let texts: Vec<(&Text, Rect)> = picture.texts().map(|text| (text, text.bounds())).collect();
    nothing_leaves(picture)?;
    no_text_covers_another(&texts)?;
    no_text_covers_a_mark(picture, &texts)?;
    no_text_covers_an_arrow(picture, &texts)?;
    what_is_said_on_a_bar_is_on_it(picture, &texts)?;
    nothing_barred_is_free(picture, &texts)?;
    steps_are_inside(picture, steps)
}

fn nothing_leaves(picture: &Picture) -> Result<(), TestCaseError> {
    let whole = Rect::new(0, picture.width, 0, picture.height);
    for shape in &picture.shapes {
        prop_assert!(whole.contains(&shape.bounds()), "outside of {whole:?}: {shape:?}");
    }
    Ok(())
}

fn no_text_covers_another(texts: &[(&Text, Rect)]) -> Result<(), TestCaseError> {
    for (index, (one, area)) in texts.iter().enumerate() {
        for (other, there) in &texts[index + 1..] {
            prop_assert!(!area.overlaps(there), "{one:?} and {other:?}");
        }
    }
    Ok(())
}

/// Labels stand on a ground that would hide the marks of writes, the crosses of crashes, the flags
/// and the grounds of the steps' numbers.
fn no_text_covers_a_mark(picture: &Picture, texts: &[(&Text, Rect)]) -> Result<(), TestCaseError> {
    for shape in &picture.shapes {
        let is_mark = match shape {
            Shape::Disc { radius, ink, .. } => *radius == MARK && *ink == Ink::Ground,
            Shape::Triangle { .. } => true,
            _ => false,
        };
        let area = shape.bounds();
        for (text, there) in texts.iter().filter(|_| is_mark) {
            prop_assert!(!there.overlaps(&area), "{text:?} over {shape:?}");
        }
        if let Shape::Disc { center, ink: Ink::Chip, .. } = shape {
            // In the middle of the ground is the number; nothing else may be near.
            let mut near = texts.iter().filter(|(_, there)| there.overlaps(&area));
            let is_number =
                |(text, _): &&(&Text, Rect)| text.style.size == 10 && text.place.at.y == center.y;
            prop_assert!(near.all(|text| is_number(&text)), "{shape:?} is covered");
        }
    }
    Ok(())
}

/// Only a label of trouble and the name of a lane, which have a ground of their own, may cover a
/// write that travels, for want of another place.
fn no_text_covers_an_arrow(
    picture: &Picture,
    texts: &[(&Text, Rect)],
) -> Result<(), TestCaseError> {
    let has_ground = |area: &Rect| {
        picture.shapes.iter().any(|shape| match shape {
            Shape::Fill { area: ground, ink: Ink::Ground } => ground.contains(area),
            _ => false,
        })
    };
    for shape in &picture.shapes {
        let Shape::Line { from, to, ink: Ink::Hue(_), .. } = shape else {
            continue;
        };
        for (text, area) in texts.iter().filter(|(_, area)| crosses(*from, *to, area)) {
            let is_name = area.left < picture.scale.left;
            let may_cover = is_name || text.style.ink == Ink::Trouble;
            prop_assert!(may_cover && has_ground(area), "{text:?} over {shape:?}");
        }
    }
    Ok(())
}

/// Whether a line that leads downwards crosses an area.
fn crosses(from: Point, to: Point, area: &Rect) -> bool {
    let (top, bottom) = (area.top.max(from.y), area.bottom.min(to.y));
    let x = |y| from.x + (to.x - from.x) * (y - from.y) / (to.y - from.y).max(1);
    let (left, right) = (x(top).min(x(bottom)), x(top).max(x(bottom)));
    top < bottom && left < area.right && area.left < right.max(left + 1)
}

/// What is said on a bar is in the ink of the page's ground: off the bar nobody could read it, and
/// nothing else may stand there, or on the lines of promises and of the stored value.
fn what_is_said_on_a_bar_is_on_it(
    picture: &Picture,
    texts: &[(&Text, Rect)],
) -> Result<(), TestCaseError> {
    let fills = |wanted: fn(&Ink) -> bool| {
        picture.shapes.iter().filter_map(move |shape| match shape {
            Shape::Fill { area, ink } if wanted(ink) => Some(*area),
            _ => None,
        })
    };
    for (text, area) in texts {
        // Letters are not quite as high as the room for them.
        let letters = area.grown(0, -1);
        let mut bars = fills(|ink| matches!(ink, Ink::Hue(_)));
        let is_good = if text.style.ink == Ink::OnHue {
            let is_covered = fills(|ink| *ink == Ink::Trouble).any(|part| part.overlaps(area));
            bars.any(|bar| bar.contains(area)) && !is_covered
        } else {
            !bars.any(|bar| bar.overlaps(&letters))
        };
        prop_assert!(is_good, "{text:?}");
    }
    Ok(())
}

fn nothing_barred_is_free(picture: &Picture, texts: &[(&Text, Rect)]) -> Result<(), TestCaseError> {
    for shape in &picture.shapes {
        // Nothing else has such a frame.
        if let Shape::Frame { area, ink: Ink::Line, .. } = shape {
            let mut free = texts.iter().filter(|(text, _)| text.words == "free");
            prop_assert!(!free.any(|(_, there)| there.overlaps(area)), "free in {area:?}");
        }
    }
    Ok(())
}

fn steps_are_inside(picture: &Picture, steps: usize) -> Result<(), TestCaseError> {
    prop_assert_eq!(picture.spots.len(), steps, "every step has a spot");
    for spot in &picture.spots {
        let Point { x, y } = spot.at;
        let is_inside = picture.scale.left <= x && x < picture.width;
        prop_assert!(is_inside && picture.rows.contains(&y), "{spot:?}");
    }
    Ok(())
}

/// Checks pictures of a run in every so many widths, from `first` on.
fn check_widths(link: &str, trace: &Trace, first: u32, apart: usize) {
    let lines = words::log(trace);
    for width in (first..=*WIDTHS.end()).step_by(apart) {
        let found = check(&timeline(trace, &lines, width), lines.len());
        assert!(found.is_ok(), "{link} at {width}: {found:?}");
    }
}

/// Checks a few pictures of each of many runs, in other widths each time, so that nearly all
/// widths have their turn.
fn check_many(many: impl IntoIterator<Item = Params>) {
    for (index, params) in many.into_iter().enumerate() {
        let query = Query { params, ..Query::default() };
        let first = WIDTHS.start() + (index * 29 % 331) as u32;
        check_widths(&query.print(), &Trace::of(query.setup()), first, 331);
    }
}

/// Every service and policy in every scenario.
fn scenarios() -> impl Iterator<Item = Params> {
    let all = services_and_policies();
    all.flat_map(|params| Scenario::ALL.iter().map(move |&scenario| Params { scenario, ..params }))
}

#[test]
fn every_scenario_with_every_service_and_policy_is_in_order_for_two_and_for_five() {
    for clients in [2, 5] {
        check_many(scenarios().map(|params| Params { clients, ..params }));
    }
}

#[test]
fn the_shortest_and_the_longest_leases_and_pauses_are_in_order() {
    let (lease, pause) = (limits::LEASE, limits::PAUSE);
    for (lease, pause, clients) in [
        (lease.start(), pause.start(), 5),
        (lease.start(), pause.end(), 2),
        (lease.end(), pause.start(), 2),
        (lease.end(), pause.end(), 5),
    ] {
        let extreme = Params { lease: *lease, pause: *pause, clients, ..Params::default() };
        let every = ServiceKind::ALL.iter().flat_map(|&service| {
            let of = move |&scenario| Params { service, scenario, ..extreme };
            Scenario::ALL.iter().map(of)
        });
        check_many(every);
    }
}

/// Lists of faults that happen at the very start, at the very end, at once, again and again, for
/// no time at all or for as long as possible.
const FAULTS: [&str; 13] = [
    "pause:A:0:8,pause:B:0:3,cut:A-service:0:2",
    "pause:A:0:0,cut:B-service:0:0,crash:service:0:0,failover:service:0",
    "pause:A:work:0,cut:A-service:work:0,delay:A-storage:write:0,jump:service:0.1:0",
    "crash:A:0,crash:B:0",
    "crash:A:write~0.03,crash:B:write~0.03,failover:service:write~0.03",
    "pause:B:write~0.02:300,cut:B-service:write~0.02:300",
    "crash:service:write~0.9:600,failover:service:600",
    "pause:A:work:8,pause:A:work~1:8,pause:A:work~8.9:1,cut:A-service:work:5,pause:B:0.1:9,\
     pause:B:0.2:20,cut:B-service:3:9",
    "pause:A:0:1,pause:A:0.5:0.5,pause:A:1:1,pause:A:1.5:1,pause:A:2:1,pause:A:3:1,pause:A:4:1,\
     pause:A:5:1,pause:B:0:1,pause:B:1:1,pause:B:2:1,pause:B:3:1,pause:B:4:1,cut:A-service:1:1,\
     cut:A-service:3:1,cut:B-service:2:2",
    "delay:A-storage:write:600,delay:B-storage:write:600",
    "jump:service:0.1:864000,jump:service:0.2:864000,jump:service:3:864000",
    "failover:service:0.1,failover:service:0.5,failover:service:1.6,crash:service:2:1,\
     crash:service:3.1:0.1,failover:service:3.3",
    "crash:service:0.2:600,pause:A:acquired:600,cut:B-service:0:600",
];

/// The same, for what only happens to one server of several.
const FAULTS_OF_SEVERAL: [&str; 4] = [
    "cut:A-redis1:0:1,cut:B-redis1:0:1,cut:A-redis2:0,cut:B-redis3:0.3:0,cut:A-redis4:8:600",
    "crash:redis1:0:1,crash:redis2:0.1:1,crash:redis3:0.2:1,crash:redis4:0.3:600,jump:redis5:0:9",
    "jump:redis1:0.2:10,jump:redis2:0.2:10,jump:redis3:0.2:10,jump:redis4:0.2:10,\
     jump:redis5:0.2:10,jump:redis1:0.3:10,jump:redis1:0.4:10",
    "cut:A-redis1:1:1,cut:A-redis1:1.5:1,cut:B-redis1:1.2:3,crash:redis1:2:1,jump:redis1:2.1:5,\
     crash:redis1:4:0,failover:service:5",
];

fn with_faults(list: &str, params: Params) -> Params {
    let (faults, wrong) = faults::parse(list);
    assert_eq!(wrong, [], "{list}");
    Params { scenario: Scenario::Custom, faults, ..params }
}

#[test]
fn faults_at_the_ends_at_once_and_without_length_are_in_order() {
    for (index, list) in FAULTS.iter().enumerate() {
        let clients = if index % 2 == 0 { 2 } else { 5 };
        check_many(services_and_policies().map(|params| {
            // A fault of a kind that a service does not have is left out.
            with_faults(list, Params { clients, renew: index % 3 == 0, ..params })
        }));
    }
    for list in FAULTS_OF_SEVERAL {
        let redlock = Params { service: ServiceKind::Redlock, ..Params::default() };
        let many = [(5, 2), (5, 5), (7, 2), (7, 5)];
        let several = |(nodes, clients)| with_faults(list, Params { nodes, clients, ..redlock });
        check_many(many.map(several));
    }
}

#[test]
fn whatever_chance_brings_is_in_order() {
    let jitter = Duration::from_millis(400);
    for seed in 0..4 {
        check_many(ServiceKind::ALL.iter().map(|&service| Params {
            service,
            seed,
            jitter,
            clients: 5,
            ..Params::default()
        }));
    }
}

/// Chosen runs in which much of what is labelled happens at once.
const CROWDED: [&str; 12] = [
    "service=chubby&scenario=crash&lockdelay=10&clients=5",
    "service=chubby&lockdelay=10&storage=fencing&sequencer=checked",
    "scenario=custom&faults=cut:A-service:1:8,failover:service:2,pause:B:3:2",
    "service=redis&release=naive&clients=3&scenario=overrun&pause=6&work=3",
    "service=redis&release=naive&clients=3&scenario=overrun",
    "service=redis&storage=value&clients=5",
    "service=redis&scenario=crash&lease=118.928&clients=5&seed=584557092",
    "storage=conditional&clients=5&scenario=overrun",
    "service=redis&token=incr&renew=on&extend=naive",
    "service=redlock&nodes=7&clients=5&scenario=failover&restart=delayed",
    "service=redlock&nodes=7&clients=5&scenario=custom&faults=cut:A-redis2:0.3:8,\
     crash:redis3:0.4:3,crash:redis1:1,cut:B-service:1:3,jump:redis5:1:9,pause:C:2:1",
    "service=redis&release=naive&renew=on&latency=0&scenario=custom&faults=\
     failover:service:acquired~1,delay:B-storage:0:14",
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
        check_widths(&link, &linked(&link), *WIDTHS.start(), 7);
    }
}

/// A run that ends before the axis does, as long as the axis may be beside another run's.
#[test]
fn a_run_on_a_longer_axis_is_in_order() {
    for link in CROWDED {
        let trace = linked(link);
        let lines = words::log(&trace);
        for (index, width) in WIDTHS.step_by(97).enumerate() {
            let longer = Duration::from_millis(1 << (4 + index % 16));
            let picture = timeline_until(&trace, &lines, width, trace.end + longer);
            let found = check(&picture, lines.len());
            assert!(found.is_ok(), "{link} and {longer} at {width}: {found:?}");
        }
    }
}

fn any_setups() -> impl Strategy<Value = Setup> {
    prop_oneof![setups(), custom_setups(ServiceKind::ALL)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn no_label_covers_another_and_nothing_leaves_the_picture(
        setup in any_setups(),
        width in WIDTHS,
        longer in 0..60_000_u64,
    ) {
        let trace = Trace::of(setup);
        let steps = words::log(&trace);
        for width in [width, 320, 559, 560, 2_560] {
            let picture = timeline(&trace, &steps, width);
            check(&picture, steps.len())?;
            prop_assert_eq!(picture.width.unsigned_abs(), width);
        }
        let until = trace.end + Duration::from_millis(longer);
        check(&timeline_until(&trace, &steps, width, until), steps.len())?;
    }
}
