//! The table of every lock service and every scenario, which is in the page already. Here it is
//! kept up with the controls.

use leptos::prelude::*;

use super::after;
use super::controls::{element, say};
use super::state::State;
use crate::page::table::{SETTINGS, VIEW, caption, cell, cell_id, remark, remark_id, rows, sign};
use crate::query::Query;
use crate::sim::{Policy, Scenario, ServiceKind};

/// Computes the table for the present query.
pub fn show(state: State) {
    let query = state.now().query;
    let view = view();
    say(SETTINGS, &caption(&query));
    for &service in ServiceKind::ALL {
        say(&remark_id(service), &remark(&query, service, view));
    }
    show_rows_from(0, state, query);
}

/// Computes a row, and then the next: some runs are long, and the page has other things to do.
fn show_rows_from(index: usize, state: State, query: Query) {
    let Some(scenario) = rows().nth(index) else {
        return;
    };
    if state.now().query == query {
        for &service in ServiceKind::ALL {
            show_cell(&query, service, scenario);
        }
        after(0, Box::new(move || show_rows_from(index + 1, state, query))).forget();
    }
}

fn show_cell(query: &Query, service: ServiceKind, scenario: Scenario) {
    let Some(link) = element(&cell_id(service, scenario)) else {
        return;
    };
    let cell = cell(query, service, scenario, view());
    let _ = link.set_attribute("href", &["?", &cell.query].concat());
    let _ = link.set_attribute("data-grade", cell.headline.word());
    if let Ok(Some(shown)) = link.query_selector("use") {
        let _ = shown.set_attribute("href", &sign(cell.headline));
    }
    if let Ok(Some(words)) = link.query_selector("span") {
        words.set_text_content(Some(&cell.words));
    }
}

/// What the storage of the table asks of a write.
fn view() -> Policy {
    let chosen = document().query_selector(&["[name=", VIEW, "]:checked"].concat());
    let chosen = chosen.ok().flatten().and_then(|chosen| chosen.get_attribute("value"));
    chosen.and_then(|chosen| Policy::from_word(&chosen)).unwrap_or(Policy::Fencing)
}
