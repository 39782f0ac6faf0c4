//! The laboratory: a program of its own for questions about many runs at once, loaded when a reader
//! asks the first of them. It shares nothing with the page's program but links; see
//! [`crate::page::lab`].

mod asked;
mod desk;
mod lease;
mod map;
mod places;
mod search;
mod slices;
mod work;

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;

use crate::bridge::page;
use crate::page::lab::QUESTIONS;

/// Ties the page's questions to the laboratory.
pub fn start() {
    if let Some(place) = page::element(QUESTIONS) {
        mount_to(place.unchecked_into(), Lab).forget();
    }
}

#[component]
fn Lab() -> impl IntoView {
    desk::Desk::new().map(places::listen)
}
