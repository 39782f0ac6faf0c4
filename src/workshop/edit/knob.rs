//! A knob: something that can be moved, by pointer, touch or keys.

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use web_sys::HtmlElement;

use super::Table;
use crate::bridge::web::px;
use crate::draw::{Point, TimeScale};
use crate::edit::{Board, Grip, What, away, grip_name, grip_value, step};
use crate::page::TIMELINE;
use crate::sim::Duration;
use crate::workshop::page::element;

/// How far a pointer has to go for something to be moved, in pixels: whoever only presses a knob
/// wants to choose it.
const MOVES: i32 = 3;
/// How many steps the larger ones of the keys are.
const LARGE: u64 = 10;

/// What is being moved, as it was when it was taken up.
struct Drag {
    board: Board,
    grip: Grip,
    scale: TimeScale,
    /// Which pointer moves it, and where that was.
    pointer: i32,
    x: i32,
    moved: bool,
}

/// A knob.
#[component]
pub fn Knob(table: Table, knobs: Memo<Vec<(Grip, Point)>>, what: What) -> impl IntoView {
    let bench = table.bench;
    let drag = StoredValue::new_local(None::<Drag>);
    let now = move || knobs.with(|knobs| knobs.iter().find(|(grip, _)| grip.what == what).copied());
    let name = move || table.board.with(|board| grip_name(board, what));
    let place = move || now().map_or(Point { x: 0, y: 0 }, |(_, place)| place);
    // The line at the instant itself, from which the knob may have had to give way.
    let stem = move || {
        let x = now().map_or(0, |(grip, _)| table.lanes.with(|lanes| lanes.scale.x(grip.at)));
        px(x - place().x)
    };

    let take_up = move |event: PointerEvent| {
        let is_free = drag.with_value(Option::is_none);
        let (Some((grip, _)), true, 0) = (now(), is_free, event.button()) else {
            return;
        };
        event.prevent_default();
        let knob: HtmlElement = event_target(&event);
        let _ = knob.focus();
        let _ = knob.set_pointer_capture(event.pointer_id());
        let (board, scale) =
            (table.board.get_untracked(), table.lanes.with_untracked(|lanes| lanes.scale));
        let (pointer, x) = (event.pointer_id(), event.client_x());
        drag.set_value(Some(Drag { board, grip, scale, pointer, x, moved: false }));
    };
    let pull = move |event: PointerEvent| {
        let pulled = drag.try_update_value(|drag| {
            let drag = drag.as_mut().filter(|drag| drag.pointer == event.pointer_id())?;
            let far = event.client_x() - drag.x;
            if !drag.moved && far.abs() >= MOVES {
                drag.moved = true;
                bench.take_up(drag.scale.end);
            }
            // What lies beyond the end of the axis is moved from there.
            let from = if far == 0 { drag.grip.at } else { drag.grip.at.min(drag.scale.end) };
            let to = away(&drag.scale, from, far);
            let params = drag.board.moved(what, to, step(&drag.scale));
            drag.moved.then_some((Grip { at: to, ..drag.grip }, params))
        });
        if let Some((grip, params)) = pulled.flatten() {
            table.held.set(Some(grip));
            bench.show(params);
        }
    };
    // Ends the drag and says what it was, if anything has been moved.
    let end_drag = move || {
        let was = drag.try_update_value(Option::take).flatten().filter(|drag| drag.moved)?;
        table.held.set(None);
        Some(was)
    };
    let let_go = move |event: PointerEvent| {
        let is_its = drag.with_value(|drag| {
            drag.as_ref().is_some_and(|drag| drag.pointer == event.pointer_id())
        });
        if is_its && end_drag().is_some() {
            bench.put_down();
        }
    };
    on_cleanup(move || {
        if end_drag().is_some() {
            bench.put_down();
        }
    });

    let press = move |event: KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let Some((grip, _)) = now() else {
            return;
        };
        let board = table.board.get_untracked();
        let step = table.lanes.with_untracked(|lanes| step(&lanes.scale));
        let large = if event.shift_key() { LARGE } else { 1 };
        let value = match event.key().as_str() {
            "ArrowLeft" | "ArrowDown" => grip.value.saturating_sub(step * large),
            "ArrowRight" | "ArrowUp" => grip.value + step * large,
            "PageDown" => grip.value.saturating_sub(step * LARGE),
            "PageUp" => grip.value + step * LARGE,
            "Home" => grip.limits.0,
            "End" => grip.limits.1,
            "Escape" => {
                let Some(was) = end_drag() else {
                    return;
                };
                bench.show(*was.board.setup().params());
                bench.put_down();
                return event.prevent_default();
            }
            "Delete" | "Backspace" => {
                let (What::Start(place) | What::End(place)) = what else {
                    return;
                };
                // The knob goes away, and the focus has to be somewhere else.
                table.chosen.set(None);
                let _ = element(TIMELINE).map(|timeline| timeline.focus());
                event.prevent_default();
                return bench.show(board.without(place));
            }
            _ => return,
        };
        // The timeline would take the same keys for its cursor.
        event.stop_propagation();
        event.prevent_default();
        bench.show(board.set(what, value, step));
    };

    let seconds = |length: Duration| length.to_string();
    view! {
        <div
            class="knob"
            data-kind=kind(what)
            role="slider"
            tabindex="0"
            title=name
            aria-label=name
            aria-valuemin=move || now().map(|(grip, _)| seconds(grip.limits.0))
            aria-valuemax=move || now().map(|(grip, _)| seconds(grip.limits.1))
            aria-valuenow=move || now().map(|(grip, _)| seconds(grip.value))
            aria-valuetext=move || now().map(|(grip, _)| grip_value(&grip))
            style:left=move || px(place().x)
            style:top=move || px(place().y)
            on:focus=move |_| table.chosen.set(Some(what))
            on:pointerdown=take_up
            on:pointermove=pull
            on:pointerup=let_go
            on:pointercancel=let_go
            on:lostpointercapture=let_go
            on:keydown=press
        >
            <i style:left=stem></i>
        </div>
    }
}

/// The word for a kind of knob, by which styles tell them apart.
fn kind(what: What) -> &'static str {
    match what {
        What::Asking(_) => "asking",
        What::Lease => "lease",
        What::Start(_) => "start",
        What::End(_) => "end",
    }
}
