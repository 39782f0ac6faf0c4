//! Another run beside a run: in links, and which ones are offered.

mod support;

use lock_simulator::compare::{self, Offer};
use lock_simulator::query::{
    Ask, Controls, KEYS, Key, Kind, LONGEST_PRINTED, Notice, Query, Value, View, control_names,
    schema,
};
use lock_simulator::sim::{
    ClientId, Duration, Event, EventKind, FaultList, Params, Policy, Quiz, Scenario, ServiceKind,
    Setup, Starts, Subject, Trace, limits,
};
use proptest::prelude::*;
use support::{custom_setups, setups};

/// A query with another run beside it, as far as it is another.
fn beside(run: &Setup, other: &Setup) -> Query {
    let mut query = Query { params: *run.params(), ..Query::default() };
    query.put_beside(*other.params());
    query
}

fn any_setup() -> impl Strategy<Value = Setup> {
    prop_oneof![setups(), custom_setups(ServiceKind::ALL)]
}

/// What happens in a run, but for how a clock is set: where no lease goes by it, that makes no
/// difference to anybody.
fn happenings(query: &Query) -> Vec<Event> {
    let mut events = Trace::of(query.setup()).events;
    let is_set = |kind| matches!(kind, EventKind::Jumped { .. } | EventKind::Slewed { .. });
    if !query.params.has_values() {
        events.retain(|event| !is_set(event.kind));
    }
    events
}

/// What a link is told, and what it comes to.
fn read(link: &str) -> (Vec<String>, String) {
    let (query, notices) = Query::parse(link);
    (notices.iter().map(Notice::to_string).collect(), query.print())
}

proptest! {
    #[test]
    fn every_pair_of_runs_has_a_link(run in any_setup(), other in any_setup()) {
        let query = beside(&run, &other);
        let link = query.print();
        prop_assert!(link.len() <= LONGEST_PRINTED, "{}", link);
        let (again, notices) = Query::parse(&link);
        prop_assert_eq!(notices, Vec::new(), "{}", &link);
        prop_assert_eq!(again, query, "{}", &link);
        prop_assert_eq!(again.print(), link);
    }
}

proptest! {
    // Long runs take long.
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_does_not_count_for_a_run_is_no_difference(run in any_setup(), other in any_setup()) {
        let query = beside(&run, &other);
        let found = query.other().unwrap_or(query);
        let wanted = Query { params: *other.params(), ..Query::default() };
        prop_assert_eq!(happenings(&found), happenings(&wanted), "{}", query.print());
    }

    #[test]
    fn an_offer_is_another_run_and_two_that_are_swapped_twice_are_the_same(
        run in any_setup(),
        before in any_setup(),
    ) {
        let query = Query { params: *run.params(), ..Query::default() };
        for Offer { name, query: offered } in compare::offers(&query, Some(*before.params())) {
            prop_assert_eq!(offered.setup(), run, "{}", name);
            let swapped = compare::swapped(&offered).expect("there are two");
            prop_assert_eq!(swapped.setup(), offered.other().expect("there are two").setup());
            let back = compare::swapped(&swapped).expect("there are two");
            prop_assert_eq!(happenings(&back), happenings(&offered), "{}", name);
        }
    }
}

#[test]
fn a_link_says_in_what_another_run_differs() {
    for link in [
        "compare=storage:fencing",
        "compare=service:redis;storage:value",
        "storage=fencing&compare=storage:any",
        "service=redlock&scenario=clock-jump&compare=service:etcd",
        "t=5&theme=dark&compare=lease:6;renew:on",
        "compare=scenario:custom;faults:pause:A:1:8,crash:B:2",
        "scenario=custom&faults=pause:A:1:8&compare=faults:",
        "compare=clients:3;starts:0,1",
        "starts=0,1&compare=starts:",
    ] {
        assert_eq!(read(link), (Vec::new(), link.into()));
    }
}

#[test]
fn what_is_no_difference_is_left_out() {
    for (link, left) in [
        ("compare=", ""),
        ("compare=service:etcd", ""),
        ("compare=storage:any;lease:5;pause:9", "compare=pause:9"),
        ("lease=6&compare=lease:6", "lease=6"),
        // Ticks are no concern of etcd.
        ("compare=tick:3", ""),
        ("compare=lease:6&lease=7", "lease=7&compare=lease:6"),
    ] {
        assert_eq!(read(link), (Vec::new(), left.into()), "{link}");
    }
}

