//! A map in words.

use super::Map;
use super::axes::{Axes, Range, Setting};
use super::sweep::Cross;
use crate::query::schema::PAUSE;
use crate::sim::{Boundary, Duration, Headline, Params, Setup};
use crate::words::{
    grouped, headline_name, list, policy_name, rounded, scenario_name, service_name, stored_name,
};

/// What a setting of a run is called.
fn name(setting: Setting, params: &Params) -> &'static str {
    match setting {
        Setting::Lease => "Lease",
        Setting::Pause if (PAUSE.matters)(params) => "Pause",
        Setting::Pause => "Length of the first fault",
        Setting::Work => "Work",
        Setting::Latency => "Latency",
    }
}

/// The same with the unit of its axis.
pub fn title(setting: Setting, params: &Params) -> &'static str {
    match setting {
        Setting::Lease => "Lease (s)",
        Setting::Pause if (PAUSE.matters)(params) => "Pause (s)",
        Setting::Pause => "Length of the first fault (s)",
        Setting::Work => "Work (s)",
        Setting::Latency => "Latency (ms)",
    }
}

/// A value of a setting as its axis numbers it.
pub fn number(setting: Setting, value: Duration) -> f64 {
    value.as_micros() as f64 / unit(setting)
}

/// The value of a setting that its axis numbers so.
pub fn length(setting: Setting, number: f64) -> Duration {
    Duration::from_micros((number * unit(setting)) as u64)
}

/// How many microseconds the unit of an axis has.
fn unit(setting: Setting) -> f64 {
    match setting {
        Setting::Lease | Setting::Pause | Setting::Work => 1e6,
        Setting::Latency => 1e3,
    }
}

/// A value of a setting with its unit.
fn value(setting: Setting, value: Duration) -> String {
    match setting {
        Setting::Lease | Setting::Pause | Setting::Work => format!("{} s", rounded(value)),
        Setting::Latency => format!("{} ms", value * 1_000),
    }
}

fn lower(name: &str) -> String {
    name.to_lowercase()
}

/// Why there is no map over the pause, if there is none.
pub fn missing(params: &Params) -> Option<String> {
    if Setting::Pause.of(params).is_some() {
        return None;
    }
    let scenario = scenario_name(params.scenario);
    Some(format!(
        "There is no map over the pause, since nothing in the scenario “{scenario}” lasts as long \
         as that says."
    ))
}

/// What a map was worked out for, apart from its two settings.
pub fn basis(map: &Map) -> String {
    let params = &map.params;
    let mut said = vec![
        service_name(params.service).to_string(),
        scenario_name(params.scenario).to_string(),
        format!("the storage checks {}", policy_name(params.storage)),
        format!("{} clients", params.clients),
    ];
    for setting in [Setting::Lease, Setting::Pause, Setting::Work, Setting::Latency] {
        let is_an_axis = [map.axes.across, map.axes.up].contains(&setting);
        if let Some(length) = setting.of(params).filter(|_| !is_an_axis) {
            let name = lower(name(setting, params));
            said.push(format!("{name} {}", value(setting, length)));
        }
    }
    format!("Worked out for {}; all else as in the run above.", said.join("; "))
}

/// The values at two places of a map, and how the run ends with them; empty, if it is not known yet.
pub fn cell_in_words(map: &Map, cell: (usize, usize)) -> String {
    let (Some(headline), Some(stored)) = (map.headline(cell.0, cell.1), map.stored(cell.0, cell.1))
    else {
        return String::new();
    };
    let params = map.params_of(cell);
    let granted = rounded(Setup::new(params).unwrap_or_default().granted_lease());
    let said = |setting: Setting| {
        let length = setting.of(&params).unwrap_or_default();
        let is_other = setting == Setting::Lease && granted != rounded(length);
        let granted = if is_other { format!(" ({granted} s granted)") } else { String::new() };
        [name(setting, &params), " ", &value(setting, length), &granted].concat()
    };
    let (across, up) = (said(map.axes.across), said(map.axes.up));
    let ends = lower(headline_name(headline));
    format!("{across}, {}: {ends}, stored value {}.", lower(&up), stored_name(stored))
}

/// What a map is called.
pub fn axes_name(axes: Axes, params: &Params) -> String {
    format!("{} against {}", name(axes.across, params), lower(name(axes.up, params)))
}

/// Where a run begins to end differently along either axis of a map, in two sentences.
pub fn cross_in_words(map: &Map, params: &Params, cross: &Cross) -> [String; 2] {
    let Axes { across, up } = map.axes;
    [
        line_in_words(params, across, up, cross.up(), &map.up),
        line_in_words(params, up, across, cross.across(), &map.across),
    ]
}

/// Where a run begins to end differently along a setting, while another one stays as it is.
fn line_in_words(
    params: &Params,
    fixed: Setting,
    along: Setting,
    found: &[Boundary],
    range: &Range,
) -> String {
    let ends = |boundary: &Boundary| lower(headline_name(boundary.headline));
    let (fixed_name, name) = (lower(name(fixed, params)), lower(name(along, params)));
    let at = value(fixed, fixed.of(params).unwrap_or_default());
    let with = format!("With {}{fixed_name} of {at}", article(&fixed_name));
    match found {
        [] => String::new(),
        [only] => {
            let (first, last) = (value(along, range.first), value(along, range.last()));
            format!("{with}: {} with any {name} from {first} to {last}.", ends(only))
        }
        [first, second, rest @ ..] => {
            let from =
                |next: &Boundary| format!(", {} from {}", ends(next), value(along, next.from));
            let rest: String = [second].into_iter().chain(rest).map(from).collect();
            format!(
                "{with}: {} from {}{name} of {}{rest}.",
                ends(first),
                article(&name),
                value(along, range.first)
            )
        }
    }
}

/// What a finished map shows, for those who cannot see it.
pub fn summary(map: &Map) -> String {
    let (columns, rows) = (map.across.count, map.up.count);
    let runs = columns * rows;
    let cells = || (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)));
    // Some may be found on a boundary only, between the runs that are counted.
    let occurring: Vec<Headline> = map.headlines().collect();
    let part = |&headline: &Headline| {
        let ends = |(column, row): &(usize, usize)| map.headline(*column, *row) == Some(headline);
        let share = match &occurring[..] {
            [_] => "all".into(),
            _ => share(cells().filter(ends).count(), runs),
        };
        format!("{share} are {}", lower(headline_name(headline)))
    };
    let parts: Vec<String> = occurring.iter().map(part).collect();
    let axis = |setting: Setting, from: Duration, to: Duration| {
        let name = lower(name(setting, &map.params));
        let (from, to) = (value(setting, from), value(setting, to));
        [article(&name), &name, " from ", &from, " to ", &to].concat()
    };
    format!(
        "Of {} runs with {} and {}, {}.",
        grouped(runs as u64),
        axis(map.axes.across, map.across.first, map.across.last()),
        axis(map.axes.up, map.up.first, map.up.last()),
        list(&parts)
    )
}

/// What stands before a name, when a value of it is spoken of.
fn article(name: &str) -> &'static str {
    if name == "work" { "" } else { "a " }
}

/// A part of a whole in percent, where there are others.
fn share(part: usize, whole: usize) -> String {
    match (part * 200 + whole) / (whole * 2).max(1) {
        0 => "less than 1 %".into(),
        100 => "more than 99 %".into(),
        percent => format!("{percent} %"),
    }
}
