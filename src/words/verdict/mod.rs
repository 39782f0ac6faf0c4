//! What went wrong in a run, why, and what would have prevented it.

mod findings;
mod remedy;
mod why;

use super::names::{headline_name, rounded, service_name, stored_name};
use crate::sim::{
    ClientId, Ended, Event, EventKind, GapKind, GaveUp, Headline, Refusal, ServiceKind, Time,
    Trace, Write,
};
use findings::{Arrival, Findings};

/// The outcome of a run in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// What is to be said before anything else, if there is something.
    pub lead: &'static str,
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
    ["“", &stored_name(stored), "”"].concat()
}

/// Puts the outcome of a run into words.
pub fn verdict(trace: &Trace) -> Verdict {
    let headline = trace.outcome.headline();
    let findings = Findings::of(trace);
    let mut what = match headline {
        Headline::Corrupted => corrupted(trace, &findings),
        Headline::AtRisk => at_risk(trace, &findings),
        Headline::Protected => protected(trace, &findings),
        Headline::Safe => safe(trace, &findings),
    };
    if let Some((write, why)) = findings.conflict {
        what += &conflict(write, why);
    }
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
        lead: if trace.outcome.accepted == 0 { "Nobody wrote. " } else { "" },
        headline,
        name: headline_name(headline),
        stored: value(trace.outcome.stored),
        what: what.trim_start_matches(' ').into(),
        remedy: remedy::remedy(trace, headline, &findings),
    }
}

fn corrupted(trace: &Trace, findings: &Findings) -> String {
    if let Some(arrival) = findings.overwrote {
        let me = arrival.write.client;
        let replaced = value(arrival.replaced);
        let why = why::late(trace, &arrival);
        return match why::end_of_lock(trace, me, arrival.at) {
            Some(ended) => format!(
                "{me}’s write arrived {} s after {} had ended its lease, and replaced {replaced}. \
                 {why}",
                rounded(arrival.at.since(ended)),
                service_name(trace.setup.params().service)
            ),
            None => format!("{me}’s write replaced {replaced}, though it held no lock. {why}"),
        };
    }
    let Some(Arrival { write, replaced: Some(loser), at }) = findings.lost else {
        return "An update was lost.".into();
    };
    let me = write.client;
    let unread = format!(
        "{me} wrote over {}, which it had not read, so {loser}’s update is lost.",
        value(Some(loser))
    );
    if !trace.outcome.double.is_zero() {
        return format!(
            "Two clients could rely on the lock at once, for {} s: {}. {unread}",
            rounded(trace.outcome.double),
            why::double(trace),
        );
    }
    if let Some(gone) = why::revived(trace, me, at) {
        return format!(
            "{me}’s key was gone for {} s, in which {loser} held the lock and wrote. Then {me} \
             renewed it as if nothing had been. {unread}",
            rounded(gone)
        );
    }
    match findings.late_of(loser) {
        Some(arrival) => format!(
            "{loser}’s late write fell between {me}’s read and {me}’s write, so {loser}’s update \
             is lost. {}",
            why::late(trace, &arrival)
        ),
        None if !why::was_granted(trace, me) => format!("{unread} {}", why::no_session(me)),
        None => unread,
    }
}

fn at_risk(trace: &Trace, findings: &Findings) -> String {
    if !trace.outcome.double.is_zero() {
        return format!(
            "Two clients could rely on the lock at once, for {} s: {}. Nothing was lost this time.",
            rounded(trace.outcome.double),
            why::double(trace)
        );
    }
    let Some(arrival) = findings.late else {
        return "Nothing was lost this time.".into();
    };
    let held_back = trace
        .gaps()
        .iter()
        .any(|gap| gap.kind == GapKind::HeldBack && gap.from <= arrival.at && arrival.at < gap.to);
    let luck = if held_back {
        let service = service_name(trace.setup.params().service);
        format!("{service} was still holding the lock back, so nobody else had it.")
    } else {
        "No later holder had written yet, so nothing was lost this time.".into()
    };
    format!(
        "{}’s write arrived after its lease was over and was accepted. {luck} {}",
        arrival.write.client,
        why::late(trace, &arrival)
    )
}

fn protected(trace: &Trace, findings: &Findings) -> String {
    let Some((write, why)) = findings.refused else {
        return "A late write was refused.".into();
    };
    let Write { client, token, base, .. } = write;
    let reason = match (why, token) {
        (Refusal::Token { highest }, Some(token)) => {
            format!("its token {token} is lower than {highest}, which the storage had seen")
        }
        (Refusal::Token { .. }, None) => "it came without a token".into(),
        (Refusal::Sequencer, _) => {
            let service = service_name(trace.setup.params().service);
            format!("{service} said that its sequencer was not valid any more")
        }
        (Refusal::Version { stored }, _) => {
            format!("{client} had read version {base}, and version {stored} was stored")
        }
        (Refusal::Value { .. }, _) => {
            "another client had left its lock value at the storage since".into()
        }
    };
    format!("{client}’s late write was refused: {reason}.")
}

