//! What went wrong in a run, why, and what would have prevented it.

use super::names::{headline_name, rounded, service_name};
use crate::sim::{
    ClientId, Duration, Event, EventKind, GaveUp, Headline, Judge, Observer as _, Params, Policy,
    Scenario, Setup, Time, Trace, Write,
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
    if let Some(client) = trace.outcome.unfinished.first() {
        let end = rounded(trace.end.since(Time::ZERO));
        what += &format!(" The run was cut short at {end} s, when {client} was not done.");
    }
    Verdict {
        headline,
        name: headline_name(headline),
        stored: value(trace.outcome.stored),
        what,
        remedy: remedy(trace, headline),
    }
}

/// The writes that decide about the headline, the first of each sort.
#[derive(Default)]
struct Findings {
    /// A late write that was accepted.
    late: Option<Arrival>,
    /// A late write that replaced the value of a later holder.
    overwrote: Option<Arrival>,
    /// A late write that was refused.
    refused: Option<(Write, EventKind)>,
    /// An accepted write that was based on an older value than the stored one.
    lost: Option<Arrival>,
    /// The last write that was accepted of each client.
    accepted: [Option<Arrival>; ClientId::MOST],
}

/// A write that was accepted.
#[derive(Clone, Copy)]
struct Arrival {
    write: Write,
    at: Time,
    /// Whose value it replaced.
    replaced: Option<ClientId>,
}

impl Findings {
    fn of(trace: &Trace) -> Findings {
        let mut findings = Findings::default();
        let mut judge = Judge::default();
        for &event in &trace.events {
            match event.kind {
                EventKind::WriteAccepted { write, .. } => findings.note(write, event.at, &judge),
                EventKind::WriteRejected { write, .. } if judge.is_late(write.client) => {
                    findings.refused.get_or_insert((write, event.kind));
                }
                _ => {}
            }
            judge.observe(event);
        }
        findings
    }

    fn note(&mut self, write: Write, at: Time, before: &Judge) {
        let arrival = Arrival { write, at, replaced: before.stored() };
        if before.is_late(write.client) {
            self.late.get_or_insert(arrival);
        }
        if before.overwrites(write.client) {
            self.overwrote.get_or_insert(arrival);
        }
        if write.base < before.version() {
            self.lost.get_or_insert(arrival);
        }
        self.accepted[write.client.index()] = Some(arrival);
    }
}

/// When the lock of a client ended by the service's account, at or before `before`.
fn end_of_lock(trace: &Trace, me: ClientId, before: Time) -> Option<Time> {
    let ended = |event: &&Event| {
        event.at <= before && matches!(event.kind, EventKind::Ended { client, .. } if client == me)
    };
    trace.events.iter().rev().find(ended).map(|event| event.at)
}

