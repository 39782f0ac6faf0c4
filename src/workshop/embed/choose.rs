//! The fields for size, colours, start, question and title.

use std::ops::RangeInclusive;

use leptos::prelude::*;

use super::Draft;
use crate::embed::{Choices, HEIGHTS, Start, WIDTHS, pixels, step};
use crate::query::ThemeChoice;
use crate::sim::Subject;

/// What the menu of themes offers, in the order of [`ThemeChoice::ALL`].
const THEMES: [&str; 3] = ["as the reader’s system", "light", "dark"];
/// What the menu of questions offers: none, and each [`Subject`].
const QUESTIONS: [&str; 3] = ["none", "Whose value is stored?", "Who holds the lock?"];
const SUBJECTS: [Option<Subject>; 3] = [None, Some(Subject::Stored), Some(Subject::Holder)];

/// The fields.
#[component]
pub fn Choose(draft: Draft) -> impl IntoView {
    let Draft { run, choices, form } = draft;
    let starts = [
        "at the beginning".into(),
        format!("where the cursor is now ({} s)", run.view.t),
        "at a step".into(),
    ];
    let step_number = RwSignal::new(1);
    let chosen_start = |choices: &Choices| match choices.start {
        Start::Beginning => 0,
        Start::Cursor => 1,
        Start::Step(_) => 2,
    };
    let start = move |choices: &mut Choices, place| {
        choices.start = match place {
            0 => Start::Beginning,
            1 => Start::Cursor,
            _ => Start::Step(step_number.get_untracked()),
        };
    };
    let has_step = Memo::new(move |_| matches!(choices.read().start, Start::Step(_)));
    let read_step = move |text: &str| {
        let number = step(text, &run)?;
        step_number.set(number);
        choices.update(|choices| choices.start = Start::Step(number));
        Ok(())
    };
    let size =
        |name: &'static str, range: RangeInclusive<u32>, set: fn(&mut Choices, Option<u32>)| {
            move |text: &str| {
                let size = pixels(name, text, &range)?;
                choices.update(|choices| set(choices, size));
                Ok(())
            }
        };
    let width = size("Width", WIDTHS, |choices, size| choices.width = size);
    let height = size("Height", HEIGHTS, |choices, size| choices.height = size);
    let height_label = Signal::derive(move || match form.get().follows() {
        true => "Least height in pixels",
        false => "Height in pixels",
    });
    let default_title = choices.read_untracked().name(&run);
    view! {
        <div class="embed-choices">
            {field("embed-width", Signal::stored("Width in pixels"), "all there is", "", width)}
            {field("embed-height", height_label, "not set", "", height)}
            {menu(
                draft,
                "Theme",
                THEMES.map(Into::into),
                |choices| place(ThemeChoice::ALL, &choices.theme),
                |choices, place| choices.theme = ThemeChoice::ALL[place],
            )}
            {menu(draft, "It starts", starts, chosen_start, start)}
            {move || {
                has_step.get().then(|| field("embed-step", Signal::stored("Step"), "", "1", read_step))
            }}
            {menu(
                draft,
                "A question",
                QUESTIONS.map(Into::into),
                |choices| place(&SUBJECTS, &choices.question),
                |choices, place| choices.question = SUBJECTS[place],
            )}
            <div class="wide">
                <label for="embed-title">"Title, for those who hear the page"</label>
                <input
                    id="embed-title"
                    type="text"
                    autocomplete="off"
                    placeholder=default_title
                    on:input=move |event| {
                        choices.update(|choices| choices.title = event_target_value(&event));
                    }
                />
            </div>
            <p class="hint" class:visually-hidden=move || choices.read().question.is_none()>
                "The question is about the moment at which the figure starts; from the beginning on, the simulator looks for one that is worth asking about."
            </p>
        </div>
    }
}

fn place<T: PartialEq>(all: &[T], one: &T) -> usize {
    all.iter().position(|other| other == one).unwrap_or_default()
}

/// A menu, of which each entry is known by its place.
fn menu(
    draft: Draft,
    label: &'static str,
    names: [String; 3],
    chosen: fn(&Choices) -> usize,
    choose: impl Fn(&mut Choices, usize) + 'static,
) -> impl IntoView {
    let chosen = chosen(&draft.choices.read_untracked());
    let options = names.into_iter().enumerate().map(|(place, name)| {
        view! { <option value=place.to_string() selected=place == chosen>{name}</option> }
    });
    let change = move |event| {
        let place = event_target_value(&event).parse().ok().filter(|place| *place < 3);
        draft.choices.update(|choices| choose(choices, place.unwrap_or_default()));
    };
    view! {
        <label>
            <span>{label}</span>
            <select on:change=change>{options.collect_view()}</select>
        </label>
    }
}

/// A field for a number, which says what is wrong with it.
fn field(
    id: &'static str,
    label: Signal<&'static str>,
    placeholder: &'static str,
    value: &'static str,
    read: impl Fn(&str) -> Result<(), String> + 'static,
) -> impl IntoView {
    let wrong = RwSignal::new(String::new());
    let wrong_id = [id, "-wrong"].concat();
    let described = wrong_id.clone();
    let change =
        move |event| wrong.set(read(&event_target_value(&event)).err().unwrap_or_default());
    view! {
        <div>
            <label for=id>{move || label.get()}</label>
            <input
                id=id
                type="text"
                inputmode="numeric"
                autocomplete="off"
                placeholder=placeholder
                value=value
                aria-describedby=described
                aria-invalid=move || (!wrong.read().is_empty()).then_some("true")
                on:change=change
            />
            <p class="wrong" id=wrong_id role="status">{move || wrong.get()}</p>
        </div>
    }
}
