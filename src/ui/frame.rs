//! What an embedded figure has that its page chooses: which controls there are, and a link to the
//! whole page.

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlInputElement;

use super::controls::{element, hide};
use super::state::Shown;
use crate::page::compare::OTHER_STEPS;
use crate::page::player::{PLAYER, STANDING};
use crate::page::report::STEPS;
use crate::page::workshop::TOOLS;
use crate::page::{FULL_PAGE, WHOLE_PAGE, field_id};
use crate::query::{KEYS, Key, Query, View};

/// Whether the figure has a control for a key.
pub fn has_control(query: &Query, key: &Key) -> bool {
    query.view.controls.has(key.name)
}

/// Lets a figure have what its link says.
pub fn show(shown: &Shown) {
    let query = &shown.query;
    let controls = query.view.controls;
    for (part, place) in [
        ("player", PLAYER),
        ("moment", STANDING),
        ("steps", STEPS),
        ("steps", OTHER_STEPS),
        ("tools", TOOLS),
    ] {
        // With the tools everything can be changed, and so what is locked.
        let undoes_locks = place == TOOLS && controls.has_lock();
        hide(place, !controls.has(part) || undoes_locks);
    }
    for key in KEYS.iter().filter(|key| controls.is_locked(key.name)) {
        lock(key);
    }
    if let Some(link) = element(FULL_PAGE) {
        // Who has not answered yet is asked there, too.
        let view = View { quiz: query.view.quiz, ..query.view.whole() };
        let address = [WHOLE_PAGE, "?", &Query { view, ..*query }.print()].concat();
        let _ = link.set_attribute("href", &address);
    }
}

/// Keeps a control from being changed. It can still be read.
fn lock(key: &Key) {
    let inputs = ["#", &field_id(key.name), " :is(input, select)"].concat();
    let Ok(inputs) = document().query_selector_all(&inputs) else {
        return;
    };
    for index in 0..inputs.length() {
        if let Some(input) = inputs.item(index) {
            // Whatever kind of control it is, it is disabled by the same name.
            input.unchecked_into::<HtmlInputElement>().set_disabled(true);
        }
    }
}
