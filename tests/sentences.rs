//! What is said about a run.

use lock_simulator::query::Query;
use lock_simulator::sim::Trace;
use lock_simulator::words;

fn trace(query: &str) -> Trace {
    let (query, notices) = Query::parse(query);
    assert_eq!(notices, []);
    Trace::of(query.setup())
}

fn lines(query: &str) -> Vec<String> {
    words::log(&trace(query)).into_iter().map(|line| line.text).collect()
}

#[test]
fn the_verdict_says_what_went_wrong_and_why() {
    for (query, parts) in [
        ("", &["A’s write arrived 3.1 s after etcd had ended its lease", "stopped for 8 s"][..]),
        ("renew=on", &["stopped for 8 s", "had learned of the loss, and wrote all the same"]),
        ("scenario=check-pause", &["had checked its lease, but then stopped for 8 s"]),
        ("scenario=overrun", &["A’s work took longer than its lease of 5 s"]),
        ("work=300", &["A’s write arrived", "A’s work took longer than its lease of 5 s"]),
        ("scenario=delay", &["A sent it in time, but it was 8.02 s on its way."]),
        (
            "scenario=normal&latency=700&lease=2",
            &["A’s lease of 2 s was too short for the way from the lock to the write."],
        ),
        (
            "service=redlock&scenario=clock-jump",
            &[
                "Two clients could rely on the lock at once, for 0.34 s",
                "the clock of redis 3 stepped ahead by 6 s",
                "B wrote over “from A”, which it had not read, so A’s update is lost",
            ],
        ),
        ("pause=4.95&clients=5", &["was accepted. No later holder had written yet"]),
        ("pause=5.2", &["A’s late write fell between B’s read and B’s write"]),
        // The write that does the harm is not the first late one.
        ("scenario=normal&work=8&clients=3", &["A’s late write fell between B’s read"]),
        ("storage=fencing", &["A’s late write was refused: its token 33 is lower than 34"]),
        ("scenario=crash", &["A crashed, and B waited 5.31 s, until A’s lease was over."]),
        // Whoever is next, not whoever waited longest.
        ("scenario=crash&service=redis&clients=5", &["A crashed, and E waited 4.096 s"]),
        ("obey=on", &["A noticed that its lease was over and did not write."]),
        (
            "latency=5000&lease=0.5&obey=on",
            &["A noticed that its lease was over and did not write."],
        ),
        (
            "service=redis&latency=5000&lease=0.5",
            &["2 clients were still waiting when the run ended."],
        ),
        (
            "scenario=overrun&pause=300&renew=on&clients=5&work=300",
            &["3 clients were still waiting", "cut short at 600 s, when B was not done"],
        ),
        // The pause begins long after the lease is over and is not to blame.
        ("latency=5000", &["A’s lease of 5 s was too short for the way from the lock"]),
        ("scenario=clock-jump", &["The clock jump changed nothing"]),
        ("service=redlock&scenario=clock-jump", &["A could reach only 3 of 5 servers"]),
    ] {
        let what = words::verdict(&trace(query)).what;
        for part in parts {
            assert!(what.contains(part), "{query}: {what}");
        }
    }
}

#[test]
fn nothing_is_said_about_writes_where_nobody_wrote() {
    for query in ["service=redis&latency=5000&lease=0.5", "latency=5000&lease=0.5&obey=on"] {
        let verdict = words::verdict(&trace(query));
        assert_eq!(verdict.lead, "Nobody wrote. ");
        assert!(!verdict.what.contains("Every write"), "{}", verdict.what);
    }
}

