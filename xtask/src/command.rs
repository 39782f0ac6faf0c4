//! The command line.

/// What is shown to whoever asks for help or asks for something unknown.
pub const USAGE: &str = "\
Usage: cargo xtask <command>

Commands:
  serve [--port N]     Build the site and serve it on this machine, anew at every change
  build                Build the site into dist/
  test [--no-browser]  Run every check, as a push does
  browser [-- ARGS]    Run only the browser tests, on the site that is in dist/;
                       Playwright gets ARGS
  help                 Show this text

Missing tools are installed into $LOCK_SIMULATOR_CACHE, or else into lock-simulator/
below $XDG_CACHE_HOME or ~/.cache. $CHROMIUM names the browser that the tests drive.
";

/// A task, as asked for on the command line.
#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    /// Build the site and serve it.
    Serve {
        /// The port to serve on; without one, the first that is free.
        port: Option<u16>,
    },
    /// Build the site.
    Build,
    /// Run every check.
    Test {
        /// Whether the browser tests belong to them.
        browser: bool,
    },
    /// Run only the browser tests.
    Browser {
        /// What Playwright gets as its own arguments.
        arguments: Vec<String>,
    },
    /// Show how to use the program.
    Help,
}

impl Command {
    /// The command that the arguments ask for, if they make one.
    pub fn parse(arguments: impl IntoIterator<Item = String>) -> Option<Command> {
        let arguments: Vec<String> = arguments.into_iter().collect();
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        Some(match words.as_slice() {
            ["serve"] => Command::Serve { port: None },
            ["serve", "--port", port] => Command::Serve { port: Some(port.parse().ok()?) },
            ["build"] => Command::Build,
            ["test"] => Command::Test { browser: true },
            ["test", "--no-browser"] => Command::Test { browser: false },
            ["browser"] => Command::Browser { arguments: Vec::new() },
            ["browser", "--", ..] => Command::Browser { arguments: arguments[2..].to_vec() },
            ["help" | "--help" | "-h"] => Command::Help,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Option<Command> {
        Command::parse(line.split_whitespace().map(String::from))
    }

    #[test]
    fn serve_takes_a_port_or_none() {
        assert_eq!(parse("serve"), Some(Command::Serve { port: None }));
        assert_eq!(parse("serve --port 9000"), Some(Command::Serve { port: Some(9000) }));
    }

    #[test]
    fn test_runs_the_browser_unless_told_not_to() {
        assert_eq!(parse("test"), Some(Command::Test { browser: true }));
        assert_eq!(parse("test --no-browser"), Some(Command::Test { browser: false }));
    }

    #[test]
    fn what_follows_the_dashes_goes_to_playwright() {
        let arguments = vec!["--headed".to_string(), "size".to_string()];
        assert_eq!(parse("browser -- --headed size"), Some(Command::Browser { arguments }));
    }

    #[test]
    fn anything_else_is_no_command() {
        for line in
            ["", "deploy", "serve --port", "serve --port 99999", "build now", "browser size"]
        {
            assert_eq!(parse(line), None, "{line:?} was taken for a command");
        }
    }
}
