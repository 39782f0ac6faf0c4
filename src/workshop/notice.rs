//! What a tool says became of the last thing that was asked for, and copying, which may not work.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::Reflect;

/// What became of the last thing that was asked for.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Notice {
    /// What there is to say.
    pub words: String,
    /// Whether it did not work.
    pub failed: bool,
}

impl Notice {
    /// It worked.
    pub fn good(words: impl Into<String>) -> Notice {
        Notice { words: words.into(), failed: false }
    }

    /// It did not work.
    pub fn bad(words: impl Into<String>) -> Notice {
        Notice { words: words.into(), failed: true }
    }
}

/// Copies a text, or selects it where the browser does not let the page copy, and says so.
pub fn copy(what: String, text: String, select: impl Fn() + 'static, notice: RwSignal<Notice>) {
    notice.set(Notice::default());
    spawn_local(async move {
        notice.set(if write(&text).await {
            Notice::good(format!("The {what} is copied."))
        } else {
            select();
            Notice::bad(format!(
                "The browser does not let the page copy. The {what} is selected: copy it with \
                 Ctrl+C or ⌘C, or by a long press."
            ))
        });
    });
}

/// Puts a text on the clipboard; false if the browser does not let the page do so.
async fn write(text: &str) -> bool {
    let navigator = window().navigator();
    // Pages that are not served securely have no clipboard at all.
    let clipboard = Reflect::get(&navigator, &"clipboard".into());
    if clipboard.is_ok_and(|clipboard| clipboard.is_object()) {
        JsFuture::from(navigator.clipboard().write_text(text)).await.is_ok()
    } else {
        false
    }
}

/// The place where a notice is read and heard.
#[component]
pub fn Said(notice: RwSignal<Notice>) -> impl IntoView {
    view! {
        <p class="said" role="status" class:wrong=move || notice.get().failed>
            {move || notice.get().words}
        </p>
    }
}
