//! The command line.

/// What is shown to whoever asks for help or asks for something unknown.
pub const USAGE: &str = "\
Usage: cargo xtask <command>

Commands:
  serve [--port N]     Build the site and serve it on this machine, anew at every change
  build                Build the site into dist/
  test [--no-browser] [--no-servers]
                       Run every check, as a push does, or leave out what needs a
                       browser or real lock services
  browser [-- ARGS]    Run only the browser tests, on the site that is in dist/;
                       Playwright gets ARGS
  conformance [ARGS]   Hold the model against real lock services: a sample of the
                       table, or as ARGS say (`help` lists what they can be)
  help                 Show this text

Missing tools are installed into $LOCK_SIMULATOR_CACHE, or else into lock-simulator/
below $XDG_CACHE_HOME or ~/.cache. $CHROMIUM names the browser that the tests drive,
$MDBOOK and $HUGO the programs with which they make sites.
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
    /// Finish a site that Trunk has built, which Trunk asks for by itself.
    Finish,
    /// Run every check.
    Test(Parts),
    /// Run only the browser tests.
    Browser {
        /// What Playwright gets as its own arguments.
        arguments: Vec<String>,
    },
    /// Hold the model against real lock services.
    Conformance {
        /// What the harness gets as its own arguments.
        arguments: Vec<String>,
    },
    /// Show how to use the program.
    Help,
}

/// The checks that need more than Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Whether the tests in a browser are run.
    pub browser: bool,
    /// Whether the model is held against real lock services.
    pub servers: bool,
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
            ["finish"] => Command::Finish,
            ["test", without @ ..] => {
                let known = ["--no-browser", "--no-servers"];
                if !without.iter().all(|word| known.contains(word)) {
                    return None;
                }
                let [browser, servers] = known.map(|word| !without.contains(&word));
                Command::Test(Parts { browser, servers })
            }
            ["browser"] => Command::Browser { arguments: Vec::new() },
            ["browser", "--", ..] => Command::Browser { arguments: arguments[2..].to_vec() },
            ["conformance", ..] => Command::Conformance { arguments: arguments[1..].to_vec() },
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
    fn test_runs_everything_that_it_is_not_told_to_leave_out() {
        let test = |browser, servers| Some(Command::Test(Parts { browser, servers }));
        assert_eq!(parse("test"), test(true, true));
        assert_eq!(parse("test --no-browser"), test(false, true));
        assert_eq!(parse("test --no-servers --no-browser"), test(false, false));
    }

    #[test]
    fn what_follows_conformance_goes_to_the_harness() {
        let arguments = vec!["run".to_string(), "service=redis".to_string()];
        let wanted = Some(Command::Conformance { arguments });
        assert_eq!(parse("conformance run service=redis"), wanted);
    }

    #[test]
    fn what_follows_the_dashes_goes_to_playwright() {
        let arguments = vec!["--headed".to_string(), "size".to_string()];
        assert_eq!(parse("browser -- --headed size"), Some(Command::Browser { arguments }));
    }

    #[test]
    fn anything_else_is_no_command() {
        for line in [
            "",
            "deploy",
            "test --no-wasm",
            "serve --port",
            "serve --port 99999",
            "build now",
            "browser size",
        ] {
            assert_eq!(parse(line), None, "{line:?} was taken for a command");
        }
    }
}