/// A write that was refused though its sender could rely on the lock.
fn conflict(write: Write, why: Refusal) -> String {
    let client = write.client;
    let reason = match why {
        Refusal::Token { highest } => format!("the storage had seen token {highest}"),
        Refusal::Sequencer => "its sequencer was not valid".into(),
        Refusal::Version { .. } => format!("another one had come in since {client} read"),
        Refusal::Value { .. } => "another client had left its lock value there".into(),
    };
    format!(" {client}’s write was refused, though it was not late: {reason}.")
}

fn safe(trace: &Trace, findings: &Findings) -> String {
    let nobody_wrote = trace.outcome.accepted == 0;
    let rest = if nobody_wrote || findings.just_in_time.is_some() {
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
    } else if let Some((arrival, over)) = findings.just_in_time {
        format!(
            "{}’s write came {} s after the lease that it was promised, but {} had not taken the \
             lock back yet.",
            arrival.write.client,
            rounded(arrival.at.since(over)),
            service_name(trace.setup.params().service)
        )
    } else if trace.outcome.conflicts > 0 {
        rest.trim_start_matches(' ').into()
    } else {
        "Every write arrived before its sender’s lease was over, and each client had read what \
         the one before it wrote."
            .into()
    };
    let said = [&what, harmless(trace)];
    said.into_iter().filter(|said| !said.is_empty()).collect::<Vec<&str>>().join(" ")
}

/// What went wrong with the service and did no harm.
fn harmless(trace: &Trace) -> &'static str {
    let harmless = trace.events.iter().find_map(|event| match event.kind {
        EventKind::Jumped { .. } if trace.setup.params().service == ServiceKind::Chubby => Some(
            "The clock jump changed nothing here. The paper on Chubby asks only that clocks run \
                 about equally fast, and says nothing of jumps.",
        ),
        EventKind::Jumped { .. } if !trace.setup.params().has_values() => {
            Some(
            "The clock jump changed nothing: leases go by a monotonic clock here, which nobody sets.",
        )
        }
        EventKind::Slewed { .. } => {
            Some("The clock was set so slowly that no lease ended noticeably early.")
        }
        EventKind::ServerDown { down: Some(down) } if down > trace.setup.granted_lease() => {
            Some("The server stayed away until every key that it may have forgotten was over.")
        }
        EventKind::LeaderElected => {
            Some("The new leader knew of the lock, and gave its lease more time.")
        }
        _ => None,
    });
    harmless.unwrap_or_default()
}

/// Who crashed, and who had to wait for that.
fn crash(trace: &Trace) -> Option<String> {
    let crashed = trace.events.iter().position(|event| matches!(event.kind, EventKind::Crashed))?;
    let dead = trace.events[crashed].client()?;
    let (before, after) = trace.events.split_at(crashed);
    let acquired = |event: &&Event| matches!(event.kind, EventKind::Acquired { .. });
    if !before.iter().filter(acquired).any(|event| event.client() == Some(dead)) {
        return Some(format!("{dead} crashed before it had the lock."));
    }
    let ran_out = after.iter().position(|event| match event.kind {
        EventKind::Ended { client, why } => (client, why) == (dead, Ended::Expired),
        _ => false,
    });
    let next = ran_out.and_then(|over| after[over..].iter().find(acquired)).and_then(Event::client);
    let Some((client, wait)) = trace.outcome.waits.iter().find(|(client, _)| Some(*client) == next)
    else {
        return Some(format!("{dead} crashed."));
    };
    let held_back = |event: &Event| matches!(event.kind, EventKind::HeldBack { .. });
    let over = match trace.events.iter().any(held_back) {
        true => "lease and the lock-delay after it were over",
        false => "lease was over",
    };
    let wait = rounded(*wait);
    Some(format!("{dead} crashed, and {client} waited {wait} s, until {dead}’s {over}."))
}

/// Who stopped without having written, and why.
fn stop(trace: &Trace) -> Option<String> {
    trace.events.iter().find_map(|event| match (event.kind, event.client()?) {
        (EventKind::GaveUp { why }, me) => Some(match why {
            GaveUp::LeaseOver | GaveUp::Obeyed => {
                format!("{me} noticed that its lease was over and did not write.")
            }
            GaveUp::InDoubt => format!(
                "{me} was told that it had lost touch with {}, and did not write.",
                service_name(trace.setup.params().service)
            ),
            GaveUp::SessionEnded => {
                format!("{me}’s session ended while it waited, and it did not write.")
            }
        }),
        _ => None,
    })
}