#[test]
fn repeated_tries_are_told_in_one_line_even_if_the_service_said_yes() {
    for (query, told) in [
        (
            "service=redis&latency=5000&lease=0.5",
            "A is given the lock, but its lease is over before it hears of it. It gives the lock \
             back. It tries again 58 times.",
        ),
        (
            "service=redlock&latency=300&lease=0.5",
            "A wins 5 of 5 servers, but its lease is over before it hears of it. It unlocks all. \
             It tries again 728 times.",
        ),
        ("service=redis", "B is turned away, since the lock is taken. It tries again 18 times."),
        (
            "service=redlock",
            "B wins 0 of 5 servers, which is no majority, and unlocks all. It tries again 18 \
             times.",
        ),
    ] {
        let lines = lines(query);
        assert!(lines.iter().any(|line| line == told), "{query}: {lines:#?}");
        assert!(lines.len() < 25, "{query}: {lines:#?}");
    }
    assert_eq!(lines("service=redis&latency=5000&lease=0.5").len(), 4);
}

#[test]
fn repeated_renewals_are_told_in_one_line() {
    let lines = lines("renew=on&pause=3&work=20");
    let told = "A’s lease of 5 s is renewed, until 8.33 s by its own clock. It renews it 11 times \
                more, until 26.663 s.";
    assert_eq!(lines.iter().filter(|line| line.contains("is renewed")).count(), 2, "{lines:#?}");
    assert!(lines.iter().any(|line| line == told), "{lines:#?}");
}

#[test]
fn renewals_that_come_too_late_again_and_again_are_told_once() {
    let lines = lines("scenario=normal&renew=on&work=75&latency=1570");
    let told = "A’s lease of 5 s is renewed, until 8.14 s by its own clock. It renews it 24 times \
                more, until 83.5 s, but not always in time.";
    assert!(lines.iter().any(|line| line == told), "{lines:#?}");
    assert!(lines.len() < 35, "{lines:#?}");
}

#[test]
fn the_end_of_a_promise_is_told_by_what_its_client_does_about_it() {
    for (query, told) in [
        ("", "The lease that A was promised is over. A is stopped and cannot notice."),
        (
            "scenario=overrun",
            "The lease that A was promised is over. A does not look at its clock.",
        ),
        ("scenario=overrun&obey=on", "The lease that A was promised is over."),
        ("scenario=crash", "The lease that A was promised is over."),
    ] {
        let lines = lines(query);
        assert!(lines.iter().any(|line| line == told), "{query}: {lines:#?}");
    }
}

#[test]
fn the_timeline_in_words_names_the_servers_that_each_client_holds_and_the_clock_that_jumped() {
    let lanes = words::describe(&trace("service=redlock&scenario=clock-jump"));
    for lane in [
        "On redis 1 the key belongs to A from 0.02 s to 0.65 s.",
        "On redis 3 the key belongs to A from 0.02 s to 0.05 s; B from 0.27 s to 0.89 s.",
        "On redis 5 the key belongs to B from 0.27 s to 0.89 s.",
        "The clock of redis 3 steps ahead by 6 s at 0.05 s.",
    ] {
        assert!(lanes.iter().any(|said| said == lane), "{lanes:#?}");
    }
}

#[test]
fn fencing_is_recommended_exactly_where_it_would_have_helped() {
    let advised = |query| words::verdict(&trace(query)).remedy.contains("would have refused");
    for query in ["", "scenario=overrun", "scenario=delay", "service=zookeeper&pause=20"] {
        assert!(advised(query), "{query}");
    }
    for query in ["pause=5.1", "scenario=normal&work=300", "latency=5000", "service=redis"] {
        assert!(!advised(query), "{query}");
    }
}

#[test]
fn the_picture_is_told_in_a_bounded_number_of_words() {
    let long = "service=redlock&nodes=3&clients=5&retry=50&lease=0.5&latency=100&jitter=200";
    let told = words::describe(&trace(long)).join(" ");
    assert!(told.len() < 5_000, "{} bytes", told.len());
    assert!(told.contains("times more"), "{told}");
}

