//! The timeline on its canvas.

use leptos::html::Canvas;
use leptos::prelude::*;
use plotters_canvas::CanvasBackend;
use web_sys::{HtmlCanvasElement, HtmlElement, ResizeObserver};

use super::callback;
use super::state::State;
use super::theme;
use crate::draw::{self, Picture, Theme};
use crate::words;

/// The picture of the run, as wide as there is room, with the same in words for those who cannot
/// see it.
#[component]
pub fn Timeline(state: State) -> impl IntoView {
    let canvas = NodeRef::<Canvas>::new();
    let is_dark = theme::system_is_dark();
    // Counts up whenever there may be another width or another resolution to draw for.
    let measured = RwSignal::new(0_u32);
    let measure = callback(move || measured.update(|count| *count += 1));
    window().set_onresize(Some(&measure));
    let observer = ResizeObserver::new(&measure).ok();
    Effect::new(move |_| {
        let Some((canvas, place)) = canvas.get().and_then(|canvas| {
            let place = canvas.parent_element()?;
            Some((canvas, place))
        }) else {
            return;
        };
        if measured.get() == 0
            && let Some(observer) = &observer
        {
            observer.observe(&place);
        }
        let theme = theme::apply(state.query.get().view.theme, is_dark.get());
        let run = state.run.get();
        let width = place.client_width().max(1).unsigned_abs();
        let picture = draw::timeline(&run.trace, &run.lines, width);
        paint(&canvas, &picture, theme, window().device_pixel_ratio());
    });
    let lanes = move || words::describe(&state.run.get().trace).join(" ");
    view! {
        <figure class="timeline">
            <div class="picture">
                <canvas node_ref=canvas role="img" aria-label="Timeline of the run" aria-describedby="lanes" />
            </div>
            <figcaption id="lanes" class="visually-hidden">{lanes}</figcaption>
        </figure>
    }
}

/// Paints a picture as sharply as the screen can show it.
fn paint(canvas: &HtmlCanvasElement, picture: &Picture, theme: Theme, ratio: f64) {
    let pixels = |length: i32| (f64::from(length) * ratio).round().max(1.0) as u32;
    canvas.set_width(pixels(picture.width));
    canvas.set_height(pixels(picture.height));
    let height = [&picture.height.to_string(), "px"].concat();
    let _ = HtmlElement::style(canvas).set_property("height", &height);
    if let Some(mut backend) = CanvasBackend::with_canvas_object(canvas.clone()) {
        // A canvas that cannot be painted on is left as it is: the words beside it say the same.
        let _ = draw::paint(picture, theme, ratio, &mut backend);
    }
}
