//! A simulator of distributed locks.
//!
//! [`sim`] runs a setup and records what happens, [`query`] reads setups from links, [`words`]
//! and [`draw`] turn a run into sentences and into a picture. [`edit`], [`compare`] and [`export`]
//! are what a reader can do to a run: change it, see another one beside it, take it along; and
//! [`embed`] puts it into somebody else's page. [`page`] is what the HTML and the programs that move
//! it agree on. These programs, made of `ui` and `workshop`, are all that knows of the web, and are
//! compiled for nothing else.

#[cfg(target_arch = "wasm32")]
mod canvas;
pub mod compare;
pub mod draw;
pub mod edit;
pub mod embed;
pub mod export;
pub mod page;
pub mod query;
pub mod search;
pub mod sim;
#[cfg(target_arch = "wasm32")]
pub mod ui;
pub mod words;
#[cfg(target_arch = "wasm32")]
pub mod workshop;
