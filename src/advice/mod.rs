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
//! Apart from pictures and the numbers of their axes, only this computes with floating-point numbers.
//! What is not exact by itself comes from `libm`, so that figures are the same on every platform.

mod acquisition;
mod answer;
mod chart;
mod crashes;
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
mod trials;
mod verdict;

pub use acquisition::{Acquisition, Check, Pause, Run, Seen};
pub use answer::{Answer, answer};
pub use chart::{Chart, chart};
pub use crashes::Wait;
pub use estimate::Estimate;
pub use grid::{grid, present_lease};
pub use harmless::Search;
pub use lease::Figures;
pub use pauses::{LONGEST, Pauses, in_millis};
pub use question::{Question, Risk};
pub use samples::{BadLine, Samples};
pub use study::{PASSES, Study};
pub use table::{head, row};
pub use trials::Flaw;