#[test]
fn what_happens_to_the_service_and_its_links_is_told_in_the_log() {
    let cut = "scenario=custom&renew=on&work=100&faults=cut:A-service:2:90";
    for (query, told) in [
        (
            "service=zookeeper&scenario=custom&work=10&renew=on&faults=cut:A-service:2:4",
            &[
                "A cannot reach ZooKeeper for 4 s, but it can reach the storage.",
                "A is told that it is disconnected from ZooKeeper",
                "A can reach ZooKeeper again.",
                "A is in touch with ZooKeeper again.",
            ][..],
        ),
        (&["service=chubby&", cut].concat(), &["A is told that its session is in jeopardy"]),
        ("service=chubby&lockdelay=10", &["Chubby holds the lock back until 15.02 s"]),
        (
            "scenario=failover",
            &[
                "etcd loses its leader.",
                "etcd has a new leader",
                "an election timeout of 1 s on top",
            ],
        ),
        (
            "service=redis&scenario=failover&token=incr",
            &[
                "Redis loses its primary.",
                "nor of the counter",
                "A’s lock is gone. A does not know.",
            ],
        ),
        (
            "service=redis&scenario=custom&faults=crash:redis1:0.3:0.1",
            &["Redis is down for 0.1 s, and forgets all that it knew.", "Redis is back."],
        ),
        (
            "service=redis&scenario=clock-jump&clock=slew",
            &["The wall clock of Redis is to be set ahead by 6 s, and is so little by little"],
        ),
        (
            "service=redis&scenario=pause&clients=3&work=4&pause=3&release=naive",
            &["A deletes the key without looking whose it is. It is C’s. C does not know."],
        ),
        (
            "service=redis&scenario=custom&extend=naive&renew=on&work=3&\
             faults=pause:A:work~0.25:8,pause:B:0.3:20",
            &["Redis sets A’s key anew, as if it had never been gone."],
        ),
    ] {
        let lines = lines(query);
        for part in told {
            assert!(lines.iter().any(|line| line.contains(part)), "{query}: {part}: {lines:#?}");
        }
    }
}

#[test]
fn a_client_that_is_out_of_touch_again_and_again_is_told_so_in_two_lines_and_before_its_end() {
    let cuts = "service=zookeeper&scenario=custom&work=30&renew=on&faults=cut:A-service:2:4,\
                cut:A-service:9:3.6,cut:A-service:15:3.6,cut:A-service:22:20";
    let told: Vec<String> = lines(cuts)
        .into_iter()
        .filter(|line| ["is told", "in touch", "for lost"].iter().any(|part| line.contains(part)))
        .collect();
    let doubt = "A is told that it is disconnected from ZooKeeper: it has heard nothing for too \
                 long to be sure of its lock.";
    let first = [doubt, " It is told so again 3 times."].concat();
    let (back, lost) = ("is in touch with ZooKeeper again.", "library takes the session for lost.");
    assert_eq!(told, [&first, &["A ", back].concat(), doubt, &["A’s client ", lost].concat()]);
    // Here each answer comes a moment too late.
    let slow = "service=zookeeper&scenario=normal&renew=on&clients=3&latency=1667&work=167.5";
    assert!(lines(slow).len() < 50);
}

#[test]
fn every_reason_of_the_storage_for_a_refusal_is_told() {
    for (query, told) in [
        ("storage=fencing", "token 33 is lower than 34, the highest it has seen."),
        ("storage=conditional", "A has read version 0, and version 1 is stored."),
        ("service=redis&storage=value", "another lock value, f761, has been left there since."),
        (
            "service=chubby&storage=fencing&sequencer=checked",
            "asks Chubby about A’s sequencer, hears that it is not valid any more",
        ),
    ] {
        let lines = lines(query);
        let refusals = lines.iter().filter(|line| line.contains("refuses"));
        assert!(refusals.clone().count() == 1 && refusals.clone().all(|line| line.contains(told)));
        let what = words::verdict(&trace(query)).what;
        assert!(what.contains("A’s late write was refused"), "{query}: {what}");
    }
}

