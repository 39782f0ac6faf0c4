//! What could not be taken from the link as it was.

use leptos::prelude::*;

use super::state::State;

/// The notices, each in a dialog of its own. Where a click closes it, see [`super::controls`].
#[component]
pub fn Notices(state: State) -> impl IntoView {
    let notice = |text: String| {
        view! {
            <dialog class="banner" open aria-label="About this link">
                <p>{text}</p>
                <button type="button">"Dismiss"</button>
            </dialog>
        }
    };
    move || state.notices.get().into_iter().map(notice).collect_view()
}
