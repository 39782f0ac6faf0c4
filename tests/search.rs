//! What searches find, and what they do not.

mod support;

use lock_simulator::query::Query;
use lock_simulator::search::{Badness, Bounds, Findings, Kinds, Progress, Search, Table};
use lock_simulator::sim::{Duration, Outcome, Params, Policy, ServiceKind, Setup};
use support::{WITH_TOKENS, seconds, services_and_policies};

fn bounds(text: &str) -> Bounds {
    Bounds::read(text).expect("the test's bounds are possible")
}

fn kinds(words: &str) -> Kinds {
    Kinds::read(words, '.').expect("the test's kinds are kinds")
}

fn search(params: Params, bounds: Bounds) -> Findings {
    let setup = Setup::new(params).expect("the test's setup is possible");
    Search::new(&setup, bounds).finish()
}

/// The same with few steps.
fn quick(params: Params) -> Params {
    let (lease, tick, retry) = (seconds(2), Duration::from_millis(500), seconds(1));
    Params { work: Duration::ZERO, lease, tick, retry, nodes: 3, ..params }
}

fn linked(link: &str) -> Params {
    let (query, notices) = Query::parse(link);
    assert_eq!(notices, [], "{link}");
    query.params
}

/// The run that was found, as somebody has it who opens its link.
fn replayed(found: Params) -> Outcome {
    let link = Query { params: found, ..Query::default() }.print();
    Outcome::of(Query { params: linked(&link), ..Query::default() }.setup())
}

#[test]
fn without_fencing_one_fault_is_enough_with_every_service() {
    for service in ServiceKind::ALL.iter().copied() {
        let found = search(Params { service, ..Params::default() }, Bounds::default());
        let run = found.counterexample.expect("there is such a run");
        assert_eq!(run.faults.iter().count(), 1, "{service:?}");
        assert!(replayed(run).overwritten > 0, "{service:?}");
    }
}

/// Whatever a scenario shows with one fault, a search for faults of its kind finds as well, whenever
/// the others ask for the lock, and however long leases, messages and the fault are.
#[test]
fn what_one_fault_shows_is_found() {
    const SERVICES: [&str; 7] = [
        "service=etcd",
        "service=zookeeper",
        "service=chubby&lockdelay=4",
        "service=redis&retry=2000",
        "service=redlock&nodes=3&retry=2000",
        "service=etcd&clients=3&renew=on",
        "service=chubby&storage=fencing",
    ];
    const SCENARIOS: [(&str, &str); 7] = [
        ("pause", "pause"),
        ("check-pause", "pause"),
        ("crash", "crash"),
        ("delay", "delay"),
        ("partition", "cut"),
        ("clock-jump", "jump"),
        ("failover", "failover"),
    ];
    const TIMES: [&str; 7] = [
        "pause=5.2",
        "starts=0,20&pause=30",
        "lease=2&starts=0,10&pause=12",
        "lease=2&latency=500&pause=10",
        "lease=10&latency=3000&pause=30",
        "lease=20&latency=5000&pause=75&jitter=1000",
        "lease=2&starts=4,0,12&pause=15",
    ];
    let mut shown = 0;
    for (service, (scenario, kind)) in
        SERVICES.iter().flat_map(|service| SCENARIOS.map(|scenario| (service, scenario)))
    {
        // A cut is searched for longer, since A works all the while.
        let times = TIMES.iter().take(if kind == "cut" { 4 } else { TIMES.len() });
        for times in times {
            let link = format!("{service}&scenario={scenario}&{times}");
            let setup = Setup::new(linked(&link)).expect("it is possible");
            // With Redlock some have more than one.
            if setup.faults().len() > 1 {
                continue;
            }
            let outcome = Outcome::of(setup);
            for bad in Badness::ALL.iter().copied().filter(|bad| bad.is_in(&outcome)) {
                let mut search = Search::new(&setup, Bounds { bad, most: 1, kinds: kinds(kind) });
                while search.advance(100)
                    && search.findings().counterexample.is_none()
                    && search.findings().states < 400_000
                {}
                let found = search.findings();
                assert!(found.counterexample.is_some(), "{link} {bad:?}: {found:?}");
                shown += 1;
            }
        }
    }
    assert!(shown > 300, "{shown}");
}

