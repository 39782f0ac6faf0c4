//! What other sites are told about this one, as far as it takes the site's own address: to them, a
//! path that begins at the page says nothing.

use std::env;

use anyhow::{Context as _, Result, bail};

use super::folder::Folder;
use super::{PAGE, policy};

/// The environment variable with the site's address.
const VARIABLE: &str = "SITE_ADDRESS";
/// What is told to sites that show others inside of their own pages.
const OEMBED: &str = "oembed.json";
/// What the picture beside a link shows.
const ALT: &str =
    "The default run: A pauses for longer than its lease, and overwrites what B has written";

/// The address of the site's folder, if it is known.
pub fn address() -> Result<Option<String>> {
    match env::var(VARIABLE) {
        Ok(text) if !text.is_empty() => checked(&text).map(Some),
        Ok(_) | Err(env::VarError::NotPresent) => Ok(None),
        Err(error) => Err(error).context(VARIABLE),
    }
}

/// An address with a slash at its end, if it can be one.
fn checked(text: &str) -> Result<String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-._~:/%[]".contains(letter);
    match host {
        Some(host) if !host.is_empty() && !host.starts_with('/') && host.chars().all(is_plain) => {
            Ok(format!("{}/", text.trim_end_matches('/')))
        }
        _ => bail!(
            "{VARIABLE} is {text:?}; it has to be the address of the site’s folder, with http or \
             https and without a query, such as https://someone.github.io/locks/"
        ),
    }
}

/// Tells the site its address, where that is known.
pub fn tell(folder: &Folder) -> Result<()> {
    let Some(address) = address()? else {
        return Ok(());
    };
    folder.write(PAGE, told(&folder.read(PAGE)?, &address)?)?;
    let missing = folder.read(policy::MISSING)?;
    folder.write(policy::MISSING, missing.replace("\"./\"", &format!("\"{address}\"")))?;
    let oembed = folder.source(&format!("assets/{OEMBED}"))?;
    folder.write(OEMBED, oembed.replace("{address}", &address))
}

/// The page with all that is said about it by its address, before the first link in its head.
fn told(html: &str, address: &str) -> Result<String> {
    let place = html.find("<link ").context("the page has no head with links")?;
    let meta =
        |name: &str, content: &str| format!("<meta property=\"{name}\" content=\"{content}\">");
    let told = [
        format!("<link rel=\"canonical\" href=\"{address}\">"),
        meta("og:url", address),
        meta("og:image", &format!("{address}social.png")),
        meta("og:image:width", "1200"),
        meta("og:image:height", "630"),
        meta("og:image:alt", ALT),
        "<meta name=\"twitter:card\" content=\"summary_large_image\">".into(),
        format!(
            "<link rel=\"alternate\" type=\"application/json+oembed\" href=\"{address}{OEMBED}\">"
        ),
    ];
    Ok(format!("{}{}{}", &html[..place], told.concat(), &html[place..]))
}

#[cfg(test)]
mod tests {
    use super::{checked, told};

    #[test]
    fn an_address_is_that_of_a_folder() {
        for text in ["https://someone.github.io/locks", "https://someone.github.io/locks/"] {
            assert_eq!(checked(text).expect("an address"), "https://someone.github.io/locks/");
        }
        assert_eq!(checked("http://[::1]:8080").expect("an address"), "http://[::1]:8080/");
    }

    #[test]
    fn anything_else_is_refused_with_what_is_wanted() {
        for text in [
            "locks",
            "/locks/",
            "ftp://a.b/",
            "https://",
            "https:///a",
            "https://a/?b",
            "https://a/\"b",
        ] {
            let refused = checked(text).expect_err("no address").to_string();
            assert!(
                refused.starts_with(&format!("SITE_ADDRESS is {text:?}; it has to be")),
                "{refused}"
            );
        }
    }

    #[test]
    fn a_page_that_knows_its_address_says_so_before_its_links() {
        let html = "<meta charset=utf-8><link href=icon.svg rel=icon><link href=a.css>";
        let page = told(html, "https://a.b/c/").expect("a head");
        assert!(
            page.starts_with(
                "<meta charset=utf-8><link rel=\"canonical\" href=\"https://a.b/c/\">"
            )
        );
        assert!(page.ends_with("<link href=icon.svg rel=icon><link href=a.css>"));
        for part in [
            "property=\"og:image\" content=\"https://a.b/c/social.png\"",
            "href=\"https://a.b/c/oembed.json\"",
            "name=\"twitter:card\" content=\"summary_large_image\"",
        ] {
            assert!(page.contains(part), "{part}");
        }
    }

    #[test]
    fn the_answer_for_sites_that_show_others_is_json_with_an_address_in_it() {
        let text =
            include_str!("../../../assets/oembed.json").replace("{address}", "https://a.b/c/");
        let answer: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(answer["version"], "1.0");
        assert_eq!(answer["type"], "rich");
        assert_eq!(answer["thumbnail_url"], "https://a.b/c/social.png");
        let html = answer["html"].as_str().expect("HTML");
        assert!(html.starts_with("<iframe src=\"https://a.b/c/v1/\""), "{html}");
    }
}
