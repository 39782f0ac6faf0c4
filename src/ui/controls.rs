//! The controls, and which of them are shown.

use leptos::prelude::*;

use super::fields::{choices, menu, number, switch};
use super::state::State;
use crate::query::schema;
use crate::sim::{Policy, Scenario, ServiceKind, Setup};
use crate::words::{no_token, policy_name, scenario_name, service_name};

/// All controls: those that everybody needs, and the rest behind a button.
#[component]
pub fn Controls(state: State) -> impl IntoView {
    let services = ServiceKind::ALL.iter().map(|&one| (one.word(), service_name(one))).collect();
    let scenarios = Scenario::ALL.iter().map(|&one| (one.word(), scenario_name(one))).collect();
    let policies = Policy::ALL.iter().map(|&one| (one.word(), policy_name(one))).collect();
    view! {
        <form class="controls" aria-label="What happens" on:submit=|event| event.prevent_default()>
            {choices(state, &schema::SERVICE, "Lock service", services, |_, _| None)}
            {menu(state, &schema::SCENARIO, "Scenario", scenarios)}
            {choices(state, &schema::STORAGE, "Storage", policies, storage_hindrance)}
            {number(state, &schema::LEASE, "Lease", "s", granted)}
            {number(state, &schema::PAUSE, "Pause", "s", meaning_of_pause)}
            <details class="more" hidden=move || state.query.get().view.embed>
                <summary>"More options"</summary>
                {more(state)}
            </details>
        </form>
    }
}

fn storage_hindrance(word: &str, setup: &Setup) -> Option<&'static str> {
    match Policy::from_word(word)? {
        Policy::Any => None,
        Policy::Fencing => no_token(setup.params().service),
    }
}

fn granted(setup: &Setup) -> Option<String> {
    let (asked, granted) = (setup.params().lease, setup.granted_lease());
    let service = service_name(setup.params().service);
    (asked != granted).then(|| format!("Asked {asked} s, {service} grants {granted} s."))
}

/// What the pause is in the present scenario, where the scenario is not one.
fn meaning_of_pause(setup: &Setup) -> Option<String> {
    let meaning = match setup.params().scenario {
        Scenario::Overrun => "How long A works.",
        Scenario::Delay => "How long A’s write is held up.",
        Scenario::Pause
        | Scenario::CheckPause
        | Scenario::Normal
        | Scenario::Crash
        | Scenario::ClockJump => return None,
    };
    Some(meaning.into())
}

/// The options that make a difference in the present run.
fn more(state: State) -> impl IntoView {
    let plain = |key, label, unit| number(state, key, label, unit, |_| None);
    let counts = schema::SERVER_COUNTS.iter().map(|&count| (count, count)).collect();
    view! {
        <div class="controls">
            <div class="field">
                {switch(state, &schema::RENEW, "A holder renews its lease")}
                {switch(state, &schema::CHECK, "Clients check their lease before they write")}
                {switch(state, &schema::OBEY, "Clients stop when they learn that it is over")}
            </div>
            {plain(&schema::WORK, "Work", "s")}
            {plain(&schema::CLIENTS, "Clients", "")}
            {plain(&schema::LATENCY, "Latency", "ms")}
            {plain(&schema::JITTER, "Jitter", "ms")}
            {plain(&schema::TICK, "ZooKeeper’s tick", "s")}
            {menu(state, &schema::NODES, "Servers", counts)}
            {plain(&schema::RETRY, "Delay between tries", "ms")}
            {plain(&schema::SEED, "Seed of chance", "")}
        </div>
    }
}