#[test]
fn with_fencing_no_late_write_overwrites_a_later_value() {
    for service in WITH_TOKENS {
        let fenced = Params { service, storage: Policy::Fencing, ..Params::default() };
        assert_eq!(search(fenced, Bounds::default()).counterexample, None, "{service:?}");
        let two = Bounds { most: 2, kinds: kinds("pause.delay"), ..Bounds::default() };
        assert_eq!(search(quick(fenced), two).counterexample, None, "{service:?}");
    }
}

#[test]
fn with_fencing_an_update_can_be_lost_and_with_marked_reads_none() {
    for service in WITH_TOKENS {
        let fenced = Params { service, storage: Policy::Fencing, ..Params::default() };
        let bounds = Bounds { bad: Badness::LostUpdate, ..Bounds::default() };
        let run = search(fenced, bounds).counterexample.expect("there is such a run");
        assert_eq!(run.faults.iter().count(), 1, "{service:?}");
        assert!(replayed(run).lost_updates > 0, "{service:?}");
        let marked = Params { mark: true, ..fenced };
        assert_eq!(search(marked, bounds).counterexample, None, "{service:?}");
        let two = Bounds { most: 2, kinds: kinds("pause.delay"), ..bounds };
        assert_eq!(search(quick(marked), two).counterexample, None, "{service:?}");
    }
}

#[test]
fn a_conditional_write_loses_no_update_with_any_service() {
    for service in ServiceKind::ALL.iter().copied() {
        let params = Params { service, storage: Policy::Conditional, ..Params::default() };
        let bounds = Bounds { bad: Badness::LostUpdate, ..Bounds::default() };
        assert_eq!(search(params, bounds).counterexample, None, "{service:?}");
        let two = Bounds { most: 2, kinds: kinds("pause.delay"), ..bounds };
        assert_eq!(search(quick(params), two).counterexample, None, "{service:?}");
    }
}

#[test]
fn redlock_fails_by_as_many_jumps_as_leave_the_holder_without_a_majority() {
    for (cuts, jumps) in [("cut:A-redis4:0,cut:A-redis5:0", 1), ("cut:A-redis5:0", 2), ("", 3)] {
        let base = linked(&format!("service=redlock&scenario=custom&faults={cuts}"));
        let found = search(base, bounds("double:4:jump"));
        let run = found.counterexample.expect("there is such a run");
        let added = run.faults.iter().count() - base.faults.iter().count();
        assert_eq!(added, jumps, "{cuts}");
        assert!(!replayed(run).double.is_zero(), "{cuts}");
    }
}

#[test]
fn a_server_of_redlock_that_comes_back_after_a_lease_breaks_no_promise() {
    let cut = "service=redlock&scenario=custom&faults=cut:A-redis4:0,cut:A-redis5:0";
    let wanted = bounds("double:1:restart");
    let run = search(linked(cut), wanted).counterexample.expect("there is such a run");
    assert!(!replayed(run).double.is_zero());
    let delayed = linked(&[cut, "&restart=delayed"].concat());
    assert_eq!(search(delayed, wanted).counterexample, None);
    let told = wanted.in_words(&Setup::new(delayed).expect("it is possible"));
    assert!(told.contains("A server is down for 6 seconds."), "{told}");
}

#[test]
fn no_service_makes_two_promises_unless_a_server_forgets_or_a_clock_is_wrong() {
    let wanted = bounds("double:1:pause.crash.delay.cut");
    for params in services_and_policies() {
        assert_eq!(search(params, wanted).counterexample, None, "{params:?}");
    }
    for service in ServiceKind::ALL.iter().copied() {
        let plain = Params { service, ..Params::default() };
        for params in [
            Params { renew: true, ..plain },
            Params { renew: true, obey: true, ..plain },
            Params { clients: 3, ..plain },
        ] {
            assert_eq!(search(params, wanted).counterexample, None, "{params:?}");
        }
    }
}

#[test]
fn no_service_makes_two_promises_with_two_such_faults() {
    for (service, kinds) in [
        (ServiceKind::Etcd, "pause.delay.cut"),
        (ServiceKind::ZooKeeper, "pause.delay.cut"),
        (ServiceKind::Chubby, "pause.delay.cut"),
        (ServiceKind::Redis, "pause.delay.cut"),
        (ServiceKind::Redlock, "pause.delay"),
    ] {
        let plain = quick(Params { service, ..Params::default() });
        let renews = Params { renew: true, obey: true, ..plain };
        for (params, kinds) in [(plain, kinds), (renews, "pause.delay")] {
            let wanted = bounds(&format!("double:2:{kinds}"));
            assert_eq!(search(params, wanted).counterexample, None, "{params:?}");
        }
    }
}

