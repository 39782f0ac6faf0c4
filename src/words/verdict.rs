//! What went wrong in a run, why, and what would have prevented it.

use super::names::{headline_name, service_name};
use crate::sim::{
    ClientId, Duration, Event, EventKind, Headline, Judge, Observer as _, Policy, Scenario, Time,
    Trace, Write,
};

/// The outcome of a run in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// How bad it is.
    pub headline: Headline,
    /// The same in a word or two.
    pub name: &'static str,
    /// What is stored in the end, with quotation marks.
    pub stored: String,
    /// What went wrong, and why; or why nothing did.
    pub what: String,
    /// What would have prevented it, or what else to try; empty where nothing is to be said.
    pub remedy: String,
}

/// A stored value, as it is quoted in sentences.
pub(super) fn value(stored: Option<ClientId>) -> String {
    match stored {
        Some(client) => format!("“from {client}”"),
        None => "“empty”".into(),
    }
}

/// Puts the outcome of a run into words.
pub fn verdict(trace: &Trace) -> Verdict {
    let headline = trace.outcome.headline();
    let findings = Findings::of(trace);
    let mut what = match headline {
        Headline::Corrupted => corrupted(trace, &findings),
        Headline::AtRisk => at_risk(trace, &findings),
        Headline::Protected => protected(&findings),
        Headline::Safe => safe(trace),
    };
    if let [first, ..] = trace.outcome.waiting.as_slice() {
        let count = trace.outcome.waiting.len();
        what += &match count {
            1 => format!(" {first} was still waiting when the run ended."),
            _ => format!(" {count} clients were still waiting when the run ended."),
        };
    }
    Verdict {
        headline,
        name: headline_name(headline),
        stored: value(trace.outcome.stored),
        what,
        remedy: remedy(trace, headline),
    }
}

/// The writes that decide about the headline.
#[derive(Default)]
struct Findings {
    /// The first late write that was accepted, with its arrival and what it replaced.
    late: Option<(Write, Time, Option<ClientId>)>,
    /// The first late write that was refused.
    refused: Option<(Write, EventKind)>,
    /// The first accepted write that was based on an older value, and the value it replaced.
    lost: Option<(Write, Option<ClientId>)>,
}

impl Findings {
    fn of(trace: &Trace) -> Findings {
        let mut findings = Findings::default();
        let mut judge = Judge::default();
        for &event in &trace.events {
            match event.kind {
                EventKind::WriteAccepted { write, .. } => {
                    if judge.is_late(write.client) {
                        findings.late.get_or_insert((write, event.at, judge.stored()));
                    }
                    if write.base < judge.version() {
                        findings.lost.get_or_insert((write, judge.stored()));
                    }
                }
                EventKind::WriteRejected { write, .. } if judge.is_late(write.client) => {
                    findings.refused.get_or_insert((write, event.kind));
                }
                _ => {}
            }
            judge.observe(event);
        }
        findings
    }
}

/// When the lock of a client ended by the service's account, at or before `before`.
fn end_of_lock(trace: &Trace, me: ClientId, before: Time) -> Option<Time> {
    let ended = |event: &&Event| {
        event.at <= before && matches!(event.kind, EventKind::Ended { client, .. } if client == me)
    };
    trace.events.iter().rev().find(ended).map(|event| event.at)
}

/// Milliseconds are exact enough for a sentence.
fn rounded(length: Duration) -> Duration {
    Duration::from_millis((length + Duration::from_micros(500)).as_millis())
}

fn corrupted(trace: &Trace, findings: &Findings) -> String {
    if let Some((write, at, Some(replaced))) = findings.late {
        let me = write.client;
        if let Some(ended) = end_of_lock(trace, me, at) {
            let late = rounded(at.since(ended));
            return format!(
                "{me}’s write arrived {late} s after its lease was over and replaced {}. {}",
                value(Some(replaced)),
                why_late(trace, me)
            );
        }
    }
    match findings.lost {
        Some((write, Some(replaced))) if !trace.outcome.double.is_zero() => {
            let me = write.client;
            format!(
                "Two clients could rely on the lock at once, for {} s: {}. {me} wrote over {}, \
                 which it had not read, so {replaced}’s update is lost.",
                rounded(trace.outcome.double),
                why_double(trace),
                value(Some(replaced)),
            )
        }
        Some((write, Some(replaced))) => format!(
            "{replaced}’s late write fell between {me}’s read and {me}’s write, so {replaced}’s \
             update is lost. {}",
            why_late(trace, replaced),
            me = write.client
        ),
        _ => "An update was lost.".into(),
    }
}

