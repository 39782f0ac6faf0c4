//! The project's tasks: building the site, serving it and checking it.
//!
//! Run as `cargo xtask <command>`. What a task needs and the machine lacks is installed first, into
//! a cache folder that belongs to this project.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "what the simulator may not touch, such as the clock, a task may"
)]

mod browser;
mod cache;
mod check;
mod command;
mod conformance;
mod finish;
mod generators;
mod packages;
mod site;
mod step;
mod tools;
mod version;

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use xshell::Shell;

use command::{Command, USAGE};

fn main() -> ExitCode {
    let Some(command) = Command::parse(env::args().skip(1)) else {
        eprint!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(&command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Carries a command out in the project's folder.
fn run(command: &Command) -> Result<()> {
    let sh = Shell::new()?;
    sh.change_dir(project_folder()?);
    match command {
        Command::Serve { port } => site::serve(&sh, *port),
        Command::Build => site::build(&sh),
        Command::Finish => finish::finish(&sh),
        Command::Test(parts) => check::all(&sh, *parts),
        Command::Browser { arguments } => browser::test(&sh, arguments),
        Command::Conformance { arguments } => conformance::run(&sh, arguments),
        Command::Help => {
            print!("{USAGE}");
            Ok(())
        }
    }
}

/// The folder of the checkout, which is the one above this package's.
fn project_folder() -> Result<PathBuf> {
    let package = env::var_os("CARGO_MANIFEST_DIR")
        .context("this program has to be started by cargo, as `cargo xtask`")?;
    let mut folder = PathBuf::from(package);
    folder.pop();
    Ok(folder)
}
