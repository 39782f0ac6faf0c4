//! A knob: something that can be moved, by pointer, touch or keys.

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use web_sys::HtmlElement;

use super::Table;
use crate::draw::{Point, TimeScale};
use crate::edit::{Board, Grip, What, away, grip_name, grip_value, step};
use crate::page::TIMELINE;
use crate::sim::{Duration, Time};
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
    /// The column of the pointer.
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
        let (Some((grip, _)), 0) = (now(), event.button()) else {
            return;
        };
        event.prevent_default();
        let knob: HtmlElement = event_target(&event);
        let _ = knob.focus();
        let _ = knob.set_pointer_capture(event.pointer_id());
        let (board, scale) =
            (table.board.get_untracked(), table.lanes.with_untracked(|lanes| lanes.scale));
        drag.set_value(Some(Drag { board, grip, scale, x: event.client_x(), moved: false }));
    };
    let pull = move |event: PointerEvent| {
        let params = drag.try_update_value(|drag| {
            let drag = drag.as_mut()?;
            let far = event.client_x() - drag.x;
            let starts = !drag.moved && far.abs() >= MOVES;
            if starts {
                drag.moved = true;
                bench.take_up(drag.scale.end);
            }
            // What lies beyond the end of the axis is moved from there.
            let to = away(&drag.scale, drag.grip.at.min(drag.scale.end), far);
            drag.moved.then(|| drag.board.moved(what, to, step(&drag.scale)))
        });
        params.flatten().into_iter().for_each(|params| bench.show(params));
    };
    let let_go = move |_: PointerEvent| {
        let was = drag.try_update_value(Option::take).flatten();
        if was.is_some_and(|drag| drag.moved) {
            bench.put_down();
        }
    };
    on_cleanup(move || {
        let was = drag.try_update_value(Option::take).flatten();
        if was.is_some_and(|drag| drag.moved) {
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
        let to = match event.key().as_str() {
            "ArrowLeft" | "ArrowDown" => grip.at - step * large,
            "ArrowRight" | "ArrowUp" => grip.at + step * large,
            "PageDown" => grip.at - step * LARGE,
            "PageUp" => grip.at + step * LARGE,
            "Home" => grip.range.0,
            "End" => grip.range.1,
            "Escape" => {
                let was = drag.try_update_value(Option::take).flatten();
                let Some(was) = was.filter(|drag| drag.moved) else {
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
                // The knob goes away, and the focus has to be somewhere.
                let _ = element(TIMELINE).map(|timeline| timeline.focus());
                event.prevent_default();
                return bench.show(board.without(place));
            }
            _ => return,
        };
        // The timeline would take the same keys for its cursor.
        event.stop_propagation();
        event.prevent_default();
        bench.show(board.moved(what, to, step));
    };

    let seconds = |length: Duration| length.to_string();
    let end =
        move |pick: fn(&Grip) -> Time| now().map(|(grip, _)| seconds(grip.value_at(pick(&grip))));
    view! {
        <div
            class="knob"
            data-kind=kind(what)
            role="slider"
            tabindex="0"
            title=name
            aria-label=name
            aria-valuemin=move || end(|grip| grip.range.0)
            aria-valuemax=move || end(|grip| grip.range.1)
            aria-valuenow=move || now().map(|(grip, _)| seconds(grip.value))
            aria-valuetext=move || now().map(|(grip, _)| grip_value(&grip))
            style:left=move || px(place().x)
            style:top=move || px(place().y)
            on:focus=move |_| table.chosen.set(Some(what))
            on:pointerdown=take_up
            on:pointermove=pull
            on:pointerup=let_go
            on:pointercancel=let_go
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

/// A length in the pixels of styles.
pub fn px(length: i32) -> String {
    [&length.to_string(), "px"].concat()
}