fn at_risk(trace: &Trace, findings: &Findings) -> String {
    if !trace.outcome.double.is_zero() {
        return format!(
            "Two clients could rely on the lock at once, for {} s: {}. Nothing was lost this time.",
            rounded(trace.outcome.double),
            why_double(trace)
        );
    }
    match findings.late {
        Some((write, ..)) => format!(
            "{me}’s write arrived after its lease was over and was accepted. Nobody else had \
             written on the strength of the lock yet, so nothing was lost this time. {}",
            why_late(trace, write.client),
            me = write.client
        ),
        None => "Nothing was lost this time.".into(),
    }
}

fn protected(findings: &Findings) -> String {
    match findings.refused {
        Some((
            Write { client, token: Some(token), .. },
            EventKind::WriteRejected { highest, .. },
        )) => {
            format!(
                "{client}’s late write was refused: its token {token} is lower than {highest}, \
                 which the storage had seen."
            )
        }
        _ => "A late write was refused.".into(),
    }
}

fn safe(trace: &Trace) -> String {
    let outcome = &trace.outcome;
    let gave_up = trace.events.iter().find_map(|event| match event.kind {
        EventKind::GaveUp { .. } => event.client(),
        _ => None,
    });
    let crashed = trace.events.iter().find(|event| event.kind == EventKind::Crashed);
    let nobody = if outcome.accepted == 0 { "Nobody wrote. " } else { "" };
    let longest = outcome.waits.iter().max_by_key(|(_, wait)| *wait);
    match (crashed.and_then(Event::client), gave_up, longest) {
        (Some(dead), _, Some(&(client, wait))) if client != dead => format!(
            "{nobody}{dead} crashed, and {client} waited {} s, until {dead}’s lease was over. Every \
             write came from the holder of the lock.",
            rounded(wait)
        ),
        (_, Some(client), _) => format!(
            "{nobody}{client} noticed that its lease was over and did not write. Every write came \
             from the holder of the lock."
        ),
        _ => format!(
            "{nobody}Every write arrived while its sender held the lock, and each client had read \
             what the one before it wrote."
        ),
    }
}

fn why_late(trace: &Trace, me: ClientId) -> String {
    let pause = trace.events.iter().find_map(|event| match event.kind {
        EventKind::Paused { length } if event.client() == Some(me) => Some(length),
        _ => None,
    });
    let lease = trace.setup.granted_lease();
    match (pause, trace.setup.params().scenario) {
        (Some(length), Scenario::CheckPause) => {
            format!("It had checked its lease, but then stopped for {length} s, before it wrote.")
        }
        (Some(length), _) => format!(
            "It had stopped for {length} s, while its lease lasts {lease} s, and could not notice."
        ),
        (None, Scenario::Delay) => format!(
            "It was sent in time, but was {} s on its way.",
            trace.setup.params().pause + trace.setup.params().latency
        ),
        (None, _) => {
            format!("Its work took longer than its lease of {lease} s, which it did not renew.")
        }
    }
}

fn why_double(trace: &Trace) -> String {
    let jumped = trace.events.iter().find_map(|event| match event.kind {
        EventKind::Jumped { by } => Some((super::actor_name(event.actor, &trace.setup), by)),
        _ => None,
    });
    match jumped {
        Some((server, by)) => format!(
            "the clock of {server} stepped ahead by {by} s, so it dropped a key whose time was not up"
        ),
        None => "the lock service gave the lock away too early".into(),
    }
}

fn remedy(trace: &Trace, headline: Headline) -> String {
    let params = trace.setup.params();
    let service = service_name(params.service);
    match (headline, params.storage) {
        (Headline::Safe | Headline::Protected, _) => String::new(),
        (Headline::Corrupted | Headline::AtRisk, Policy::Any) if params.service.has_tokens() => {
            "A storage that checks fencing tokens refuses a late write once it has seen the next \
             holder’s token."
                .into()
        }
        (Headline::Corrupted | Headline::AtRisk, Policy::Any) => format!(
            "{service} hands out no fencing token that the storage could check. A write that \
             depends on the version that was read does without one."
        ),
        (Headline::Corrupted | Headline::AtRisk, Policy::Fencing) => {
            "The storage cannot refuse an old token before it has seen a newer one.".into()
        }
    }
}
