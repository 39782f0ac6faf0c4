//! Text in the languages that snippets are written in.

/// Text as the value of an attribute in double quotes, in HTML and in JSX alike.
pub fn attribute(text: &str) -> String {
    element(text).replace('"', "&quot;")
}

/// Text between tags.
pub fn element(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Text in brackets in Markdown, with a backslash before whatever would mean something.
pub fn markdown(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        if letter.is_ascii_punctuation() && !matches!(letter, ':' | ',' | '.' | '-' | '\'' | '"') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// An address in parentheses in Markdown.
pub fn destination(address: &str) -> String {
    address.replace('(', "%28").replace(')', "%29")
}

/// Text as the value of a parameter of a shortcode. Hugo knows no escapes within backticks, so a
/// backtick beside a quotation mark or a backslash has to become something else.
pub fn shortcode(text: &str) -> String {
    if text.contains(['"', '\\']) {
        ["`", &text.replace('`', "'"), "`"].concat()
    } else {
        ["\"", text, "\""].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NASTY: &str = r#"A "quoted" <b>&amp; `tick` [x](y) \ {z}"#;

    #[test]
    fn an_attribute_cannot_be_left_from_within() {
        assert_eq!(
            attribute(NASTY),
            r"A &quot;quoted&quot; &lt;b&gt;&amp;amp; `tick` [x](y) \ {z}"
        );
    }

    #[test]
    fn nothing_in_brackets_means_anything_in_markdown() {
        assert_eq!(markdown(NASTY), r#"A "quoted" \<b\>\&amp\; \`tick\` \[x\]\(y\) \\ \{z\}"#);
        assert_eq!(destination("https://a/(b)/"), "https://a/%28b%29/");
    }

    #[test]
    fn a_parameter_of_a_shortcode_ends_where_its_value_ends() {
        assert_eq!(shortcode("Redlock: Clock jump"), "\"Redlock: Clock jump\"");
        assert_eq!(shortcode("A `tick`"), "\"A `tick`\"");
        assert_eq!(shortcode(NASTY), r#"`A "quoted" <b>&amp; 'tick' [x](y) \ {z}`"#);
        assert_eq!(shortcode("\\"), "`\\`");
    }
}
