//! Versions, as tools report them and as `Cargo.lock` records them.

/// The version in a tool's answer to `--version`, which is its first word that begins with a digit.
pub fn reported(answer: &str) -> Option<&str> {
    answer.split_whitespace().find(|word| word.starts_with(|letter: char| letter.is_ascii_digit()))
}

/// The major number of a version.
pub fn major(version: &str) -> Option<u32> {
    version.split('.').next()?.parse().ok()
}

/// The version of a package in the text of a `Cargo.lock`.
pub fn locked<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines();
    lines.find(|line| *line == name)?;
    lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_found_in_what_each_tool_answers() {
        assert_eq!(reported("trunk 0.21.14\n"), Some("0.21.14"));
        assert_eq!(reported("wasm-bindgen 0.2.130"), Some("0.2.130"));
        assert_eq!(reported("wasm-opt version 132 (version_132)"), Some("132"));
        assert_eq!(reported("command not found"), None);
    }

    #[test]
    fn the_major_number_stands_before_the_first_dot() {
        assert_eq!(major("132"), Some(132));
        assert_eq!(major("132.0.0"), Some(132));
        assert_eq!(major("unknown"), None);
    }

    #[test]
    fn a_locked_version_is_that_of_the_package_with_exactly_this_name() {
        let lock = "\
[[package]]
name = \"wasm-bindgen-macro\"
version = \"0.1.0\"

[[package]]
name = \"wasm-bindgen\"
version = \"0.2.130\"
dependencies = [
 \"cfg-if\",
]
";
        assert_eq!(locked(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(locked(lock, "wasm"), None);
    }
}
