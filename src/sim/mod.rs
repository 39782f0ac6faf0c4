//! The model: clients, a lock service, a storage, and what happens between them.
//!
//! It knows nothing of the web, of pictures or of sentences, and has no clock and no chance of
//! its own. A run is a function of its [`Setup`]: `Trace::of(setup)` always gives the same
//! events. The facts about a run are a function of its events in turn.

mod agenda;
mod boundary;
pub(crate) mod choice;
mod client;
mod clock;
mod context;
mod event;
mod evidence;
mod fault;
mod message;
mod moment;
mod network;
mod node;
mod outcome;
mod question;
mod random;
mod scenario;
mod service;
mod setup;
mod starts;
mod storage;
mod time;
mod trace;
mod world;

pub use boundary::{Boundaries, Boundary};
pub use choice::{
    Care, ClockSetting, FirstJob, Policy, Restart, Scenario, SequencerCheck, ServiceKind,
    TokenSource,
};
pub use event::{Ended, Event, EventKind, GaveUp, Observer, Refusal, Write};
pub use evidence::{Fact, Proof};
pub use fault::{Anchor, Fault, FaultKind, FaultList, Start};
pub use moment::{Moment, UnderWay};
pub use node::{ClientId, LockValue, Node, ServerId, Token, Version};
pub use outcome::{Headline, Judge, Outcome, RunEnd};
pub use question::{Answer, Quiz, Subject};
pub use scenario::Job;
pub use setup::{Impossible, Params, Setup, limits};
pub use starts::Starts;
pub use time::{Duration, Time};
pub use trace::{Gap, GapKind, Span, SpanKind, Trace};
pub use world::World;
