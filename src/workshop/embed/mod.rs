//! The dialog in which a run is made ready for somebody else's page.
//!
//! What is in it is HTML (see [`crate::embed::dialog`]), to which this ties itself.

mod preview;

use leptos::ev;
use leptos::html::Dialog;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, Event, HtmlDialogElement, HtmlTextAreaElement};

use super::bench::Bench;
use crate::embed::dialog::{
    ABOUT, CLOSE, COPY, FILE, FILE_NAME, FILE_TEXT, HEADING, QUESTION, SAID, SNIPPET, dialog,
    field_id, show_id, wrong_id,
};
use crate::embed::{Draft, File, TOOLS, file, site};
use crate::workshop::notice::{Notice, copy};
use crate::workshop::page::{self, element};
use preview::Preview;

/// What there is while a snippet is being made.
struct Desk {
    draft: Draft,
    preview: Preview,
    /// Whether the last press began beside the dialog.
    is_beside: bool,
}

/// The button that opens the dialog, and the dialog, which is empty while it is closed.
#[component]
pub fn Embed(bench: Bench) -> impl IntoView {
    let place = NodeRef::<Dialog>::new();
    let notice = RwSignal::new(Notice::default());
    let draft = Draft::new(&bench.shown.get_untracked());
    let desk = Desk { draft, preview: Preview::default(), is_beside: false };
    let desk = StoredValue::new_local(desk);
    let load = move || desk.update_value(|desk| desk.preview.load(&desk.draft));
    let show = move |desk: &mut Desk| {
        write(&desk.draft);
        desk.preview.show(&desk.draft, load);
    };
    let open = move |_| {
        let Some(place) = place.get_untracked() else { return };
        let draft = Draft::new(&bench.shown.get_untracked());
        place.set_inner_html(&dialog(&draft));
        let _ = place.show_modal();
        desk.update_value(|desk| {
            desk.draft = draft;
            show(desk);
        });
    };
    let closed = move |_| {
        if let Some(place) = place.get_untracked() {
            place.set_inner_html("");
        }
        desk.update_value(|desk| desk.preview = Preview::default());
    };
    // Whoever is still typing is not told of what is wrong, but of what has become right.
    let changed = move |event: Event, is_typing: bool| {
        let Some(field) = target(&event) else { return };
        let name = field.get_attribute("name").unwrap_or_default();
        let value = match field.get_attribute("type").as_deref() {
            Some("checkbox") if !event_target_checked(&event) => String::new(),
            _ => event_target_value(&event),
        };
        notice.set(Notice::default());
        desk.update_value(|desk| {
            let wrong = desk.draft.enter(&name, &value).err();
            if !is_typing || wrong.is_none() {
                complain(&field, &name, wrong);
            }
            show(desk);
        });
    };
    let begun = move |event: Event| {
        let at = place.get_untracked().zip(target(&event));
        let is_beside = at.is_some_and(|(place, at)| is_beside(&place, &at));
        desk.update_value(|desk| desk.is_beside = is_beside);
    };
    let pressed = move |event: Event| {
        let (Some(place), Some(at)) = (place.get_untracked(), target(&event)) else { return };
        let has_begun = desk.with_value(|desk| desk.is_beside);
        if at.id() == CLOSE || has_begun && is_beside(&place, &at) {
            place.close();
        } else if let Some(text) = at.get_attribute(COPY).and_then(|id| area(&id)) {
            let select = text.clone();
            let what = match text.id() == SNIPPET {
                true => ["snippet", &desk.with_value(|desk| desk.draft.lack())].concat(),
                false => "file".into(),
            };
            copy(what, text.value(), move || select.select(), notice);
        }
    };
    let heard = window_event_listener(ev::message, move |message| {
        desk.update_value(|desk| desk.preview.hear(&message, &desk.draft));
    });
    // There is a workshop for as long as there is a page.
    std::mem::forget(heard);
    Effect::new(move |_| {
        let Notice { words, failed } = notice.get();
        if let Some(place) = element(SAID) {
            place.set_text_content(Some(&words));
            let _ = place.class_list().toggle_with_force("wrong", failed);
        }
    });
    view! {
        <button type="button" aria-haspopup="dialog" on:click=open>
            "Embed…"
        </button>
        <dialog
            node_ref=place
            class="embed"
            aria-labelledby=HEADING
            on:close=closed
            on:input=move |event| changed(event, true)
            on:change=move |event| changed(event, false)
            on:pointerdown=move |event| begun(event.into())
            on:click=move |event| pressed(event.into())
        ></dialog>
    }
}

fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

/// Whether something that is pressed is the dialog and nothing in it: that is what a browser says
/// of the ground around a dialog. A press has to begin there too.
fn is_beside(dialog: &HtmlDialogElement, target: &Element) -> bool {
    target.is_same_node(Some(dialog))
}

fn area(id: &str) -> Option<HtmlTextAreaElement> {
    element(id).map(|area| area.unchecked_into())
}

/// Says in its place what is wrong with a field.
fn complain(field: &Element, name: &str, wrong: Option<String>) {
    if let Some(place) = element(&wrong_id(name)) {
        place.set_text_content(wrong.as_deref());
        let is_wrong = if wrong.is_some() { "true" } else { "false" };
        let _ = field.set_attribute("aria-invalid", is_wrong);
    }
}

/// Writes what there is to be copied.
fn write(draft: &Draft) {
    let page = page::address();
    let site = site(&page);
    if let (Some(about), Some(text)) = (element(ABOUT), area(SNIPPET)) {
        about.set_text_content(Some(draft.form.about()));
        text.set_value(&draft.snippet(site));
    }
    if let Some(place) = element(QUESTION) {
        place.set_text_content(draft.question().as_deref());
    }
    if let Some(tools) = element(&show_id(TOOLS)) {
        let _ = tools.toggle_attribute_with_force("disabled", draft.choices.controls.has_lock());
    }
    for field in ["width", "height"].map(field_id).iter().filter_map(|id| element(id)) {
        let _ = field.toggle_attribute_with_force("disabled", !draft.form.has_size());
    }
    let besides = file(draft.form, site);
    if let Some(place) = element(FILE) {
        let _ = place.toggle_attribute_with_force("hidden", besides.is_none());
    }
    if let (Some(File { name, text }), Some(label), Some(area)) =
        (besides, element(FILE_NAME), area(FILE_TEXT))
    {
        label.set_text_content(Some(&["The file ", name, ", once for the site"].concat()));
        area.set_value(&text);
    }
}
