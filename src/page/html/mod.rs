//! The parts of the page that are written before it is built.

mod compact;
mod compare;
mod controls;
mod figure;
mod lab;
mod player;
mod run;
mod table;
mod tools;

pub use controls::{controls, more_controls};
pub use figure::figure_page;
pub use lab::questions;
pub use run::{default_run, heights, narrow_picture, picture, readme_picture};
pub use table::signs;

/// The article, written by hand but for the table in it.
pub fn article() -> String {
    keep_units(include_str!("../article.html")).replace("<!-- table -->\n", &table::table())
}

/// The gallery of incidents.
pub fn incidents() -> String {
    keep_units(&super::incidents::gallery())
}

/// The same text with spaces at which no line breaks between a figure and its unit.
fn keep_units(text: &str) -> String {
    let mut kept = String::new();
    for (index, part) in text.split(' ').enumerate() {
        let figure = kept.ends_with(|last: char| last.is_ascii_digit());
        let unit = ["s", "ms"].iter().any(|unit| {
            let rest = part.strip_prefix(unit);
            rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric()))
        });
        match index {
            0 => {}
            _ if figure && unit => kept.push('\u{a0}'),
            _ => kept.push(' '),
        }
        kept += part;
    }
    kept
}

/// The gallery as a page of its own, which the program's page takes it from when a reader comes
/// near: it is long, and far down.
pub fn incidents_page() -> String {
    let gallery = super::incidents::gallery();
    let body = format!(
        "<header class=\"masthead\">\n<h1>Incidents</h1>\n<p>Locks that did not hold, as runs of \
         the <a href=\"./\">simulator</a>.</p>\n</header>\n<main>\n{gallery}</main>\n"
    );
    page("Incidents", &["page.css", "article.css"], &body)
}

/// A page beside the simulator's, which needs no program.
pub fn page(title: &str, styles: &[&str], body: &str) -> String {
    let style = |file: &&str| format!("<link rel=\"stylesheet\" href=\"style/{file}\">\n");
    let styles: String = styles.iter().map(style).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} – Distributed lock simulator</title>\n<base href=\"./\">\n\
         <link rel=\"icon\" href=\"data:,\">\n{styles}</head>\n<body>\n{}\
         <p><a href=\"./\">To the simulator</a></p>\n</body>\n</html>\n",
        keep_units(body)
    )
}

#[cfg(test)]
mod tests {
    use super::keep_units;

    #[test]
    fn a_figure_and_its_unit_stay_in_one_line() {
        let kept = keep_units("for 5 s, 4,948 ms after 3 steps of 2 s</p>");
        assert_eq!(kept, "for 5\u{a0}s, 4,948\u{a0}ms after 3 steps of 2\u{a0}s</p>");
    }
}
