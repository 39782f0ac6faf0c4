//! Marks the page with what the workshop's files are, whose names stay the same.
//!
//! The page asks for them with this mark, so that no cache gives it files that do not belong
//! together, or not to the page.

use std::hash::{DefaultHasher, Hasher as _};

use anyhow::{Result, ensure};
use xshell::Shell;

/// The files of the workshop, as `assets/start.js` asks for them.
const FILES: [&str; 5] = ["workshop.js", "workshop_bg.wasm", "edit.css", "compare.css", "take.css"];

/// The attribute of the page's program before which the mark is put.
const PLACE: &str = "data-wasm=";

/// Marks the page in a folder.
pub fn mark(sh: &Shell, folder: &str) -> Result<()> {
    let mut hasher = DefaultHasher::new();
    for file in FILES {
        hasher.write(&sh.read_binary_file(format!("{folder}/{file}"))?);
    }
    let page = format!("{folder}/index.html");
    let html = sh.read_file(&page)?;
    Ok(sh.write_file(&page, marked(&html, hasher.finish())?)?)
}

fn marked(html: &str, release: u64) -> Result<String> {
    ensure!(html.matches(PLACE).count() == 1, "the page has no place for the workshop's mark");
    Ok(html.replace(PLACE, &format!("data-workshop={release:016x} {PLACE}")))
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn the_mark_stands_beside_the_program() {
        let html = "<script id=program data-wasm=./a_bg.wasm defer></script>";
        let wanted = "<script id=program data-workshop=00000000000000ff data-wasm=./a_bg.wasm defer></script>";
        assert_eq!(marked(html, 255).expect("a place"), wanted);
        assert!(marked("<p>", 255).is_err());
    }
}
