//! Changing a run by hand: whatever is moved, added or taken away leads to a run.

use lock_simulator::draw::{self, Rect};
use lock_simulator::edit::{
    Board, Change, What, Whose, boundaries, choices, knobs, menus, square, step,
};
use lock_simulator::query::{Query, faults};
use lock_simulator::sim::{
    ClientId, Duration, Headline, Outcome, Params, Policy, Scenario, ServiceKind, Setup, Start,
    Time, Trace,
};
use proptest::prelude::*;

fn setup(link: &str) -> Setup {
    let (query, notices) = Query::parse(link);
    assert!(notices.is_empty(), "{link}: {notices:?}");
    query.setup()
}

fn at(millis: u64) -> Time {
    Time::ZERO + Duration::from_millis(millis)
}

const STEP: Duration = Duration::from_millis(10);

/// The link of a run, as the page would print it.
fn link(params: Params) -> String {
    Query { params, ..Query::default() }.print()
}

fn moved(from: &str, what: What, millis: u64) -> String {
    link(Board::of(setup(from)).moved(what, at(millis), STEP))
}

#[test]
fn a_scenario_and_the_custom_run_that_it_becomes_are_the_same_run() {
    for &service in ServiceKind::ALL {
        for &scenario in Scenario::ALL {
            for pause in [0, 3, 8] {
                let pause = Duration::from_secs(pause);
                let params = Params { service, scenario, pause, ..Params::default() };
                let setup = Setup::new(params).expect("a possible run");
                let custom = Setup::new(setup.as_custom()).expect("a possible run");
                let (one, other) = (Trace::of(setup), Trace::of(custom));
                assert_eq!(one.events, other.events, "{service:?} {scenario:?} {pause}");
                assert_eq!(one.outcome, other.outcome, "{service:?} {scenario:?} {pause}");
            }
        }
    }
}

#[test]
fn what_is_moved_ends_up_in_the_link() {
    let (a, b) = (What::Asking(ClientId::A), What::Asking(ClientId::B));
    let (start, end) = (What::Start(0), What::End(0));
    let table = [
        ("", start, 2_000, "scenario=custom&faults=pause:A:work~1.92:8"),
        ("", start, 333, "scenario=custom&faults=pause:A:work~0.25:8"),
        ("", start, 20, "scenario=custom&faults=pause:A:0.02:8"),
        ("", end, 5_000, "scenario=custom&faults=pause:A:work~0.25:4.67"),
        ("", end, 0, "scenario=custom&faults=pause:A:work~0.25:0"),
        ("", What::Lease, 4_000, "lease=4"),
        ("", What::Lease, 900_000, "lease=120"),
        ("", What::Lease, 0, "lease=0.5"),
        ("", b, 0, "starts=0,0"),
        ("", b, 3_000, "starts=0,3"),
        ("", a, 250, "starts=0.25"),
        ("starts=2", a, 0, ""),
        ("scenario=delay", end, 3_000, "scenario=custom&faults=delay:A-storage:write:2.42"),
        (
            "service=redlock&scenario=clock-jump",
            What::End(2),
            2_120,
            "service=redlock&scenario=custom&faults=cut:A-redis4:0,cut:A-redis5:0,jump:redis3:acquired:2.07",
        ),
        (
            "scenario=failover",
            start,
            1_000,
            "scenario=custom&faults=failover:service:acquired~0.96",
        ),
        ("scenario=overrun", What::Lease, 4_000, "scenario=overrun&lease=4"),
        (
            "scenario=partition",
            start,
            1_000,
            "scenario=custom&faults=cut:A-service:work~0.92:8&job=renews",
        ),
    ];
    for (from, what, millis, wanted) in table {
        assert_eq!(moved(from, what, millis), wanted, "{from} {what:?} to {millis} ms");
    }
}

