//! One style sheet for each page instead of several: they are written by concept, but one file is
//! one request, and compresses better.

use anyhow::Result;

use super::folder::Folder;
use super::hash;

/// Where style sheets are in the project.
const PLACE: &str = "style/";

/// Joins the style sheets that a page links to, in their order, and returns the page with a link to
/// the one that they have become.
pub fn join(folder: &Folder, html: &str) -> Result<String> {
    let links = links(html);
    let Some((first, others)) = links.split_first() else {
        return Ok(html.into());
    };
    let name = write(folder, links.iter().map(|link| link.href))?;
    let mut joined = html.replacen(first.href, &name, 1);
    for link in others {
        joined = joined.replacen(link.text, "", 1);
    }
    Ok(joined)
}

/// Joins style sheets of the project into a file of the site, and returns its name.
pub fn write<'a>(folder: &Folder, sheets: impl Iterator<Item = &'a str>) -> Result<String> {
    let mut joined = String::new();
    for sheet in sheets {
        joined += &folder.squeezed(sheet)?;
    }
    let name = hash::marked("style.css", &hash::mark([&joined]));
    folder.write(&name, joined)?;
    Ok(name)
}

/// An element that links to a style sheet of the project.
#[derive(PartialEq, Eq, Debug)]
struct Link<'a> {
    text: &'a str,
    href: &'a str,
}

/// The links to style sheets in a page, in their order.
fn links(html: &str) -> Vec<Link<'_>> {
    let starts = html.match_indices("<link ").map(|(start, _)| &html[start..]);
    let links = starts.filter_map(|rest| {
        let text = rest.split_inclusive('>').next()?;
        let (_, href) = text.split_once("href=").filter(|_| text.contains("stylesheet"))?;
        let href = href.trim_start_matches('"').split(['"', ' ', '>']).next()?;
        href.starts_with(PLACE).then_some(Link { text, href })
    });
    links.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_style_sheets_are_found_with_and_without_quotation_marks() {
        let html = "<link href=./i.svg rel=icon><link href=style/a.css rel=stylesheet>\
                    <link rel=\"stylesheet\" href=\"style/b.css\"/><p>";
        let found = [
            Link { text: "<link href=style/a.css rel=stylesheet>", href: "style/a.css" },
            Link { text: "<link rel=\"stylesheet\" href=\"style/b.css\"/>", href: "style/b.css" },
        ];
        assert_eq!(links(html), found);
    }
}
