//! The player below the timeline, and what it leads to.

use crate::page::player::{
    Go, KEYS, MOMENT, NOW, PLAYER, POSITIONS, REPEAT, SPEED, SPEEDS, STANDING, TIME, exact,
};
use crate::page::report::escape;
use crate::sim::{Time, Trace};
use crate::words;

/// The player at the beginning of a run. The moment in figures is no `output`, which would be read
/// out at every change while a run is played.
pub fn player() -> String {
    let buttons: String = Go::ALL.into_iter().map(button).collect();
    let speeds: String = SPEEDS.into_iter().map(speed).collect();
    let start = exact(Time::ZERO);
    format!(
        "<section id=\"{PLAYER}\" class=\"player\" aria-label=\"Player\" inert>\n\
         <div class=\"transport\">{buttons}</div>\n\
         <label><input type=\"checkbox\" id=\"{REPEAT}\"> Repeat</label>\n\
         <label class=\"speed\"><span>Speed</span> \
         <select id=\"{SPEED}\" aria-label=\"Speed\">{speeds}</select></label>\n\
         <input type=\"range\" id=\"{MOMENT}\" min=\"0\" max=\"{POSITIONS}\" value=\"0\" \
         aria-label=\"Moment\" aria-valuetext=\"{start}\">\n\
         <span id=\"{TIME}\">{start}</span>\n\
         <button type=\"button\" popovertarget=\"{KEYS}\" aria-label=\"Keys\">?</button>\n\
         <div id=\"{KEYS}\" popover><h2>Keys, while the picture has the focus</h2>\n<dl>\n\
         <div><dt>Space</dt><dd>play or stop</dd></div>\n\
         <div><dt>← →</dt><dd>to the step before, to the next one</dd></div>\n\
         <div><dt>Shift ← →</dt><dd>back or forth by a hundredth of the run</dd></div>\n\
         <div><dt>Home, End</dt><dd>to the start, to the end</dd></div>\n\
         <div><dt>?</dt><dd>this list</dd></div>\n</dl>\n\
         <p>In the list of steps ↑ ↓, Home and End lead from one to another.</p></div>\n</section>\n"
    )
}

/// How things stand at the beginning of a run.
pub fn moment(trace: &Trace) -> String {
    standing(trace, escape)
}

/// The places for how things stand, which are the same for every run.
pub fn places_of_moment(trace: &Trace) -> String {
    standing(trace, |_| String::new())
}

fn standing(trace: &Trace, told: impl Fn(&str) -> String) -> String {
    let mut now = String::new();
    for (name, words) in words::moment(&trace.setup, &trace.moment(Time::ZERO)) {
        let words = told(&words);
        now += &format!("<div><dt>{name}</dt><dd>{words}</dd></div>\n");
    }
    format!(
        "<section id=\"{STANDING}\" class=\"moment\" aria-labelledby=\"at-this-moment\">\
         <h2 id=\"at-this-moment\">At this moment</h2>\n<dl id=\"{NOW}\">\n{now}</dl></section>\n"
    )
}

fn button(go: Go) -> String {
    let word = go.word();
    let (name, outline) = match go {
        Go::Start => ("To the start", "M6 5v14M19 5v14l-10-7z"),
        Go::Back => ("To the step before", "M16 5v14l-10-7z"),
        Go::Play => ("Play", "M7 4v16l13-8z"),
        Go::Forward => ("To the next step", "M8 5v14l10-7z"),
        Go::End => ("To the end", "M18 5v14M5 5v14l10-7z"),
    };
    let pause = if go == Go::Play { "<path class=\"pause\" d=\"M8 5v14M16 5v14\"/>" } else { "" };
    format!(
        "<button type=\"button\" data-go=\"{word}\" aria-label=\"{name}\" title=\"{name}\">\
         <svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"{outline}\"/>{pause}</svg></button>"
    )
}

fn speed(hundredths: u32) -> String {
    let factor = f64::from(hundredths) / 100.0;
    let selected = if hundredths == 100 { " selected" } else { "" };
    format!("<option value=\"{hundredths}\"{selected}>{factor}×</option>")
}
