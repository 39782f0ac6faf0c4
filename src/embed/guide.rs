//! The guide for embedders, a page of its own: written by hand, but for the tables and for the
//! snippets in it.

use super::{Choices, Form, address, attributes, escape, events, file, keys, snippet};
use crate::page::html::page;
use crate::query::Query;
use crate::sim::Subject;

/// An address that stands for the reader's own.
const SITE: &str = "https://your.host/locks/";

/// The run that the examples show.
const RUN: &str = "service=redlock&scenario=clock-jump";

/// The guide as a page beside the simulator's.
pub fn guide() -> String {
    page("In another page", &["page.css", "article.css", "embedding.css"], &body())
}

fn body() -> String {
    let run = Query::parse(RUN).0;
    let choices = Choices::new(&run);
    let example = |form| code(&snippet(form, SITE, &run, &choices));
    let hugo = file(Form::Hugo, SITE).map(|file| file.text).unwrap_or_default();
    let locked = Query::parse("controls=service:locked,pause,player").0.view.controls;
    let locked = Choices { controls: locked, ..choices.clone() };
    let (question, title) = (Some(Subject::Holder), "Who holds the lock?".into());
    // One that readers can think about: the other run stops right before a clock jumps.
    let usual = Query::default();
    let quiz = Choices { question, title, ..Choices::new(&usual) };
    let few = Query::parse("controls=service,player").0.view.controls;
    let fixed = Choices { controls: few, height: Some(570), ..Choices::new(&usual) };
    let filled = [
        ("keys", keys().html()),
        ("attributes", attributes().html()),
        ("events", events().html()),
        ("element", example(Form::Element)),
        ("iframe", example(Form::Iframe)),
        ("markdown", example(Form::Markdown)),
        ("mdx", example(Form::Mdx)),
        ("hugo", example(Form::Hugo)),
        ("shortcode", code(&hugo)),
        ("fixed", code(&snippet(Form::Element, SITE, &usual, &fixed))),
        ("locked", code(&snippet(Form::Element, SITE, &run, &locked))),
        ("quiz", code(&snippet(Form::Element, SITE, &usual, &quiz))),
        ("address", code(&address(SITE, &run))),
    ];
    let page = include_str!("guide.html").to_string();
    filled
        .into_iter()
        .fold(page, |page, (name, text)| page.replace(&format!("<!-- {name} -->\n"), &text))
}

/// A text to be copied, of which every line is shown as it is.
fn code(text: &str) -> String {
    format!("<pre tabindex=\"0\"><code>{}</code></pre>\n", escape::element(text.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_in_the_guide_is_filled() {
        assert!(!guide().contains("<!--"));
    }
}