fn corrupted(trace: &Trace, findings: &Findings) -> String {
    if let Some(arrival) = findings.overwrote {
        let me = arrival.write.client;
        let ended = end_of_lock(trace, me, arrival.at).unwrap_or(arrival.at);
        return format!(
            "{me}’s write arrived {} s after its lease was over and replaced {}. {}",
            rounded(arrival.at.since(ended)),
            value(arrival.replaced),
            why_late(trace, &arrival)
        );
    }
    let Some(Arrival { write, replaced: Some(loser), .. }) = findings.lost else {
        return "An update was lost.".into();
    };
    let me = write.client;
    if !trace.outcome.double.is_zero() {
        return format!(
            "Two clients could rely on the lock at once, for {} s: {}. {me} wrote over {}, which \
             it had not read, so {loser}’s update is lost.",
            rounded(trace.outcome.double),
            why_double(trace),
            value(Some(loser)),
        );
    }
    let why = findings.accepted[loser.index()].map(|arrival| why_late(trace, &arrival));
    format!(
        "{loser}’s late write fell between {me}’s read and {me}’s write, so {loser}’s update is \
         lost. {}",
        why.unwrap_or_default()
    )
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
        Some(arrival) => format!(
            "{}’s write arrived after its lease was over and was accepted. No later holder had \
             written yet, so nothing was lost this time. {}",
            arrival.write.client,
            why_late(trace, &arrival)
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
    let nobody_wrote = trace.outcome.accepted == 0;
    let rest = if nobody_wrote {
        ""
    } else {
        " Every write arrived before its sender’s lease was over."
    };
    let what = if let Some(crash) = crash(trace) {
        crash + rest
    } else if let Some(stop) = stop(trace) {
        stop + rest
    } else if nobody_wrote {
        String::new()
    } else {
        "Every write arrived before its sender’s lease was over, and each client had read what \
         the one before it wrote."
            .into()
    };
    let jumped = |event: &Event| matches!(event.kind, EventKind::Jumped { .. });
    let what = match trace.events.iter().any(jumped) {
        true => what + " The clock jump changed nothing: leases here go by a monotonic clock.",
        false => what,
    };
    let nobody = if nobody_wrote { "Nobody wrote. " } else { "" };
    format!("{nobody}{what}").trim_end().into()
}

/// Whether the same run ends well if the storage checks tokens.
fn fencing_helps(params: &Params) -> bool {
    let fenced = Setup::new(Params { storage: Policy::Fencing, ..*params });
    fenced.is_ok_and(|setup| Trace::of(setup).outcome.headline() >= Headline::Protected)
}

/// Who crashed, and who had to wait for that.
fn crash(trace: &Trace) -> Option<String> {
    let crashed = trace.events.iter().position(|event| event.kind == EventKind::Crashed)?;
    let dead = trace.events[crashed].client()?;
    let next = trace.events[crashed..].iter().find_map(|event| match event.kind {
        EventKind::Acquired { .. } => event.client(),
        _ => None,
    });
    let wait = trace.outcome.waits.iter().find(|(client, _)| Some(*client) == next);
    Some(match wait {
        Some((client, wait)) => {
            let wait = rounded(*wait);
            format!("{dead} crashed, and {client} waited {wait} s, until {dead}’s lease was over.")
        }
        None => format!("{dead} crashed."),
    })
}

/// Who stopped without having written, and why.
fn stop(trace: &Trace) -> Option<String> {
    trace.events.iter().find_map(|event| match (event.kind, event.client()?) {
        (EventKind::GaveUp { why: GaveUp::LeaseOver | GaveUp::Obeyed }, me) => {
            Some(format!("{me} noticed that its lease was over and did not write."))
        }
        (EventKind::GaveUp { why: GaveUp::SessionEnded }, me) => {
            Some(format!("{me}’s session ended while it waited, and it did not write."))
        }
        _ => None,
    })
}

fn why_late(trace: &Trace, arrival: &Arrival) -> String {
    let Arrival { write, at, .. } = *arrival;
    let me = write.client;
    // A pause that begins when the lease is over is not to blame.
    let over = end_of_lock(trace, me, at);
    let pause = trace.events.iter().find_map(|event| match event.kind {
        EventKind::Paused { length } if event.client() == Some(me) => {
            over.is_none_or(|over| event.at < over).then_some(length)
        }
        _ => None,
    });
    let lease = rounded(trace.setup.granted_lease());
    let job = trace.setup.job(me);
    if job.work > trace.setup.granted_lease() && !job.renew {
        return format!(
            "Its work took longer than its lease of {lease} s, which it did not renew."
        );
    }
    if let Some(length) = pause {
        return why_paused(trace, write, rounded(length));
    }
    if over.is_some_and(|over| write.sent < over) {
        let way = rounded(at.since(write.sent));
        return format!("It was sent in time, but was {way} s on its way.");
    }
    format!("Its lease of {lease} s was too short for its way from the lock to the write.")
}

fn why_paused(trace: &Trace, write: Write, length: Duration) -> String {
    let lease = rounded(trace.setup.granted_lease());
    let told = trace.events.iter().any(|event| {
        event.client() == Some(write.client)
            && event.kind == EventKind::LearnedLoss
            && event.at <= write.sent
    });
    if trace.setup.params().scenario == Scenario::CheckPause {
        return format!(
            "It had checked its lease, but then stopped for {length} s, before it wrote."
        );
    }
    let rest = if told {
        ". It was told of the loss, and wrote all the same."
    } else {
        ", and could not notice."
    };
    format!("It had stopped for {length} s, while its lease lasts {lease} s{rest}")
}

fn why_double(trace: &Trace) -> String {
    let jumped = trace.events.iter().find_map(|event| match event.kind {
        EventKind::Jumped { by } => Some((super::actor_name(event.actor, &trace.setup), by)),
        _ => None,
    });
    match jumped {
        Some((server, by)) => format!(
            "{}the clock of {server} stepped ahead by {} s, so it dropped a key whose time was not up",
            bare_majority(trace),
            rounded(by)
        ),
        None => "the lock service gave the lock away too early".into(),
    }
}

/// Who could not reach all servers, which is why one clock was enough.
fn bare_majority(trace: &Trace) -> String {
    let cut = |event: &Event| match event.kind {
        EventKind::CutOff { .. } => event.client(),
        _ => None,
    };
    let cuts: Vec<ClientId> = trace.events.iter().filter_map(cut).collect();
    match cuts.first() {
        Some(client) => {
            let servers = usize::from(trace.setup.servers());
            format!("{client} could reach only {} of {servers} servers, and ", servers - cuts.len())
        }
        None => String::new(),
    }
}

fn remedy(trace: &Trace, headline: Headline) -> String {
    let params = trace.setup.params();
    let service = service_name(params.service);
    match (headline, params.storage) {
        (Headline::Safe | Headline::Protected, _) => String::new(),
        (Headline::Corrupted | Headline::AtRisk, Policy::Any) if params.service.has_tokens() => {
            if fencing_helps(params) {
                "A storage that checks fencing tokens would have refused the late write, since it had \
                 seen the next holder’s token by then."
                    .into()
            } else {
                "Fencing tokens alone would not have helped: when the late write came, the storage \
                 had seen no newer one."
                    .into()
            }
        }
        (Headline::Corrupted | Headline::AtRisk, Policy::Any) => format!(
            "{service} hands out no fencing token that the storage could check. It could still take \
             a write only if the version is the one that the client has read (compare-and-set)."
        ),
        (Headline::Corrupted | Headline::AtRisk, Policy::Fencing) => {
            "The storage cannot refuse an old token before it has seen a newer one.".into()
        }
    }
}
