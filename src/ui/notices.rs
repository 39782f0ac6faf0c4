//! What could not be taken from the link as it was.

use leptos::prelude::*;

use super::state::State;

/// How many notices are shown; a mangled link can make thousands.
const MOST: usize = 6;

/// The notices, each to be dismissed.
#[component]
pub fn Notices(state: State) -> impl IntoView {
    let notice = move |index: usize, text: String| {
        let dismiss = move |_| {
            state.notices.update(|notices| {
                if index < MOST {
                    notices.remove(index);
                } else {
                    notices.truncate(MOST);
                }
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
        let more = notices.len().saturating_sub(MOST);
        let mut texts: Vec<String> = notices.iter().take(MOST).map(ToString::to_string).collect();
        if more > 0 {
            texts.push(format!("{more} more things in the link were left out."));
        }
        texts.into_iter().enumerate().map(|(index, text)| notice(index, text)).collect_view()
    };
    view! {
        <ul class="notices" aria-label="About this link" hidden=move || state.notices.get().is_empty()>
            {list}
        </ul>
    }
}
