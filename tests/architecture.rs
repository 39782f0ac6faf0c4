//! Which part of the program may use what.

use std::fs;
use std::path::{Path, PathBuf};

/// The parts of `src`, and which others each may use: only those that stand above it, so there is
/// no way round in a circle.
const PARTS: [(&str, &[&str]); 19] = [
    ("sim", &[]),
    ("words", &["sim"]),
    ("query", &["sim"]),
    ("search", &["sim", "words", "query"]),
    ("draw", &["sim", "words"]),
    ("edit", &["sim", "words", "draw"]),
    ("page", &["sim", "words", "query", "draw"]),
    ("compare", &["sim", "words", "query", "page"]),
    ("export", &["sim", "words", "query", "draw", "page"]),
    ("embed", &["sim", "words", "query", "page"]),
    ("map", &["sim", "words", "query", "draw"]),
    ("advice", &["sim", "words", "query", "draw"]),
    ("canvas", &["draw"]),
    ("ui", &["sim", "words", "query", "draw", "page", "canvas"]),
    ("bridge", &["sim", "query", "draw", "page"]),
    (
        "workshop",
        &[
            "sim", "words", "query", "draw", "edit", "page", "compare", "export", "embed",
            "canvas", "bridge",
        ],
    ),
    (
        "lab",
        &["sim", "words", "query", "draw", "page", "search", "map", "advice", "canvas", "bridge"],
    ),
    ("main", &["ui"]),
    ("bin", &["page", "ui", "workshop", "lab"]),
];

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

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

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
        let is_whole_at_its_end = name.ends_with('{') || !after.is_some_and(part_of_a_name);
        !before.is_some_and(part_of_a_name) && is_whole_at_its_end
    })
}

/// Every place in a part of `src` where one of the names is used, apart from comments.
fn uses_in(part: &str, names: &[impl AsRef<str>]) -> Vec<String> {
    let mut path = src().join(part);
    if !path.is_dir() {
        path.set_extension("rs");
    }
    let mut found = Vec::new();
    for file in files(&path) {
        let text = fs::read_to_string(&file).expect("the file can be read");
        let shown = file.strip_prefix(src()).unwrap_or(&file).display().to_string();
        for (index, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for name in names.iter().map(AsRef::as_ref).filter(|name| uses(code, name)) {
                found.push(format!("{shown}:{}: {name}", index + 1));
            }
        }
    }
    found
}

fn assert_unused(part: &str, names: &[impl AsRef<str>]) {
    let found = uses_in(part, names);
    assert!(found.is_empty(), "not for this part:\n{}", found.join("\n"));
}

#[test]
fn no_part_uses_another_that_it_may_not_use() {
    for (part, may_use) in PARTS {
        let others = PARTS.iter().map(|(other, _)| *other);
        let forbidden = others.filter(|other| *other != part && !may_use.contains(other));
        let paths = forbidden
            .flat_map(|other| ["crate::", "lock_simulator::"].map(|root| [root, other].concat()));
        assert_unused(part, &paths.collect::<Vec<String>>());
    }
}

#[test]
fn a_part_may_only_use_those_above_it() {
    for (place, (part, may_use)) in PARTS.iter().enumerate() {
        for other in *may_use {
            let is_above = PARTS[..place].iter().any(|(above, _)| above == other);
            assert!(is_above, "{part} may use {other}");
        }
    }
}

#[test]
fn every_use_of_another_part_names_it_where_this_test_can_see_it() {
    for (part, _) in PARTS {
        assert_unused(part, &["crate::{", "lock_simulator::{", "crate::*", "lock_simulator::*"]);
    }
}

#[test]
fn every_part_is_in_the_table() {
    let entries = fs::read_dir(src()).expect("the folder can be read");
    let names = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut names: Vec<String> = names
        .filter_map(|path| path.file_stem().map(|name| name.to_string_lossy().into()))
        .filter(|name| name != "lib")
        .collect();
    let mut told = PARTS.map(|(part, _)| part);
    names.sort();
    told.sort_unstable();
    assert_eq!(names, told);
}

#[test]
fn the_model_knows_no_real_time_and_no_chance_and_no_floating_point() {
    assert_unused("sim", &NOT_REPEATABLE);
}

#[test]
fn only_the_programs_know_of_the_web() {
    let programs = ["canvas", "ui", "bridge", "workshop", "lab", "main", "bin"];
    let others = PARTS.iter().map(|(part, _)| *part).filter(|part| !programs.contains(part));
    for part in others.chain(["lib"]) {
        assert_unused(part, &WEB);
    }
}

#[test]
fn only_pictures_and_the_canvas_know_of_plotters() {
    let pictures = ["draw", "canvas"];
    for (part, _) in PARTS.iter().filter(|(part, _)| !pictures.contains(part)) {
        assert_unused(part, &["plotters"]);
    }
}

/// Every file and folder below a folder, from there on, but for what is built or fetched.
fn places(root: &Path, folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let built = ["target", "dist", "node_modules", ".git"];
    let kept = paths.filter(|path| !built.iter().any(|name| path.ends_with(name)));
    let all = kept.flat_map(|path| {
        let inner = if path.is_dir() { places(root, &path) } else { Vec::new() };
        let place = path.strip_prefix(root).expect("it is below the root").into();
        [vec![place], inner].concat()
    });
    all.collect()
}

#[test]
fn every_file_and_folder_that_the_documents_name_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let places = places(root, root);
    let is_source = |name: &str| {
        let endings = [".rs", ".js", ".ts", ".mjs", ".css", ".toml"];
        endings.iter().any(|ending| name.ends_with(ending))
            || ["src/", "tests/", "xtask/"].iter().any(|folder| name.starts_with(folder))
    };
    let is_plain = |name: &str| {
        name.chars().all(|letter| letter.is_ascii_alphanumeric() || "./-_".contains(letter))
    };
    for document in ["ARCHITECTURE.md", "README.md"] {
        let text = fs::read_to_string(root.join(document)).expect("the document can be read");
        let names = text.split('`').skip(1).step_by(2);
        for name in names.filter(|name| is_source(name) && is_plain(name)) {
            assert!(places.iter().any(|place| place.ends_with(name)), "{document}: {name}");
        }
    }
}

#[test]
fn a_name_is_found_as_a_whole_only() {
    assert!(uses("let now = Instant::now();", "Instant"));
    assert!(uses("use std::time::Duration;", "std::time"));
    assert!(uses("use crate::{draw, sim};", "crate::{"));
    assert!(!uses("let instants = Instants;", "Instant"));
    assert!(!uses("my_leptos", "leptos"));
}
