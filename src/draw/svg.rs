//! Pictures as SVG.

use plotters::backend::{DrawingBackend as _, SVGBackend};

use super::ink::{Ink, Rgb, Theme, declarations};
use super::paint::Brush;
use super::picture::{Picture, Rect, Shape};

/// What the picture shows, for those who cannot see it.
pub const TITLE: &str =
    "Timeline of a run: what clients believe, what the service says, and the writes";

/// The SVG backend divides the sizes of fonts by this; texts would come out smaller than they
/// were laid out for.
const FONT_SHRINKAGE: f64 = 1.24;

/// The picture as an SVG file in the colours of a theme, on a ground of its own.
pub fn svg(picture: &Picture, theme: Theme) -> String {
    svg_of(picture.size(), &picture.shapes, TITLE, theme)
}

/// Any shapes as an SVG file of a width and a height, in the colours of a theme and on a ground of
/// its own.
pub fn svg_of(size: (i32, i32), shapes: &[Shape], title: &str, theme: Theme) -> String {
    let (width, height) = size;
    let body = body(size, &grounded(size, shapes), &|ink| theme.colour(ink));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{title}</title>\n{body}</svg>\n"
    )
}

/// The shapes on a ground that fills all of the picture.
fn grounded((width, height): (i32, i32), shapes: &[Shape]) -> Vec<Shape> {
    let ground = Shape::Fill { area: Rect::new(0, width, 0, height), ink: Ink::Ground };
    [&[ground], shapes].concat()
}

/// The picture as an SVG file that follows the theme of the page around it. A page that has none
/// may be white while the reader's system is dark, so the file has a ground of its own.
pub fn svg_with_themes(picture: &Picture) -> String {
    let shapes = grounded(picture.size(), &picture.shapes);
    let svg = svg_for_page(&Picture { shapes, ..picture.clone() });
    let inks = Ink::all().into_iter().filter(|ink| svg.contains(&format!("({})", ink.property())));
    let style = format!(
        "<style>\n:root {{\n  color-scheme: light dark;\n{}}}\n</style>\n",
        declarations(inks)
    );
    let (width, height) = (picture.width, picture.height);
    let sized = format!("<svg width=\"{width}\" height=\"{height}\" ");
    svg.replacen("<svg ", &sized, 1).replacen(">\n", &format!(">\n{style}"), 1)
}

/// The picture as an SVG element for a page whose style sheet sets [`Ink::property`] for each
/// ink. It has no ground and takes the width that the page gives it.
pub fn svg_for_page(picture: &Picture) -> String {
    // The backend takes numbers for colours, so each ink goes in as its place in the list.
    let inks = Ink::all();
    let place = |ink| inks.iter().position(|&other| other == ink).unwrap_or(0);
    let mut body = body(picture.size(), &picture.shapes, &|ink| Rgb(0, 0, place(ink) as u8));
    for (place, &ink) in inks.iter().enumerate() {
        let colour = format!("\"var({})\"", ink.property());
        body = body.replace(&format!("\"#0000{place:02X}\""), &colour);
    }
    let (width, height) = (picture.width, picture.height);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"{TITLE}\" preserveAspectRatio=\"xMinYMin\">\n{body}</svg>\n"
    )
}

/// The elements of a picture in the colours of a theme, without a ground and to stand inside of
/// another SVG element.
pub fn elements(picture: &Picture, theme: Theme) -> String {
    body(picture.size(), &picture.shapes, &|ink| theme.colour(ink))
}

/// The elements of a picture of some size, without the SVG element around them.
fn body((width, height): (i32, i32), shapes: &[Shape], colour: &dyn Fn(Ink) -> Rgb) -> String {
    let mut drawn = String::new();
    let size = (width.unsigned_abs(), height.unsigned_abs());
    let mut backend = SVGBackend::with_string(&mut drawn, size);
    let mut brush = Brush { backend: &mut backend, colour, scale: 1.0, type_scale: FONT_SHRINKAGE };
    // Writing to a string does not fail.
    let _ = brush.paint(shapes);
    let _ = backend.present();
    drop(backend);
    let inner = drawn.split_once(">\n").map_or("", |(_, inner)| inner);
    let inner = inner.strip_suffix("</svg>\n").unwrap_or(inner);
    // What the backend says in every element, though it goes without saying.
    inner
        .replace(" opacity=\"1\"", "")
        .replace(" stroke=\"none\"", "")
        .replace(" \"/>", "\"/>")
        .replace("\">\n", "\">")
        .replace("\n</text>", "</text>")
}
