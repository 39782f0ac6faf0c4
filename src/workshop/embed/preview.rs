//! The figure as it will be, in a frame of its own.

use gloo_timers::callback::Timeout;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::js_sys::Reflect;
use web_sys::{HtmlIFrameElement, MessageEvent};

use crate::embed::dialog::PREVIEW;
use crate::embed::{Draft, HEIGHT_MESSAGE, HEIGHTS};
use crate::workshop::page::{self, element};
use crate::workshop::web::px;

/// How long the choices have to stay as they are for the figure to be made anew, in milliseconds.
const SETTLED: u32 = 300;

/// The place for the figure, of the width that was chosen, and of the height that it will have.
#[derive(Clone, Copy)]
pub struct Preview {
    frame: StoredValue<Option<HtmlIFrameElement>, LocalStorage>,
    /// What the frame shows.
    address: StoredValue<String>,
    /// How high the content of the frame says that it is.
    content: StoredValue<Option<u32>>,
    draft: StoredValue<Option<Draft>>,
    waiting: StoredValue<Option<Timeout>, LocalStorage>,
}

impl Preview {
    /// A preview of nothing, which hears what its frame says as soon as it has one.
    pub fn new() -> Preview {
        let preview = Preview {
            frame: StoredValue::new_local(None),
            address: StoredValue::new(String::new()),
            content: StoredValue::new(None),
            draft: StoredValue::new(None),
            waiting: StoredValue::new_local(None),
        };
        let heard = window_event_listener(ev::message, move |message| {
            let height = preview.frame.with_value(|frame| told(&message, frame.as_ref()?));
            if height.is_some() {
                preview.content.set_value(height);
                preview.fit();
            }
        });
        on_cleanup(move || heard.remove());
        preview
    }

    /// Shows a draft: its size at once, and another run or look when the choices have come to rest.
    pub fn show(self, draft: &Draft) {
        let address = draft.address();
        self.draft.set_value(Some(draft.clone()));
        self.fit();
        let is_another = self.address.with_value(|shown| *shown != address);
        let later = Timeout::new(SETTLED, move || self.load(&address));
        self.waiting.set_value(is_another.then_some(later));
    }

    /// Shows nothing any more.
    pub fn clear(self) {
        self.waiting.set_value(None);
        self.frame.set_value(None);
        self.address.set_value(String::new());
        self.content.set_value(None);
    }

    /// Makes another frame, instead of leading the old one elsewhere: so there is nothing to go
    /// back to in the history of the page.
    fn load(self, address: &str) {
        let frame = document().create_element("iframe").ok();
        let (Some(place), Some(frame)) = (element(PREVIEW), frame) else { return };
        let frame: HtmlIFrameElement = frame.unchecked_into();
        frame.set_title("Preview");
        let _ = frame.set_attribute("allow", "clipboard-write");
        frame.set_src(address);
        place.replace_children_with_node_1(&frame);
        self.address.set_value(address.into());
        self.frame.set_value(Some(frame));
        self.fit();
    }

    /// Gives the frame its size.
    fn fit(self) {
        self.frame.with_value(|frame| {
            self.draft.with_value(|draft| {
                if let (Some(frame), Some(draft)) = (frame, draft) {
                    let Draft { choices, form, .. } = draft;
                    let height = form.height(choices, self.content.get_value());
                    page::style(frame, "height", &px(height));
                    page::style(frame, "width", &choices.width.map_or("100%".into(), px));
                }
            });
        });
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
