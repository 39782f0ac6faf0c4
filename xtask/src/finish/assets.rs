//! The scripts and pictures of the project that a page names: each becomes a file of the site with
//! a name of its own.

use anyhow::Result;

use super::folder::Folder;
use super::hash;

/// Where they are in the project.
const PLACE: &str = "assets/";

/// Copies what a page names, and returns the page with the new names.
pub fn name(folder: &Folder, html: &str) -> Result<String> {
    let mut named = html.to_string();
    for asset in references(html) {
        named = named.replace(asset, &copy(folder, asset)?);
    }
    Ok(named)
}

/// Copies a file of the project into the site, and returns its name there.
pub fn copy(folder: &Folder, asset: &str) -> Result<String> {
    let text = text(folder, asset)?;
    let name = hash::marked(asset.trim_start_matches(PLACE), &hash::mark([&text]));
    folder.write(&name, text)?;
    Ok(name)
}

/// The text of a file of the project, as the site has it.
pub fn text(folder: &Folder, asset: &str) -> Result<String> {
    let text = folder.source(asset)?;
    Ok(if asset.ends_with(".js") { without_remarks(&text) } else { text })
}

/// The files of the project that a page names in attributes, each once.
fn references(html: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for (start, _) in html.match_indices(PLACE) {
        let is_value = html[..start].ends_with('=') || html[..start].ends_with("=\"");
        let name = html[start..].split(['"', ' ', '>']).next().unwrap_or_default();
        if is_value && !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// The same script without remarks that have a line of their own, and without indentation.
fn without_remarks(script: &str) -> String {
    let lines = script.lines().map(str::trim);
    let mut kept = String::new();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with("//")) {
        kept += line;
        kept.push('\n');
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::{references, without_remarks};

    #[test]
    fn files_of_the_project_are_found_in_attributes_with_and_without_quotation_marks() {
        let html = "<link rel=icon href=assets/icon.svg><script src=\"assets/start.js\"></script>\
                    <a href=assets/icon.svg>a folder, assets/</a>";
        assert_eq!(references(html), ["assets/icon.svg", "assets/start.js"]);
    }

    #[test]
    fn only_what_the_browser_needs_of_a_script_is_left() {
        let script = "// Why.\nconst a = 1; // so\n\nif (a) {\n  // Or not.\n  b();\n}\n";
        assert_eq!(without_remarks(script), "const a = 1; // so\nif (a) {\nb();\n}\n");
    }
}
