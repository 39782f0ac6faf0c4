//! The figure as it will be, in a frame of its own.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::js_sys::Reflect;
use web_sys::{HtmlIFrameElement, MessageEvent};

use crate::bridge::web::px;
use crate::embed::dialog::{PREVIEW, WIDER};
use crate::embed::{Draft, HEIGHT_MESSAGE, HEIGHTS};
use crate::workshop::page::{self, element};

/// How long the choices have to stay as they are for the figure to be made anew, in milliseconds.
const SETTLED: u32 = 300;

/// The frame, of the width that was chosen, and of the height that it will have.
#[derive(Default)]
pub struct Preview {
    frame: Option<HtmlIFrameElement>,
    /// What the frame shows.
    address: String,
    /// How high the content of the frame says that it is.
    content: Option<u32>,
    waiting: Option<Timeout>,
}

impl Preview {
    /// Shows a draft: its size at once, and another run or look when the choices have come to rest,
    /// by what is called then.
    pub fn show(&mut self, draft: &Draft, load: impl FnOnce() + 'static) {
        self.fit(draft);
        let is_another = self.address != draft.address();
        self.waiting = is_another.then(|| Timeout::new(SETTLED, load));
    }

    /// Makes another frame, instead of leading the old one elsewhere: so there is nothing to go
    /// back to in the history of the page.
    pub fn load(&mut self, draft: &Draft) {
        let frame = document().create_element("iframe").ok();
        let (Some(place), Some(frame)) = (element(PREVIEW), frame) else { return };
        let frame: HtmlIFrameElement = frame.unchecked_into();
        self.address = draft.address();
        frame.set_title("Preview");
        let _ = frame.set_attribute("allow", "clipboard-write");
        frame.set_src(&self.address);
        place.replace_children_with_node_1(&frame);
        self.frame = Some(frame);
        self.fit(draft);
    }

    /// Hears a message, which may be from the frame.
    pub fn hear(&mut self, message: &MessageEvent, draft: &Draft) {
        let height = self.frame.as_ref().and_then(|frame| told(message, frame));
        if height.is_some() {
            self.content = height;
            self.fit(draft);
        }
    }

    /// Gives the frame its size.
    fn fit(&self, draft: &Draft) {
        let Draft { choices, form, .. } = draft;
        if let Some(frame) = &self.frame {
            page::style(frame, "height", &px(form.height(choices, self.content)));
            page::style(frame, "width", &choices.width.map_or("100%".into(), px));
            let room = element(PREVIEW).map_or(0, |place| place.client_width());
            let is_wider = choices.width.is_some_and(|width| i64::from(width) > i64::from(room));
            if let Some(said) = element(WIDER) {
                let _ = said.toggle_attribute_with_force("hidden", !is_wider);
            }
        }
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
