//! What is entered: how clients pause, and which risk is wanted.

use gloo_timers::callback::Timeout;
use leptos::html::{Input, Textarea};
use leptos::prelude::*;

use super::work::{Entry, Known};
use crate::advice::{Pauses, Question, Risk, Samples, in_millis};
use crate::lab::slices::Slices;

/// How long nobody may have typed for what was typed to count, in milliseconds.
const SETTLED: u32 = 300;
/// How many samples are read at a time.
const LINES: usize = 500;
/// What is to be said about what was entered.
const COMPLAINTS: &str = "lease-complaints";

/// How pauses are entered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Percentiles,
    Samples,
}

/// The inputs. What they say is one question; what makes none is complained about, and stays.
#[component]
pub fn Form(known: Known) -> impl IntoView {
    let way = RwSignal::new(Way::Percentiles);
    let (median, tail) = (NodeRef::<Input>::new(), NodeRef::<Input>::new());
    let samples = NodeRef::<Textarea>::new();
    // Samples that came with a link, of which there is no text.
    let linked = RwSignal::new(None::<Pauses>);
    let complaints = RwSignal::new(Vec::<String>::new());
    let understood = RwSignal::new(String::new());
    let entered = StoredValue::new(None::<Pauses>);
    let of_link = |pauses: Pauses| [&pauses.in_words(), ", from the link"].concat();

    let take = move |pauses: Option<Pauses>, wrong: Vec<String>| {
        complaints.set(wrong);
        understood.set(pauses.map(|pauses| pauses.in_words()).unwrap_or_default());
        known.entry.set(if pauses.is_some() { Entry::Asked } else { Entry::Wrong });
        if let Some(pauses) = pauses {
            entered.set_value(Some(pauses));
            let Question { risk, .. } = known.asked.details.get_untracked();
            known.asked.ask(Question { pauses, risk });
        }
    };
    let slices = StoredValue::new_local(None::<Slices>);
    let enter = move || match way.get_untracked() {
        Way::Percentiles => {
            slices.set_value(None);
            let value = |input: NodeRef<Input>| input.get_untracked().map(|input| input.value());
            let [median, tail] = [median, tail].map(|input| value(input).unwrap_or_default());
            match Pauses::entered(&median, &tail) {
                Ok(pauses) => take(Some(pauses), Vec::new()),
                Err(wrong) => take(None, vec![wrong]),
            }
        }
        Way::Samples => {
            let text = samples.get_untracked().map(|area| area.value()).unwrap_or_default();
            let mut read = Samples::default();
            slices.set_value(Some(Slices::of(move || {
                let is_more = read.read_on(&text, LINES);
                if !is_more {
                    let wrong = read.complaints();
                    match (std::mem::take(&mut read).pauses(), linked.get_untracked()) {
                        (None, Some(pauses)) if wrong.is_empty() => {
                            take(Some(pauses), wrong);
                            understood.set(of_link(pauses));
                        }
                        (pauses, _) => take(pauses, wrong),
                    }
                }
                is_more
            })));
        }
    };
    // A link may say something else than what was entered here.
    Effect::new(move |_| {
        let Question { pauses, .. } = known.asked.details.get();
        if entered.get_value() == Some(pauses) {
            return;
        }
        entered.set_value(Some(pauses));
        complaints.set(Vec::new());
        known.entry.set(Entry::Asked);
        match pauses {
            Pauses::LogNormal { median: half, tail: rare } => {
                understood.set(pauses.in_words());
                way.set(Way::Percentiles);
                for (input, length) in [(median, half), (tail, rare)] {
                    if let Some(input) = input.get() {
                        input.set_value(&in_millis(&length));
                    }
                }
            }
            Pauses::Measured { .. } => {
                way.set(Way::Samples);
                linked.set(Some(pauses));
                understood.set(of_link(pauses));
                if let Some(area) = samples.get() {
                    area.set_value("");
                }
            }
        }
    });
    let waiting = StoredValue::new_local(None::<Timeout>);
    let typed = move |_| {
        known.entry.set(Entry::Unread);
        slices.set_value(None);
        waiting.set_value(Some(Timeout::new(SETTLED, enter)));
    };
    let turn = move |to: Way| {
        way.set(to);
        enter();
    };
    let choose = move |event: leptos::ev::Event| {
        if let Some(risk) = Risk::from_word(&event_target_value(&event)) {
            let Question { pauses, .. } = known.asked.details.get_untracked();
            known.asked.ask(Question { pauses, risk });
        }
    };
    let risks = Risk::ALL.iter().map(|&risk| {
        let is_chosen = move || known.asked.details.get().risk == risk;
        view! { <option value=risk.word() selected=is_chosen>{risk.name()}" acquisitions"</option> }
    });
    let is_wrong = move || (!complaints.get().is_empty()).to_string();
    view! {
        <div class="lease-form">
            <fieldset class="field">
                <legend>"How long a client stops in one acquisition"</legend>
                <div class="lease-ways">
                    <Choice way this=Way::Percentiles turn words="Median and 99.9th percentile" />
                    <Choice way this=Way::Samples turn words="Measured pauses" />
                </div>
                <div class="lease-percentiles" hidden=move || way.get() != Way::Percentiles>
                    <Length input=median words="Median (ms)" typed is_wrong />
                    <Length input=tail words="99.9th percentile (ms)" typed is_wrong />
                </div>
                <label class="lease-samples" hidden=move || way.get() != Way::Samples>
                    <span class="label">
                        "One pause on each line, such as 12ms, 1.5 s or 300us; a number without a \
                         unit is in milliseconds"
                    </span>
                    <textarea
                        node_ref=samples
                        rows="6"
                        spellcheck="false"
                        autocomplete="off"
                        aria-describedby=COMPLAINTS
                        on:input=typed
                    ></textarea>
                </label>
                <p class="quiet" hidden=move || way.get() != Way::Samples>
                    {understood}
                </p>
                <div id=COMPLAINTS role="status">
                    <ul class="lease-complaints">
                        {move || {
                            let said = complaints.get().into_iter();
                            said.map(|said| view! { <li>{said}</li> }).collect_view()
                        }}
                    </ul>
                </div>
            </fieldset>
            <label class="field">
                <span class="label">"Lost updates that can be borne"</span>
                <select on:change=choose>{risks.collect_view()}</select>
            </label>
        </div>
    }
}

/// One of the ways to enter pauses.
#[component]
fn Choice(
    way: RwSignal<Way>,
    this: Way,
    turn: impl Fn(Way) + 'static,
    words: &'static str,
) -> impl IntoView {
    view! {
        <label>
            <input
                type="radio"
                name="lease-way"
                prop:checked=move || way.get() == this
                on:change=move |_| turn(this)
            />
            <span>{words}</span>
        </label>
    }
}

/// A length in milliseconds.
#[component]
fn Length(
    input: NodeRef<Input>,
    words: &'static str,
    typed: impl Fn(leptos::ev::Event) + 'static,
    is_wrong: impl Fn() -> String + Send + 'static,
) -> impl IntoView {
    view! {
        <label>
            <span class="label">{words}</span>
            <input
                node_ref=input
                type="number"
                min="0.001"
                max="600000"
                step="any"
                aria-describedby=COMPLAINTS
                aria-invalid=is_wrong
                on:input=typed
            />
        </label>
    }
}
