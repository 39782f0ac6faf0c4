//! The page of a figure alone, which other pages embed, and what stands beside it.
//!
//! Its folder is the version of what embedders rely on.

use anyhow::{Context as _, Result, ensure};

use super::folder::Folder;
use super::later::Marked;
use super::slim::Program;
use super::{assets, styles};

/// Where the page is in the project, and in the site.
const SOURCE: &str = "assets/figure.html";
/// The page in the site.
const PAGE: &str = "v1/index.html";
/// The pictures of the presets in the site.
pub const PICTURES: &str = "v1/pictures/";
/// The same before they are there. They are drawn before Trunk begins, natively.
pub const DRAWN: &str = "target/pictures";
/// The attribute that names the style sheets of the page, with spaces between.
const SHEETS: &str = " data-styles=\"";

/// Writes the page, with the names of the files that it needs in their places.
pub fn write(folder: &Folder, program: &Program, workshop: &Marked) -> Result<()> {
    let source = folder.source(SOURCE)?;
    let (html, sheets) = sheets(&source)?;
    let sheets: Vec<String> = sheets.map(|sheet| format!("style/{sheet}")).collect();
    let names = [
        ("{style}", &styles::write(folder, sheets.iter().map(String::as_str))?),
        ("{start}", &assets::copy(folder, "assets/start.js")?),
        ("{figure}", &assets::copy(folder, "assets/figure.js")?),
        ("{more}", &assets::copy(folder, "assets/figure-controls.txt")?),
        ("{program}", &program.script),
        ("{wasm}", &program.wasm),
    ];
    let html = workshop.tell(&filled(&html, &names)?)?;
    folder.write(PAGE, html)?;
    // The names of these stay, since the pages of others have them.
    folder.write("v1/embed.js", folder.squeezed("assets/embed.js")?)?;
    folder.copy_all(DRAWN, PICTURES)
}

/// The page without the attribute for its style sheets, and what that says.
fn sheets(html: &str) -> Result<(String, impl Iterator<Item = &str>)> {
    let split = html.split_once(SHEETS);
    let split = split.and_then(|(before, rest)| Some((before, rest.split_once('"')?)));
    let (before, (sheets, after)) = split.context("the figure's page names no style sheets")?;
    Ok((format!("{before}{after}"), sheets.split_whitespace()))
}

/// The page with names in their places.
fn filled(html: &str, names: &[(&str, &String)]) -> Result<String> {
    let mut filled = html.to_string();
    for (place, name) in names {
        ensure!(html.contains(place), "the figure's page has no place {place}");
        filled = filled.replace(place, &format!("../{name}"));
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::{filled, sheets};

    #[test]
    fn the_style_sheets_are_named_in_an_attribute_that_goes() {
        let html = "<link rel=\"stylesheet\" href=\"{style}\" data-styles=\"a.css b.css\"><p>";
        let (html, sheets) = sheets(html).expect("an attribute");
        assert_eq!(html, "<link rel=\"stylesheet\" href=\"{style}\"><p>");
        assert_eq!(sheets.collect::<Vec<&str>>(), ["a.css", "b.css"]);
    }

    #[test]
    fn every_name_has_its_places_above_the_folder_of_the_page() {
        let html = "<link href=\"{wasm}\"><script data-wasm=\"{wasm}\" src=\"{start}\"></script>";
        let names = [("{wasm}", &"a.wasm".to_string()), ("{start}", &"b.js".to_string())];
        let wanted = "<link href=\"../a.wasm\">\
                      <script data-wasm=\"../a.wasm\" src=\"../b.js\"></script>";
        assert_eq!(filled(html, &names).expect("every place"), wanted);
        assert!(filled("<p>", &names).is_err());
    }
}
