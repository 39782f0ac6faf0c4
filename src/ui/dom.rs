//! What the browser calls back for as long as the page lives.

use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::js_sys::Function;

/// A function for the browser to call, now and ever after: it is never freed.
pub fn callback(act: impl FnMut() + 'static) -> Function {
    let boxed: Box<dyn FnMut()> = Box::new(act);
    Closure::wrap(boxed).into_js_value().unchecked_into()
}
