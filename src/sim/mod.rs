//! The model: clients, a lock service, a storage, and what happens between them.
//!
//! It knows nothing of the web, of pictures or of sentences, and has no clock and no chance of
//! its own. A run is a function of its [`Setup`]: `Trace::of(setup)` always gives the same
//! events. The facts about a run are a function of its events in turn.

mod agenda;
mod client;
mod clock;
mod context;
mod event;
mod fault;
mod message;
mod network;
mod node;
mod outcome;
mod random;
mod scenario;
mod service;
pub(crate) mod setup;
mod storage;
mod time;
mod trace;
mod world;

pub use event::{Ended, Event, EventKind, GaveUp, Observer, Write};
pub use fault::{Anchor, Fault, FaultKind, Start};
pub use node::{ClientId, LockValue, Node, ServerId, Token, Version};
pub use outcome::{Headline, Judge, Outcome, RunEnd};
pub use scenario::Job;
pub use setup::{Impossible, Params, Policy, Scenario, ServiceKind, Setup, limits};
pub use time::{Duration, Time};
pub use trace::{Span, SpanKind, Trace};
pub use world::World;
