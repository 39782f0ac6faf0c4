//! What the README says that can be checked.

use std::path::Path;

use lock_simulator::embed::{Choices, Form, attributes, events, keys, snippet};
use lock_simulator::query::Query;

/// Holds what stands between two marks in the README against what it should be, or renews it.
fn check(mark: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = std::fs::read_to_string(&path).expect("there is a README");
    let (start, end) = (format!("<!-- {mark} -->\n"), format!("<!-- end of {mark} -->"));
    let (before, rest) = readme.split_once(&start).expect("it has a beginning");
    let (found, after) = rest.split_once(&end).expect("it has an end");
    if std::env::var_os("UPDATE_ASSETS").is_some() {
        let renewed = format!("{before}{start}{wanted}{end}{after}");
        std::fs::write(&path, renewed).expect("the README can be written");
    } else {
        let hint = "renew it with `UPDATE_ASSETS=1 cargo test --test readme`";
        assert!(found == wanted, "{mark} are stale; {hint}");
    }
}

/// One test for all of them, since renewing one rewrites the whole file.
#[test]
fn the_tables_and_the_snippets_in_the_readme_are_as_they_should_be() {
    check("keys", &keys().markdown());
    check("attributes", &attributes().markdown());
    check("events", &events().markdown());
    let run = Query::parse("service=redlock&scenario=clock-jump").0;
    let of = |form| snippet(form, "https://your.host/locks/", &run, &Choices::new(&run));
    check("element", &format!("```html\n{}```\n", of(Form::Element)));
    check("iframe", &format!("```html\n{}```\n", of(Form::Iframe)));
}
