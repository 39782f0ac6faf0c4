//! The figure as it will be, in a frame of its own.

use gloo_timers::callback::Timeout;
use leptos::ev;
use leptos::html::Iframe;
use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::js_sys::Reflect;
use web_sys::{HtmlIFrameElement, MessageEvent};

use super::Draft;
use crate::embed::{HEIGHT_MESSAGE, HEIGHTS, address};
use crate::workshop::web::px;

/// How long the choices have to stay as they are for the figure to be made anew, in milliseconds.
const SETTLED: u32 = 300;

/// The frame, of the width that was chosen, and of the height that it will have.
#[component]
pub fn Preview(draft: Draft) -> impl IntoView {
    let Draft { run, choices, form } = draft;
    let wanted = Memo::new(move |_| {
        let fit = if form.get().follows() { "#fit" } else { "" };
        address("", &choices.read().query(&run)) + fit
    });
    let shown = RwSignal::new(wanted.get_untracked());
    let waiting = StoredValue::new_local(None);
    Effect::new(move |_| {
        let wanted = wanted.get();
        waiting.set_value(Some(Timeout::new(SETTLED, move || {
            if shown.get_untracked() != wanted {
                shown.set(wanted);
            }
        })));
    });
    let frame = NodeRef::<Iframe>::new();
    let content = RwSignal::new(None);
    let heard = window_event_listener(ev::message, move |message| {
        if let Some(height) = frame.get_untracked().and_then(|frame| told(&message, &frame)) {
            content.set(Some(height));
        }
    });
    on_cleanup(move || heard.remove());
    let height = move || px(form.get().height(&choices.read(), content.get()));
    let width = move || choices.read().width.map_or("100%".into(), px);
    // Another frame instead of another address: there is nothing to go back to in the history.
    let figure = move || {
        let src = shown.get();
        view! {
            <iframe
                node_ref=frame
                title="Preview"
                src=src
                allow="clipboard-write"
                style:width=width
                style:height=height
            ></iframe>
        }
    };
    view! {
        <section class="preview" aria-label="Preview" tabindex="0">
            {figure}
        </section>
    }
}

/// The height that a frame tells, if the message is from it and says one.
fn told(message: &MessageEvent, frame: &HtmlIFrameElement) -> Option<u32> {
    let speaker: JsValue = message.source()?.into();
    let data = message.data();
    let get = |name: &str| Reflect::get(&data, &name.into()).ok();
    let is_from_it = speaker == JsValue::from(frame.content_window()?);
    let is_height = get("type")?.as_string()? == HEIGHT_MESSAGE;
    let height = get("height")?.as_f64()?;
    (is_from_it && is_height).then_some(height.clamp(0.0, f64::from(*HEIGHTS.end())) as u32)
}
