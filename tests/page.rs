//! The parts of the page that are written before it is built.

use std::path::Path;

use lock_simulator::page::html;

fn check(name: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    if std::env::var_os("UPDATE_ASSETS").is_some() {
        std::fs::write(&path, wanted).expect("the asset can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    let hint = "renew it with `UPDATE_ASSETS=1 cargo test --test page`";
    assert!(found == wanted, "{name} is stale; {hint}");
}

#[test]
fn the_controls_in_the_page_are_those_of_the_schema() {
    check("assets/controls.html", &html::controls());
}

#[test]
fn the_page_has_the_default_run_before_the_program_is_there() {
    check("assets/default-run.html", &html::default_run());
}

#[test]
fn the_default_run_is_there_as_a_picture_for_narrow_screens_and_for_the_readme() {
    check("assets/default-run-narrow.svg", &html::narrow_picture());
    check("assets/default-run.svg", &html::readme_picture());
}

#[test]
fn the_place_of_the_default_run_is_as_high_as_its_picture_at_every_width() {
    check("style/default-run.css", &html::heights());
}
