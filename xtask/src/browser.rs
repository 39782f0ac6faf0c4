//! The browser tests, which Playwright runs on the built site in Chromium.

use std::env;
use std::ffi::OsString;
use std::net::{Ipv4Addr, TcpListener};

use anyhow::{Context as _, Result, bail, ensure};
use xshell::{Shell, cmd};

use crate::generators;
use crate::packages::{install, on_path};
use crate::step::step;
use crate::tools;

/// The names under which systems install Chromium.
const CHROMIUM: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Tests the site that is in `dist/`; Playwright gets the arguments.
pub fn test(sh: &Shell, arguments: &[String]) -> Result<()> {
    ensure!(
        sh.path_exists("dist/index.html"),
        "there is no site to test: run `cargo xtask build` first"
    );
    let chromium = chromium(sh)?;
    let generators = generators::provide(sh)?;
    let _folder = sh.push_dir("tests/browser");
    require_packages(sh)?;
    step("Browser tests", || {
        Ok(cmd!(sh, "npx --no playwright test {arguments...}")
            .env("CHROMIUM", chromium)
            .envs(generators)
            .env("LOCK_SIMULATOR_PORT", free_port()?.to_string())
            .run()?)
    })
}

/// The Chromium to test with, which is installed where that is possible.
fn chromium(sh: &Shell) -> Result<OsString> {
    if let Some(chromium) = env::var_os("CHROMIUM").filter(|value| !value.is_empty()) {
        return Ok(chromium);
    }
    if let Some(chromium) = CHROMIUM.iter().find_map(|name| on_path(name)) {
        return Ok(chromium);
    }
    if install(sh, "Chromium", &["chromium", "fonts-dejavu-core"])? {
        return on_path("chromium").context("Debian's package chromium has no program chromium");
    }
    bail!(
        "Chromium is missing: install it (on Debian: `apt-get install chromium`), set CHROMIUM to a \
         Chromium or Chrome elsewhere, or leave the browser out with `cargo xtask test --no-browser`"
    )
}

/// Makes sure that the tests' own packages are those of their lock file.
///
/// npm leaves a copy of the lock file when an installation is complete, so that the times of the two
/// tell whether it is up to date.
fn require_packages(sh: &Shell) -> Result<()> {
    tools::require_npm(sh)?;
    let folder = sh.current_dir();
    let changed = |file: &str| {
        let metadata = folder.join(file).metadata();
        metadata.and_then(|metadata| metadata.modified()).ok()
    };
    if changed("node_modules/.package-lock.json") < changed("package-lock.json") {
        step("Installing the packages of the browser tests", || {
            Ok(cmd!(sh, "npm ci --no-audit --no-fund").run()?)
        })?;
    }
    Ok(())
}

/// A port for the tests' server on which nothing listens, so that two runs do not meet.
fn free_port() -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port is free")?;
    Ok(listener.local_addr()?.port())
}