#[test]
fn a_naive_release_makes_two_promises_at_once() {
    let base = linked("service=redis&release=naive&clients=3&scenario=custom");
    let run = search(base, bounds("double:1:pause")).counterexample.expect("there is such a run");
    assert!(!replayed(run).double.is_zero());
}

#[test]
fn a_search_without_faults_tries_the_run_as_it_is() {
    let found = search(Params::default(), bounds("overlap:0"));
    assert_eq!((found.runs, found.counterexample), (1, None));
    let bad = linked("scenario=custom&faults=pause:A:work:8");
    assert_eq!(search(bad, bounds("overwritten:3")).counterexample, Some(bad));
}

#[test]
fn the_faults_of_a_story_are_left_out_and_its_job_is_not() {
    let found = search(linked("scenario=overrun"), bounds("overwritten:0"));
    let run = found.counterexample.expect("A works for longer than its lease");
    assert_eq!(Query { params: run, ..Query::default() }.print(), "scenario=custom&job=works");
    assert_eq!(search(linked("scenario=pause"), bounds("overwritten:0")).counterexample, None);
}

#[test]
fn a_search_in_slices_finds_the_same_as_one_in_a_piece() {
    let setup = Setup::default();
    let whole = Search::new(&setup, Bounds::default()).finish();
    let mut search = Search::new(&setup, Bounds::default());
    let mut last = 0.0;
    while search.advance(100) {
        let progress = search.progress();
        assert!(progress.faults == 0 || (last..=1.0).contains(&progress.part), "{progress:?}");
        last = progress.part;
    }
    assert_eq!(search.findings(), whole);
    assert!(last > 0.9, "{last}");
}

#[test]
fn progress_rises_all_the_way_and_is_not_far_ahead_of_the_work() {
    let setup = Setup::new(linked("storage=fencing")).expect("it is possible");
    let all = Search::new(&setup, bounds("overwritten:1")).finish().states;
    let mut search = Search::new(&setup, bounds("overwritten:1"));
    let (mut last, mut at_a_third) = (0.0, None);
    while search.advance(20) {
        let Progress { faults, part, .. } = search.progress();
        assert!(faults == 0 || (last..=1.0).contains(&part), "{part} after {last}");
        last = part;
        if search.findings().states >= all / 3 {
            at_a_third.get_or_insert(part);
        }
    }
    let at_a_third = at_a_third.expect("it is told on the way");
    assert!(at_a_third > 0.0 && at_a_third < 0.5, "{at_a_third}");
    assert!(last > 0.8, "{last}");
}

#[test]
fn bounds_are_written_as_they_are_read() {
    for text in ["overwritten:1", "lost-update:4:pause.delay", "double:0:jump", "late:2:none"] {
        assert_eq!(bounds(text).print(), text);
    }
    assert_eq!(bounds(""), Bounds::default());
    assert_eq!(bounds("late").print(), "late:1");
    for (text, named) in [
        ("worse", "worse is not possible: it takes one of overlap, double, late"),
        ("late:5", "5 is not possible: it takes a number of faults from 0 to 4."),
        (
            "late:1:pause.rain",
            "rain is no kind of fault: it takes some of \
             pause.crash.delay.cut.jump.restart.failover, or none.",
        ),
        ("late:1:pause.", "needs a value: it takes some of pause.crash"),
        ("late:1:pause:2", "2 is one part too many."),
    ] {
        let said = Bounds::read(text).expect_err(text);
        assert!(said.starts_with(named), "{said}");
    }
}

fn told(link: &str, text: &str) -> String {
    bounds(text).in_words(&Setup::new(linked(link)).expect(link))
}

#[test]
fn bounds_are_told_with_what_the_service_has_a_place_for() {
    let etcd = told("scenario=normal", "late:2");
    assert!(etcd.starts_with("At most two faults are added to the run: a pause"), "{etcd}");
    assert!(etcd.contains("after 13 seconds at the latest"), "{etcd}");
    assert!(!etcd.contains("clock"), "{etcd}");
    let redis = told("service=redis", "late:1:jump");
    assert!(redis.contains("A clock jumps by 2.5 or 6 seconds."), "{redis}");
    assert!(redis.contains("Each begins at any step of the first 600 seconds. A"), "{redis}");
    for text in ["late:1:jump", "late:1:none"] {
        assert_eq!(
            told("scenario=normal", text),
            "No fault is added to the run: no kind of fault is chosen that this service can have."
        );
    }
}

