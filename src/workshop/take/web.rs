//! What only the browser can do: make files, draw pixels, read files.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::{Array, Promise};
use web_sys::{
    Blob, BlobPropertyBag, CanvasRenderingContext2d, HtmlAnchorElement, HtmlCanvasElement,
    HtmlImageElement, Url,
};

/// How many pixels of a PNG a pixel of a sheet has across.
const RESOLUTION: f64 = 2.0;
/// The greatest height of a canvas that browsers can be relied on for, in pixels.
const HIGHEST: f64 = 16_384.0;
/// How many pixels a canvas can have in all: larger ones stay empty on iOS.
const MOST_PIXELS: f64 = 16_777_216.0;
/// How long a file is kept for its download to begin, in milliseconds.
const KEPT: u32 = 60_000;

/// A text as a file.
pub fn blob(text: &str, media_type: &str) -> Option<Blob> {
    let options = BlobPropertyBag::new();
    options.set_type(media_type);
    Blob::new_with_str_sequence_and_options(&Array::of1(&text.into()), &options).ok()
}

/// An SVG file as a PNG file.
pub async fn png(svg: &str) -> Option<Blob> {
    let url = Url::create_object_url_with_blob(&blob(svg, "image/svg+xml")?).ok()?;
    let drawn = draw(&url).await;
    let _ = Url::revoke_object_url(&url);
    let canvas = drawn?;
    let made = Promise::new(&mut |resolve, reject| {
        if canvas.to_blob(&resolve).is_err() {
            let _ = reject.call0(&JsValue::NULL);
        }
    });
    // Where there is no memory for it, there is no file.
    JsFuture::from(made).await.ok()?.dyn_into().ok()
}

async fn draw(url: &str) -> Option<HtmlCanvasElement> {
    let image = HtmlImageElement::new().ok()?;
    image.set_src(url);
    JsFuture::from(image.decode()).await.ok()?;
    let (width, height) = (f64::from(image.natural_width()), f64::from(image.natural_height()));
    let scale = RESOLUTION.min(HIGHEST / height).min((MOST_PIXELS / (width * height)).sqrt());
    // Rounded down, so that both limits are kept.
    let (width, height) = ((width * scale).floor(), (height * scale).floor());
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.unchecked_into();
    canvas.set_width(width as u32);
    canvas.set_height(height as u32);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.unchecked_into();
    context
        .draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width, height)
        .ok()?;
    Some(canvas)
}

/// Hands a file to the reader; false if that is not possible.
pub fn download(name: &str, file: &Blob) -> bool {
    let (Ok(url), Ok(link)) =
        (Url::create_object_url_with_blob(file), document().create_element("a"))
    else {
        return false;
    };
    let link: HtmlAnchorElement = link.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    Timeout::new(KEPT, move || {
        let _ = Url::revoke_object_url(&url);
    })
    .forget();
    true
}

/// What is in a file, as text.
pub async fn text(file: &Blob) -> Option<String> {
    JsFuture::from(file.text()).await.ok()?.as_string()
}
