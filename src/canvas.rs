//! Painting pictures on canvases, for both programs.

use plotters_canvas::CanvasBackend;
use web_sys::{HtmlCanvasElement, HtmlElement};

use crate::draw::{self, Shape, Theme};

/// Paints the shapes of a picture as sharply as the screen can show them. The size of the picture
/// is its width and height in CSS pixels.
pub fn paint(
    canvas: &HtmlCanvasElement,
    size: (i32, i32),
    shapes: &[Shape],
    theme: Theme,
    ratio: f64,
) {
    let pixels = |length: i32| (f64::from(length) * ratio).round().max(1.0) as u32;
    let (width, height) = (pixels(size.0), pixels(size.1));
    // A new size clears the canvas, and the same size does too.
    canvas.set_width(width);
    if canvas.height() != height {
        canvas.set_height(height);
        let height = [&size.1.to_string(), "px"].concat();
        let _ = HtmlElement::style(canvas).set_property("height", &height);
    }
    if let Some(mut backend) = CanvasBackend::with_canvas_object(canvas.clone()) {
        // A canvas that cannot be painted on is left as it is: the words beside it say the same.
        let _ = draw::paint(shapes, theme, ratio, &mut backend);
    }
}
