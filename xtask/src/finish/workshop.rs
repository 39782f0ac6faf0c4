//! Names for the workshop's files, which a page asks for when somebody first wants to use a tool.
//!
//! They all have one mark, and the page is told it. A tab that was opened before another release was
//! published finds none of its files any more, and says so; it never gets those of another release.

use anyhow::{Result, ensure};

use super::folder::Folder;
use super::{hash, slim, styles};

/// The workshop's program, and its style sheets, as `assets/start.js` asks for them.
const SCRIPT: &str = "workshop.js";
const WASM: &str = "workshop_bg.wasm";
const STYLES: [&str; 4] = ["edit.css", "compare.css", "take.css", "embed.css"];

/// The attribute of the page's program before which the mark is put.
const PLACE: &str = "data-wasm=";

/// Gives the files their names, and returns the mark.
pub fn name(folder: &Folder) -> Result<String> {
    slim::shorten(folder, "workshop")?;
    let mut files = vec![(SCRIPT, folder.take(SCRIPT)?), (WASM, folder.take(WASM)?)];
    for style in STYLES {
        let text = folder.source(&format!("style/{style}"))?;
        files.push((style, styles::squeezed(&text).into_bytes()));
    }
    let mark = hash::mark(files.iter().map(|(_, content)| content));
    for (name, content) in files {
        folder.write(&hash::marked(name, &mark), content)?;
    }
    Ok(mark)
}

/// The page, told which workshop is its own.
pub fn marked(html: &str, mark: &str) -> Result<String> {
    ensure!(html.matches(PLACE).count() == 1, "the page has no place for the workshop's mark");
    Ok(html.replace(PLACE, &format!("data-workshop={mark} {PLACE}")))
}

#[cfg(test)]
mod tests {
    use super::{STYLES, marked};

    #[test]
    fn the_mark_stands_beside_the_program() {
        let html = "<script id=program data-wasm=./a_bg.wasm defer></script>";
        let wanted = "<script id=program data-workshop=0f data-wasm=./a_bg.wasm defer></script>";
        assert_eq!(marked(html, "0f").expect("a place"), wanted);
        assert!(marked("<p>", "0f").is_err());
    }

    #[test]
    fn the_style_sheets_are_those_that_the_page_asks_for() {
        let names = STYLES.map(|name| format!("\"{}\"", name.trim_end_matches(".css"))).join(", ");
        let script = include_str!("../../../assets/start.js");
        assert!(script.contains(&format!("[{names}]")), "{names}");
    }
}