#[test]
fn bounds_say_when_faults_begin_and_that_a_delay_does_with_its_write() {
    let anywhere = "begins at any step of the first 600 seconds";
    let at_write = ", and at a client also between its decision to write and the write.";
    for (kinds, sentence) in [
        ("pause.cut", format!(" Each {anywhere}{at_write}")),
        ("cut", format!(" Each {anywhere}.")),
        ("delay.failover", format!(" Each but a delay {anywhere}.")),
    ] {
        let words = told("scenario=normal", &format!("late:1:{kinds}"));
        assert!(words.contains(&sentence), "{words}");
    }
    let delay = told("scenario=normal", "late:1:delay");
    assert!(!delay.contains("begins"), "{delay}");
    assert!(delay.ends_with("at most 13 seconds late; no other message is delayed."), "{delay}");
}

#[test]
fn bounds_say_what_is_left_to_chance_and_not_tried() {
    let chance = "What depends on chance is as with seed 3, and no other is tried.";
    for (link, is_left) in [
        ("service=etcd&seed=3", false),
        ("service=etcd&seed=3&jitter=2000", true),
        ("service=redis&seed=3", true),
    ] {
        for text in ["late:1:crash", "late:0"] {
            assert_eq!(told(link, text).ends_with(chance), is_left, "{link} {text}");
        }
    }
    // With another seed it goes wrong, so that is no idle warning.
    let link = |seed| linked(&format!("scenario=normal&latency=100&jitter=2000&seed={seed}"));
    assert_eq!(search(link(3), bounds("late:1:crash")).counterexample, None);
    let run = search(link(0), bounds("late:1:crash")).counterexample.expect("there is such a run");
    assert_eq!(run.faults.iter().count(), 0);
}

#[test]
fn bounds_say_that_not_all_schedules_of_several_faults_are_counted() {
    let words = "Schedules that turn out alike are not all counted.";
    assert!(told("", "late:2").contains(words));
    assert!(!told("", "late:1").contains(words));
}

#[test]
fn bounds_say_that_the_faults_of_a_scenario_are_left_out_where_it_has_any() {
    for (link, has_any) in [
        ("scenario=normal", false),
        ("scenario=overrun", false),
        ("scenario=custom&faults=pause:A:work:8", false),
        ("scenario=pause", true),
        ("scenario=failover", true),
    ] {
        let words = told(link, "late:1");
        let start = if has_any {
            "At most one fault is added to the run without the faults of its scenario: a pause"
        } else {
            "At most one fault is added to the run: a pause"
        };
        assert!(words.starts_with(start), "{link}: {words}");
    }
}

#[test]
fn a_search_adds_and_tells_of_no_more_faults_than_a_list_has_room_for() {
    for (own, most, words) in [
        (14, 2, "At most two faults are added to the run: a delay"),
        (15, 1, "At most one fault is added to the run: a delay"),
        (16, 0, "No fault is added to the run: the run has as many faults as it can have."),
    ] {
        let list = vec!["pause:B:0:0.1"; own].join(",");
        let link = format!("scenario=custom&storage=fencing&faults={list}");
        let setup = Setup::new(linked(&link)).expect("it is possible");
        let wanted = bounds("late:4:delay");
        let search = Search::new(&setup, wanted);
        assert_eq!(search.bounds().most, most);
        assert!(wanted.in_words(&setup).starts_with(words), "{}", wanted.in_words(&setup));
        assert_eq!(search.bounds().in_words(&setup), wanted.in_words(&setup));
    }
}

#[test]
fn the_table_has_a_search_for_every_storage_that_a_service_allows() {
    let mut table = Table::new(&Setup::default(), bounds("overwritten:1:delay"));
    while table.advance(10_000) {}
    let cells = table.cells();
    assert_eq!(cells.len(), services_and_policies().count());
    for cell in cells {
        let params = cell.setup.params();
        let found = cell.findings.expect("it is over").counterexample;
        assert_eq!(found.is_some(), params.storage == Policy::Any, "{params:?}");
        assert!(found.is_none_or(|found| found.service == params.service));
    }
    assert!((table.progress() - 1.0).abs() < f64::EPSILON);
}
