//! The parts of the page that are written before it is built.

use super::compact::compact;
use super::{choice_id, field_id, icon, remark_id, slider_id, wrong_id};
use crate::draw::{self, Theme};
use crate::query::schema::{self, SERVER_COUNTS};
use crate::query::slider::{nearest, stops};
use crate::query::{Key, Query, Value};
use crate::sim::{Policy, Scenario, ServiceKind, Trace};
use crate::words::{self, Verdict, clock, policy_name, scenario_name, service_name};

/// The width for which the default run is drawn into the page, in CSS pixels.
const WIDE: u32 = 960;
/// The width of the picture that narrow screens load instead.
const NARROW: u32 = 340;

/// The widths that the picture can have in the page, in CSS pixels.
const WIDTHS: std::ops::RangeInclusive<u32> = 240..=1280;

/// A word that can be chosen, and what it is called.
type Choice = (&'static str, &'static str);

/// All controls, as they are for the default run.
pub fn controls() -> String {
    let services: Vec<Choice> =
        ServiceKind::ALL.iter().map(|&one| (one.word(), service_name(one))).collect();
    let scenarios: Vec<Choice> =
        Scenario::ALL.iter().map(|&one| (one.word(), scenario_name(one))).collect();
    let policies: Vec<Choice> =
        Policy::ALL.iter().map(|&one| (one.word(), policy_name(one))).collect();
    let counts: Vec<Choice> = SERVER_COUNTS.iter().map(|&count| (count, count)).collect();
    let everyday = [
        choices(&schema::SERVICE, "Lock service", &services),
        menu(&schema::SCENARIO, "Scenario", &scenarios),
        choices(&schema::STORAGE, "Storage", &policies),
        number(&schema::LEASE, "Lease", "s"),
        number(&schema::PAUSE, "Pause", "s"),
    ];
    let switches = [
        switch(&schema::RENEW, "A holder renews its lease"),
        switch(&schema::CHECK, "Clients check their lease before they write"),
        switch(&schema::OBEY, "Clients stop when they learn that their lease is over"),
    ];
    let special = [
        number(&schema::WORK, "Work", "s"),
        number(&schema::LATENCY, "Latency", "ms"),
        number(&schema::JITTER, "Jitter", "ms"),
        number(&schema::RETRY, "Delay between tries", "ms"),
        number(&schema::TICK, "ZooKeeper’s tick", "s"),
        menu(&schema::NODES, "Servers", &counts),
        number(&schema::CLIENTS, "Clients", ""),
        number(&schema::SEED, "Seed of chance", ""),
    ];
    format!(
        "<section id=\"controls\" class=\"controls\" aria-label=\"What happens\" inert>\n{}\
         <details class=\"more\">\n<summary>More options</summary>\n<div class=\"controls\">\n\
         <div class=\"field\">\n{}</div>\n{}</div>\n</details>\n</section>\n",
        everyday.concat(),
        switches.concat(),
        special.concat()
    )
}

fn default_text(key: &Key) -> String {
    key.kind.print(key.default())
}

/// A control around its label, hidden if it makes no difference in the default run. The tag may
/// have attributes.
fn field(key: &Key, tag: &str, inner: &str) -> String {
    let hidden = if (key.matters)(&Query::default().params) { "" } else { " hidden" };
    let id = field_id(key.name);
    let (name, _) = tag.split_once(' ').unwrap_or((tag, ""));
    format!("<{tag} class=\"field\" id=\"{id}\"{hidden}>\n{inner}</{name}>\n")
}

/// A row of radio buttons, for a key with a short list of words.
fn choices(key: &Key, label: &str, choices: &[Choice]) -> String {
    let choice = |&(word, name): &Choice| {
        let checked = if default_text(key) == word { " checked" } else { "" };
        let (id, name_of_key) = (choice_id(key.name, word), key.name);
        format!(
            "<label><input type=\"radio\" name=\"{name_of_key}\" id=\"{id}\" value=\"{word}\"\
             {checked}><span>{name}</span></label>\n"
        )
    };
    let buttons: String = choices.iter().map(choice).collect();
    let remark = remark_id(key.name);
    let inner = format!(
        "<legend>{label}</legend>\n<div class=\"choices\">\n{buttons}</div>\n\
         <p class=\"remark\" id=\"{remark}\"></p>\n"
    );
    let described = format!("fieldset aria-describedby=\"{remark}\"");
    field(key, &described, &inner)
}

/// A menu, for a key with a longer list of words.
fn menu(key: &Key, label: &str, choices: &[Choice]) -> String {
    let choice = |&(word, name): &Choice| {
        let selected = if default_text(key) == word { " selected" } else { "" };
        format!("<option value=\"{word}\"{selected}>{name}</option>\n")
    };
    let options: String = choices.iter().map(choice).collect();
    let name = key.name;
    let inner = format!(
        "<label for=\"{name}\">{label}</label>\n\
         <select id=\"{name}\" name=\"{name}\">\n{options}</select>\n"
    );
    field(key, "div", &inner)
}

