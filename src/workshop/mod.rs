//! The workshop: a program of its own for what a reader does to a run, loaded when somebody wants
//! to. It shares nothing with the page's program but links; see [`crate::page::workshop`].

mod bench;
mod compare;
mod edit;
mod embed;
mod notice;
mod page;
mod take;
mod tools;

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;

use crate::page::workshop::TOOLS;

/// Ties the page's tools to the workshop.
pub fn start() {
    if let Some(place) = page::element(TOOLS) {
        mount_to(place.unchecked_into(), Workshop).forget();
    }
}

#[component]
fn Workshop() -> impl IntoView {
    bench::Bench::new().map(tools::listen)
}
