//! One style sheet for the page instead of several: they are written by concept, but one file is
//! one request, and compresses better.

use std::hash::{DefaultHasher, Hasher as _};

use anyhow::{Context as _, Result};
use xshell::Shell;

/// Joins the style sheets of the page in a folder, in their order.
pub fn join(sh: &Shell, folder: &str) -> Result<()> {
    let page = format!("{folder}/index.html");
    let html = sh.read_file(&page)?;
    let links = links(&html);
    let first = links.first().context("the page has no style sheet")?;
    let mut joined = String::new();
    for link in &links {
        let file = format!("{folder}/{}", link.href);
        joined += &sh.read_file(&file)?;
        sh.remove_path(&file)?;
    }
    // As with Trunk's own files, the name changes with the content.
    let mut hasher = DefaultHasher::new();
    hasher.write(joined.as_bytes());
    let name = format!("./style-{:016x}.css", hasher.finish());
    sh.write_file(format!("{folder}/{name}"), joined)?;
    let mut linked = html.replacen(first.href, &name, 1);
    for link in &links[1..] {
        linked = linked.replacen(link.text, "", 1);
    }
    Ok(sh.write_file(&page, linked)?)
}

/// An element that links to a style sheet.
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
        Some(Link { text, href })
    });
    links.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_style_sheets_are_found_with_and_without_quotation_marks() {
        let html = "<link href=./i.svg rel=icon><link href=./a.css rel=stylesheet>\
                    <link rel=\"stylesheet\" href=\"./b.css\"/><p>";
        let found = [
            Link { text: "<link href=./a.css rel=stylesheet>", href: "./a.css" },
            Link { text: "<link rel=\"stylesheet\" href=\"./b.css\"/>", href: "./b.css" },
        ];
        assert_eq!(links(html), found);
    }
}
