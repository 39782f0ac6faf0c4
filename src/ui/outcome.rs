//! The outcome in a sentence.

use leptos::prelude::*;

use super::state::State;
use crate::page::icon;

/// What came of the run, why, and what would have prevented it.
#[component]
pub fn Outcome(state: State) -> impl IntoView {
    move || {
        let verdict = state.run.get().verdict.clone();
        view! {
            <section class="verdict" aria-label="Outcome" data-grade=verdict.headline.word()>
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d=icon(verdict.headline) />
                </svg>
                <div>
                    <p>
                        <strong>{verdict.name}</strong>
                        {format!(". The storage ends with {}. {}", verdict.stored, verdict.what)}
                    </p>
                    <p class="remedy">{verdict.remedy}</p>
                </div>
            </section>
        }
    }
}
