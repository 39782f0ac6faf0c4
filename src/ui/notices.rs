//! What could not be taken from the link as it was.

use leptos::prelude::*;

use super::state::State;

/// The notices, each in a dialog that its button closes without any help of ours.
#[component]
pub fn Notices(state: State) -> impl IntoView {
    let notice = |text: String| {
        view! {
            <dialog class="banner" open aria-label="About this link">
                <p>{text}</p>
                <form method="dialog">
                    <button>"Dismiss"</button>
                </form>
            </dialog>
        }
    };
    move || state.notices.get().into_iter().map(notice).collect_view()
}
