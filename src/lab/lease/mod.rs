//! How long a lease should be.

use leptos::prelude::*;

use super::desk::Desk;

/// The answer.
#[component]
pub fn Lease(desk: Desk, is_open: Signal<bool>) -> impl IntoView {
    view! { <p>{move || (is_open.get(), desk.shown.get().print()).1}</p> }
}
