//! The chart.

use leptos::html::Canvas;
use leptos::prelude::*;

use super::work::Known;
use crate::advice::{chart, present_lease};
use crate::bridge::page::width_of;
use crate::canvas::paint;

/// The element around the chart.
const PLOT: &str = "lease-plot";
/// What the chart shows, for those who cannot see it.
const NAME: &str = "Chart: how often something goes wrong, and how long a crash blocks the others, \
                    against the lease. The same is in the table below.";

/// The chart, as far as it is known.
#[component]
pub fn Plot(known: Known) -> impl IntoView {
    let (width, canvas) = (width_of(PLOT), NodeRef::<Canvas>::new());
    let desk = known.asked.desk;
    let (look, present) = (desk.look(), Memo::new(move |_| present_lease(&desk.params())));
    let advised = Memo::new(move |_| known.answer.get().and_then(|answer| answer.advised()));
    Effect::new(move |_| {
        let ((theme, ratio), width) = (look.get(), width.get());
        let (Some(canvas), Some(range)) = (canvas.get(), known.range.get()) else {
            return;
        };
        if width > 0 {
            let figures = known.figures.read();
            let drawn = chart(&figures, range, present.get(), advised.get(), width);
            paint(&canvas, drawn.size, &drawn.shapes, theme, ratio);
        }
    });
    view! {
        <div id=PLOT class="lease-plot" class:behind=move || known.is_behind() role="img" aria-label=NAME>
            <canvas node_ref=canvas></canvas>
        </div>
    }
}
