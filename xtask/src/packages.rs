//! Programs that come with the system's own packages.

use std::env;
use std::ffi::OsString;

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::step::step;

/// The path of a program, if there is one of this name.
pub fn on_path(name: &str) -> Option<OsString> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|program| program.is_file())
        .map(Into::into)
}

/// Installs packages of Debian where that is possible, as root with apt; false where it is not.
pub fn install(sh: &Shell, what: &str, packages: &[&str]) -> Result<bool> {
    let root = cmd!(sh, "id -u").quiet().read().is_ok_and(|id| id == "0");
    if !root || on_path("apt-get").is_none() {
        return Ok(false);
    }
    step(&format!("Installing {what}"), || {
        cmd!(sh, "apt-get update").run()?;
        cmd!(sh, "apt-get install --yes --no-install-recommends {packages...}")
            .env("DEBIAN_FRONTEND", "noninteractive")
            // Debian takes this for a machine in which services are not to be started.
            .env("RUNLEVEL", "1")
            .run()?;
        Ok(true)
    })
}
