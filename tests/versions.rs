//! What links mean on which other pages rely: those below `v1/`.

use std::fmt::Write as _;

use lock_simulator::query::{KEYS, Key, Query};
use lock_simulator::sim::Outcome;

/// Links of every kind, as they may stand in pages that nobody will ever change.
const LINKS: &[&str] = &[
    "",
    "service=zookeeper",
    "service=redis&scenario=check-pause",
    "service=redlock&scenario=clock-jump",
    "service=chubby&scenario=partition&lockdelay=10",
    "scenario=overrun&renew=on&obey=on",
    "scenario=delay&storage=fencing&mark=on",
    "scenario=crash&clients=3",
    "service=redis&scenario=failover&token=incr&storage=fencing",
    "service=redlock&scenario=failover&nodes=7&restart=delayed&retry=300",
    "storage=conditional&pause=12&lease=7&work=2",
    "service=redis&storage=value&release=naive&extend=naive&renew=on",
    "service=chubby&storage=fencing&sequencer=checked",
    "service=zookeeper&tick=3&lease=4&check=on",
    "recheck=off&clients=3&starts=0,1,2",
    "service=redis&clock=slew&scenario=clock-jump",
    "fencing=on&latency=50&jitter=20&seed=7",
    "scenario=custom&faults=pause:A:work~0.25:8,crash:B:2,delay:A-storage:write:3",
    "scenario=custom&job=renews&pause=4&faults=cut:A-service:2:7,failover:service:1",
    "service=redlock&scenario=custom&faults=jump:redis3:acquired:10,crash:redis1:4:2",
    "t=3.5&theme=dark&controls=pause,service:locked,player&quiz=holder~5",
    "compare=storage:fencing",
    "ask=map:lease.work",
];

/// What a link comes to: the value of each key, of those that have their default only in the empty
/// link, and how the run ends.
fn meaning(link: &str) -> String {
    let (query, notices) = Query::parse(link);
    assert!(notices.is_empty(), "{link}: {notices:?}");
    let mut text = format!("?{link}\n");
    let told = |key: &&&Key| link.is_empty() || (key.get)(&query) != key.default();
    for key in KEYS.iter().filter(told) {
        let value = key.kind.print((key.get)(&query));
        writeln!(text, "  {} = {value}", key.name).expect("a string takes everything");
    }
    let compared = query.other().map(|other| other.print()).unwrap_or_default();
    writeln!(text, "  compare = {compared}").expect("a string takes everything");
    let outcome = Outcome::of(query.setup());
    let ended = outcome.headline().word();
    let stored = outcome.stored.map(|client| client.to_string()).unwrap_or_default();
    writeln!(text, "  ends {ended}, stored {stored}").expect("a string takes everything");
    text
}

/// Whoever has to change this has to make a `v2/`, unless the model was wrong about a service.
#[test]
fn links_of_the_first_version_mean_what_they_have_always_meant() {
    let meanings: Vec<String> = LINKS.iter().map(|link| meaning(link)).collect();
    insta::assert_snapshot!("links_of_v1", meanings.join("\n"));
}

/// Each key has to be in some link, also one that comes later.
#[test]
fn every_key_is_in_a_link_of_the_first_version() {
    let view_only = ["embed"];
    for key in KEYS.iter().filter(|key| !view_only.contains(&key.name)) {
        let is_in =
            |link: &&str| link.split('&').any(|part| part.starts_with(&[key.name, "="].concat()));
        assert!(LINKS.iter().any(is_in), "{}", key.name);
    }
}
