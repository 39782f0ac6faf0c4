//! Functions without a type of their own, for views and for the browser.
//!
//! Leptos compiles a copy of its machinery for each type of function in a view. Functions in boxes
//! are all of one type, which makes the program smaller by about a sixth.

use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::js_sys::Function;

/// A function for the browser to call, now and ever after: it is never freed.
pub fn callback(act: impl FnMut() + 'static) -> Function {
    let boxed: Box<dyn FnMut()> = Box::new(act);
    Closure::wrap(boxed).into_js_value().unchecked_into()
}

/// A part of a view that is a text and changes.
pub fn text(read: impl FnMut() -> String + Send + 'static) -> Box<dyn FnMut() -> String + Send> {
    Box::new(read)
}

/// A part of a view that is so or not, and changes.
pub fn flag(read: impl FnMut() -> bool + Send + 'static) -> Box<dyn FnMut() -> bool + Send> {
    Box::new(read)
}
