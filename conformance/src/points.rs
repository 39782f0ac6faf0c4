//! Finer points of the services, each tried on real servers by runs that any link can show.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use futures::future::try_join_all;
use lock_simulator::query::Query;
use lock_simulator::sim::{ClientId, EventKind, ServiceKind, Setup, SpanKind, Time, Trace};

use tokio::time::sleep;

use crate::compare::compare;
use crate::home::Home;
use crate::results::PointResult;
use crate::run::{self, Observed, Shared};
use crate::servers::{Needs, Servers};

/// How much later than one run of a point the next one begins.
const APART: Duration = Duration::from_millis(370);

/// A claim of the model about a service, and how to try it.
struct Point {
    service: ServiceKind,
    claim: &'static str,
    /// The runs that it takes. Each is to agree with the model as well.
    queries: &'static [&'static str],
    /// Whether the claim is about this release of the service.
    concerns: fn(&str) -> bool,
    /// What was measured, in a sentence, and whether that bears the claim out.
    judge: fn(&[Tried]) -> (String, bool),
}

/// A run of a point.
struct Tried {
    observed: Observed,
}

impl Tried {
    fn trace(&self) -> &Trace {
        &self.observed.trace
    }

    /// When a client first learned that it had the lock, in seconds.
    fn acquired(&self, client: ClientId) -> Option<f64> {
        let acquired = self.trace().events.iter().find(|event| {
            event.client() == Some(client) && matches!(event.kind, EventKind::Acquired { .. })
        });
        acquired.map(|event| seconds(event.at))
    }

    /// From when to when a client held the lock by the service's account, in seconds.
    fn held(&self, client: ClientId) -> Option<(f64, f64)> {
        let spans = self.trace().spans();
        let span = spans.iter().find(|span| (span.kind, span.client) == (SpanKind::Truth, client));
        span.map(|span| (seconds(span.from), seconds(span.to)))
    }

    /// How long after the end of A's last promise the service still held the lock for it, in
    /// seconds.
    fn overtime(&self) -> Option<f64> {
        let until = self.trace().events.iter().rev().find_map(|event| match event.kind {
            EventKind::Acquired { until, .. } | EventKind::Extended { until }
                if event.client() == Some(ClientId::A) =>
            {
                Some(seconds(until))
            }
            _ => None,
        })?;
        Some(self.held(ClientId::A)?.1 - until)
    }
}

fn seconds(at: Time) -> f64 {
    at.as_micros() as f64 / 1e6
}

/// The shortest and the longest of some lengths, for a sentence.
fn range(lengths: &[f64]) -> String {
    if lengths.is_empty() {
        return "never".into();
    }
    let least = lengths.iter().copied().fold(f64::INFINITY, f64::min);
    let most = lengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if lengths.len() == 1 { format!("{least:.2} s") } else { format!("{least:.2} to {most:.2} s") }
}

/// What was granted in each run, for a sentence, and whether it was this.
fn granted(tried: &[Tried], wanted: &[u64]) -> (String, bool) {
    let granted: Vec<Duration> = tried.iter().filter_map(|run| run.observed.granted).collect();
    let list: Vec<String> =
        granted.iter().map(|lease| format!("{} s", lease.as_secs_f64())).collect();
    let wanted = wanted.iter().map(|&millis| Duration::from_millis(millis));
    (format!("Granted: {}.", list.join(", ")), wanted.eq(granted.iter().copied()))
}

/// When B got the lock in each run, and whether that was while A was entitled to it.
fn second_holders(tried: &[Tried], wanted: &[bool]) -> (String, bool) {
    let twice = |run: &Tried| !run.trace().outcome.double.is_zero();
    let told = tried.iter().map(|run| match run.acquired(ClientId::B) {
        Some(at) if twice(run) => format!("at {at:.2} s beside A"),
        Some(at) => format!("at {at:.2} s when A was done"),
        None => "never".into(),
    });
    let told: Vec<String> = told.collect();
    let agreed = tried.iter().map(twice).eq(wanted.iter().copied());
    (format!("B got the lock {}.", told.join(", ")), agreed)
}

