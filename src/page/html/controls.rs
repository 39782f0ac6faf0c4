//! The controls.

use super::super::{choice_id, field_id, remark_id, slider_id, wrong_id};
use crate::page::settings;
use crate::query::schema;
use crate::query::slider::{nearest, stops};
use crate::query::{Key, Kind, Query, Value};
use crate::sim::Params;
use crate::words::policy_meaning;

/// All controls, as they are for the default run.
pub fn controls() -> String {
    let more = format!(
        "<details class=\"more\">\n<summary>More options</summary>\n<div class=\"controls\">\n\
         {}{}</div>\n</details>\n",
        switches(),
        special()
    );
    section("", &[everyday(), more].concat())
}

/// The usual controls of a figure, with a place for the name of the file that has the others.
pub fn figure_controls() -> String {
    section(" data-more=\"{more}\"", &everyday())
}

/// The others, which a figure fetches if its link names one of them.
pub fn more_controls() -> String {
    [special(), switches()].concat()
}

fn section(attribute: &str, inner: &str) -> String {
    format!(
        "<section id=\"controls\" class=\"controls\" aria-label=\"What happens\"{attribute} inert>\n\
         {inner}</section>\n"
    )
}

fn everyday() -> String {
    [
        choices(&schema::SERVICE),
        menu(&schema::SCENARIO),
        choices(&schema::STORAGE),
        number(&schema::LEASE, "s"),
        number(&schema::PAUSE, "s"),
        text(&schema::FAULTS),
    ]
    .concat()
}

fn switches() -> String {
    let switches = [&schema::RENEW, &schema::CHECK, &schema::OBEY, &schema::MARK, &schema::RECHECK]
        .map(switch);
    format!("<div class=\"field\">\n{}</div>\n", switches.concat())
}

fn special() -> String {
    [
        number(&schema::WORK, "s"),
        number(&schema::LATENCY, "ms"),
        number(&schema::JITTER, "ms"),
        number(&schema::RETRY, "ms"),
        number(&schema::TICK, "s"),
        number(&schema::LOCK_DELAY, "s"),
        menu(&schema::NODES),
        menu(&schema::TOKEN),
        menu(&schema::RELEASE),
        menu(&schema::EXTEND),
        menu(&schema::CLOCK),
        menu(&schema::SEQUENCER),
        menu(&schema::RESTART),
        number(&schema::CLIENTS, ""),
        number(&schema::SEED, ""),
    ]
    .concat()
}

fn label(key: &Key) -> &'static str {
    settings::name(key.name).unwrap_or_default()
}

/// The words that can be chosen.
fn words(key: &Key) -> &'static [&'static str] {
    if let Kind::Choice(words) = key.kind { words } else { &[] }
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
fn choices(key: &Key) -> String {
    let label = label(key);
    let choice = |&word: &&'static str| {
        let name = settings::choice(key.name, word);
        let checked = if default_text(key) == word { " checked" } else { "" };
        let (id, name_of_key) = (choice_id(key.name, word), key.name);
        format!(
            "<label><input type=\"radio\" name=\"{name_of_key}\" id=\"{id}\" value=\"{word}\"\
             {checked}><span>{name}</span></label>\n"
        )
    };
    let buttons: String = words(key).iter().map(choice).collect();
    let (id, remark) = remark(key);
    let described = match id.as_str() {
        "" => "fieldset".into(),
        id => format!("fieldset aria-describedby=\"{id}\""),
    };
    let inner =
        format!("<legend>{label}</legend>\n<div class=\"choices\">\n{buttons}</div>\n{remark}");
    field(key, &described, &inner)
}

/// A menu, for a key with a longer list of words.
fn menu(key: &Key) -> String {
    let label = label(key);
    let choice = |&word: &&'static str| {
        let name = settings::choice(key.name, word);
        let selected = if default_text(key) == word { " selected" } else { "" };
        format!("<option value=\"{word}\"{selected}>{name}</option>\n")
    };
    let options: String = words(key).iter().map(choice).collect();
    let name = key.name;
    let inner = format!(
        "<label for=\"{name}\">{label}</label>\n\
         <select id=\"{name}\" name=\"{name}\">\n{options}</select>\n"
    );
    field(key, "div", &inner)
}

/// A field for any value of a number or a length of time and, for lengths, a slider for round ones.
fn number(key: &Key, unit: &str) -> String {
    let (name, label, value) = (key.name, label(key), default_text(key));
    let (least, most) = key.kind.ends().unwrap_or_default();
    let (wrong, (id, remark)) = (wrong_id(name), remark(key));
    let described = [wrong.as_str(), &id].join(" ");
    let described = described.trim_end();
    let slider = slider(key, label, unit);
    let inner = format!(
        "<label for=\"{name}\">{label}</label>\n<div class=\"length\">\n{slider}\
         <input type=\"number\" id=\"{name}\" name=\"{name}\" min=\"{least}\" max=\"{most}\" \
         step=\"any\" value=\"{value}\" aria-describedby=\"{described}\">\n\
         <span class=\"unit\">{unit}</span>\n</div>\n\
         <p class=\"wrong\" id=\"{wrong}\" role=\"status\"></p>\n{remark}"
    );
    field(key, "div", &inner)
}

/// The place for remarks on a key, and its name; both are empty for keys that nothing is said
/// about.
fn remark(key: &Key) -> (String, String) {
    let remarked = [schema::STORAGE.name, schema::LEASE.name, schema::PAUSE.name];
    if !remarked.contains(&key.name) {
        return Default::default();
    }
    let id = remark_id(key.name);
    let said =
        if key.name == schema::STORAGE.name { policy_meaning(&Params::default()) } else { "" };
    let place = format!("<p class=\"remark\" id=\"{id}\">{said}</p>\n");
    (id, place)
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

/// A field for a text.
fn text(key: &Key) -> String {
    let (name, label) = (key.name, label(key));
    let (wrong, remark) = (wrong_id(name), remark_id(name));
    let inner = format!(
        "<label for=\"{name}\">{label}</label>\n\
         <input id=\"{name}\" name=\"{name}\" spellcheck=\"false\" \
         autocapitalize=\"none\" autocomplete=\"off\" placeholder=\"pause:A:work~0.25:8\" \
         aria-describedby=\"{wrong} {remark}\">\n\
         <p class=\"wrong\" id=\"{wrong}\" role=\"status\"></p>\n\
         <p class=\"remark\" id=\"{remark}\">Each is <code>kind:where:start:length</code>, with commas \
         between: <code>pause:A:2:8</code>, <code>crash:B:4</code>, \
         <code>delay:A-storage:write:8</code>, <code>cut:A-service:2:7</code>, \
         <code>jump:redis2:1.5:10</code>, <code>crash:redis3:4:2</code>, \
         <code>failover:service:1</code>. A start is a second, or <code>acquired</code>, \
         <code>work</code>, <code>checked</code> or <code>write</code>, and maybe <code>~0.25</code> \
         s after that.</p>\n"
    );
    field(key, "div", &inner)
}

/// A check box, for a key that is on or off.
fn switch(key: &Key) -> String {
    let label = label(key);
    let checked = if default_text(key) == "on" { " checked" } else { "" };
    let hidden = if (key.matters)(&Query::default().params) { "" } else { " hidden" };
    let (name, id) = (key.name, field_id(key.name));
    format!(
        "<label class=\"switch\" id=\"{id}\"{hidden}><input type=\"checkbox\" id=\"{name}\" \
         name=\"{name}\"{checked}><span>{label}</span></label>\n"
    )
}
