//! The tool for changing a run by hand: knobs and menus over the timeline, and what is around them.

mod bounds;
mod knob;
mod menu;

use leptos::prelude::*;
use web_sys::ScrollBehavior;

use super::bench::Bench;
use crate::draw::{self, Lanes, Point};
use crate::edit::{Board, Grip, What, Whose, knobs, menus};
use crate::page::TIMELINE;
use crate::workshop::page::{bring_into_sight, element, is_inside};
use bounds::{Bounds, Ticks};
use knob::Knob;
use menu::LaneMenu;

/// What the parts of this tool share.
#[derive(Clone, Copy)]
struct Table {
    bench: Bench,
    /// What can be moved.
    board: Memo<Board>,
    /// Where the lanes are.
    lanes: Memo<Lanes>,
    /// What is being moved, and where to: it may be that it does not come to pass there.
    held: RwSignal<Option<Grip>>,
    /// What was moved last, or has the focus.
    chosen: RwSignal<Option<What>>,
    /// Where the run begins to end differently, when this is moved.
    bounds: Memo<Option<Bounds>>,
}

impl Table {
    fn new(bench: Bench) -> Table {
        let setup = Memo::new(move |_| bench.shown.get().setup());
        let board = Memo::new(move |_| Board::of(setup.get()));
        let lanes = Memo::new(move |_| {
            let (width, until) = (bench.width.get(), bench.until());
            board.with(|board| draw::lanes(board.setup(), board.end(), width, until))
        });
        let chosen = RwSignal::new(None);
        let bounds = bounds::memo(board, lanes, chosen);
        Table { bench, board, lanes, held: RwSignal::new(None), chosen, bounds }
    }

    /// Who has a menu, and where it is.
    fn menus(self) -> Vec<(Whose, Point)> {
        let all = Whose::all(self.board.get().setup());
        let places = self.lanes.with(|lanes| menus(&all, lanes));
        all.into_iter().zip(places).collect()
    }

    /// What can be moved, and where its knob is.
    fn knobs(self) -> Vec<(Grip, Point)> {
        let mut grips = self.board.get().grips();
        let is_missing = |held: &Grip| grips.iter().all(|grip| grip.what != held.what);
        let held = self.held.get().filter(is_missing);
        grips.extend(held);
        let menus: Vec<Point> = self.menus().into_iter().map(|(_, place)| place).collect();
        let places = self.lanes.with(|lanes| knobs(&grips, &menus, lanes));
        grips.into_iter().zip(places).collect()
    }
}

/// The tool, while it is open.
#[component]
pub fn Edit(bench: Bench, open: Signal<bool>) -> impl IntoView {
    let table = Table::new(bench);
    if let Some(timeline) = element(TIMELINE) {
        let over = move || view! { <Show when=move || open.get()><Overlay table /></Show> };
        mount_to(timeline, over).forget();
    }
    view! { <Show when=move || open.get()><Bar table /></Show> }
}

/// What lies over the timeline.
#[component]
fn Overlay(table: Table) -> impl IntoView {
    bring_into_sight(TIMELINE, ScrollBehavior::Instant);
    let knobs = Memo::new(move |_| table.knobs());
    let whats = move || knobs.with(|all| all.iter().map(|(grip, _)| grip.what).collect::<Vec<_>>());
    let menus = Memo::new(move |_| table.menus());
    let whose = move || menus.with(|all| all.iter().map(|(whose, _)| *whose).collect::<Vec<_>>());
    view! {
        <div class="knobs" role="group" aria-label="What can be moved">
            <Ticks table />
            <For each=whose key=|whose| *whose let:whose>
                <LaneMenu table menus whose />
            </For>
            <For each=whats key=|what| *what let:what>
                <Knob table knobs what />
            </For>
        </div>
    }
}

/// What to do, as long as nothing has been done.
const HINT: &str = "Drag the knobs in the picture, or move them with the arrow keys. The + of a \
                    lane adds faults at the cursor, and takes them away, as Delete does.";

/// The buttons for going back and forth, and where things begin to end differently.
#[component]
fn Bar(table: Table) -> impl IntoView {
    let bench = table.bench;
    let keys = window_event_listener(leptos::ev::keydown, move |event| {
        let is_meant = !is_inside(&event, ":read-write") && !bench.held.get_untracked();
        if !is_meant || !(event.ctrl_key() || event.meta_key()) {
            return;
        }
        match (event.key().as_str(), event.shift_key()) {
            ("z", false) => bench.undo(),
            ("z" | "Z", true) | ("y", _) => bench.redo(),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || keys.remove());
    view! {
        <div class="edit-bar">
            <button
                type="button"
                aria-disabled=move || is_off(bench.history.with(|history| !history.can_undo()))
                on:click=move |_| bench.undo()
            >
                "Undo"
            </button>
            <button
                type="button"
                aria-disabled=move || is_off(bench.history.with(|history| !history.can_redo()))
                on:click=move |_| bench.redo()
            >
                "Redo"
            </button>
            <p>
                {move || table.bounds.with(|bounds| match bounds {
                    Some(bounds) => bounds.words.clone(),
                    None => HINT.into(),
                })}
            </p>
        </div>
    }
}

/// Whether a button can do nothing just now. It keeps the focus all the same.
fn is_off(is_off: bool) -> &'static str {
    if is_off { "true" } else { "false" }
}