#[test]
fn what_is_moved_to_where_it_is_stays_the_same_run() {
    for &scenario in Scenario::ALL {
        for &service in ServiceKind::ALL {
            let setup = Setup::new(Params { service, scenario, ..Params::default() });
            let board = Board::of(setup.expect("a possible run"));
            let before = Trace::of(*board.setup());
            for grip in board.grips() {
                for millis in [0, 20, 50] {
                    let params = board.moved(grip.what, grip.at, Duration::from_millis(millis));
                    assert_eq!(
                        params,
                        *board.setup().params(),
                        "{service:?} {scenario:?} {grip:?}"
                    );
                }
                let params = board.set(grip.what, grip.value, Duration::from_micros(1));
                let after = Trace::of(Setup::new(params).expect("a possible run"));
                assert_eq!(before.events, after.events, "{service:?} {scenario:?} {grip:?}");
            }
        }
    }
}

#[test]
fn a_fault_that_does_not_come_to_pass_is_nowhere_and_can_be_taken_away() {
    let board = Board::of(setup("scenario=custom&faults=crash:A:0.1,pause:A:write:8"));
    let whats: Vec<What> = board.grips().iter().map(|grip| grip.what).collect();
    assert!(whats.contains(&What::Start(0)) && !whats.contains(&What::Start(1)));
    let choices = choices(&board, Whose::Client(ClientId::A), at(0));
    let gone = choices.iter().find(|choice| choice.change == Change::Remove(1));
    assert_eq!(gone.expect("a choice").words, "A’s pause which does not come to pass");
    assert_eq!(link(Change::Remove(1).of(&board)), "scenario=custom&faults=crash:A:0.1");
}

#[test]
fn menus_add_only_what_is_possible_and_take_away_what_there_is() {
    for &service in ServiceKind::ALL {
        for &scenario in Scenario::ALL {
            let params = Params { service, scenario, ..Params::default() };
            let board = Board::of(Setup::new(params).expect("a possible run"));
            let mut removable = 0;
            for whose in Whose::all(board.setup()) {
                let choices = choices(&board, whose, at(1_000));
                assert!(!choices.is_empty());
                for choice in choices {
                    let changed = Setup::new(choice.change.of(&board)).expect("a possible run");
                    let before = board.setup().faults().len();
                    match choice.change {
                        Change::Add(_) => assert_eq!(changed.faults().len(), before + 1),
                        Change::Remove(_) => {
                            assert_eq!(changed.faults().len(), before - 1);
                            removable += 1;
                        }
                    }
                }
            }
            assert_eq!(removable, board.setup().faults().len(), "{service:?} {scenario:?}");
        }
    }
}

#[test]
fn a_fault_is_added_while_the_run_lasts_and_not_later() {
    for link in
        ["", "service=redlock&lease=120&pause=300", "scenario=custom&faults=pause:A:590:600"]
    {
        let board = Board::of(setup(link));
        for whose in Whose::all(board.setup()) {
            for choice in choices(&board, whose, Time::ZERO + Duration::from_secs(3_600)) {
                let Change::Add(fault) = choice.change else {
                    continue;
                };
                assert!(fault.is_in_range(), "{fault:?}");
                let params = choice.change.of(&board);
                let added = Setup::new(params).expect("a possible run");
                let at = Time::ZERO + Trace::of(*board.setup()).end.since(Time::ZERO);
                assert!(matches!(fault.start, Start::At(start) if start <= at), "{fault:?}");
                assert_eq!(added.faults().len(), board.setup().faults().len() + 1);
            }
        }
    }
}

#[test]
fn everything_reaches_its_limits_however_coarse_the_steps_are() {
    let links = ["", "service=redlock", "service=zookeeper&lease=120&tick=0.1", "scenario=delay"];
    for link in links {
        let board = Board::of(setup(link));
        for grip in board.grips() {
            for seconds in [0, 1, 7] {
                let step = Duration::from_secs(seconds);
                for limit in [grip.limits.0, grip.limits.1] {
                    let moved = Setup::new(board.set(grip.what, limit, step)).expect("possible");
                    let reached = Board::of(moved).grip(grip.what).map(|grip| grip.value);
                    // A fault beyond the end of its run is nowhere.
                    let is_reached = reached.is_none_or(|reached| reached == limit);
                    assert!(is_reached, "{link} {grip:?} {limit} {reached:?}");
                }
            }
        }
    }
}

