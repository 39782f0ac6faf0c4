//! A run in words, as HTML: the outcome above the timeline, the steps and the facts below it.
//!
//! [`super::html`] writes the default run into the page with it, and the program any other, so
//! that both are made in the same way.

use super::icon;
use crate::sim::{Setup, Trace};
use crate::words::{Line, Verdict, actor_name, clock};

/// The place for the outcome.
pub const OUTCOME: &str = "outcome";
/// The place for the steps and the facts.
pub const STEPS: &str = "report";

/// What came of a run, why, and what would have prevented it.
pub fn outcome(verdict: &Verdict) -> String {
    let remedy = ["<p class=\"remedy\">", &escape(&verdict.remedy), "</p>"].concat();
    [
        "<section class=\"verdict\" aria-label=\"Outcome\" data-grade=\"",
        verdict.headline.word(),
        "\">",
        &ending(verdict, &remedy),
        "</section>",
    ]
    .concat()
}

/// The sign for what came of a run, then this and why in a paragraph, and what may follow.
pub fn ending(verdict: &Verdict, more: &str) -> String {
    [
        "<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"",
        icon(verdict.headline),
        "\"></path></svg><div><p>",
        verdict.lead,
        "<strong>",
        verdict.name,
        "</strong>. The storage ends with ",
        &verdict.stored,
        ". ",
        &escape(&verdict.what),
        "</p>",
        more,
        "</div>",
    ]
    .concat()
}

/// Every step as a sentence, in a list outside of any live region, and the facts that they prove,
/// if there are any.
/// A number is a button only if there is a program to lead to its step, and the Tab key comes to
/// the first one alone.
pub fn steps(trace: &Trace, lines: &[Line], facts: &[String], has_program: bool) -> String {
    let mut html = String::from(
        "<section class=\"log\" aria-labelledby=\"steps\"><h2 id=\"steps\">Step by step</h2>\n\
         <a class=\"how\" href=\"#reading\">How to read the picture</a>\n<ol role=\"list\">\n",
    );
    for line in lines {
        html += &["<li data-step=\"", &line.number.to_string(), "\">"].concat();
        html += &step(&trace.setup, line, has_program, "");
        html += "</li>\n";
    }
    html += "</ol></section>\n";
    if facts.is_empty() {
        return html;
    }
    html += "<section class=\"facts\" aria-labelledby=\"facts\">\
             <h2 id=\"facts\">The facts</h2>\n<ul>\n";
    for fact in facts {
        html += &["<li>", &escape(fact), "</li>\n"].concat();
    }
    html + "</ul></section>\n"
}

/// What is in a step's item of the list: its number, when it is, who acts, and, after a mark that
/// may be empty, what happens.
pub fn step(setup: &Setup, line: &Line, has_program: bool, mark: &str) -> String {
    let number = line.number.to_string();
    let mut html = if has_program {
        let stop = if line.number == 1 { "0" } else { "-1" };
        [
            "<button type=\"button\" class=\"number\" tabindex=\"",
            stop,
            "\" aria-label=\"Go to step ",
            &number,
            "\">",
            &number,
            "</button>",
        ]
        .concat()
    } else {
        ["<span class=\"number\">", &number, "</span>"].concat()
    };
    for (class, words) in [
        ("at", clock(line.at).to_string() + " s"),
        ("actor", actor_name(line.actor, setup)),
        ("text", [mark, &escape(&line.text)].concat()),
    ] {
        html += &["<span class=\"", class, "\">", &words, "</span>"].concat();
    }
    html
}

/// Text as HTML. The sentences about runs need it as little as they know of anything that a user
/// has written, and still are not trusted.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn text_stays_text() {
        assert_eq!(escape("1 < 2 & <b>"), "1 &lt; 2 &amp; &lt;b>");
    }
}
