//! A real run held against the model's run of the same setup.

use std::time::Duration;

use lock_simulator::sim::{ClientId, EventKind, FaultKind, Outcome, ServiceKind, SpanKind, Trace};
use lock_simulator::words::stored_name;

use crate::run::Observed;
use crate::time::real;

/// What holds of any length: the machine has other things to do, a real client takes up to four
/// round trips where the model has one, and the service's account is looked at every 10 ms.
const SLACK: Duration = Duration::from_millis(250);

/// Something that is to be the same in both runs.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// What it is.
    pub what: String,
    /// As the model has it.
    pub model: String,
    /// As it really was.
    pub real: String,
}

/// A length that is to be about the same in both runs.
#[derive(Clone, PartialEq, Debug)]
pub struct Length {
    /// What it is the length of.
    pub what: String,
    /// As the model has it.
    pub model: Duration,
    /// As it really was.
    pub real: Duration,
    /// How much less it may be.
    pub below: Duration,
    /// How much more it may be.
    pub above: Duration,
}

impl Length {
    /// Whether the real length is within the tolerance.
    pub fn agrees(&self) -> bool {
        self.real + self.below >= self.model && self.real <= self.model + self.above
    }
}

/// How two runs compare.
pub struct Comparison {
    /// What differs and should not.
    pub differences: Vec<Difference>,
    /// All lengths, whether they agree or not.
    pub lengths: Vec<Length>,
}

impl Comparison {
    /// All that does not agree.
    pub fn disagreements(&self) -> Vec<Difference> {
        let lengths = self.lengths.iter().filter(|length| !length.agrees());
        let lengths = lengths.map(|length| Difference {
            what: length.what.clone(),
            model: format!("{} ms", length.model.as_millis()),
            real: format!("{} ms", length.real.as_millis()),
        });
        self.differences.iter().cloned().chain(lengths).collect()
    }

    /// The same in sentences.
    pub fn complaints(&self) -> Vec<String> {
        let tell = |Difference { what, model, real }| {
            format!("{what}: {model} in the model, {real} in the real run.")
        };
        self.disagreements().into_iter().map(tell).collect()
    }
}

/// Holds a real run against the model's.
pub fn compare(model: &Trace, observed: &Observed) -> Comparison {
    let real = &observed.trace;
    let mut differences = Vec::new();
    let mut same = |what: &str, model: String, real: String| {
        if model != real {
            differences.push(Difference { what: what.into(), model, real });
        }
    };
    let both = |what: fn(&Outcome) -> String| (what(&model.outcome), what(&real.outcome));
    for (what, (model, real)) in [
        ("the stored value", both(|outcome| stored_name(outcome.stored))),
        ("the headline", both(|outcome| outcome.headline().word().into())),
        ("accepted writes", both(|outcome| outcome.accepted.to_string())),
        ("refused writes", both(|outcome| outcome.rejected.to_string())),
        ("late writes accepted", both(|outcome| outcome.late_accepted.to_string())),
        ("late writes refused", both(|outcome| outcome.late_rejected.to_string())),
        ("later values overwritten", both(|outcome| outcome.overwritten.to_string())),
        ("lost updates", both(|outcome| outcome.lost_updates.to_string())),
        ("conflicts", both(|outcome| outcome.conflicts.to_string())),
        ("two promises at once", both(|outcome| yes_or_no(!outcome.double.is_zero()))),
        ("two beliefs at once", both(|outcome| yes_or_no(!outcome.overlap.is_zero()))),
        ("a dead holder", both(|outcome| yes_or_no(!outcome.held_by_dead.is_zero()))),
        ("who was left waiting", both(|outcome| names(&outcome.waiting))),
        ("who was not done", both(|outcome| names(&outcome.unfinished))),
    ] {
        same(what, model, real);
    }
    same("the order of holders", names(&holders(model)), names(&holders(real)));
    same("the order of beliefs", names(&believers(model)), names(&believers(real)));
    let rising = observed.tokens.windows(2).all(|pair| pair[0].1 < pair[1].1);
    same("rising tokens", yes_or_no(true), yes_or_no(rising));
    if let Some(granted) = observed.granted {
        let lease = crate::time::real(model.setup.granted_lease());
        same("the granted lease", format!("{lease:?}"), format!("{granted:?}"));
    }
    Comparison { differences, lengths: lengths(model, real) }
}

