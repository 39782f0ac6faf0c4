//! Two runs beside each other: where their stories part, and how they differ in their settings.

mod names;
mod offers;
mod told;

pub use names::names;
pub use offers::{Offer, offers, swapped};
pub use told::tell;

use crate::sim::{
    Duration, EventKind, LockValue, Node, Refusal, ServerId, Time, Trace, Version, Write,
};
use crate::words::Line;

/// The first moment at which two runs differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// When, since the beginning of the runs.
    pub at: Time,
    /// The number of the first step of each run that the other does not have in its place, if
    /// there is one. It can come later than that moment.
    pub steps: [Option<u32>; 2],
}

/// A run and its steps.
pub type Told<'a> = (&'a Trace, &'a [Line]);

/// Finds where the courses of two runs part: who does what when. How that is put into words is
/// left aside, so that another service or another token is no difference by itself.
pub fn first_difference(this: Told, that: Told) -> Option<Difference> {
    let several = [this, that].map(|(trace, _)| trace.setup.servers() > 1);
    let [these, those] = [this, that].map(|told| course(told, several[0] == several[1]));
    let alike = these.iter().zip(&those).take_while(|((_, this), (_, that))| this == that).count();
    let next = [these.get(alike), those.get(alike)];
    let at = next.iter().flatten().map(|(_, step)| step.at).min()?;
    Some(Difference { at, steps: next.map(|step| step.map(|(number, _)| *number)) })
}

/// What a step comes down to.
#[derive(PartialEq, Eq)]
struct Step {
    at: Time,
    actor: Node,
    kind: EventKind,
}

/// The steps of a run, with their numbers. What several servers do each on its own is only looked
/// at beside a run that has several too.
fn course((trace, lines): Told, each_server: bool) -> Vec<(u32, Step)> {
    let steps = lines.iter().filter_map(|line| {
        let event = trace.events.get(line.event)?;
        let is_key = matches!(event.kind, EventKind::KeySet { .. } | EventKind::KeyGone { .. });
        let actor = match event.actor {
            Node::Server(_) if !each_server => Node::Server(ServerId::FIRST),
            actor => actor,
        };
        let step = Step { at: event.at, actor, kind: plain(event.kind) };
        (each_server || !is_key).then_some((line.number, step))
    });
    steps.collect()
}

/// An event without what follows from the settings alone, or only shows in what comes later.
fn plain(kind: EventKind) -> EventKind {
    let (until, version) = (Time::ZERO, Version::default());
    match kind {
        EventKind::Refused { .. } => EventKind::Refused { won: 0, retry_in: Duration::ZERO },
        EventKind::Acquired { .. } => EventKind::Acquired { token: None, value: None, until },
        EventKind::Extended { .. } => EventKind::Extended { until },
        EventKind::Read { value, .. } => EventKind::Read { value, version },
        EventKind::Paused { .. } => EventKind::Paused { length: Duration::ZERO },
        EventKind::WriteSent { .. } => EventKind::WriteSent { token: None, base: version },
        EventKind::Queued { client, .. } => EventKind::Queued { client, token: None },
        EventKind::Granted { client, .. } => EventKind::Granted { client, token: None },
        EventKind::HeldBack { .. } => EventKind::HeldBack { until },
        EventKind::KeySet { client, .. } => {
            EventKind::KeySet { client, value: LockValue::default() }
        }
        EventKind::Jumped { .. } => EventKind::Jumped { by: Duration::ZERO },
        EventKind::Slewed { .. } => EventKind::Slewed { by: Duration::ZERO },
        EventKind::ServerDown { .. } => EventKind::ServerDown { down: None },
        EventKind::CutOff { server, .. } => EventKind::CutOff { server, length: None },
        EventKind::WriteAccepted { write, .. } => {
            EventKind::WriteAccepted { write: plain_write(write), version }
        }
        EventKind::WriteRejected { write, .. } => {
            EventKind::WriteRejected { write: plain_write(write), why: Refusal::Sequencer }
        }
        EventKind::Asked
        | EventKind::PromiseOver
        | EventKind::LearnedLoss
        | EventKind::InDoubt
        | EventKind::BackInTouch
        | EventKind::Woke
        | EventKind::Crashed
        | EventKind::Checked { .. }
        | EventKind::WriteAnswered { .. }
        | EventKind::GaveUp { .. }
        | EventKind::Releasing
        | EventKind::Finished
        | EventKind::Ended { .. }
        | EventKind::WaiterGone { .. }
        | EventKind::NothingToRelease { .. }
        | EventKind::KeyGone { .. }
        | EventKind::LeaderLost
        | EventKind::LeaderElected
        | EventKind::Promoted
        | EventKind::ServerUp
        | EventKind::Reconnected { .. } => kind,
    }
}

fn plain_write(write: Write) -> Write {
    let (token, value, base, sent) = (None, None, Version::default(), Time::ZERO);
    Write { client: write.client, token, value, base, sent }
}
