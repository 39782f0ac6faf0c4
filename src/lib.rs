//! A simulator of distributed locks.
//!
//! [`sim`] runs a setup and records what happens, [`query`] reads setups from links, [`words`]
//! and [`draw`] turn a run into sentences and into a picture. [`edit`], [`compare`] and [`export`]
//! are what a reader can do to a run: change it, see another one beside it, take it along; and
//! [`embed`] puts it into somebody else's page. [`search`], [`map`] and [`advice`] answer questions
//! about many runs at once. [`page`] is what the HTML and the programs that move it agree on. These
//! programs, made of `ui`, `workshop` and `lab`, are all that knows of the web, and are compiled for
//! nothing else.

pub mod advice;
#[cfg(target_arch = "wasm32")]
mod bridge;
#[cfg(target_arch = "wasm32")]
mod canvas;
pub mod compare;
pub mod draw;
pub mod edit;
pub mod embed;
pub mod export;
#[cfg(target_arch = "wasm32")]
pub mod lab;
pub mod map;
pub mod page;
pub mod query;
pub mod search;
pub mod sim;
#[cfg(target_arch = "wasm32")]
pub mod ui;
pub mod words;
#[cfg(target_arch = "wasm32")]
pub mod workshop;
