//! A simulator of distributed locks.
//!
//! [`sim`] runs a setup and records what happens, [`query`] reads setups from links, [`words`]
//! and [`draw`] turn a run into sentences and into a picture, and the page shows both. Only the
//! page knows of the web.

pub mod draw;
pub mod query;
pub mod sim;
#[cfg(target_arch = "wasm32")]
pub mod ui;
pub mod words;
