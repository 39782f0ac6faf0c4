//! Why a write was late, and why two clients could rely on the lock at once.

use super::findings::Arrival;
use crate::sim::{
    ClientId, Duration, Ended, Event, EventKind, Fact, Scenario, Span, SpanKind, Time, Token,
    Trace, Write,
};
use crate::words::names::{actor_name, rounded, service_name};

/// When the lock of a client ended by the service's account, at or before `before`; nothing, if
/// it never held it.
pub fn end_of_lock(trace: &Trace, me: ClientId, before: Time) -> Option<Time> {
    let ended = |event: &&Event| {
        event.at <= before && matches!(event.kind, EventKind::Ended { client, .. } if client == me)
    };
    trace.events.iter().rev().find(ended).map(|event| event.at)
}

/// Why somebody acts who never had the lock.
pub fn no_session(me: ClientId) -> String {
    format!(
        "{me}’s session had ended while it waited, and when its turn came {me} did not look for its \
         own key."
    )
}

/// Whether a client ever had the lock by the service's account.
pub fn was_granted(trace: &Trace, me: ClientId) -> bool {
    let granted =
        |event: &Event| matches!(event.kind, EventKind::Granted { client, .. } if client == me);
    trace.events.iter().any(granted)
}

/// Why a write was late.
pub fn late(trace: &Trace, arrival: &Arrival) -> String {
    let Arrival { write, at, .. } = *arrival;
    let me = write.client;
    if !was_granted(trace, me) {
        return no_session(me);
    }
    let over = end_of_lock(trace, me, at);
    let lease = rounded(trace.setup.granted_lease());
    let job = trace.setup.job(me);
    if let Some(cut) = blamed(trace, me, SpanKind::Cut(None), over).filter(|_| job.renew) {
        let service = service_name(trace.setup.params().service);
        // The run may end before the cut does.
        let length = trace.events.iter().find_map(|event| match event.kind {
            EventKind::CutOff { server: None, length }
                if (event.client(), event.at) == (Some(me), cut.from) =>
            {
                length
            }
            _ => None,
        });
        let long = match length {
            Some(length) => format!("for {} s", rounded(length)),
            None => "any more".into(),
        };
        return format!(
            "{me} could not reach {service} {long}, so its lease of {lease} s was not renewed{}",
            told(trace, write, ", and it did not look at its clock.")
        );
    }
    if job.work > trace.setup.granted_lease() && !job.renew {
        return format!(
            "{me}’s work took longer than its lease of {lease} s, which it did not renew."
        );
    }
    if let Some(pause) = blamed(trace, me, SpanKind::Pause, over) {
        let length = rounded(pause.to.since(pause.from));
        if trace.setup.params().scenario == Scenario::CheckPause {
            return format!(
                "{me} had checked its lease, but then stopped for {length} s, before it wrote."
            );
        }
        return format!(
            "{me} had stopped for {length} s, while its lease lasts {lease} s{}",
            told(trace, write, ", and could not notice.")
        );
    }
    if over.is_some_and(|over| write.sent < over) {
        let way = rounded(at.since(write.sent));
        return format!("{me} sent it in time, but it was {way} s on its way.");
    }
    format!("{me}’s lease of {lease} s was too short for the way from the lock to the write.")
}

/// The stretch of time that is to blame for the end of a lock: the one in which the lock ended
/// or, of pauses, the longest before that.
fn blamed(trace: &Trace, me: ClientId, kind: SpanKind, over: Option<Time>) -> Option<Span> {
    let over = over.unwrap_or(trace.end);
    let spans = trace.spans();
    let own = spans.iter().filter(|span| (span.client, span.kind) == (me, kind));
    let before = own.filter(|span| span.from < over);
    let covers = |span: &Span| span.to >= over;
    let chosen = before.max_by_key(|span| (covers(span), span.to.since(span.from)))?;
    (covers(chosen) || kind == SpanKind::Pause).then_some(*chosen)
}

