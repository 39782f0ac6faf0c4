//! The generators of sites with which the browser tests make pages that embed figures.

use std::env;
use std::ffi::OsString;

use anyhow::{Context as _, Result, bail};
use xshell::{Shell, cmd};

use crate::cache;
use crate::packages::{install, on_path};
use crate::step::step;
use crate::tools;

/// The version of mdBook.
const MDBOOK: &str = "0.5.4";

/// The generators' programs, each with the environment variable by which the tests are told of it.
pub fn provide(sh: &Shell) -> Result<[(&'static str, OsString); 2]> {
    Ok([("MDBOOK", mdbook(sh)?), ("HUGO", hugo(sh)?)])
}

/// The program that a variable names.
fn named(variable: &str) -> Option<OsString> {
    env::var_os(variable).filter(|value| !value.is_empty())
}

/// mdBook, which comes from Cargo's registry into the project's cache.
fn mdbook(sh: &Shell) -> Result<OsString> {
    if let Some(program) = named("MDBOOK") {
        return Ok(program);
    }
    let name = format!("mdbook-{MDBOOK}");
    let package = format!("mdbook@{MDBOOK}");
    let root = cache::installation(&name, |root| {
        step(&format!("Installing mdBook {MDBOOK} (about 6 minutes)"), || {
            let cargo = cmd!(sh, "cargo install --quiet --locked --root {root} {package}");
            Ok(tools::quick(cargo).run()?)
        })
    });
    let root = root.context(
        "mdBook is missing: set MDBOOK to one that is installed in another way, or leave the browser \
         out with `cargo xtask test --no-browser`",
    )?;
    Ok(root.join("bin/mdbook").into())
}

/// Hugo, which is installed from Debian's package where that is possible.
fn hugo(sh: &Shell) -> Result<OsString> {
    if let Some(program) = named("HUGO").or_else(|| on_path("hugo")) {
        return Ok(program);
    }
    if install(sh, "Hugo", &["hugo"])? {
        return on_path("hugo").context("Debian's package hugo has no program hugo");
    }
    bail!(
        "Hugo is missing: install it (on Debian: `apt-get install hugo`), set HUGO to one \
         elsewhere, or leave the browser out with `cargo xtask test --no-browser`"
    )
}
