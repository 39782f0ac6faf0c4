//! The picture of a map, and moving over it.

use gloo_timers::callback::Timeout;
use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::html::Canvas;
use leptos::prelude::*;

use super::Wanted;
use crate::bridge::page::width_of;
use crate::bridge::web::px;
use crate::canvas::paint;
use crate::draw::Point;
use crate::lab::desk::Desk;
use crate::lab::work::Work;
use crate::map::{Chart, Map, Mapping, cell_in_words, step_from_key};

/// The element around the picture.
const PLOT: &str = "map-plot";
/// What the cursor is at, in words.
const READOUT: &str = "map-readout";
/// How long the cursor has to rest for its place to be read out, in milliseconds.
const SETTLED: u32 = 300;
/// What can be done.
const HINT: &str = "Point at the map, or move over it with the arrow keys. A click, or Enter, shows \
                    the run of that place above.";

/// The picture, with the mark of the run that is shown and a cursor.
#[component]
pub fn Plot(desk: Desk, work: Work<Mapping>, wanted: Memo<Wanted>) -> impl IntoView {
    let width = width_of(PLOT);
    let chart = RwSignal::new_local(None::<Chart>);
    let cell = RwSignal::new(None::<(usize, usize)>);
    let spoken = RwSignal::new(String::new());
    let (base, over) = (NodeRef::<Canvas>::new(), NodeRef::<Canvas>::new());
    let look = desk.look();

    Effect::new(move |_| {
        let width = width.get();
        if width > 0 {
            let of_map = |map: &Map| (Chart::new(map, width), (map.across.count, map.up.count));
            let (drawn, count) = work.with(|work| work.map().map(of_map)).flatten().unzip();
            chart.set(drawn);
            let is_there = |(across, up): &(usize, usize)| {
                count.is_some_and(|count| *across < count.0 && *up < count.1)
            };
            cell.update(|cell| *cell = cell.filter(is_there));
        }
    });
    Effect::new(move |_| {
        let (theme, ratio) = look.get();
        chart.with(|chart| {
            if let (Some(canvas), Some(chart)) = (base.get(), chart) {
                paint(&canvas, chart.size, &chart.shapes, theme, ratio);
            }
        });
    });
    Effect::new(move |_| {
        let ((theme, ratio), (params, _)) = (look.get(), wanted.get());
        chart.with(|chart| {
            if let (Some(canvas), Some(chart)) = (over.get(), chart) {
                paint(&canvas, chart.size, &chart.mark(&params), theme, ratio);
            }
        });
    });

    let words = move || {
        let cell = cell.get()?;
        on_map(work, |map| cell_in_words(map, cell)).filter(|said| !said.is_empty())
    };
    let under = move |event: &MouseEvent| {
        let at = Point { x: event.offset_x(), y: event.offset_y() };
        chart.with_untracked(|chart| chart.as_ref().and_then(|chart| chart.cell_at(at)))
    };
    let choose = move |chosen: Option<(usize, usize)>| {
        cell.set(chosen);
        let params = chosen.and_then(|cell| untrack(|| on_map(work, |map| map.params_of(cell))));
        if let Some(params) = params {
            desk.show(params);
        }
    };
    let waiting = StoredValue::new_local(None::<Timeout>);
    let speak = move |said: Option<String>| {
        let speak = move || spoken.set(said.unwrap_or_default());
        waiting.set_value(Some(Timeout::new(SETTLED, speak)));
    };
    let press = move |event: KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let (params, _) = wanted.get_untracked();
        let now =
            cell.get_untracked().or_else(|| untrack(|| on_map(work, |map| map.nearest(&params))));
        let key = event.key();
        if let "Enter" | " " = key.as_str() {
            choose(now);
            speak(untrack(words).map(|said| ["Shown above: ", &said].concat()));
        } else if let Some(by) = step_from_key(&key, event.shift_key()) {
            let moved = now.and_then(|cell| untrack(|| on_map(work, |map| map.moved(cell, by))));
            cell.set(moved);
            speak(untrack(words));
        } else {
            return;
        }
        event.prevent_default();
    };
    let corner = move || {
        let cell = cell.get().filter(|_| !work.is_behind.get())?;
        chart.with(|chart| chart.as_ref().map(|chart| chart.place_of(cell)))
    };
    view! {
        <div
            id=PLOT
            class="map-plot"
            class:behind=move || work.is_behind.get()
            role="application"
            aria-roledescription="map"
            aria-label=move || {
                let (params, axes) = wanted.get();
                crate::map::axes_name(axes, &params)
            }
            aria-describedby=READOUT
            tabindex="0"
            on:keydown=press
            on:pointermove=move |event| cell.set(under(&event))
            on:pointerleave=move |_| cell.set(None)
            on:click=move |event| choose(under(&event))
        >
            <canvas node_ref=base></canvas>
            <canvas node_ref=over></canvas>
            <div
                class="map-cell"
                hidden=move || corner().is_none()
                style:left=move || px(corner().map_or(0, |at| at.x))
                style:top=move || px(corner().map_or(0, |at| at.y))
            ></div>
        </div>
        <p id=READOUT class="map-readout">{move || words().unwrap_or_else(|| HINT.into())}</p>
        <p class="visually-hidden" role="status">{spoken}</p>
    }
}

/// What is to be said of the map, unless it is that of another run: then nothing can be chosen.
fn on_map<T>(work: Work<Mapping>, say: impl FnOnce(&Map) -> T) -> Option<T> {
    work.with_present(|work| work.map().map(say)).flatten()
}
