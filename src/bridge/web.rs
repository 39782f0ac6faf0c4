//! What workshop and laboratory need of the browser.

use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::convert::FromWasmAbi;
use web_sys::js_sys::Function;

/// A function for the browser to call, now and ever after: it is never freed.
pub fn callback<Given: FromWasmAbi + 'static>(act: impl FnMut(Given) + 'static) -> Function {
    Closure::<dyn FnMut(Given)>::new(act).into_js_value().unchecked_into()
}

/// A length in the pixels of styles.
pub fn px(length: impl Into<f64>) -> String {
    [&length.into().to_string(), "px"].concat()
}