fn yes_or_no(is: bool) -> String {
    if is { "yes" } else { "no" }.into()
}

fn names(clients: &[ClientId]) -> String {
    let letters: Vec<String> = clients.iter().map(ToString::to_string).collect();
    if letters.is_empty() { "nobody".into() } else { letters.join(", ") }
}

/// Who held the lock by the service's account, in that order.
fn holders(trace: &Trace) -> Vec<ClientId> {
    let granted = trace.events.iter().filter_map(|event| match event.kind {
        EventKind::Granted { client, .. } => Some(client),
        _ => None,
    });
    granted.collect()
}

/// Who believed that it held the lock, in that order.
fn believers(trace: &Trace) -> Vec<ClientId> {
    let acquired = trace.events.iter().filter_map(|event| match event.kind {
        EventKind::Acquired { .. } => event.client(),
        _ => None,
    });
    acquired.collect()
}

/// For how long each client held the lock by the service's account and how long it waited for it,
/// in both runs, where it did in both.
fn lengths(model: &Trace, observed: &Trace) -> Vec<Length> {
    let mut lengths = Vec::new();
    for client in model.setup.clients() {
        for (kind, what) in [
            (SpanKind::Waiting, format!("{client} waits for the lock")),
            (SpanKind::Truth, format!("{client} holds the lock")),
        ] {
            if let (Some(expected), Some(seen)) =
                (length(model, kind, client), length(observed, kind, client))
            {
                let (below, above) = tolerance(model);
                let length = Length { what, model: expected, real: seen, below, above };
                lengths.push(length);
            }
        }
    }
    lengths
}

/// The length of the first stretch of time of a kind.
fn length(trace: &Trace, kind: SpanKind, client: ClientId) -> Option<Duration> {
    let spans = trace.spans();
    let span = spans.iter().find(|span| (span.kind, span.client) == (kind, client))?;
    Some(real(span.to.since(span.from)))
}

/// How much less and how much more than in the model a length may really be.
fn tolerance(model: &Trace) -> (Duration, Duration) {
    let params = model.setup.params();
    let (below, above) = match params.service {
        // The scans for leases that are over come every half a second, at times that nobody knows.
        ServiceKind::Etcd => (Duration::from_millis(500), Duration::from_millis(500)),
        // Sessions end with a tick. The run begins with one, but a request may just miss the next.
        ServiceKind::ZooKeeper => (real(params.tick), real(params.tick)),
        // Whoever asks again and again comes up to one such interval later.
        ServiceKind::Redis | ServiceKind::Redlock => {
            let interval = real(params.retry) * 5 / 4;
            (interval, interval)
        }
        ServiceKind::Chubby => (Duration::ZERO, Duration::ZERO),
    };
    // The model's election takes a second. That of ZooKeeper is often over sooner; that of etcd
    // begins after one to two seconds without a word from the leader, and a client whose question
    // was lost repeats it half a second later.
    let faults = model.setup.faults();
    let (sooner, later) = match params.service {
        _ if faults.iter().all(|fault| fault.kind != FaultKind::Failover) => (0, 0),
        ServiceKind::ZooKeeper => (1, 0),
        ServiceKind::Etcd => (0, 2),
        ServiceKind::Redis | ServiceKind::Redlock | ServiceKind::Chubby => (0, 0),
    };
    let [sooner, later] = [sooner, later].map(Duration::from_secs);
    (below + sooner + SLACK, above + later + SLACK)
}
