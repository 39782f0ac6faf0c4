//! The kinds of controls. Each shows one key of the query schema, which gives its limits.

use leptos::prelude::*;

use super::state::State;
use crate::query::slider::{nearest, stops};
use crate::query::{Key, Value};
use crate::sim::Setup;

/// A word that can be chosen, and what it is called.
pub type Choice = (&'static str, &'static str);

/// The word of a key that is in force, which may differ from the one that was wished for.
fn word_in_force(state: State, key: &Key) -> &'static str {
    (key.get)(&state.query.get().settled()).word().unwrap_or_default()
}

/// A control for a key with a short list of words, as a row of radio buttons. A word for which
/// `hindrance` knows a reason cannot be chosen, and the reason is shown.
pub fn choices(
    state: State,
    key: &'static Key,
    label: &'static str,
    choices: Vec<Choice>,
    hindrance: fn(&str, &Setup) -> Option<&'static str>,
) -> impl IntoView {
    let about = format!("{}-reason", key.name);
    let described = about.clone();
    let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
    let reason = move || {
        let setup = state.setup();
        words.iter().find_map(|word| hindrance(word, &setup)).unwrap_or_default()
    };
    let choice = |(word, name): Choice| {
        view! {
            <label>
                <input
                    type="radio"
                    name=key.name
                    value=word
                    prop:checked=move || word_in_force(state, key) == word
                    disabled=move || hindrance(word, &state.setup()).is_some()
                    on:change=move |_| state.query.update(|query| (key.set)(query, Value::Word(word)))
                />
                <span>{name}</span>
            </label>
        }
    };
    view! {
        <fieldset class="field" aria-describedby=described>
            <legend>{label}</legend>
            <div class="choices">{choices.into_iter().map(choice).collect_view()}</div>
            <p class="reason" id=about>{reason}</p>
        </fieldset>
    }
}

/// A control for a key with a longer list of words.
pub fn menu(
    state: State,
    key: &'static Key,
    label: &'static str,
    choices: Vec<Choice>,
) -> impl IntoView {
    let option = |(word, name): Choice| {
        view! { <option value=word selected=move || word_in_force(state, key) == word>{name}</option> }
    };
    let choose = move |event| {
        enter(state, key, &event_target_value(&event));
    };
    view! {
        <div class="field" hidden=move || !(key.matters)(state.setup().params())>
            <label for=key.name>{label}</label>
            <select id=key.name on:change=choose>
                {choices.into_iter().map(option).collect_view()}
            </select>
        </div>
    }
}

/// A control for a number or a length of time: a field for any value and, for lengths, a slider
/// for round ones. `remark` may have something to say about the value.
pub fn number(
    state: State,
    key: &'static Key,
    label: &'static str,
    unit: &'static str,
    remark: fn(&Setup) -> Option<String>,
) -> impl IntoView {
    let text = move || key.kind.print((key.get)(&state.query.get()));
    // What was entered in vain, and the value that stayed. Another value puts an end to it.
    let wrong = RwSignal::new((String::new(), String::new()));
    let is_wrong = move || {
        let (_, stayed) = wrong.get();
        !stayed.is_empty() && stayed == text()
    };
    let complaint = move || {
        let (entered, stayed) = wrong.get();
        let entered = if entered.is_empty() { "This" } else { &entered };
        let allowed = key.kind.allowed();
        match is_wrong() {
            true => format!("{entered} is not possible: it takes {allowed}. It stays at {stayed}."),
            false => String::new(),
        }
    };
    let input = move |event| {
        let entered = event_target_value(&event);
        let stays = !enter(state, key, &entered);
        wrong.set(if stays { (entered, text()) } else { Default::default() });
    };
    let (least, most) = key.kind.ends().unwrap_or_default();
    let about = format!("{}-about", key.name);
    view! {
        <div class="field" hidden=move || !(key.matters)(state.setup().params())>
            <label for=key.name>{label}</label>
            <div class="length">
                {slider(state, key, label, unit)}
                <input
                    type="number"
                    id=key.name
                    min=least
                    max=most
                    step="any"
                    prop:value=text
                    aria-invalid=move || if is_wrong() { "true" } else { "false" }
                    aria-describedby=about.clone()
                    on:input=input
                />
                <span class="unit">{unit}</span>
            </div>
            <p class="wrong" id=about role="status">{complaint}</p>
            <p class="reason">{move || remark(&state.setup())}</p>
        </div>
    }
}

fn slider(
    state: State,
    key: &'static Key,
    label: &'static str,
    unit: &str,
) -> Option<impl IntoView + use<>> {
    let stops = StoredValue::new(stops(&key.kind)?);
    let unit = unit.to_owned();
    let length = move || (key.get)(&state.query.get()).length().unwrap_or_default();
    let position = move || stops.with_value(|stops| nearest(stops, length())).to_string();
    let spoken = move || [&key.kind.print(Value::Length(length())), " ", &unit].concat();
    let slide = move |event| {
        let index = event_target_value(&event).parse().unwrap_or(0);
        let stop = stops.with_value(|stops: &Vec<_>| stops.get(index).copied());
        if let Some(length) = stop {
            state.query.update(|query| (key.set)(query, Value::Length(length)));
        }
    };
    Some(view! {
        <input
            type="range"
            min="0"
            max=(stops.with_value(Vec::len) - 1).to_string()
            aria-label=[label, ", slider"].concat()
            prop:value=position
            aria-valuetext=spoken
            on:input=slide
        />
    })
}

/// A control for a key that is on or off.
pub fn switch(state: State, key: &'static Key, label: &'static str) -> impl IntoView {
    let on = move || (key.get)(&state.query.get()).switch().unwrap_or_default();
    let turn = move |event| {
        let on = event_target_checked(&event);
        state.query.update(|query| (key.set)(query, Value::Switch(on)));
    };
    view! {
        <label class="switch">
            <input type="checkbox" prop:checked=on on:change=turn />
            <span>{label}</span>
        </label>
    }
}

/// Sets a key to what was entered; false, if it does not take that.
fn enter(state: State, key: &Key, entered: &str) -> bool {
    let value = key.kind.parse(entered);
    if let Some(value) = value {
        state.query.update(|query| (key.set)(query, value));
    }
    value.is_some()
}
