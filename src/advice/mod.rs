//! How long a lease should be: what each length risks, by how long clients pause, and what it costs
//! when one of them crashes.
//!
//! One acquisition of A is one run of the model with one pause of A. How long it is comes from
//! [`Pauses`], when it begins is any moment at which A has the lock, each as likely. A [`Study`]
//! samples such runs for each lease of a grid: only the pauses that are longer than a lease is
//! known to bear ([`harmless`](Figures::harmless)) are drawn, since how often there are such pauses
//! need not be sampled, and those in strata that are finer towards the rare ones. So what happens
//! once in a million acquisitions is seen in a few hundred runs.
//!
//! This is the only place apart from pictures that computes with floating-point numbers. What is not
//! exact by itself comes from `libm`, so that figures are the same on every platform.

mod acquisition;
mod answer;
mod chart;
mod estimate;
mod grid;
mod harmless;
mod lease;
mod numbers;
mod pauses;
mod question;
mod samples;
mod study;
mod table;

pub use acquisition::{Acquisition, Check, Pause, Run, Seen};
pub use answer::{Answer, answer};
pub use chart::{Chart, chart};
pub use estimate::Estimate;
pub use grid::{grid, present_lease};
pub use harmless::Search;
pub use lease::{Figures, Wait};
pub use pauses::{LONGEST, Pauses, in_millis};
pub use question::{Question, Risk};
pub use samples::{BadLine, Samples};
pub use study::Study;
pub use table::{head, row};
