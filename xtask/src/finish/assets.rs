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
        true => folder.squeezed(asset)?.into_bytes(),
        false => folder.source_bytes(asset)?,
    };
    let name = hash::marked(asset.trim_start_matches(PLACE), &hash::mark([&content]));
    folder.write(&name, content)?;
    Ok(name)
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

#[cfg(test)]
mod tests {
    use super::references;

    #[test]
    fn files_of_the_project_are_found_in_attributes_with_and_without_quotation_marks() {
        let html = "<link rel=icon href=assets/icon.svg><script src=\"assets/start.js\"></script>\
                    <a href=assets/icon.svg>a folder, assets/</a>";
        assert_eq!(references(html), ["assets/icon.svg", "assets/start.js"]);
    }
}
