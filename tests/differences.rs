//! Where two runs part.

mod support;

use lock_simulator::compare::{self, Difference};
use lock_simulator::query::Query;
use lock_simulator::sim::{ServiceKind, Setup, Trace};
use lock_simulator::words;
use proptest::prelude::*;
use support::{custom_setups, setups};

fn any_setup() -> impl Strategy<Value = Setup> {
    prop_oneof![setups(), custom_setups(ServiceKind::ALL)]
}

proptest! {
    // Long runs take long.
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_run_differs_from_itself_in_nothing(run in any_setup()) {
        let mut query = Query { params: *run.params(), ..Query::default() };
        query.put_beside(*run.params());
        prop_assert_eq!(query.view.compare, None);
        prop_assert_eq!(first_difference(&Trace::of(run), &Trace::of(run)), None);
    }

    #[test]
    fn before_the_first_difference_the_same_happens_and_the_order_of_the_runs_makes_none(
        run in any_setup(),
        other in any_setup(),
    ) {
        let [this, that] = [run, other].map(Trace::of);
        let found = first_difference(&this, &that);
        let turned = first_difference(&that, &this);
        prop_assert_eq!(found.map(|found| found.at), turned.map(|found| found.at));
        let Some(Difference { at, steps }) = found else {
            return Ok(());
        };
        prop_assert!(steps.iter().any(Option::is_some));
        for (trace, step) in [&this, &that].into_iter().zip(steps) {
            let lines = words::log(trace);
            let step = lines.iter().find(|line| Some(line.number) == step);
            prop_assert!(step.is_none_or(|step| step.at >= at));
        }
    }
}

/// A step of the log.
type Step = Option<(u32, String)>;

/// The first difference between the run of a link and the one beside it: when it is, and the step
/// of each.
fn difference(link: &str) -> Option<(String, [Step; 2])> {
    let (query, notices) = Query::parse(link);
    assert_eq!(notices, [], "{link}");
    let other = query.other().unwrap_or(query);
    let traces = [query, other].map(|query| Trace::of(query.setup()));
    let found = first_difference(&traces[0], &traces[1])?;
    let step = |place: usize| {
        let lines = words::log(&traces[place]);
        let line = lines.into_iter().find(|line| Some(line.number) == found.steps[place])?;
        Some((line.number, line.text))
    };
    Some((words::clock(found.at).to_string(), [step(0), step(1)]))
}

fn first_difference(this: &Trace, that: &Trace) -> Option<Difference> {
    let [these, those] = [this, that].map(words::log);
    compare::first_difference((this, &these), (that, &those))
}

#[test]
fn runs_differ_first_where_their_stories_part() {
    for (link, at, this, that) in [
        (
            "compare=storage:fencing",
            "8.6",
            (20, "The storage accepts A’s write"),
            (20, "The storage refuses A’s write"),
        ),
        (
            "compare=lease:6",
            "5",
            (8, "The lease that A was promised is over"),
            (8, "The lease that A was promised is over"),
        ),
        (
            "compare=pause:3",
            "3.33",
            (8, "The lease that A was promised is over"),
            (8, "A wakes up"),
        ),
        (
            "compare=service:redis",
            "0.27",
            (6, "etcd puts B into the queue"),
            (6, "B is turned away"),
        ),
        (
            "compare=service:redlock",
            "0.27",
            (6, "etcd puts B into the queue"),
            (7, "B wins 0 of 5 servers"),
        ),
        (
            "compare=service:zookeeper",
            "5.5",
            (9, "etcd, which looks every half second"),
            (9, "ZooKeeper, which lets sessions end"),
        ),
        (
            "compare=service:chubby",
            "5.02",
            (9, "etcd, which looks every half second"),
            (9, "A’s lease is over, and Chubby"),
        ),
        (
            "service=redis&compare=service:redlock",
            "4.948",
            (8, "The lease that A was promised"),
            (9, "The lease that A was promised"),
        ),
        ("compare=scenario:normal", "0.33", (7, "A stops for 8 s"), (7, "A sends its write")),
        (
            "compare=latency:30",
            "0.02",
            (2, "etcd gives the lock to A"),
            (2, "etcd gives the lock to A"),
        ),
        (
            "service=redlock&scenario=clock-jump&compare=clock:slew",
            "0.05",
            (6, "The wall clock of redis 3 steps"),
            (6, "The wall clock of redis 3 is to be set"),
        ),
        (
            "scenario=failover&compare=service:redis",
            "0.04",
            (4, "etcd loses its leader"),
            (4, "Redis loses its primary"),
        ),
    ] {
        let (when, steps) = difference(link).unwrap_or_else(|| panic!("{link}"));
        assert_eq!(when, at, "{link} {steps:?}");
        for (step, (number, text)) in steps.into_iter().zip([this, that]) {
            let (found, said) = step.unwrap_or_else(|| panic!("{link}"));
            assert_eq!(found, number, "{link}: {said}");
            assert!(said.starts_with(text), "{link}: {said}");
        }
    }
}

#[test]
fn runs_that_only_differ_in_words_take_the_same_course() {
    for link in [
        "",
        // No write is late, so nothing is refused.
        "pause=3&compare=storage:fencing",
        // Only the names of the services are not the same.
        "scenario=normal&compare=service:zookeeper",
        "service=redis&compare=token:incr",
        "scenario=normal&compare=lease:60",
    ] {
        assert_eq!(difference(link), None, "{link}");
    }
}

#[test]
fn a_run_that_ends_before_the_other_differs_goes_on_has_no_step_for_it() {
    let (at, [this, that]) = difference("scenario=crash&compare=scenario:pause").expect("A stops");
    assert_eq!(at, "0.33");
    assert!(this.is_some() && that.is_some());
    let (_, steps) = difference("scenario=normal&compare=clients:3").expect("C asks as well");
    assert!(steps[1].as_ref().is_some_and(|(_, text)| text.starts_with("C asks")), "{steps:?}");
}

#[test]
fn the_first_difference_is_told_with_both_steps() {
    let tell = |link: &str| {
        let (query, _) = Query::parse(link);
        let traces = [query, query.other().unwrap_or(query)].map(|query| Trace::of(query.setup()));
        let lines = traces.each_ref().map(words::log);
        let told = [(&traces[0], &lines[0][..]), (&traces[1], &lines[1][..])];
        compare::tell(compare::first_difference(told[0], told[1]), told)
    };
    assert_eq!(tell(""), "Both runs take the same course.");
    assert_eq!(
        tell("compare=lease:6"),
        "The first difference is at 5 s. Above, step 8: The lease that A was promised is over. A is \
         stopped and cannot notice. Below, step 8 at 6 s: The lease that A was promised is over. A \
         is stopped and cannot notice."
    );
    assert_eq!(
        tell("compare=storage:fencing"),
        "The first difference is at 8.6 s. Above, step 20: The storage accepts A’s write, though \
         A’s lease is over. It replaces “from B”, which A has not read. Below, step 20: The storage \
         refuses A’s write: token 33 is lower than 34, the highest it has seen."
    );
}
