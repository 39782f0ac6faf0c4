//! What could not be taken from the link as it was.

use leptos::prelude::*;

use super::state::State;

/// The notices. What a click on their buttons does, see [`super::controls`].
#[component]
pub fn Notices(state: State) -> impl IntoView {
    let notice = |(index, text): (usize, String)| {
        view! {
            <div class="banner notice" role="alert">
                <p>{text}</p>
                <button type="button" value=index.to_string()>"Dismiss"</button>
            </div>
        }
    };
    move || state.notices.get().into_iter().enumerate().map(notice).collect_view()
}