const POINTS: &[Point] = &[
    Point {
        service: ServiceKind::Etcd,
        claim: "A lease that is asked for 1 s is granted for 2 s, and one of 2.4 s for 3 s.",
        queries: &[
            "scenario=normal&lease=1&work=0.1&latency=5",
            "scenario=normal&lease=2.4&work=0.1&latency=5",
        ],
        concerns: any,
        judge: |tried| granted(tried, &[2_000, 3_000]),
    },
    Point {
        service: ServiceKind::Etcd,
        claim: "A lease ends with the first scan after its TTL, so up to half a second later.",
        queries: &["scenario=crash&lease=2&work=0.6&latency=5"; 6],
        concerns: any,
        judge: |tried| {
            let late: Vec<f64> = tried.iter().filter_map(Tried::overtime).collect();
            let agreed = late.len() == tried.len() && late.iter().all(|&s| (0.0..0.6).contains(&s));
            (format!("The key was gone {} after the TTL was over.", range(&late)), agreed)
        },
    },
    Point {
        service: ServiceKind::Etcd,
        claim: "Waiters get the lock in the order of their revisions, which are fixed when they \
                queue: they are consecutive, although locks are given back in between.",
        queries: &["scenario=normal&clients=5&work=1.5&lease=20&latency=5"],
        concerns: any,
        judge: consecutive,
    },
    Point {
        service: ServiceKind::Etcd,
        claim: "A new leader gives every lease its full time again, and an election timeout more.",
        queries: &["scenario=custom&lease=3&latency=5&faults=crash:A:work~0.25,failover:service:2"],
        concerns: any,
        judge: |tried| {
            let held: Vec<f64> =
                tried.iter().filter_map(|run| Some(run.held(ClientId::A)?.1)).collect();
            let agreed = held.len() == 1 && held.iter().all(|&end| end > 2.0 + 3.0 + 1.0);
            let ends = range(&held);
            (format!("The leader ended at 2 s, and A’s lease of 3 s at {ends}."), agreed)
        },
    },
    Point {
        service: ServiceKind::Etcd,
        claim: "Before 3.5 a waiter whose own lease has ended gets the lock all the same, with no \
                key to its name, and may hold it beside the next one.",
        queries: &["scenario=custom&lease=2&work=7&renew=on&recheck=off&latency=5\
                    &faults=pause:B:1:5"],
        concerns: before_3_5,
        judge: |tried| {
            let got: Vec<f64> = tried.iter().filter_map(|run| run.acquired(ClientId::B)).collect();
            let keyless = tried.iter().all(|run| run.held(ClientId::B).is_none());
            (
                format!("B got the lock at {}, without a key.", range(&got)),
                keyless && !got.is_empty(),
            )
        },
    },
    Point {
        service: ServiceKind::Etcd,
        claim: "From 3.5 on a waiter whose own lease has ended is refused.",
        queries: &["scenario=custom&lease=2&work=7&renew=on&latency=5&faults=pause:B:1:5"],
        concerns: |release| !before_3_5(release),
        judge: |tried| {
            let got = tried.iter().any(|run| run.acquired(ClientId::B).is_some());
            (if got { "B got the lock." } else { "B was refused." }.into(), !got)
        },
    },
    Point {
        service: ServiceKind::ZooKeeper,
        claim: "Timeouts are clamped to 2 and 20 ticks: with ticks of 2 s, 1 s becomes 4 s and \
                100 s becomes 40 s; with ticks of 0.5 s, 1 s and 10 s.",
        queries: &[
            "service=zookeeper&scenario=normal&lease=1&work=0.1&latency=5",
            "service=zookeeper&scenario=normal&lease=100&work=0.1&latency=5",
            "service=zookeeper&scenario=normal&lease=0.5&tick=0.5&work=0.1&latency=5",
            "service=zookeeper&scenario=normal&lease=100&tick=0.5&work=0.1&latency=5",
        ],
        concerns: any,
        judge: |tried| granted(tried, &[4_000, 40_000, 1_000, 10_000]),
    },
    Point {
        service: ServiceKind::ZooKeeper,
        claim: "Sessions end with a tick: with ticks of 0.5 s, timeouts of 1.2 and 1.4 s at 1.5 s, \
                those of 1.6 and 1.8 s at 2 s.",
        // The library connects anew after work that has kept it from hearing anything for 2/5 of the
        // timeout, which takes time.
        queries: &[
            "service=zookeeper&scenario=crash&lease=1.2&work=0.2&tick=0.5&latency=5",
            "service=zookeeper&scenario=crash&lease=1.4&work=0.2&tick=0.5&latency=5",
            "service=zookeeper&scenario=crash&lease=1.6&work=0.2&tick=0.5&latency=5",
            "service=zookeeper&scenario=crash&lease=1.8&work=0.2&tick=0.5&latency=5",
        ],
        concerns: any,
        judge: |tried| {
            let ends: Vec<f64> =
                tried.iter().filter_map(|run| Some(run.held(ClientId::A)?.1)).collect();
            let wanted = [1.5, 1.5, 2.0, 2.0];
            let near = |(end, wanted): (&f64, f64)| (*end - wanted).abs() < 0.1;
            let agreed = ends.len() == wanted.len() && ends.iter().zip(wanted).all(near);
            let list: Vec<String> = ends.iter().map(|end| format!("{end:.2} s")).collect();
            (format!("They ended at {}.", list.join(", ")), agreed)
        },
    },
    Point {
        service: ServiceKind::ZooKeeper,
        claim: "Waiters get the lock in the order of their znodes, whose zxids are fixed when they \
                queue: they are consecutive, although locks are given back in between.",
        queries: &["service=zookeeper&scenario=normal&clients=5&work=1.5&lease=20&latency=5"],
        concerns: any,
        judge: consecutive,
    },
    Point {
        service: ServiceKind::ZooKeeper,
        claim: "A new leader gives every session its full timeout again.",
        queries: &["service=zookeeper&scenario=custom&lease=3&tick=0.5&latency=5\
                    &faults=crash:A:work~0.25,failover:service:2"],
        concerns: any,
        judge: |tried| {
            let held: Vec<f64> =
                tried.iter().filter_map(|run| Some(run.held(ClientId::A)?.1)).collect();
            let agreed = held.len() == 1 && held.iter().all(|&end| end > 2.0 + 3.0);
            let ends = range(&held);
            (format!("The leader ended at 2 s, and A’s session of 3 s at {ends}."), agreed)
        },
    },
    Point {
        service: ServiceKind::Redis,
        claim: "A release that compares the lock’s value leaves another client’s lock alone; one \
                that just deletes the key lets a third client in.",
        // C sleeps for a while, since otherwise chance decides which of B and C is second.
        queries: &[
            "service=redis&scenario=custom&work=2&clients=3&latency=5\
             &faults=pause:A:work~0.25:4,pause:C:0:5.5",
            "service=redis&scenario=custom&work=2&clients=3&release=naive&latency=5\
             &faults=pause:A:work~0.25:4,pause:C:0:5.5",
        ],
        concerns: any,
        judge: |tried| {
            let got: Vec<f64> = tried.iter().filter_map(|run| run.acquired(third())).collect();
            let freed: Vec<f64> =
                tried.iter().filter_map(|run| Some(run.held(ClientId::B)?.1)).collect();
            let &[safe, naive] = got.as_slice() else {
                return ("C did not get the lock.".into(), false);
            };
            let twice: Vec<bool> =
                tried.iter().map(|run| !run.trace().outcome.double.is_zero()).collect();
            let agreed = twice == [false, true] && freed.len() == 2;
            (
                format!("C got the lock at {safe:.2} s after B, and at {naive:.2} s beside B."),
                agreed,
            )
        },
    },
    Point {
        service: ServiceKind::Redis,
        claim: "A replica that has not heard of the key hands out the lock a second time.",
        queries: &["service=redis&scenario=failover&work=1&latency=5"; 3],
        concerns: any,
        judge: |tried| second_holders(tried, &[true; 3]),
    },
    Point {
        service: ServiceKind::Redis,
        claim: "A key goes as soon as its time to live is over, and not before.",
        queries: &["service=redis&scenario=crash&lease=1&latency=5"; 3],
        concerns: any,
        judge: |tried| {
            let late: Vec<f64> = tried.iter().filter_map(Tried::overtime).collect();
            let agreed = late.len() == tried.len() && late.iter().all(|&s| (0.0..0.1).contains(&s));
            (format!("The key was gone {} after its time was over.", range(&late)), agreed)
        },
    },
    Point {
        service: ServiceKind::Redlock,
        claim: "One jumped clock breaks a bare majority of three of five servers.",
        queries: &["service=redlock&scenario=custom&work=2&latency=5\
                    &faults=cut:A-redis4:0,cut:A-redis5:0,jump:redis3:acquired:6"],
        concerns: any,
        judge: |tried| second_holders(tried, &[true]),
    },
    Point {
        service: ServiceKind::Redlock,
        claim: "With four of five servers it takes two jumped clocks, and not one.",
        queries: &[
            "service=redlock&scenario=custom&work=2&latency=5\
             &faults=cut:A-redis5:0,jump:redis4:acquired:6",
            "service=redlock&scenario=custom&work=2&latency=5\
             &faults=cut:A-redis5:0,jump:redis3:acquired:6,jump:redis4:acquired:6",
        ],
        concerns: any,
        judge: |tried| second_holders(tried, &[false, true]),
    },
    Point {
        service: ServiceKind::Redlock,
        claim: "With all five servers it takes three jumped clocks, and not two.",
        queries: &[
            "service=redlock&scenario=custom&work=2&latency=5\
             &faults=jump:redis4:acquired:6,jump:redis5:acquired:6",
            "service=redlock&scenario=custom&work=2&latency=5\
             &faults=jump:redis3:acquired:6,jump:redis4:acquired:6,jump:redis5:acquired:6",
        ],
        concerns: any,
        judge: |tried| second_holders(tried, &[false, true]),
    },
    Point {
        service: ServiceKind::Redlock,
        claim: "A server that comes back without its memory is as bad as a jumped clock, unless it \
                stays away for longer than the lease.",
        queries: &[
            "service=redlock&scenario=failover&work=2&latency=5",
            "service=redlock&scenario=failover&work=2&restart=delayed&latency=5",
        ],
        concerns: any,
        judge: |tried| second_holders(tried, &[true, false]),
    },
];

