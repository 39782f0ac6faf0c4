//! How long things take in a real run and in the model, and how much that may differ.

use std::time::Duration;

use lock_simulator::sim::{
    ClientId, Ended, Event, EventKind, FaultKind, ServiceKind, Span, SpanKind, Time, Trace,
};

use crate::time::real;

/// What holds of any length: the machine has other things to do, a real client takes up to four
/// round trips where the model has one, and the service's account is looked at every 10 ms.
const SLACK: Duration = Duration::from_millis(250);

/// A length that is to be about the same in both runs.
#[derive(Clone, PartialEq, Debug)]
pub struct Length {
    /// What it is the length of.
    pub what: String,
    /// As the model has it; none if there is no such thing in its run.
    pub model: Option<Duration>,
    /// As it really was; none if there was no such thing.
    pub real: Option<Duration>,
    /// How much less it may be.
    pub below: Duration,
    /// How much more it may be.
    pub above: Duration,
}

impl Length {
    /// Whether the real length is within the tolerance.
    pub fn agrees(&self) -> bool {
        match (self.model, self.real) {
            (Some(model), Some(real)) => real + self.below >= model && real <= model + self.above,
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }
}

/// A stretch of time with a name that it has in both runs.
struct Stretch {
    what: String,
    client: ClientId,
    kind: Kind,
    from: Time,
    to: Time,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Waiting,
    Holding,
    Writing,
}

/// The lengths of all that lasts in either run.
pub fn lengths(model: &Trace, observed: &Trace) -> Vec<Length> {
    let (expected, seen) = (stretches(model), stretches(observed));
    let length = |stretch: &Stretch| real(stretch.to.since(stretch.from));
    let mut lengths = Vec::new();
    for stretch in &expected {
        let same = seen.iter().find(|other| other.what == stretch.what);
        let (below, above) = tolerance(model, stretch);
        lengths.push(Length {
            what: stretch.what.clone(),
            model: Some(length(stretch)),
            real: same.map(length),
            below,
            above,
        });
    }
    for stretch in &seen {
        if expected.iter().all(|other| other.what != stretch.what) {
            let (what, none) = (stretch.what.clone(), Duration::ZERO);
            let real = Some(length(stretch));
            lengths.push(Length { what, model: None, real, below: none, above: none });
        }
    }
    lengths
}

fn stretches(trace: &Trace) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    let mut add = |client: ClientId, kind, from, to| {
        let does = match kind {
            Kind::Waiting => "waits for the lock",
            Kind::Holding => "holds the lock",
            Kind::Writing => "is writing",
        };
        let before = stretches.iter().filter(|other| (other.client, other.kind) == (client, kind));
        let again = " again".repeat(before.count());
        stretches.push(Stretch { what: format!("{client} {does}{again}"), client, kind, from, to });
    };
    for Span { kind, client, from, to } in trace.spans() {
        match kind {
            SpanKind::Waiting => add(client, Kind::Waiting, from, to),
            SpanKind::Truth => add(client, Kind::Holding, from, to),
            SpanKind::Belief
            | SpanKind::Promise
            | SpanKind::Pause
            | SpanKind::Cut(_)
            | SpanKind::Key(_) => {}
        }
    }
    for Event { at, kind, .. } in &trace.events {
        if let EventKind::WriteAccepted { write, .. } | EventKind::WriteRejected { write, .. } =
            kind
        {
            add(write.client, Kind::Writing, write.sent, *at);
        }
    }
    stretches
}

/// How much less and how much more than in the model a length may really be.
fn tolerance(model: &Trace, stretch: &Stretch) -> (Duration, Duration) {
    if stretch.kind == Kind::Writing {
        return (SLACK, SLACK);
    }
    let params = model.setup.params();
    let expires = match model.setup.params().service {
        _ if !ends_with_a_lease(model, stretch) => Duration::ZERO,
        // The scans for leases that are over come every half a second, at times that nobody knows.
        ServiceKind::Etcd => Duration::from_millis(500),
        // Sessions end with a tick. The run begins with one, but a request may just miss the next.
        ServiceKind::ZooKeeper => real(params.tick),
        ServiceKind::Redis | ServiceKind::Redlock | ServiceKind::Chubby => Duration::ZERO,
    };
    // Whoever asks again and again comes up to one such interval later.
    let polls =
        if was_refused(model, stretch) { real(params.retry) * 5 / 4 } else { Duration::ZERO };
    let (sooner, later) = election(model, stretch);
    (expires + polls + sooner + SLACK, expires + polls + later + SLACK)
}

