//! Leaves the remarks out of the script that starts the program.
//!
//! Trunk's minifier does not know all of JavaScript, and leaves a script as it is that it cannot
//! read, with every remark.

use anyhow::{Context as _, Result};
use xshell::Shell;

/// Leaves the remarks out of the script in a folder.
pub fn leave_out(sh: &Shell, folder: &str) -> Result<()> {
    let files = sh.read_dir(folder)?;
    let is_start = |name: &str| name.starts_with("start-") && name.ends_with(".js");
    let mut names = files
        .iter()
        .filter(|file| file.file_name().is_some_and(|name| is_start(&name.to_string_lossy())));
    let script = names.next().context("the build made no script that starts the program")?;
    Ok(sh.write_file(script, without(&sh.read_file(script)?))?)
}

/// The same script without remarks that have a line of their own, and without indentation.
fn without(script: &str) -> String {
    let lines = script.lines().map(str::trim);
    let mut kept = String::new();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with("//")) {
        kept += line;
        kept.push('\n');
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn only_what_the_browser_needs_is_left() {
        let script = "// Why.\nconst a = 1; // so\n\nif (a) {\n  // Or not.\n  b();\n}\n";
        assert_eq!(without(script), "const a = 1; // so\nif (a) {\nb();\n}\n");
    }
}
