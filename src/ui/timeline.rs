//! The timeline on its canvas.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::ResizeObserver;

use super::player::Player;
use super::state::{Shown, State};
use super::{callback, theme, wishes};
use crate::canvas::paint;
use crate::draw;
use crate::page::LANES;
use crate::page::player::{CURSOR, TIP};
use crate::page::theme::{PAPER, PAPER_PIXELS};

/// What the picture is called.
const LABEL: &str = "Timeline of the run";

/// The picture of the run. What it shows is said in words beside it.
#[component]
pub fn Timeline(state: State) -> impl IntoView {
    follow(state);
    view! {
        <canvas role="img" aria-label=LABEL aria-describedby=LANES />
        <div id=CURSOR></div>
        <div id=TIP aria-hidden="true" hidden><p></p></div>
    }
}

/// The same elements for a page that has no components.
pub fn html() -> String {
    [
        "<canvas role=img aria-label=\"",
        LABEL,
        "\" aria-describedby=",
        LANES,
        "></canvas><div id=",
        CURSOR,
        "></div><div id=",
        TIP,
        " aria-hidden=true hidden><p></p></div>",
    ]
    .concat()
}

/// Paints the run whenever it is another one, as wide as there is room.
pub fn follow(state: State) {
    // There may be another width, another resolution or another theme to draw for. The width is only
    // asked for then, since the browser has to lay out the page for it.
    let width = Rc::new(Cell::new(None));
    let stale = width.clone();
    let redraw = callback(move || {
        stale.set(None);
        state.touch();
    });
    window().set_onresize(Some(&redraw));
    let system = theme::system(&redraw);
    let mut observer = ResizeObserver::new(&redraw).ok();
    let mut player: Option<Player> = None;
    let mut painted = None;
    state.effect(move || {
        let Shown { query, run, .. } = state.get();
        let canvas = document().query_selector("canvas").ok().flatten();
        let Some((canvas, place)) = canvas.and_then(|canvas| {
            let place = canvas.parent_element()?;
            Some((canvas.unchecked_into(), place))
        }) else {
            return;
        };
        if let Some(observer) = observer.take() {
            observer.observe(&place);
        }
        let is_dark = system.as_ref().is_some_and(|system| system.matches());
        let theme = theme::apply(query.view.theme, is_dark);
        let (wide, ratio) = if theme::is_printed() {
            (PAPER, PAPER_PIXELS)
        } else {
            let wide = width.get().unwrap_or_else(|| place.client_width().max(1).unsigned_abs());
            width.set(Some(wide));
            (wide, window().device_pixel_ratio())
        };
        let t = query.view.t;
        // The same picture is not painted again only because the cursor has moved.
        let until = wishes::axis().max(run.axis);
        let wanted = Some((Arc::as_ptr(&run), wide, theme, ratio, until));
        if painted == wanted {
            if let Some(player) = &player {
                player.turn_to(t);
            }
            return;
        }
        painted = wanted;
        let picture = draw::timeline_until(&run.trace, &run.lines, wide, until);
        paint(&canvas, picture.size(), &picture.shapes, theme, ratio);
        match &player {
            Some(player) => player.show(&run, picture, t),
            None => player = Some(Player::new(state, picture, t)),
        }
    });
}
