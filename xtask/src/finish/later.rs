//! Names for the files of programs that a page asks for when a reader first wants something of them.
//!
//! Those of one program all have one mark, and the page is told it. A tab that was opened before
//! another release was published finds none of these files any more, and says so; it never gets those
//! of another release.

use anyhow::{Result, ensure};

use super::folder::Folder;
use super::{hash, slim};

/// A program that comes later, with its style sheets, as the scripts of the page ask for them.
pub struct Later {
    name: &'static str,
    styles: &'static [&'static str],
}

/// For what a reader does to a run.
pub const WORKSHOP: Later =
    Later { name: "workshop", styles: &["edit", "compare", "take", "embed"] };
/// For questions about many runs.
pub const LAB: Later = Later { name: "lab", styles: &["lab", "search", "map", "lease"] };

/// The attribute of the page's program before which marks are put.
const PLACE: &str = "data-wasm=";

impl Later {
    /// Gives the files their names, and returns the mark.
    pub fn name(&self, folder: &Folder) -> Result<Marked> {
        slim::shorten(folder, self.name)?;
        let mut files = Vec::new();
        for file in slim::files(self.name) {
            let content = folder.take(&file)?;
            files.push((file, content));
        }
        for style in self.styles {
            let squeezed = folder.squeezed(&format!("style/{style}.css"))?;
            files.push((format!("{style}.css"), squeezed.into_bytes()));
        }
        let mark = hash::mark(files.iter().map(|(_, content)| content));
        for (name, content) in files {
            folder.write(&hash::marked(&name, &mark), content)?;
        }
        Ok(Marked { name: self.name, mark })
    }
}

/// A program whose files have their names.
pub struct Marked {
    name: &'static str,
    mark: String,
}

impl Marked {
    /// The page, told which files are the program's.
    pub fn tell(&self, html: &str) -> Result<String> {
        ensure!(html.matches(PLACE).count() == 1, "the page has no place for a program's mark");
        Ok(html.replace(PLACE, &format!("data-{}={} {PLACE}", self.name, self.mark)))
    }
}

#[cfg(test)]
mod tests {
    use super::{LAB, Later, Marked, WORKSHOP};

    #[test]
    fn the_marks_stand_beside_the_program() {
        let html = "<script id=program data-wasm=./a_bg.wasm defer></script>";
        let wanted =
            "<script id=program data-workshop=0f data-lab=1e data-wasm=./a_bg.wasm defer></script>";
        let workshop = Marked { name: "workshop", mark: "0f".into() };
        let lab = Marked { name: "lab", mark: "1e".into() };
        let told = workshop.tell(html).and_then(|html| lab.tell(&html));
        assert_eq!(told.expect("a place"), wanted);
        assert!(workshop.tell("<p>").is_err());
    }

    #[test]
    fn the_style_sheets_are_those_that_the_page_asks_for() {
        let asks = |Later { name, styles }: Later| {
            let styles: Vec<String> = styles.iter().map(|style| format!("\"{style}\"")).collect();
            format!("later(\"{name}\", [{}], ", styles.join(", "))
        };
        assert!(include_str!("../../../assets/start.js").contains(&asks(WORKSHOP)));
        assert!(include_str!("../../../assets/page.js").contains(&asks(LAB)));
    }
}