#[test]
fn the_limits_of_the_lease_are_those_of_its_control() {
    for link in ["", "service=redlock", "service=zookeeper&lease=120&tick=0.1", "service=chubby"] {
        let grip = Board::of(setup(link)).grip(What::Lease).expect("a lease");
        let seconds = (grip.limits.0.to_string(), grip.limits.1.to_string());
        assert_eq!(seconds, ("0.5".into(), "120".into()), "{link}");
    }
}

#[test]
fn a_knob_is_as_large_as_the_style_makes_it() {
    let style = include_str!("../style/edit.css");
    let side = square(draw::Point { x: 0, y: 0 }).width();
    assert!(style.contains(&format!("  width: {side}px;\n  height: {side}px;\n")));
}

#[test]
fn nothing_is_added_to_a_full_list() {
    let full = vec!["crash:A:1"; 16].join(",");
    let board = Board::of(setup(&["scenario=custom&faults=", &full].concat()));
    let choices = choices(&board, Whose::Service, at(0));
    assert_eq!(choices, [], "nothing to add, nothing to take away");
}

#[test]
fn the_boundaries_of_the_pause_are_those_of_the_model() {
    let board = Board::of(setup(""));
    let found = boundaries(&board, What::End(0), at(17_000));
    let headlines: Vec<Headline> = found.iter().map(|boundary| boundary.headline).collect();
    assert_eq!(headlines, [Headline::Safe, Headline::AtRisk, Headline::Corrupted]);
    let ends = |pause: Duration| {
        Outcome::of(Setup::new(Params { pause, ..Params::default() }).expect("possible")).headline()
    };
    for pair in found.windows(2) {
        let before = pair[1].from.saturating_sub(Duration::from_millis(1));
        assert_eq!((ends(before), ends(pair[1].from)), (pair[0].headline, pair[1].headline));
    }
}

#[test]
fn with_fencing_a_long_pause_is_safe_again_in_its_own_way() {
    let board = Board::of(setup("storage=fencing"));
    let found = boundaries(&board, What::End(0), at(17_000));
    let headlines: Vec<Headline> = found.iter().map(|boundary| boundary.headline).collect();
    let wanted = [Headline::Safe, Headline::AtRisk, Headline::Corrupted, Headline::Protected];
    assert_eq!(headlines, wanted);
}

#[test]
fn boundaries_are_the_same_wherever_it_is_that_is_moved() {
    let found = |link: &str| boundaries(&Board::of(setup(link)), What::End(0), at(17_330));
    let custom = |pause: &str| ["scenario=custom&faults=pause:A:work~0.25:", pause].concat();
    assert_eq!(found(&custom("8")), found(&custom("2.5")));
}

#[test]
fn runs_that_are_too_long_have_no_boundaries() {
    let long = "service=redlock&clients=5&lease=120&pause=300&retry=50";
    assert_eq!(boundaries(&Board::of(setup(long)), What::Lease, at(10_000)), []);
}

/// Where the knobs and the menus are in a picture.
fn overlay(setup: Setup, width: u32) -> (Vec<Rect>, Rect) {
    let (trace, board) = (Trace::of(setup), Board::of(setup));
    let lanes = draw::lanes(&trace.setup, trace.end, width, Time::ZERO);
    let picture = draw::timeline(&trace, &lock_simulator::words::log(&trace), width);
    let menus = menus(&Whose::all(&setup), &lanes);
    let knobs = knobs(&board.grips(), &menus, &lanes);
    let rects = menus.into_iter().chain(knobs).map(square).collect();
    (rects, Rect::new(0, picture.width, -4, picture.height))
}

