//! The table of every lock service and every scenario, which is in the page already. Here it is
//! kept up with the controls.

use leptos::prelude::*;

use super::controls::{element, say};
use super::state::State;
use super::{after, links};
use crate::page::table::{
    Cell, SETTINGS, VIEW, caption, cell_id, cells, remark, remark_id, settings, sign,
};
use crate::query::Query;
use crate::sim::{Judge, Policy, ServiceKind, World};

/// How many steps of runs are computed before the page may do something else.
const SLICE: u32 = 4_000;

/// A cell whose run is being computed.
struct Running {
    query: Query,
    world: World,
    judge: Judge,
}

/// Computes the table for the present query.
pub fn show(state: State) {
    let query = state.now().query;
    let view = view();
    say(SETTINGS, &caption(&query));
    for &service in ServiceKind::ALL {
        say(&remark_id(service), &remark(&query, service, view));
    }
    go_on(state, query, 0, None);
}

/// Computes a slice of the cells from one on, and then the next slice: some runs are long, and the
/// page has other things to do. Stops if the table is wanted for another query.
fn go_on(state: State, query: Query, mut index: usize, mut running: Option<Running>) {
    if state.now().query.params != query.params {
        return;
    }
    for _ in 0..SLICE {
        let Some((service, scenario)) = cells().nth(index) else {
            return links::mark(&query);
        };
        let run = running.get_or_insert_with(|| {
            let query = settings(&query, service, scenario, view());
            Running { query, world: World::new(query.setup()), judge: Judge::default() }
        });
        if !run.world.step(&mut run.judge) {
            let outcome = run.judge.clone().conclude(run.world.end());
            show_cell(&cell_id(service, scenario), &Cell::new(&run.query, &outcome));
            index += 1;
            running = None;
        }
    }
    after(0, Box::new(move || go_on(state, query, index, running))).forget();
}

fn show_cell(id: &str, cell: &Cell) {
    let Some(link) = element(id) else {
        return;
    };
    let _ = link.set_attribute("href", &["?", &cell.query].concat());
    let _ = link.set_attribute("data-grade", cell.headline.word());
    let _ = link.set_attribute("data-confirmed", cell.confirmed);
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