#[test]
fn the_verdict_names_the_service_that_failed_and_how() {
    for (query, part) in [
        ("service=redis&scenario=failover", "knew nothing of the lock. B wrote over “from A”"),
        ("service=redis&scenario=failover&token=incr&storage=fencing", "the same token 33"),
        ("service=redlock&scenario=failover", "redis 3 came back without its memory"),
        ("service=redis&scenario=failover&storage=conditional", "Nothing was lost this time."),
        ("service=redis&scenario=clock-jump&clock=slew", "no lease ended noticeably early"),
        ("scenario=failover", "The new leader knew of the lock"),
        ("scenario=partition", "A could not reach etcd for 8 s"),
        ("scenario=partition&obey=on", "A noticed that its lease was over and did not write."),
        ("service=zookeeper&scenario=partition&obey=on", "had lost touch with ZooKeeper"),
        ("service=chubby&lockdelay=10", "Chubby was still holding the lock back"),
        (
            "scenario=custom&renew=on&work=15&recheck=off&faults=pause:B:1:10",
            "B’s session had ended while it waited",
        ),
    ] {
        let what = words::verdict(&trace(query)).what;
        assert!(what.contains(part), "{query}: {what}");
    }
}

#[test]
fn what_is_said_of_fencing_tokens_is_true_of_the_write_that_is_told_of() {
    for (query, part) in [
        ("latency=5000", "Fencing tokens alone are no help here, since the storage had seen no"),
        ("storage=conditional&pause=5.2", "Fencing tokens alone are no help here, since"),
        ("storage=fencing&pause=5.2", "Fencing tokens alone are no help here, since"),
        ("work=6&clients=3", "they would refuse this write, but not another"),
        ("work=300&lease=0.5&clients=5", "they would refuse this write, but not another"),
    ] {
        let said = words::verdict(&trace(query)).remedy;
        assert!(said.contains(part), "{query}: {said}");
    }
    let said = words::verdict(&trace("service=redis&latency=5000")).remedy;
    assert!(!said.contains("okens"), "{said}");
}

#[test]
fn the_verdict_blames_the_fault_that_did_it_and_not_the_first_one() {
    for (faults, part) in [
        ("faults=pause:A:0:0.1,pause:A:work~0.25:8", "A had stopped for 8 s"),
        ("faults=pause:A:work:1,pause:A:work~0.5:8", "A had stopped for 8.5 s"),
        (
            "renew=on&faults=cut:A-service:acquired~0.1:0.2,pause:A:work~0.35:8",
            "A had stopped for 8 s",
        ),
        ("renew=on&work=8&faults=cut:A-service:acquired~0.1", "A could not reach etcd any more"),
        (
            "renew=on&work=8&faults=cut:B-service:0.4:2,cut:A-service:0.4:9",
            "A could not reach etcd for 9 s",
        ),
        (
            "service=redlock&renew=on&faults=cut:A-redis1:0:1,pause:A:work:8",
            "A had stopped for 8 s",
        ),
        (
            "service=redis&faults=jump:redis1:0:0.1,failover:service:acquired",
            "Redis lost its primary",
        ),
        (
            "service=redlock&faults=cut:A-redis4:0,cut:A-redis5:0,cut:B-redis1:0,\
             jump:redis3:acquired:6",
            "A could reach only 3 of 5 servers",
        ),
    ] {
        let what = words::verdict(&trace(&format!("scenario=custom&{faults}"))).what;
        assert!(what.contains(part), "{faults}: {what}");
    }
}

#[test]
fn nobody_is_said_to_have_waited_for_what_did_not_happen() {
    for (query, part) in [
        ("scenario=custom&faults=crash:A:write~0.045", "until A’s lease"),
        ("clients=3&work=2&scenario=custom&faults=pause:A:work:6.3,crash:A:6.8", "until A’s lease"),
        (
            "service=redlock&scenario=custom&restart=delayed&faults=crash:redis3:0.3:0.1",
            "stayed away",
        ),
    ] {
        let what = words::verdict(&trace(query)).what;
        assert!(!what.contains(part), "{query}: {what}");
    }
}

#[test]
fn what_is_so_for_no_time_is_no_fact() {
    let query = "service=chubby&latency=0&scenario=custom&faults=pause:A:0:1,pause:B:work:8";
    let trace = trace(query);
    let facts = words::facts(&trace, &words::log(&trace));
    assert!(facts.iter().all(|fact| !fact.contains(" for 0 s (")), "{facts:?}");
}
