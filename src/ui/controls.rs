//! The controls, which are in the page already. Here they are tied to the query.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, Event, HtmlInputElement};

use super::state::State;
use super::{Page, notices, quiz};
use crate::page::table::VIEW;
use crate::page::{choice_id, field_id, remark_id, slider_id, wrong_id};
use crate::query::slider::{nearest, stops};
use crate::query::{Chain, KEYS, Key, Kind, Query, Value, faults, schema};
use crate::sim::{Policy, Scenario, Setup};
use crate::words::{hindrance, policy_meaning, service_name};

/// How long the keys that move a slider have to rest before the address follows, in milliseconds:
/// browsers refuse pages that change their address all the time.
pub const SETTLED: u32 = 300;

/// Lets the query follow the controls and the links, and notices be dismissed.
pub fn listen(state: State, page: Page) {
    let mut chain = Chain::default();
    let listen: Box<dyn FnMut(Event)> =
        Box::new(move |event| take(state, page, &mut chain, &event));
    let listen = Closure::wrap(listen).into_js_value().unchecked_into();
    for event in ["input", "change", "click"] {
        let _ = document().add_event_listener_with_callback(event, &listen);
    }
    if let Some(controls) = element("controls") {
        let _ = controls.remove_attribute("inert");
    }
}

/// Lets the controls show a query.
pub fn show(query: &Query, page: Page) {
    let query = query.settled();
    let setup = query.setup();
    for key in KEYS.iter().filter(|key| key.has_control()) {
        show_key(key, (key.get)(&query));
        let counts = (key.matters)(setup.params()) && (page.has_control)(&query, key);
        hide(&field_id(key.name), !counts);
    }
    for &policy in Policy::ALL {
        if let Some(radio) = input(&choice_id(schema::STORAGE.name, policy.word())) {
            radio.set_disabled(hindrance(policy, setup.params()).is_some());
        }
    }
    say(&remark_id(schema::STORAGE.name), policy_meaning(setup.params()));
    say(&remark_id(schema::LEASE.name), &granted(&setup));
    say(&remark_id(schema::PAUSE.name), meaning_of_pause(setup.params().scenario));
}

/// Takes what was entered into a control.
fn take(state: State, page: Page, chain: &mut Chain, event: &Event) {
    // Whatever is entered or clicked is an element.
    let Some(target) = event.target().map(JsCast::unchecked_into::<Element>) else {
        return;
    };
    if let "click" = event.type_().as_str() {
        notices::dismiss(state, &target);
        quiz::answer(state, &target);
        return (page.follow)(state, &target, event);
    }
    let name = target.get_attribute("name").unwrap_or_default();
    if name == VIEW {
        return (page.compute)(state);
    }
    let Some(key) = KEYS.iter().find(|key| key.name == name && key.has_control()) else {
        return;
    };
    let entered = event_target_value(event);
    let changed = event.type_() == "change";
    let kind = target.get_attribute("type").unwrap_or_default();
    let value = match kind.as_str() {
        // Half a number may be a number too, and is not what was meant.
        "number" if !changed => return,
        _ if matches!(key.kind, Kind::Faults) && !changed => return,
        "range" => {
            let stop = entered.parse().ok();
            stop.and_then(|stop: usize| stops(&key.kind).get(stop).copied()).map(Value::Length)
        }
        "checkbox" => Some(Value::Switch(event_target_checked(event))),
        _ if matches!(key.kind, Kind::Faults) => {
            match faults::read(&entered, &state.now().query.params) {
                Ok(list) => Some(Value::Faults(list)),
                Err(wrong) => {
                    return protest(key, &[&wrong, " The faults stay as they were."].concat());
                }
            }
        }
        _ => key.kind.parse(&entered),
    };
    match value {
        Some(value) => {
            let rest = match (kind.as_str(), changed) {
                ("range", false) => None,
                ("range", true) => Some(SETTLED),
                _ => Some(0),
            };
            let shown = state.now().query;
            let mut wanted = shown;
            (key.set)(&mut wanted, value);
            state.show(chain.turn(shown, wanted.params), rest);
            // What was entered may be what there was, and takes back a complaint all the same.
            show_key(key, value);
        }
        None => complain(key, &entered, &(key.get)(&state.now().query)),
    }
}

