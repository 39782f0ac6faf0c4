//! The step log.

use leptos::prelude::*;

use super::state::State;
use crate::words::{actor_name, clock};

/// Every step of the run as a sentence, in a list outside of any live region.
#[component]
pub fn Log(state: State) -> impl IntoView {
    let steps = move || {
        let run = state.run.get();
        let step = |line: &crate::words::Line| {
            view! {
                <li>
                    <span class="number">{line.number.to_string()}</span>
                    <span class="at">{format!("{} s", clock(line.at))}</span>
                    <span class="actor">{actor_name(line.actor, &run.trace.setup)}</span>
                    <span class="text">{line.text.clone()}</span>
                </li>
            }
        };
        run.lines.iter().map(step).collect_view()
    };
    view! {
        <section class="log" aria-labelledby="steps">
            <h2 id="steps">"Step by step"</h2>
            <ol role="list">{steps}</ol>
        </section>
    }
}