#[test]
fn bad_entries_are_named_and_the_others_stand() {
    let (said, left) = read("lease=7&compare=lease:1e9;colour:red;storage:fencing;t:5;nonsense");
    assert_eq!(left, "lease=7&compare=storage:fencing");
    assert_eq!(
        said,
        [
            "In compare: lease=1e9 is not possible: it takes 0.5 to 120 seconds. 7 is used.",
            "In compare: There is no key colour. It is left out.",
            "In compare: There is no key t. It is left out.",
            "In compare: There is no key nonsense. It is left out.",
        ]
    );
    let (said, left) = read("compare=scenario:custom;faults:pause:A:1:8,melt:A:1,crash:C:2");
    assert_eq!(left, "compare=scenario:custom;faults:pause:A:1:8");
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].starts_with("In compare: Entry 2 of faults, melt:A:1, is not possible"));
    assert!(said[1].starts_with("In compare: crash:C:2 in faults needs a client"));
    let (said, left) = read("compare=lease:6&compare=lease:7;lease:8");
    assert_eq!(left, "compare=lease:8");
    assert_eq!(
        said,
        [
            "compare is given more than once. The last one counts.",
            "In compare: lease is given more than once. The last one counts.",
        ]
    );
}

#[test]
fn another_run_that_is_not_possible_is_treated_as_any_run_is() {
    let (said, left) = read("compare=service:redlock;storage:fencing");
    assert_eq!(left, "compare=service:redlock");
    assert_eq!(
        said,
        ["In compare: storage=fencing is not possible with service=redlock, which hands out no \
          fencing token. The storage accepts every write."]
    );
    let (said, left) = read("storage=fencing&compare=service:redis");
    assert_eq!(left, "storage=fencing&compare=service:redis;storage:any");
    assert_eq!(said.len(), 1, "{said:?}");
    // What is wrong about this run is said once.
    let (said, left) = read("service=redlock&storage=fencing&compare=service:etcd");
    assert_eq!(left, "service=redlock&compare=service:etcd");
    assert_eq!(said.len(), 1, "{said:?}");
}

#[test]
fn of_much_nonsense_the_first_is_named_and_the_rest_is_counted() {
    let (said, left) = read(&["compare=", &"x:1;".repeat(100), "lease:6"].concat());
    assert_eq!(left, "compare=lease:6");
    assert_eq!(said.len(), 9, "{said:?}");
}

/// A value that is long to write: the longest, or the one that is left when it is taken.
fn long_value(key: &Key, taken: Option<Value>) -> Value {
    let step = if taken.is_some() { 2 } else { 1 };
    let below = |length: &Duration| length.saturating_sub(Duration::from_micros(step));
    match &key.kind {
        Kind::Choice(words) => {
            let taken = taken.unwrap_or(key.default());
            let free = words.iter().filter(|word| Value::Word(word) != taken);
            Value::Word(free.max_by_key(|word| word.len()).expect("there are several words"))
        }
        Kind::Switch => Value::Switch(taken.unwrap_or(key.default()) == Value::Switch(false)),
        Kind::Seconds(range) | Kind::Millis(range) => Value::Length(below(range.end())),
        Kind::Integer(range) => Value::Number(range.end() - step as u32),
        Kind::Starts => {
            let start = below(limits::START.end());
            let clients = ClientId::first(ClientId::MOST);
            Value::Starts(clients.fold(Starts::default(), |all, client| all.with(client, start)))
        }
        Kind::Faults => {
            // No other fault takes more letters.
            let most = below(limits::FAULT.end());
            let fault = format!("delay:A-storage:acquired~{most}:{most}");
            let faults = vec![fault; FaultList::MOST].join(",");
            key.kind.parse(&faults).expect("the faults are in range")
        }
        Kind::Controls => {
            let locked = control_names().fold(Controls::NONE, |controls, name| {
                let locked = controls.with(name, true).or(controls.with(name, false));
                locked.unwrap_or(controls)
            });
            Value::Controls(locked)
        }
        Kind::Quiz => {
            let at = Some(Duration::from_micros(3_599_999_999));
            Value::Quiz(Some(Quiz { subject: Subject::Stored, at }))
        }
        Kind::Ask => {
            let text = ["search:", &"a".repeat(Ask::LONGEST - 7)].concat();
            key.kind.parse(&text).expect("the question is not too long")
        }
    }
}

/// The longest link for a service and a storage beside those of another, as it is printed.
fn longest(service: ServiceKind, storage: Policy) -> String {
    let query = longest_query(service, storage);
    Query { view: View { controls: Controls::default(), ..query.view }, ..query }.print()
}

fn longest_query(service: ServiceKind, storage: Policy) -> Query {
    let (mut this, mut that) = (Query::default(), Query::default());
    for key in KEYS {
        let value = long_value(key, None);
        (key.set)(&mut this, value);
        if key.is_of_run() {
            (key.set)(&mut that, long_value(key, Some(value)));
        }
    }
    this.params.service = ServiceKind::Redlock;
    this.params.scenario = Scenario::Failover;
    that.params = Params { service, storage, scenario: Scenario::Custom, ..that.params };
    this.put_beside(that.params);
    this
}

