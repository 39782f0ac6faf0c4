//! What a page may load and run, which it says in its head before anything else: nothing but the
//! files of the site, and its WebAssembly. Scripts and styles that stand in the page itself do not
//! count, wherever they come from.

use anyhow::{Context as _, Result};

use super::hash;

/// What the pages of the site need.
const SITE: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                    img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; \
                    worker-src 'self'; frame-src 'self'; base-uri 'self'; form-action 'none'";

/// The page that is shown for what is missing. It needs nothing else, and so has its style inside.
pub const MISSING: &str = "404.html";

/// A page of the site with its policy.
pub fn with_policy(page: &str, html: &str) -> Result<String> {
    let policy = if page == MISSING { of_missing(html)? } else { SITE.into() };
    let meta = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">");
    let head = html.find("<meta ").context("the page has no head that could have a policy")?;
    Ok(format!("{}{meta}{}", &html[..head], &html[head..]))
}

/// The policy of a page that has a style inside and needs no other file.
fn of_missing(html: &str) -> Result<String> {
    let style = html.split_once("<style>").and_then(|(_, rest)| rest.split_once("</style>"));
    let (style, _) = style.context("the page for what is missing has no style")?;
    let sum = hash::sum(style);
    Ok(format!(
        "default-src 'none'; style-src '{sum}'; img-src data:; base-uri 'none'; form-action 'none'"
    ))
}

#[cfg(test)]
mod tests {
    use super::{MISSING, SITE, with_policy};

    #[test]
    fn the_policy_comes_first_in_the_head() {
        let html = "<!doctype html><html lang=en><meta charset=utf-8><title>T</title>";
        let wanted = format!(
            "<!doctype html><html lang=en>\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{SITE}\">\
             <meta charset=utf-8><title>T</title>"
        );
        assert_eq!(with_policy("index.html", html).expect("a head"), wanted);
    }

    #[test]
    fn the_page_for_what_is_missing_may_use_its_own_style_and_nothing_else() {
        let html = "<head>\n<meta charset=\"utf-8\">\n<style>body {}</style>\n</head>";
        let policed = with_policy(MISSING, html).expect("a head and a style");
        let sum = "sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=";
        assert!(!policed.contains("'self'"), "{policed}");
        assert!(policed.contains(&format!("style-src '{sum}'")), "{policed}");
    }
}