/// That the sender of a write had been told of its loss or its doubt, or else something else
/// about it.
fn told(trace: &Trace, write: Write, otherwise: &'static str) -> &'static str {
    let heard = |heard: fn(&EventKind) -> bool| {
        let own = |event: &&Event| event.client() == Some(write.client) && event.at <= write.sent;
        trace.events.iter().filter(own).any(|event| heard(&event.kind))
    };
    if heard(|kind| matches!(kind, EventKind::LearnedLoss)) {
        ". It had learned of the loss, and wrote all the same."
    } else if heard(|kind| matches!(kind, EventKind::InDoubt)) {
        ". It was told that its lock was in doubt, and wrote all the same."
    } else {
        otherwise
    }
}

/// For how long a client's key was gone before the client set it anew; nothing, if it did not.
pub fn revived(trace: &Trace, me: ClientId, before: Time) -> Option<Duration> {
    let own = trace.events.iter().filter(|event| event.at <= before);
    let mut gone = None;
    let mut revived = None;
    for event in own {
        match event.kind {
            EventKind::Ended { client, .. } if client == me => gone = Some(event.at),
            EventKind::Granted { client, .. } if client == me => {
                revived = gone.map(|gone| event.at.since(gone));
            }
            _ => {}
        }
    }
    revived
}

/// Why two clients could rely on the lock at once, as the end of a sentence.
pub fn double(trace: &Trace) -> String {
    const UNKNOWN: &str = "the lock service gave the lock away too early";
    let proofs = trace.proofs();
    let begun = proofs.iter().find(|proof| proof.fact == Fact::Double);
    let before = begun.and_then(|proof| proof.events.first()).copied().unwrap_or_default();
    let events = &trace.events[..before];
    let ended = events.iter().rev().find_map(|event| match event.kind {
        EventKind::Ended { why: Ended::Released, .. } => None,
        EventKind::Ended { client, why } => Some((event, client, why)),
        _ => None,
    });
    let Some((end, client, why)) = ended else {
        return UNKNOWN.into();
    };
    let name = actor_name(end.actor, &trace.setup);
    let cause = |is: fn(&EventKind) -> bool| {
        let same = |event: &&Event| event.actor == end.actor && is(&event.kind);
        events.iter().rev().find(same).map(|event| event.kind)
    };
    match why {
        Ended::Deleted { by } => format!(
            "{by} deleted {client}’s key when it meant to give back its own, which had run out"
        ),
        Ended::Forgotten
            if cause(|kind| matches!(kind, EventKind::Promoted | EventKind::ServerDown { .. }))
                == Some(EventKind::Promoted) =>
        {
            format!(
                "{name} lost its primary, and the replica that took its place knew nothing of the \
                 lock{}",
                same_token(trace)
            )
        }
        Ended::Forgotten => format!(
            "{}{name} came back without its memory, and so without the key{}",
            bare_majority(trace, client, end.at),
            same_token(trace)
        ),
        Ended::Expired => match cause(|kind| matches!(kind, EventKind::Jumped { .. })) {
            Some(EventKind::Jumped { by }) => format!(
                "{}the clock of {name} stepped ahead by {} s, so it dropped a key whose time was \
                 not up",
                bare_majority(trace, client, end.at),
                rounded(by)
            ),
            _ => UNKNOWN.into(),
        },
        Ended::Released => UNKNOWN.into(),
    }
}

/// That a client could not reach all servers, which is why one of them was enough.
fn bare_majority(trace: &Trace, client: ClientId, at: Time) -> String {
    let spans = trace.spans();
    let cut = |span: &&Span| {
        span.client == client
            && matches!(span.kind, SpanKind::Cut(Some(_)))
            && span.from <= at
            && at < span.to
    };
    match spans.iter().filter(cut).count() {
        0 => String::new(),
        cuts => {
            let servers = usize::from(trace.setup.servers());
            let reached = servers.saturating_sub(cuts);
            format!("{client} could reach only {reached} of {servers} servers, and ")
        }
    }
}

/// That two clients got the same token, if they did.
fn same_token(trace: &Trace) -> String {
    let mut given: Vec<(ClientId, Token)> = Vec::new();
    for event in &trace.events {
        let EventKind::Granted { client, token: Some(token) } = event.kind else {
            continue;
        };
        if let Some((other, _)) = given.iter().find(|(_, same)| *same == token) {
            return format!(
                "; {other} and {client} have the same token {token}, so that a storage \
                 that compares tokens cannot tell them apart"
            );
        }
        given.push((client, token));
    }
    String::new()
}
