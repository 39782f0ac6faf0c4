//! Building the site and serving it, both with Trunk.

use std::env;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use anyhow::{Context as _, Error, Result};
use xshell::{Cmd, Shell, cmd};

use crate::step::step;
use crate::tools;

/// The ports that `serve` tries when it is not told one.
const PORTS: std::ops::Range<u16> = 8080..8180;

/// What the site is made of, and `serve` therefore watches.
const SOURCES: [&str; 6] = ["index.html", "src", "style", "assets", "Cargo.toml", "Cargo.lock"];

/// Builds the site into `dist/`, such that it works below any path.
pub fn build(sh: &Shell) -> Result<()> {
    let path = tools::provide(sh)?;
    step("Building the site into dist/", || {
        Ok(trunk(sh, "build").args(["--public-url", "./"]).env("PATH", path).run()?)
    })
}

/// Builds the site and serves it on this machine only, building it again at every change.
///
/// Its files go below `target/`, because `dist/` is for what is tested and published. Trunk takes
/// the place of this process, so that whatever ends the one ends the other.
pub fn serve(sh: &Shell, port: Option<u16>) -> Result<()> {
    let port = match port {
        Some(port) => free(port).with_context(|| format!("port {port} is taken"))?,
        None => PORTS.into_iter().find_map(free).context("no port is free")?,
    };
    let path = tools::provide(sh)?;
    sh.create_dir("target/serve")?;
    let watched = SOURCES.into_iter().filter(|source| sh.path_exists(source));

    println!("==> Building the site, then serving it at http://127.0.0.1:{port}/ (Ctrl-C ends it)");
    let trunk = trunk(sh, "serve")
        .args(["--dist", "target/serve"])
        .args(["--address", "127.0.0.1", "--disable-address-lookup"])
        .args(["--port", &port.to_string()])
        .args(watched.flat_map(|source| ["--watch", source]))
        .env("PATH", path);
    Err(Error::from(Command::from(trunk).exec()).context("Trunk cannot be started"))
}

/// What makes the program small: the standard library is compiled along with it, for size and
/// without the texts of panics, which the page could not show anyway. Stable compilers take these
/// options only if they are told that whoever builds knows that they may change.
const SMALL: [(&str, &str); 4] = [
    ("RUSTC_BOOTSTRAP", "1"),
    ("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort"),
    ("CARGO_UNSTABLE_BUILD_STD_FEATURES", "optimize_for_size"),
    (
        "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
        "-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none -Zfmt-debug=none",
    ),
];

/// A command of Trunk, which may use no tools but those on its `PATH`.
fn trunk<'a>(sh: &'a Shell, command: &str) -> Cmd<'a> {
    let trunk = cmd!(sh, "trunk {command} --release --offline").env_remove("NO_COLOR").envs(SMALL);
    // Trunk rejects the usual values of NO_COLOR, but knows the wish by another name.
    match env::var_os("NO_COLOR") {
        Some(value) if !value.is_empty() => trunk.args(["--color", "never"]),
        _ => trunk,
    }
}

/// The port, if nothing listens on it.
fn free(port: u16) -> Option<u16> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).ok().map(|_| port)
}