/// Whether a client loses the lock because its lease is over, or gets it because another's is.
fn ends_with_a_lease(model: &Trace, stretch: &Stretch) -> bool {
    let ends = model.events.iter().filter_map(|event| match event.kind {
        EventKind::Ended { client, why } if (stretch.from..=stretch.to).contains(&event.at) => {
            Some((client, why))
        }
        _ => None,
    });
    let mut of_its_kind =
        ends.filter(|(client, _)| (*client == stretch.client) == (stretch.kind == Kind::Holding));
    of_its_kind.any(|(_, why)| why == Ended::Expired)
}

fn was_refused(model: &Trace, stretch: &Stretch) -> bool {
    stretch.kind == Kind::Waiting
        && model.events.iter().any(|event| {
            event.client() == Some(stretch.client)
                && matches!(event.kind, EventKind::Refused { .. })
        })
}

/// How much sooner and later an election may be over than in the model, where it takes a second.
/// That of ZooKeeper is often over sooner; that of etcd begins after one to two seconds without a
/// word from the leader, and a client whose question was lost repeats it half a second later.
fn election(model: &Trace, stretch: &Stretch) -> (Duration, Duration) {
    let lost = model.events.iter().find(|event| event.kind == EventKind::LeaderLost);
    let fails_over = |fault: &lock_simulator::sim::Fault| fault.kind == FaultKind::Failover;
    let matters = model.setup.faults().iter().any(fails_over)
        && lost.is_some_and(|event| event.at <= stretch.to);
    let (sooner, later) = match model.setup.params().service {
        _ if !matters => (0, 0),
        ServiceKind::ZooKeeper => (1, 0),
        ServiceKind::Etcd => (0, 2),
        ServiceKind::Redis | ServiceKind::Redlock | ServiceKind::Chubby => (0, 0),
    };
    (Duration::from_secs(sooner), Duration::from_secs(later))
}

#[cfg(test)]
mod tests {
    use lock_simulator::query::Query;

    use super::*;

    /// The tolerances of the model's own lengths, in milliseconds.
    fn tolerances(query: &str) -> Vec<(String, u128, u128)> {
        let model = Trace::of(Query::parse(query).0.setup());
        let lengths = lengths(&model, &model);
        assert!(lengths.iter().all(Length::agrees), "a run does not agree with itself");
        let millis = |length: &Length| {
            (length.what.clone(), length.below.as_millis(), length.above.as_millis())
        };
        lengths.iter().map(millis).collect()
    }

    #[test]
    fn only_what_ends_with_a_lease_is_given_the_time_of_a_scan() {
        let tolerances = tolerances("");
        let of = |what: &str| {
            let found = tolerances.iter().find(|(name, ..)| name == what);
            found.map(|&(_, below, above)| (below, above))
        };
        assert_eq!(of("A waits for the lock"), Some((250, 250)));
        assert_eq!(of("A holds the lock"), Some((750, 750)));
        assert_eq!(of("B waits for the lock"), Some((750, 750)));
        assert_eq!(of("B holds the lock"), Some((250, 250)));
        assert_eq!(of("A is writing"), Some((250, 250)));
    }

    #[test]
    fn only_whoever_was_refused_is_given_the_time_of_a_retry() {
        let tolerances = tolerances("service=redis");
        let waits: Vec<u128> =
            tolerances.iter().filter(|(name, ..)| name.contains("waits")).map(|it| it.2).collect();
        assert_eq!(waits, [250, 500]);
    }

    #[test]
    fn what_there_is_in_one_run_only_does_not_agree() {
        let [model, real] = ["scenario=crash", "scenario=normal"]
            .map(|query| Trace::of(Query::parse(query).0.setup()));
        let lengths = lengths(&model, &real);
        let writing = lengths.iter().find(|length| length.what == "A is writing");
        assert!(writing.is_some_and(|length| !length.agrees()));
    }
}
