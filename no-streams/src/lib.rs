//! Stands in for the crate `wasm-streams`, of which Leptos' server functions use these parts.
//!
//! The page has no server and calls none of them. The original exports classes to JavaScript, which
//! no linker can leave out, and which would make the page heavier by about five percent.

use futures_util::stream::{Empty, Stream, empty};
use wasm_bindgen::JsValue;
use web_sys::ReadableStream as Raw;

/// A stream of the browser.
#[derive(Debug)]
pub struct ReadableStream(Raw);

impl ReadableStream {
    /// Takes a stream of the browser.
    pub fn from_raw(raw: Raw) -> ReadableStream {
        ReadableStream(raw)
    }

    /// A stream of the browser in place of one of Rust. Nothing ever comes out of it.
    ///
    /// # Panics
    ///
    /// If the browser knows no streams.
    pub fn from_stream(
        _: impl Stream<Item = Result<JsValue, JsValue>> + 'static,
    ) -> ReadableStream {
        ReadableStream(Raw::new().expect("the browser knows streams"))
    }

    /// The stream of the browser.
    pub fn into_raw(self) -> Raw {
        self.0
    }

    /// A stream of Rust in place of one of the browser. Nothing ever comes out of it.
    pub fn into_stream(self) -> Empty<Result<JsValue, JsValue>> {
        empty()
    }
}