fn any(_: &str) -> bool {
    true
}

/// Whether a release of etcd is older than the check of a waiter's own key.
fn before_3_5(release: &str) -> bool {
    let mut numbers = release.split('.').map(|number| number.parse().unwrap_or(0));
    (numbers.next(), numbers.next()) < (Some(3), Some(5))
}

/// The client that asks third.
fn third() -> ClientId {
    ClientId::first(3).last().unwrap_or(ClientId::B)
}

/// Whether everybody got the lock in order, with tokens that follow each other.
fn consecutive(tried: &[Tried]) -> (String, bool) {
    let tokens: Vec<u64> =
        tried.iter().flat_map(|run| run.observed.tokens.iter().map(|&(_, token)| token)).collect();
    let order: Vec<String> = tried
        .iter()
        .flat_map(|run| run.observed.tokens.iter().map(|(who, _)| who.to_string()))
        .collect();
    let agreed = order.join("") == "ABCDE" && tokens.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    let list: Vec<String> = tokens.iter().map(ToString::to_string).collect();
    (format!("In the order {}, with {}.", order.join(", "), list.join(", ")), agreed)
}

/// Tries all points, the runs of each at the same time.
///
/// # Errors
///
/// If a run could not be carried out.
pub async fn try_all(home: &Home, releases: &BTreeMap<String, String>) -> Result<Vec<PointResult>> {
    let mut results = Vec::new();
    let concerns = |point: &&Point| {
        let release = releases.get(point.service.word());
        release.is_none_or(|release| (point.concerns)(release))
    };
    let points: Vec<&Point> = POINTS.iter().filter(concerns).collect();
    for (number, point) in points.iter().enumerate() {
        let runs = point.queries.iter().zip(0..).map(|(query, place)| one(home, query, place));
        let (tried, complaints): (Vec<Tried>, Vec<Vec<String>>) =
            try_join_all(runs).await?.into_iter().unzip();
        let (mut measured, agreed) = (point.judge)(&tried);
        let complaints = complaints.concat();
        for complaint in &complaints {
            measured += " ";
            measured += complaint;
        }
        let agreed = agreed && complaints.is_empty();
        let word = if agreed { "agrees " } else { "DIFFERS" };
        println!("{:>4}/{} {word} {}", number + 1, points.len(), point.claim);
        println!("                  {measured}");
        results.push(PointResult {
            service: point.service.word().into(),
            claim: point.claim.into(),
            measured,
            agreed,
            query: point.queries.last().copied().unwrap_or_default().to_owned(),
        });
    }
    Ok(results)
}

