//! The snippet in the form that is chosen, to be copied.

use leptos::html::Textarea;
use leptos::prelude::*;

use super::Draft;
use crate::embed::{File, Form, file, site, snippet};
use crate::workshop::notice::{Notice, Said, copy};
use crate::workshop::page;

/// The menu of forms, the snippet, and the file that it may need.
#[component]
pub fn Snippets(draft: Draft) -> impl IntoView {
    let Draft { run, choices, form } = draft;
    let notice = RwSignal::new(Notice::default());
    let page = page::address();
    let text = Memo::new(move |_| snippet(form.get(), site(&page), &run, &choices.read()));
    let page = page::address();
    let besides = Memo::new(move |_| file(form.get(), site(&page)));
    let options = Form::ALL.into_iter().enumerate().map(|(place, form)| {
        view! { <option value=place.to_string()>{form.name()}</option> }
    });
    let change = move |event| {
        let place = event_target_value(&event).parse().ok();
        let chosen = place.and_then(|place: usize| Form::ALL.get(place));
        form.set(chosen.copied().unwrap_or(Form::Element));
        notice.set(Notice::default());
    };
    let besides = move || {
        besides.get().map(|File { name, text }| {
            let label = ["The file ", name, ", once for the site"].concat();
            field("embed-file", "file", label, Signal::stored(text), notice)
        })
    };
    view! {
        <div class="snippets">
            <label>
                <span>"For"</span>
                <select on:change=change>{options.collect_view()}</select>
            </label>
            <p class="hint">
                {move || form.get().about()} " "
                <a href="embedding.html" target="_blank" rel="noopener">"All about embedding"</a>
            </p>
            {field("embed-snippet", "snippet", "Snippet".into(), text.into(), notice)}
            {besides}
            <Said notice />
        </div>
    }
}

/// A text that can be copied with a button or by hand.
fn field(
    id: &'static str,
    what: &'static str,
    label: String,
    text: Signal<String>,
    notice: RwSignal<Notice>,
) -> impl IntoView {
    let area = NodeRef::<Textarea>::new();
    let select = move || {
        if let Some(area) = area.get_untracked() {
            let _ = area.focus();
            area.select();
        }
    };
    view! {
        <div class="snippet">
            <label for=id>{label}</label>
            <textarea
                id=id
                node_ref=area
                rows="6"
                readonly
                spellcheck="false"
                prop:value=move || text.get()
            ></textarea>
            <button type="button" on:click=move |_| copy(what, text.get_untracked(), select, notice)>
                {["Copy ", what].concat()}
            </button>
        </div>
    }
}
