//! The address bar.

use leptos::prelude::*;
use wasm_bindgen::JsValue;

/// The text of the query in the present address.
pub fn query() -> String {
    window().location().search().unwrap_or_default()
}

/// The address of this page with another query.
fn with_query(query: &str) -> String {
    let path = window().location().pathname().unwrap_or_default();
    if query.is_empty() { path } else { format!("{path}?{query}") }
}

/// Shows another query in the address bar, as a new entry of the history or in place of the
/// present one. Where a browser forbids that, as in some sandboxes, the page goes on without.
pub fn show(query: &str, new_entry: bool) {
    let address = with_query(query);
    if let Ok(history) = window().history() {
        let _ = if new_entry {
            history.push_state_with_url(&JsValue::NULL, "", Some(&address))
        } else {
            history.replace_state_with_url(&JsValue::NULL, "", Some(&address))
        };
    }
}