fn assert_apart(setup: Setup, width: u32) {
    let (rects, picture) = overlay(setup, width);
    for (index, rect) in rects.iter().enumerate() {
        assert!(picture.contains(rect), "{rect:?} at {width}: {:?}", setup.params());
        for other in &rects[..index] {
            assert!(!rect.overlaps(other), "{rect:?} {other:?} at {width}: {:?}", setup.params());
        }
    }
}

#[test]
fn knobs_and_menus_are_inside_of_the_picture_and_apart_from_each_other() {
    for &service in ServiceKind::ALL {
        for &scenario in Scenario::ALL {
            for clients in [2, 5] {
                let params = Params { service, scenario, clients, ..Params::default() };
                let setup = Setup::new(params).expect("a possible run");
                for width in [320, 348, 559, 560, 768, 1_216, 2_560] {
                    assert_apart(setup, width);
                }
            }
        }
    }
}

#[test]
fn the_knobs_of_many_faults_at_one_instant_are_apart_from_each_other() {
    let many = ["pause:A:0:0"; 8].join(",");
    for width in [320, 1_280] {
        assert_apart(setup(&["scenario=custom&faults=", &many].concat()), width);
    }
}

#[test]
fn a_step_is_round_and_no_pixel_skips_it() {
    let step_of = |link: &str, width| {
        let trace = Trace::of(setup(link));
        step(&draw::lanes(&trace.setup, trace.end, width, Time::ZERO).scale).to_string()
    };
    assert_eq!(step_of("", 1_280), "0.01");
    assert_eq!(step_of("", 320), "0.05");
    assert_eq!(step_of("lease=120&pause=300", 320), "2");
}

/// Any list of faults, as a link would have it.
fn any_faults() -> impl Strategy<Value = String> {
    let fault = prop_oneof![
        (0u32..5_000, 0u32..20_000).prop_map(|(start, length)| format!(
            "pause:A:{}:{}",
            start as f64 / 1e3,
            length as f64 / 1e3
        )),
        (0u32..3_000, 0u32..20_000).prop_map(|(offset, length)| format!(
            "pause:B:work~{}:{}",
            offset as f64 / 1e3,
            length as f64 / 1e3
        )),
        (0u32..3_000).prop_map(|start| format!("crash:B:{}", start as f64 / 1e3)),
        (0u32..9_000).prop_map(|by| format!("delay:A-storage:write:{}", by as f64 / 1e3)),
        (0u32..9_000, 0u32..9_000).prop_map(|(start, length)| format!(
            "cut:A-service:{}:{}",
            start as f64 / 1e3,
            length as f64 / 1e3
        )),
        (0u32..9_000).prop_map(|by| format!("jump:service:acquired:{}", by as f64 / 1e3)),
        Just("failover:service:acquired~0.1".into()),
    ];
    prop::collection::vec(fault, 0..8).prop_map(|faults| faults.join(","))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn whatever_is_moved_anywhere_leads_to_a_run_that_its_link_restores(
        list in any_faults(),
        service in prop::sample::select(ServiceKind::ALL),
        scenario in prop::sample::select(Scenario::ALL),
        storage in prop::sample::select(&[Policy::Any, Policy::Conditional][..]),
        micros in prop_oneof![0u64..20_000_000, 0u64..1_000_000_000_000_000],
        millis in 0u64..1_000,
    ) {
        let faults = faults::parse(&list).0;
        let params = Params { service, scenario, storage, faults, ..Params::default() };
        let setup = Setup::new(params.with_possible_faults()).expect("a possible run");
        let board = Board::of(setup);
        for grip in board.grips() {
            let params = board.moved(grip.what, Time::from_micros(micros), Duration::from_millis(millis));
            let moved = Setup::new(params);
            prop_assert!(moved.is_ok(), "{:?} {:?}", grip, moved);
            let link = link(params);
            prop_assert!(link.len() <= 2_000);
            prop_assert_eq!(*Query::parse(&link).0.setup().params(), params, "{}", link);
        }
    }
}
