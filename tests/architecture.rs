//! Which part of the program may use what.

use std::fs;
use std::path::{Path, PathBuf};

const WEB: [&str; 7] = [
    "web_sys",
    "js_sys",
    "wasm_bindgen",
    "leptos",
    "gloo_timers",
    "console_error_panic_hook",
    "plotters_canvas",
];

/// What has to do with real time, real chance and numbers that differ between platforms.
const NOT_REPEATABLE: [&str; 10] = [
    "std::time",
    "SystemTime",
    "Instant",
    "HashMap",
    "HashSet",
    "thread_rng",
    "rand::rng",
    "rand::random",
    "f32",
    "f64",
];

/// All Rust files in a folder, or the file itself.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.into()];
    }
    let entries = fs::read_dir(path).expect("the folder can be read");
    let mut found: Vec<PathBuf> =
        entries.flat_map(|entry| files(&entry.expect("the folder can be read").path())).collect();
    found.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    found
}

/// Whether a line of code uses a name: the name as a whole and not as a part of another.
fn uses(line: &str, name: &str) -> bool {
    let part_of_a_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    line.match_indices(name).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        let after = line[start + name.len()..].chars().next();
        !before.is_some_and(part_of_a_name) && !after.is_some_and(part_of_a_name)
    })
}

/// Every place in `src` at `part` where one of the names is used, apart from comments.
fn uses_in(part: &str, names: &[&str]) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for file in files(&root.join("src").join(part)) {
        let text = fs::read_to_string(&file).expect("the file can be read");
        let shown = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        for (index, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for name in names.iter().filter(|name| uses(code, name)) {
                found.push(format!("{shown}:{}: {name}", index + 1));
            }
        }
    }
    found
}

fn assert_unused(part: &str, names: &[&str]) {
    let found = uses_in(part, names);
    assert!(found.is_empty(), "not for this part:\n{}", found.join("\n"));
}

#[test]
fn the_model_knows_no_real_time_and_no_chance_and_no_floating_point() {
    assert_unused("sim", &NOT_REPEATABLE);
}

#[test]
fn the_model_knows_nothing_of_words_links_pictures_and_the_page() {
    assert_unused(
        "sim",
        &["crate::words", "crate::query", "crate::draw", "crate::page", "crate::ui", "plotters"],
    );
}

#[test]
fn words_and_links_know_nothing_of_each_other_and_of_pictures_and_the_page() {
    assert_unused(
        "words",
        &["crate::query", "crate::draw", "crate::page", "crate::ui", "plotters"],
    );
    assert_unused(
        "query",
        &["crate::words", "crate::draw", "crate::page", "crate::ui", "plotters"],
    );
    assert_unused("page", &["crate::ui"]);
}

#[test]
fn the_two_programs_know_nothing_of_each_other() {
    assert_unused("ui", &["crate::edit", "crate::workshop"]);
    assert_unused("workshop", &["crate::ui"]);
}

#[test]
fn changing_a_run_knows_nothing_of_links_and_the_page() {
    assert_unused("edit", &["crate::query", "crate::page", "crate::ui", "crate::workshop"]);
}

#[test]
fn comparing_runs_knows_nothing_of_pictures_and_the_page() {
    assert_unused(
        "compare",
        &["crate::draw", "crate::edit", "crate::page", "crate::ui", "crate::workshop"],
    );
}

#[test]
fn pictures_know_nothing_of_links_and_the_page() {
    assert_unused("draw", &["crate::query", "crate::page", "crate::ui"]);
}

#[test]
fn what_is_taken_along_knows_nothing_of_the_programs() {
    assert_unused("export", &["crate::ui", "crate::workshop"]);
}

#[test]
fn only_the_page_knows_of_the_web() {
    for part in ["sim", "words", "query", "compare", "draw", "edit", "export", "page", "lib.rs"] {
        assert_unused(part, &WEB);
    }
}

#[test]
fn there_is_no_part_for_which_none_of_this_is_said() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let entries = fs::read_dir(src).expect("the folder can be read");
    let names = entries.map(|entry| entry.expect("the folder can be read").file_name());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into()).collect();
    names.sort();
    assert_eq!(
        names,
        [
            "bin",
            "canvas.rs",
            "compare",
            "draw",
            "edit",
            "export",
            "lib.rs",
            "main.rs",
            "page",
            "query",
            "sim",
            "ui",
            "words",
            "workshop",
        ]
    );
}

#[test]
fn a_name_is_found_as_a_whole_only() {
    assert!(uses("let now = Instant::now();", "Instant"));
    assert!(uses("use std::time::Duration;", "std::time"));
    assert!(!uses("let instants = Instants;", "Instant"));
    assert!(!uses("my_leptos", "leptos"));
}
