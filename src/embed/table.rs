//! The tables of all that embedders can rely on, for the README in Markdown and for the guide in
//! HTML.

use super::contract::{ATTRIBUTES, EVENTS, Told};
use super::escape;
use crate::query::schema;

/// A table whose cells are texts with code between backticks.
pub struct Table {
    head: &'static [&'static str],
    rows: Vec<Vec<String>>,
}

impl Table {
    /// The table in Markdown.
    pub fn markdown(&self) -> String {
        let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let head: Vec<String> = self.head.iter().map(|name| name.to_string()).collect();
        let rule = vec!["---".into(); head.len()];
        let body = self.rows.iter().map(|cells| row(cells));
        [row(&head), row(&rule)].into_iter().chain(body).collect()
    }

    /// The table in HTML. The cells of a row know the names of their columns, for screens where
    /// there is no room for all of them beside each other.
    pub fn html(&self) -> String {
        let head: String =
            self.head.iter().map(|name| format!("<th scope=\"col\">{name}</th>")).collect();
        let body: String = self.rows.iter().map(|cells| self.row(cells)).collect();
        format!(
            "<table class=\"reference\">\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n\
             </table>\n"
        )
    }

    fn row(&self, cells: &[String]) -> String {
        let cell = |(place, cell): (usize, &String)| match (place, code(cell)) {
            (0, name) => format!("<th scope=\"row\">{name}</th>"),
            (_, said) if said.is_empty() => "<td></td>".into(),
            (_, said) => format!("<td data-column=\"{}\">{said}</td>", self.head[place]),
        };
        let cells: String = cells.iter().enumerate().map(cell).collect();
        format!("<tr>{cells}</tr>\n")
    }
}

/// A text as HTML, in which what stands between backticks is code.
fn code(text: &str) -> String {
    let parts = text.split('`').enumerate().map(|(place, part)| {
        let part = escape::element(part);
        match place % 2 {
            0 => part,
            // A long list needs places at which it may be broken.
            _ => format!("<code>{}</code>", part.replace(',', ",<wbr>")),
        }
    });
    parts.collect()
}

/// Every key of a query.
pub fn keys() -> Table {
    let rows = schema::rows().into_iter().map(Vec::from).collect();
    Table { head: &["key", "values", "default", "meaning"], rows }
}

/// Every attribute of the custom element that is no key.
pub fn attributes() -> Table {
    let rows = ATTRIBUTES.iter().map(|attribute| {
        vec![format!("`{}`", attribute.name), attribute.values.into(), attribute.meaning.into()]
    });
    Table { head: &["attribute", "values", "meaning"], rows: rows.collect() }
}

/// Everything that a figure tells the page around it.
pub fn events() -> Table {
    let rows = EVENTS.iter().map(|event| {
        let told = match event.told {
            Told::Everybody => "message, event",
            Told::Messages => "message",
        };
        vec![format!("`{}`", event.name), told.into(), event.data.into(), event.meaning.into()]
    });
    Table { head: &["name", "comes as", "data", "meaning"], rows: rows.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_the_same_in_both_languages() {
        let rows = vec![vec!["`a`".into(), "1 < `2,3`".into()], vec!["`b`".into(), String::new()]];
        let table = Table { head: &["key", "values"], rows };
        assert_eq!(
            table.markdown(),
            "| key | values |\n| --- | --- |\n| `a` | 1 < `2,3` |\n| `b` |  |\n"
        );
        assert_eq!(
            table.html(),
            "<table class=\"reference\">\n\
             <thead><tr><th scope=\"col\">key</th><th scope=\"col\">values</th></tr></thead>\n\
             <tbody>\n\
             <tr><th scope=\"row\"><code>a</code></th>\
             <td data-column=\"values\">1 &lt; <code>2,<wbr>3</code></td></tr>\n\
             <tr><th scope=\"row\"><code>b</code></th><td></td></tr>\n</tbody>\n</table>\n"
        );
    }
}
