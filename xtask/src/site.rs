//! Building the site and serving it, both with Trunk.

use std::env;
use std::ffi::{OsStr, OsString};
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Error, Result, ensure};
use xshell::{Cmd, Shell, cmd};

use crate::finish;
use crate::finish::figure::DRAWN;
use crate::step::step;
use crate::tools::{self, WASM};

/// The ports that `serve` tries when it is not told one.
const PORTS: std::ops::Range<u16> = 8080..8180;

/// What the site is made of, and `serve` therefore watches.
const SOURCES: [&str; 7] =
    ["index.html", "src", "no-streams", "style", "assets", "Cargo.toml", "Cargo.lock"];

/// Builds the site into `dist/`, such that it works below any path.
pub fn build(sh: &Shell) -> Result<()> {
    let path = prepare(sh)?;
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
    let path = prepare(sh)?;
    sh.create_dir("target/serve")?;
    let watched = SOURCES.into_iter().filter(|source| sh.path_exists(source));

    println!("==> Building the site, then serving it at http://127.0.0.1:{port}/ (Ctrl-C ends it)");
    let trunk = trunk(sh, "serve")
        .args(["--dist", "target/serve"])
        .args(["--address", "127.0.0.1", "--disable-address-lookup"])
        .args(["--port", &port.to_string()])
        .args(watched.flat_map(|source| ["--watch", source]))
        .env(finish::SERVED, "yes")
        .env("PATH", path);
    Err(Error::from(Command::from(trunk).exec()).context("Trunk cannot be started"))
}

/// Sets up all that a build needs, and returns a `PATH` on which its tools come first, and this
/// program, which Trunk calls to finish what it has built.
fn prepare(sh: &Shell) -> Result<OsString> {
    // Better now than at the end.
    finish::social::address()?;
    let path = with_this_program(&tools::provide(sh)?)?;
    let flags: Vec<&str> = SMALL_FLAGS.split(' ').collect();
    let probe =
        cmd!(sh, "rustc {flags...} --target {WASM} --print cfg").env("RUSTC_BOOTSTRAP", "1");
    ensure!(
        probe.quiet().ignore_stdout().ignore_stderr().run().is_ok(),
        "this version of Rust does not know some of the options {SMALL_FLAGS}; \
         use the one that Cargo.toml names as rust-version (rustup default VERSION)"
    );
    // What runs while the program is compiled is compiled for this machine.
    let about = cmd!(sh, "rustc -vV").quiet().read()?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.context("rustc does not say which machine it runs on")?;
    step("Fetching the sources of the program and of the standard library", || {
        let fetch = cmd!(sh, "cargo fetch --quiet --locked --target {WASM} --target {host}");
        Ok(small(fetch).run()?)
    })?;
    step("Drawing the pictures of runs that figures show before they are there", || {
        sh.remove_path(DRAWN)?;
        Ok(cmd!(sh, "cargo run --quiet --locked --bin pictures -- {DRAWN}").run()?)
    })?;
    Ok(path)
}

/// The same `PATH` with the folder of this program first.
fn with_this_program(path: &OsStr) -> Result<OsString> {
    let program = env::current_exe().context("this program is nowhere to be found")?;
    let folder = program.parent().map(Path::to_path_buf);
    env::join_paths(folder.into_iter().chain(env::split_paths(path)))
        .context("the project is in a folder with a name that PATH cannot hold")
}

/// What makes the program small: the standard library is compiled along with it, for size and
/// without the texts of panics, which the page could not show anyway. Stable compilers take these
/// options only if they are told that whoever builds knows that they may change.
const SMALL: [(&str, &str); 3] = [
    ("RUSTC_BOOTSTRAP", "1"),
    ("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort"),
    ("CARGO_UNSTABLE_BUILD_STD_FEATURES", "optimize_for_size"),
];

/// The options of the compiler that belong to it.
const SMALL_FLAGS: &str =
    "-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none -Zfmt-debug=none";

/// The command in an environment that makes the program small, whatever the user's is.
fn small(command: Cmd<'_>) -> Cmd<'_> {
    command
        .envs(SMALL)
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", SMALL_FLAGS)
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("CARGO_BUILD_TARGET")
}

/// A command of Trunk, which may use no tools but those on its `PATH`.
fn trunk<'a>(sh: &'a Shell, command: &str) -> Cmd<'a> {
    let trunk = small(cmd!(sh, "trunk {command} --release --offline")).env_remove("NO_COLOR");
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
