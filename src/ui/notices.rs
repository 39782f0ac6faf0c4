//! What could not be taken from the link as it was.

use leptos::prelude::*;

use super::dom::flag;
use super::state::State;

/// The notices, each to be dismissed.
#[component]
pub fn Notices(state: State) -> impl IntoView {
    let notice = move |index: usize, text: String| {
        let dismiss = move |_| {
            state.notices.update(|notices| {
                notices.remove(index);
            });
        };
        view! {
            <li class="banner">
                <span>{text}</span>
                <button type="button" on:click=dismiss>"Dismiss"</button>
            </li>
        }
    };
    let list = move || {
        let notices = state.notices.get();
        let texts = notices.iter().map(ToString::to_string).enumerate();
        texts.map(|(index, text)| notice(index, text)).collect_view()
    };
    let none = flag(move || state.notices.get().is_empty());
    view! {
        <ul class="notices" aria-label="About this link" hidden=none>
            {list}
        </ul>
    }
}
