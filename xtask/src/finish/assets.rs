//! The scripts and pictures of the project that a page or another file names: each becomes a file of
//! the site with a name of its own.

use anyhow::Result;

use super::folder::Folder;
use super::hash;

/// Where they are in the project.
const PLACE: &str = "assets/";

/// Copies what is named, and returns the text with the new names.
pub fn name(folder: &Folder, html: &str) -> Result<String> {
    let mut named = html.to_string();
    for asset in references(html) {
        named = named.replace(asset, &copy(folder, asset)?);
    }
    Ok(named)
}

/// Copies a file of the project into the site, and returns its name there.
pub fn copy(folder: &Folder, asset: &str) -> Result<String> {
    let content = match asset.ends_with(".js") {
        true => script(folder, asset)?.into_bytes(),
        false => folder.source_bytes(asset)?,
    };
    let name = hash::marked(asset.trim_start_matches(PLACE), &hash::mark([&content]));
    folder.write(&name, content)?;
    Ok(name)
}

/// A script of the project, as the site has it.
pub fn script(folder: &Folder, name: &str) -> Result<String> {
    Ok(without_remarks(&folder.source(name)?))
}

/// The files of the project that stand in a page for the value of an attribute, or in another file
/// in quotation marks, each once.
fn references(html: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for (start, _) in html.match_indices(PLACE) {
        let is_value = html[..start].ends_with(['=', '"']);
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
