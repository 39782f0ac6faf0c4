//! A simulator of distributed locks.
//!
//! [`sim`] runs a setup and records what happens, [`query`] reads setups from links, [`words`]
//! and [`draw`] turn a run into sentences and into a picture, and [`page`] is what the HTML and the program
//! that moves it have in common. Only that program knows of the web.

#[cfg(target_arch = "wasm32")]
mod canvas;
pub mod compare;
pub mod draw;
pub mod edit;
pub mod export;
pub mod page;
pub mod query;
pub mod sim;
#[cfg(target_arch = "wasm32")]
pub mod ui;
pub mod words;
#[cfg(target_arch = "wasm32")]
pub mod workshop;