#[test]
fn no_link_is_longer_than_2_000_characters() {
    let mut lengths = Vec::new();
    for &service in ServiceKind::ALL {
        for &storage in Policy::ALL {
            let link = longest(service, storage);
            let (again, notices) = Query::parse(&link);
            assert_eq!(notices, [], "{link}");
            assert_eq!(again.print(), link);
            lengths.push(link.len());
        }
    }
    let longest = lengths.into_iter().max().expect("there are services");
    println!("the longest: {longest}");
    assert!((1_000..=LONGEST_PRINTED).contains(&longest), "{longest}");
}

#[test]
fn the_list_of_controls_of_a_figure_adds_no_more_than_400_characters() {
    let query = longest_query(ServiceKind::Redlock, Policy::Any);
    let link = query.print();
    assert_eq!(Query::parse(&link).0.print(), link);
    let list = query.view.controls.print().len();
    assert!((300..=400).contains(&list), "{list}");
}

#[test]
fn a_long_list_of_faults_is_shortened_only_where_it_must() {
    assert!(longest(ServiceKind::Redlock, Policy::Any).contains("de:A-st:ac~"));
    let link = "scenario=custom&faults=pause:A:acquired~1:8&compare=faults:delay:B-storage:write:8";
    assert_eq!(read(link), (Vec::new(), link.into()));
}

#[test]
fn a_control_changes_this_run_only_where_the_two_differ_already() {
    for (link, key, value, changed) in [
        // The other one follows.
        (
            "compare=storage:fencing",
            &schema::SERVICE,
            "zookeeper",
            "service=zookeeper&compare=storage:fencing",
        ),
        ("compare=storage:fencing", &schema::LEASE, "7", "lease=7&compare=storage:fencing"),
        // It stays.
        ("compare=lease:6", &schema::LEASE, "7", "lease=7&compare=lease:6"),
        (
            "compare=storage:fencing",
            &schema::STORAGE,
            "conditional",
            "storage=conditional&compare=storage:fencing",
        ),
        // No difference is left, and so no comparison.
        ("compare=storage:fencing", &schema::STORAGE, "fencing", "storage=fencing"),
        ("compare=storage:fencing", &schema::SERVICE, "redlock", "service=redlock"),
        // How it is shown is the same for both.
        ("compare=storage:fencing", &schema::THEME, "dark", "theme=dark&compare=storage:fencing"),
        ("compare=storage:fencing", &schema::T, "3", "t=3&compare=storage:fencing"),
        ("", &schema::LEASE, "7", "lease=7"),
    ] {
        let (mut query, _) = Query::parse(link);
        query.set(key, key.kind.parse(value).expect("the value is possible"));
        assert_eq!(query.print(), changed, "{link} {}={value}", key.name);
    }
}

#[test]
fn a_run_that_is_changed_by_hand_takes_the_other_one_along_where_they_are_the_same() {
    let (mut query, _) = Query::parse("compare=storage:fencing;lease:6");
    let (changed, _) = Query::parse("scenario=custom&lease=7&faults=pause:A:work~0.3:9");
    query.turn_into(changed.params);
    assert_eq!(
        query.print(),
        "scenario=custom&lease=7&faults=pause:A:work~0.3:9&compare=storage:fencing;lease:6"
    );
}

#[test]
fn a_comparison_comes_back_when_the_other_run_is_possible_again() {
    let (mut query, _) = Query::parse("compare=storage:fencing");
    let service = |query: &mut Query, word| query.set(&schema::SERVICE, Value::Word(word));
    service(&mut query, "redlock");
    service(&mut query, "chubby");
    assert_eq!(query.print(), "service=chubby&compare=storage:fencing");
}

#[test]
fn what_is_offered_fits_the_run() {
    let names = |link: &str, before: Option<&str>| {
        let query = Query::parse(link).0;
        let before = before.map(|before| Query::parse(before).0.params);
        let offers = compare::offers(&query, before);
        offers.iter().map(|offer| offer.name).collect::<Vec<&str>>().join(", ")
    };
    assert_eq!(names("", None), "the same with fencing, ZooKeeper, Redis, Redlock, Chubby");
    assert_eq!(
        names("storage=fencing", None),
        "the same without fencing, ZooKeeper, Redis, Redlock, Chubby"
    );
    assert_eq!(names("service=redlock", None), "etcd, ZooKeeper, Redis, Chubby");
    assert_eq!(
        names("lease=6", Some("")),
        "the same with fencing, ZooKeeper, Redis, Redlock, Chubby, before the last edit"
    );
    assert_eq!(names("lease=6", Some("lease=6")), names("lease=6", None));
}

#[test]
fn a_lease_that_an_answer_names_is_set_in_both_runs() {
    let mut query = Query::parse("compare=storage:fencing&ask=lease").0;
    let lease = Duration::from_secs(6);
    query.turn_into(Params { lease, ..*query.setup().params() });
    assert_eq!(query.print(), "lease=6&ask=lease&compare=storage:fencing");
}