/// Runs a link, and tells what differs from the model. Equal links begin at different times, so
/// that they meet their servers in different states.
async fn one(home: &Home, query: &str, place: u32) -> Result<(Tried, Vec<String>)> {
    sleep(APART * place).await;
    let setup = read(query)?;
    let servers = async || {
        let servers = Servers::start(home, Needs::of(&setup)).await?;
        Ok(Shared::new(servers.into()))
    };
    let observed = run::run(home, setup, "lock", servers).await;
    let observed = observed.with_context(|| format!("the run of {query} failed"))?;
    let compared = compare(&Trace::of(setup), &observed);
    Ok((Tried { observed }, compared.complaints()))
}

/// The run of a link in which everything makes sense.
///
/// # Errors
///
/// Says what does not.
pub fn read(query: &str) -> Result<Setup> {
    let (query, notices) = Query::parse(query);
    let notices: Vec<String> = notices.iter().map(ToString::to_string).collect();
    ensure!(notices.is_empty(), "{}", notices.join(" "));
    Ok(query.setup())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_told_apart_by_number() {
        assert!(before_3_5("3.4.23") && before_3_5("2.3"));
        assert!(!before_3_5("3.5.0") && !before_3_5("3.10.1") && !before_3_5("4.0"));
    }

    #[test]
    fn every_point_is_made_of_runs_of_its_service() {
        for point in POINTS {
            for query in point.queries {
                let setup = read(query).expect("a link in order");
                assert_eq!(setup.params().service, point.service, "{query}");
            }
        }
    }

    #[test]
    fn a_link_that_makes_no_sense_is_refused() {
        let refused = read("service=dynamo").expect_err("there is no such service");
        assert!(refused.to_string().contains("dynamo"), "{refused}");
    }
}
