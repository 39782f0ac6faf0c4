//! What the programs that are loaded on request share: how they speak with the page, and what they
//! need of the browser. See [`crate::page::workshop`].

pub mod light;
pub mod page;
pub mod web;