/// A field for any value of a number or a length of time and, for lengths, a slider for round ones.
fn number(key: &Key, label: &str, unit: &str) -> String {
    let (name, value) = (key.name, default_text(key));
    let (least, most) = key.kind.ends().unwrap_or_default();
    let (wrong, remark) = (wrong_id(name), remark_id(name));
    let slider = slider(key, label, unit);
    let inner = format!(
        "<label for=\"{name}\">{label}</label>\n<div class=\"length\">\n{slider}\
         <input type=\"number\" id=\"{name}\" name=\"{name}\" min=\"{least}\" max=\"{most}\" \
         step=\"any\" value=\"{value}\" aria-describedby=\"{wrong} {remark}\">\n\
         <span class=\"unit\">{unit}</span>\n</div>\n\
         <p class=\"wrong\" id=\"{wrong}\" role=\"status\"></p>\n\
         <p class=\"remark\" id=\"{remark}\"></p>\n"
    );
    field(key, "div", &inner)
}

fn slider(key: &Key, label: &str, unit: &str) -> String {
    let stops = stops(&key.kind);
    let Some((last, length)) = stops.len().checked_sub(1).zip(key.default().length()) else {
        return String::new();
    };
    let (name, id) = (key.name, slider_id(key.name));
    let (stop, spoken) = (nearest(&stops, length), key.kind.print(Value::Length(length)));
    format!(
        "<input type=\"range\" id=\"{id}\" name=\"{name}\" min=\"0\" max=\"{last}\" \
         value=\"{stop}\" aria-label=\"{label}, slider\" aria-valuetext=\"{spoken} {unit}\" \
         data-unit=\"{unit}\">\n"
    )
}

/// A check box, for a key that is on or off.
fn switch(key: &Key, label: &str) -> String {
    let checked = if default_text(key) == "on" { " checked" } else { "" };
    let name = key.name;
    format!(
        "<label class=\"switch\"><input type=\"checkbox\" id=\"{name}\" name=\"{name}\"{checked}>\
         <span>{label}</span></label>\n"
    )
}

fn default_trace() -> Trace {
    Trace::of(Query::default().setup())
}

/// The outcome, the picture and the steps of the default run, in the place where the program
/// puts its own.
pub fn default_run() -> String {
    let trace = default_trace();
    let Verdict { headline, name, stored, what, remedy } = words::verdict(&trace);
    let (grade, icon) = (headline.word(), icon(headline));
    let lines = words::log(&trace);
    let picture = draw::timeline(&trace, &lines, WIDE);
    let wide =
        compact(&draw::svg_for_page(&picture)).replacen("<svg ", "<svg class=\"default wide\" ", 1);
    let step = |line: &words::Line| {
        let (number, at, text) = (line.number, clock(line.at), &line.text);
        let actor = words::actor_name(line.actor, &trace.setup);
        format!(
            "<li><span class=\"number\">{number}</span><span class=\"at\">{at} s</span>\
             <span class=\"actor\">{actor}</span><span class=\"text\">{text}</span></li>\n"
        )
    };
    let steps: String = lines.iter().map(step).collect();
    let title = draw::TITLE;
    format!(
        "<section class=\"verdict\" aria-label=\"Outcome\" data-grade=\"{grade}\">\
         <svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"{icon}\"></path></svg>\
         <div><p><strong>{name}</strong>. The storage ends with {stored}. {what}</p>\
         <p class=\"remedy\">{remedy}</p></div></section>\n\
         <figure class=\"timeline\"><div class=\"picture\">\n{wide}\
         <img class=\"default narrow\" src=\"default-run-narrow.svg\" alt=\"{title}\" \
         loading=\"lazy\"></div></figure>\n\
         <section class=\"log\" aria-labelledby=\"steps\"><h2 id=\"steps\">Step by step</h2>\n\
         <ol role=\"list\">\n{steps}</ol></section>\n"
    )
}

/// The picture of the default run for narrow screens, as a file: few readers need it, and only
/// until the program is there.
pub fn narrow_picture() -> String {
    let trace = default_trace();
    let picture = draw::timeline(&trace, &words::log(&trace), NARROW);
    compact(&draw::svg_with_themes(&picture))
}

/// The picture of the default run for the README.
pub fn readme_picture() -> String {
    let trace = default_trace();
    draw::svg(&draw::timeline(&trace, &words::log(&trace), WIDE), Theme::Light)
}

/// How high the default run is at each width, as a style sheet: its place in the page must have
/// the height of the picture that the program will put there.
pub fn heights() -> String {
    let trace = default_trace();
    let lines = words::log(&trace);
    let mut style = String::from(
        "/* The height of the default run, so that nothing moves when the program draws it. */\n",
    );
    let mut last = 0;
    for width in WIDTHS {
        let height = draw::timeline(&trace, &lines, width).height;
        if height != last {
            style += &format!(
                "\n@container (min-width: {width}px) {{\n  .picture > .default {{\n    height: {height}px;\n  }}\n}}\n"
            );
            last = height;
        }
    }
    style
}
