//! The buttons of the tools, and which of them are open.

use leptos::prelude::*;
use web_sys::{Element, Event};

use super::bench::Bench;
use super::compare::Compare;
use super::edit::Edit;
use super::take::Take;
use crate::bridge::web::callback;
use crate::page::workshop::{TOOL, Tool};
use crate::workshop::page::element;

/// Opens a tool when its button is pressed, and closes it again.
pub fn listen(bench: Bench) {
    for tool in Tool::ALL {
        let is_open = RwSignal::new(false);
        let (Some(button), Some(place)) = (button(tool), element(tool.word())) else {
            continue;
        };
        let pressed = move |_: Event| is_open.update(|is_open| *is_open = !*is_open);
        let _ = button.add_event_listener_with_callback("click", &callback(pressed));
        let inside = place.clone();
        Effect::new(move |_| {
            let is_open = is_open.get();
            let _ = button.set_attribute("aria-expanded", if is_open { "true" } else { "false" });
            let _ = place.toggle_attribute_with_force("hidden", !is_open);
        });
        let open = Signal::from(is_open);
        match tool {
            Tool::Edit => mount_to(inside, move || view! { <Edit bench open /> }).forget(),
            Tool::Compare => mount_to(inside, move || view! { <Compare bench open /> }).forget(),
            Tool::Take => mount_to(inside, move || view! { <Take bench is_open /> }).forget(),
        }
    }
}

/// The button that opens and closes a tool.
pub fn button(tool: Tool) -> Option<Element> {
    let selector = ["[", TOOL, "=", tool.word(), "]"].concat();
    document().query_selector(&selector).ok().flatten()
}