/// Says what is wrong about a value, and that the one before it stays.
fn complain(key: &Key, entered: &str, stays: &Value) {
    let entered = if entered.is_empty() { "This" } else { entered };
    let stays = key.kind.print(*stays);
    let allowed = key.kind.allowed();
    let complaint = [
        key.name,
        ": ",
        entered,
        " is not possible, it takes ",
        &allowed,
        ". It stays at ",
        &stays,
        ".",
    ];
    protest(key, &complaint.concat());
}

/// Puts a complaint beside a control.
fn protest(key: &Key, complaint: &str) {
    say(&wrong_id(key.name), complaint);
    if let Some(input) = input(key.name) {
        let _ = input.set_attribute("aria-invalid", "true");
    }
}

/// Shows the value of a key, wherever it has a control.
fn show_key(key: &Key, value: Value) {
    let text = key.kind.print(value);
    match value {
        Value::Word(word) => {
            if let Some(radio) = input(&choice_id(key.name, word)) {
                radio.set_checked(true);
            }
            // The same as with an input, so that one kind of them is enough.
            if let Some(menu) = input(key.name) {
                put(&menu, word);
            }
        }
        Value::Switch(on) => {
            if let Some(switch) = input(key.name) {
                switch.set_checked(on);
            }
        }
        Value::Length(_) | Value::Number(_) | Value::Faults(_) => {
            let Some(input) = input(key.name) else {
                return;
            };
            // What somebody is typing stays as it is as long as it means the same.
            if key.kind.parse(&input.value()) != Some(value) {
                input.set_value(&text);
            }
            let _ = input.remove_attribute("aria-invalid");
            say(&wrong_id(key.name), "");
        }
        // Nothing on the page is set to one of these.
        Value::Starts(_) | Value::Controls(_) | Value::Quiz(_) | Value::Ask(_) => {}
    }
    if let (Some(length), Some(slider)) = (value.length(), input(&slider_id(key.name))) {
        put(&slider, &nearest(&stops(&key.kind), length).to_string());
        let unit = slider.get_attribute("data-unit").unwrap_or_default();
        let _ = slider.set_attribute("aria-valuetext", &[&text, " ", &unit].concat());
    }
}

/// What the service grants, if it is not what was asked for.
fn granted(setup: &Setup) -> String {
    let (asked, granted) = (setup.params().lease, setup.granted_lease());
    if asked == granted {
        return String::new();
    }
    let service = service_name(setup.params().service);
    format!("Asked for {asked} s, {service} grants {granted} s.")
}

/// What the pause is in a scenario, where its name does not say it.
fn meaning_of_pause(scenario: Scenario) -> &'static str {
    match scenario {
        Scenario::Overrun => "How long A works.",
        Scenario::Delay => "How long A’s write is held up.",
        Scenario::Partition => "How long A is cut off, and works. It always renews its lease.",
        Scenario::CheckPause => "A always checks its lease, and then stops for so long.",
        Scenario::Pause
        | Scenario::Normal
        | Scenario::Crash
        | Scenario::ClockJump
        | Scenario::Failover
        | Scenario::Custom => "",
    }
}

/// The element with an id.
pub fn element(id: &str) -> Option<Element> {
    document().get_element_by_id(id)
}

fn input(id: &str) -> Option<HtmlInputElement> {
    element(id).map(JsCast::unchecked_into)
}

/// Sets an input to a value, unless it is set to it already: even then the browser would lay it out
/// again.
pub fn put(input: &HtmlInputElement, value: &str) {
    if input.value() != value {
        input.set_value(value);
    }
}

/// Puts words into the place that the page has for them.
pub fn say(id: &str, words: &str) {
    if let Some(place) = element(id) {
        // Even the same words again would have the page laid out again.
        if place.text_content().as_deref() != Some(words) {
            place.set_text_content(Some(words));
        }
    }
}

/// Hides an element, or shows it again.
pub fn hide(id: &str, hidden: bool) {
    if let Some(place) = element(id) {
        let _ = place.toggle_attribute_with_force("hidden", hidden);
    }
}
