//! The outcome in a sentence.

use leptos::prelude::*;

use super::state::State;
use crate::sim::Headline;

/// What came of the run, why, and what would have prevented it.
#[component]
pub fn Outcome(state: State) -> impl IntoView {
    let verdict = move || {
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
    };
    view! {
        {verdict}
        <p class="visually-hidden" role="status">{state.announcement}</p>
    }
}

/// A cross, a warning sign, a shield, a tick: told apart without colour.
fn icon(headline: Headline) -> &'static str {
    match headline {
        Headline::Corrupted => "M8 3h8l5 5v8l-5 5H8l-5-5V8zM9 9l6 6M15 9l-6 6",
        Headline::AtRisk => "M12 3l10 18H2zM12 10v5M12 18v.1",
        Headline::Protected => "M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6zM8.5 12l2.5 2.5 4.5-5",
        Headline::Safe => "M12 3a9 9 0 1 0 .01 0zM8 12l3 3 5-6",
    }
}
