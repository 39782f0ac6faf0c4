//! The picture of a map, and moving over it.

use gloo_timers::callback::Timeout;
use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::html::{Canvas, Div};
use leptos::prelude::*;

use super::work::Work;
use crate::bridge::page::watch_size;
use crate::bridge::web::px;
use crate::canvas::paint;
use crate::draw::Point;
use crate::lab::desk::Desk;
use crate::map::{Chart, cell_in_words, step_from_key};

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
pub fn Plot(desk: Desk, work: Work) -> impl IntoView {
    let width = RwSignal::new(0_u32);
    let chart = RwSignal::new_local(None::<Chart>);
    let cell = RwSignal::new(None::<(usize, usize)>);
    let spoken = RwSignal::new(String::new());
    let (base, over, place) =
        (NodeRef::<Canvas>::new(), NodeRef::<Canvas>::new(), NodeRef::<Div>::new());

    let measure = move || {
        let measured = place.get_untracked().map_or(0, |place| place.client_width());
        width.set(measured.unsigned_abs());
    };
    Effect::new(move |_| {
        let _ = watch_size(PLOT, measure);
    });
    Effect::new(move |_| {
        work.news.track();
        let width = width.get();
        if width > 0 {
            let drawn = work.map.with_value(|map| map.as_ref().map(|map| Chart::new(map, width)));
            chart.set(drawn);
            let count =
                work.map.with_value(|map| map.as_ref().map(|map| (map.across.count, map.up.count)));
            let is_there = |(across, up): &(usize, usize)| {
                count.is_some_and(|count| *across < count.0 && *up < count.1)
            };
            cell.update(|cell| *cell = cell.filter(is_there));
        }
    });
    let look = Memo::new(move |_| {
        let light = desk.light.get();
        (light.theme(desk.shown.get().view.theme), light.ratio)
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
        let ((theme, ratio), (params, _)) = (look.get(), work.wanted.get());
        chart.with(|chart| {
            if let (Some(canvas), Some(chart)) = (over.get(), chart) {
                paint(&canvas, chart.size, &chart.mark(&params), theme, ratio);
            }
        });
    });

    let words = move || {
        work.news.track();
        let cell = cell.get()?;
        let said = work.map.with_value(|map| map.as_ref().map(|map| cell_in_words(map, cell)));
        said.filter(|said| !said.is_empty())
    };
    let under = move |event: &MouseEvent| {
        let at = Point { x: event.offset_x(), y: event.offset_y() };
        chart.with_untracked(|chart| chart.as_ref().and_then(|chart| chart.cell_at(at)))
    };
    let choose = move |chosen: Option<(usize, usize)>| {
        let params = work
            .map
            .with_value(|map| map.as_ref().zip(chosen).map(|(map, cell)| map.params_of(cell)));
        cell.set(chosen);
        if let Some(params) = params {
            desk.set(params);
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
        let (params, _) = work.wanted.get_untracked();
        let now = cell
            .get_untracked()
            .or_else(|| work.map.with_value(|map| map.as_ref().map(|map| map.nearest(&params))));
        let key = event.key();
        if let "Enter" | " " = key.as_str() {
            choose(now);
            speak(words().map(|said| ["Shown above: ", &said].concat()));
        } else if let Some(by) = step_from_key(&key, event.shift_key()) {
            let moved = work
                .map
                .with_value(|map| map.as_ref().zip(now).map(|(map, cell)| map.moved(cell, by)));
            cell.set(moved);
            speak(words());
        } else {
            return;
        }
        event.prevent_default();
    };
    let corner = move || {
        let cell = cell.get()?;
        chart.with(|chart| chart.as_ref().map(|chart| chart.place_of(cell)))
    };
    view! {
        <div
            id=PLOT
            class="map-plot"
            node_ref=place
            role="application"
            aria-roledescription="map"
            aria-label=move || {
                let (params, axes) = work.wanted.get();
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
