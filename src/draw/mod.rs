//! The timeline of a run as a picture, and what it takes to draw any other picture.
//!
//! A picture is made in two steps. [`timeline`] turns a run into a [`Picture`]: simple shapes in
//! CSS pixels, each with an [`Ink`] that says what it means. [`paint`] draws shapes with any
//! backend of plotters, in the colours of a [`Theme`]; [`svg`] and [`svg_for_page`] do so into a
//! string. [`Plot`] lays out two axes for pictures that are not timelines.
//!
//! Both are functions of what they are given and of nothing else. They measure no text, keep
//! nothing, and change nothing of the run.

mod axis;
mod clients;
mod frame;
mod ink;
mod labels;
mod lanes;
mod layout;
mod legend;
mod marks;
mod metrics;
mod paint;
mod picture;
mod plot;
mod scene;
mod servers;
mod steps;
mod stops;
mod storage;
mod svg;

pub use axis::TimeScale;
pub use ink::{Ink, Rgb, Theme, style_sheet};
pub use lanes::{Lane, Lanes, lanes};
pub use metrics::width as text_width;
pub use paint::paint;
pub use picture::{Anchor, Picture, Place, Point, Rect, Shape, Spot, Style, Text, Weight};
pub use plot::{Axis, Plot, Scale, Spread, Tick};
pub use svg::{TITLE, elements, svg, svg_for_page, svg_of, svg_with_themes};

use crate::sim::{Time, Trace};
use crate::words::Line;

/// The least width of a picture.
const LEAST_WIDTH: u32 = 240;
/// The greatest width of a picture.
const MOST_WIDTH: u32 = 8_192;
/// A day. No run is as long, and columns are computed from it without overflow.
const MOST_TIME: Time = Time::from_micros(86_400_000_000);

/// The width of a picture that is to be so many CSS pixels wide.
fn possible(width: u32) -> i32 {
    width.clamp(LEAST_WIDTH, MOST_WIDTH).cast_signed()
}

/// Draws a run with the numbers of its steps, `width` CSS pixels wide and as high as its lanes and
/// its legend are.
pub fn timeline(trace: &Trace, steps: &[Line], width: u32) -> Picture {
    timeline_until(trace, steps, width, trace.end)
}

/// Draws a run as [`timeline`] does, with an axis that goes on at least `until` an instant, so
/// that runs of different lengths can be compared.
pub fn timeline_until(trace: &Trace, steps: &[Line], width: u32, until: Time) -> Picture {
    let width = possible(width);
    let layout = layout::Layout::new(&trace.setup, trace.end, width, until.min(MOST_TIME));
    let spans = trace.spans();
    let mut scene = scene::Scene::new(trace, &spans, &layout);

    frame::draw_axis(&mut scene);
    let clients = clients::Clients::draw(&mut scene);
    let servers = servers::Servers::draw(&mut scene);
    let storage = storage::Storage::draw(&mut scene);

    // All lines are drawn by now. Names stand where they must, labels take what room there is
    // between, the weightiest first, and the numbers of the steps what is left.
    frame::draw_names(&mut scene);
    clients.label_trouble(&mut scene);
    storage.label_trouble(&mut scene);
    clients.label(&mut scene);
    servers.label(&mut scene);
    storage.label(&mut scene);
    frame::label_end(&mut scene);
    let spots = steps::draw(&mut scene, steps);

    let plot = layout.plot();
    let bottom = legend::draw(&mut scene, plot.bottom + 26);
    Picture {
        width,
        height: bottom + 3,
        scale: layout.scale,
        rows: plot.top..plot.bottom,
        spots,
        shapes: scene.into_shapes(),
    }
}
