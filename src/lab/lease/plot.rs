//! The chart.

use leptos::html::{Canvas, Div};
use leptos::prelude::*;

use super::work::Work;
use crate::advice::{chart, present_lease};
use crate::bridge::page::watch_size;
use crate::canvas::paint;

/// The element around the chart.
const PLOT: &str = "lease-plot";
/// What the chart shows, for those who cannot see it.
const NAME: &str = "Chart: how often something goes wrong, and how long a crash blocks the others, \
                    against the lease. The same is in the table below.";

/// The chart, as far as it is known.
#[component]
pub fn Plot(work: Work) -> impl IntoView {
    let width = RwSignal::new(0_u32);
    let (place, canvas) = (NodeRef::<Div>::new(), NodeRef::<Canvas>::new());
    let measure = move || {
        let measured = place.get_untracked().map_or(0, |place| place.client_width());
        width.set(measured.unsigned_abs());
    };
    Effect::new(move |_| {
        let _ = watch_size(PLOT, measure);
    });
    let look = Memo::new(move |_| {
        let (light, query) = (work.desk.light.get(), work.desk.shown.get());
        let present = present_lease(query.setup().params());
        (light.theme(query.view.theme), light.ratio, present)
    });
    let advised = Memo::new(move |_| work.answer.get().and_then(|answer| answer.advised()));
    Effect::new(move |_| {
        let ((theme, ratio, present), width) = (look.get(), width.get());
        let (Some(canvas), Some(range)) = (canvas.get(), work.range.get()) else {
            return;
        };
        if width > 0 {
            let figures = work.figures.read();
            let drawn = chart(&figures, range, present, advised.get(), width);
            paint(&canvas, drawn.size, &drawn.shapes, theme, ratio);
        }
    });
    view! {
        <div id=PLOT class="lease-plot" class:behind=move || work.is_behind() node_ref=place role="img" aria-label=NAME>
            <canvas node_ref=canvas></canvas>
        </div>
    }
}
