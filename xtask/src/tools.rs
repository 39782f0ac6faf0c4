//! The build tools: which versions the project uses, and how to come by them.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use xshell::{Cmd, Shell, cmd};

use crate::cache;
use crate::step::step;
use crate::version;

/// The oldest Node.js that the browser tests run on.
const OLDEST_NODE: u32 = 20;

/// The target that the site's program is compiled for.
pub const WASM: &str = "wasm32-unknown-unknown";

/// A program that the build of the site runs.
struct Tool {
    /// The program's name.
    program: &'static str,
    /// The package that it is installed from.
    package: &'static str,
    /// The version of the package that is installed when no fitting program is found.
    version: String,
    /// Which versions of a program that is already there will do.
    fit: Fit,
    /// Where the package comes from.
    source: Source,
    /// About how long the installation takes, for whoever waits for it.
    takes: &'static str,
}

/// Which versions of a program will do.
enum Fit {
    /// The one that would be installed.
    Exactly,
    /// Any whose major number is at least this.
    AtLeast(u32),
}

/// Where a package comes from.
enum Source {
    /// Cargo's registry, with the versions of its dependencies that the package's authors locked.
    CargoLocked,
    /// Cargo's registry, with the newest fitting versions of its dependencies.
    Cargo,
    /// Node's registry.
    Npm,
}

/// The tools of the build, given the text of `Cargo.lock`.
///
/// The other versions the project pins are those of the browser tests, in their `package.json`.
fn tools(lock: &str) -> Result<[Tool; 4]> {
    let wasm_bindgen =
        version::locked(lock, "wasm-bindgen").context("Cargo.lock has no wasm-bindgen")?;
    Ok([
        // Older ones cannot read all that today's compiler writes. It is installed first, so that a
        // missing npm shows before the long installations and not after them.
        Tool {
            program: "wasm-opt",
            package: "binaryen",
            version: "132.0.0".into(),
            fit: Fit::AtLeast(123),
            source: Source::Npm,
            takes: "about a minute",
        },
        Tool {
            program: "esbuild",
            package: "esbuild",
            version: "0.28.2".into(),
            fit: Fit::Exactly,
            source: Source::Npm,
            takes: "some seconds",
        },
        Tool {
            program: "trunk",
            package: "trunk",
            version: "0.21.14".into(),
            fit: Fit::Exactly,
            source: Source::CargoLocked,
            takes: "about 4 minutes",
        },
        // The program and the library exchange data in a format that changes with every version.
        Tool {
            program: "wasm-bindgen",
            package: "wasm-bindgen-cli",
            version: wasm_bindgen.into(),
            fit: Fit::Exactly,
            source: Source::Cargo,
            takes: "about 2 minutes",
        },
    ])
}

/// Makes sure that the build's tools are there, and returns a `PATH` on which they come first.
pub fn provide(sh: &Shell) -> Result<OsString> {
    require_wasm_target(sh)?;
    require_std_source(sh)?;
    let lock = sh.read_file("Cargo.lock")?;
    let mut folders = Vec::new();
    for tool in tools(&lock)? {
        if !tool.fits(sh, Path::new(tool.program)) {
            folders.push(tool.installed(sh)?);
        }
    }
    let path = env::var_os("PATH").unwrap_or_default();
    folders.extend(env::split_paths(&path));
    env::join_paths(folders).context("the folder of tools has a name that PATH cannot hold")
}

impl Tool {
    /// Whether this program runs and has a version that will do.
    fn fits(&self, sh: &Shell, program: &Path) -> bool {
        let answer = cmd!(sh, "{program} --version").quiet().ignore_stderr().read();
        answer.is_ok_and(|answer| version::reported(&answer).is_some_and(|it| self.accepts(it)))
    }

    /// Whether this version will do.
    fn accepts(&self, version: &str) -> bool {
        match self.fit {
            Fit::Exactly => version == self.version,
            Fit::AtLeast(least) => version::major(version).is_some_and(|major| major >= least),
        }
    }

    /// The folder of the program in the project's cache, where it is installed if need be.
    fn installed(&self, sh: &Shell) -> Result<PathBuf> {
        let Self { package, version, takes, .. } = self;
        let name = format!("{package}-{version}");
        let root = cache::installation(&name, |root| {
            step(&format!("Installing {package} {version} ({takes})"), || self.install(sh, root))
        })?;
        let folder = match self.source {
            Source::CargoLocked | Source::Cargo => root.join("bin"),
            Source::Npm => root.join("node_modules/.bin"),
        };
        ensure!(
            self.fits(sh, &folder.join(self.program)),
            "{} in {} does not work; remove {} to install it anew",
            self.program,
            folder.display(),
            root.display()
        );
        Ok(folder)
    }

    /// Installs the package into a folder of its own.
    fn install(&self, sh: &Shell, root: &Path) -> Result<()> {
        let Self { package, version, .. } = self;
        let package = format!("{package}@{version}");
        let cargo = quick(cmd!(sh, "cargo install --quiet --root {root} {package}"));
        match self.source {
            Source::CargoLocked => cargo.arg("--locked").run()?,
            Source::Cargo => cargo.run()?,
            Source::Npm => {
                require_npm(sh)?;
                cmd!(
                    sh,
                    "npm install --loglevel=error --no-audit --no-fund --prefix {root} {package}"
                )
                .run()?;
            }
        }
        Ok(())
    }
}

/// An installation by Cargo that is soon done: the tools work on little, so that this matters more
/// than their speed.
pub fn quick(cargo: Cmd<'_>) -> Cmd<'_> {
    cargo
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
}

/// Makes sure that Rust can compile for the browser.
pub fn require_wasm_target(sh: &Shell) -> Result<()> {
    let libraries = cmd!(sh, "rustc --print target-libdir --target {WASM}").quiet().read()?;
    if Path::new(&libraries).is_dir() {
        return Ok(());
    }
    if cmd!(sh, "rustup --version").quiet().ignore_stderr().read().is_err() {
        bail!(
            "Rust has no libraries for {WASM}, and there is no rustup to add them: \
             install rustup (https://rustup.rs), or your distribution's package for that target"
        );
    }
    step(&format!("Adding Rust's libraries for {WASM}"), || {
        Ok(cmd!(sh, "rustup target add {WASM}").run()?)
    })
}

/// Makes sure that the source of Rust's standard library is there, which is compiled with the site.
fn require_std_source(sh: &Shell) -> Result<()> {
    let sysroot = cmd!(sh, "rustc --print sysroot").quiet().read()?;
    let source = Path::new(&sysroot).join("lib/rustlib/src/rust/library/Cargo.lock");
    require_component(sh, "rust-src", source.is_file())
}

/// Makes sure that there are the tools that look at the code.
pub fn require_linters(sh: &Shell) -> Result<()> {
    for (component, program) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        let probe = cmd!(sh, "cargo {program} --version").quiet().ignore_stdout().ignore_stderr();
        require_component(sh, component, probe.run().is_ok())?;
    }
    Ok(())
}

/// Adds a component of Rust, unless it is there.
fn require_component(sh: &Shell, component: &str, is_there: bool) -> Result<()> {
    if is_there {
        return Ok(());
    }
    if cmd!(sh, "rustup --version").quiet().ignore_stderr().read().is_err() {
        bail!(
            "Rust's {component} is missing, and there is no rustup to add it: \
             install rustup (https://rustup.rs), or your distribution's package for it"
        );
    }
    step(&format!("Adding Rust's {component}"), || {
        Ok(cmd!(sh, "rustup component add {component}").run()?)
    })
}

/// Makes sure that there is an npm, and a Node.js that is not too old.
pub fn require_npm(sh: &Shell) -> Result<()> {
    let npm = cmd!(sh, "npm --version").quiet().ignore_stderr().read();
    let node = cmd!(sh, "node --version").quiet().ignore_stderr().read();
    let major = node.ok().and_then(|node| version::major(node.trim_start_matches('v')));
    ensure!(
        npm.is_ok() && major.is_some_and(|major| major >= OLDEST_NODE),
        "Node.js {OLDEST_NODE} or later with npm is missing: install it (https://nodejs.org, or \
         your distribution's packages nodejs and npm, if they are not older)"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = "name = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";

    /// Whether the project takes a program of this version that is already there.
    fn accepts(program: &str, version: &str) -> bool {
        let tools = tools(LOCK).expect("the lock file names wasm-bindgen");
        let tool = tools.iter().find(|tool| tool.program == program);
        tool.expect("the program is in the table").accepts(version)
    }

    #[test]
    fn wasm_bindgen_has_to_be_the_version_in_the_lock_file() {
        assert!(accepts("wasm-bindgen", "0.2.130"), "the same version");
        assert!(!accepts("wasm-bindgen", "0.2.131"), "another version");
    }

    #[test]
    fn wasm_opt_may_be_newer_but_not_too_old() {
        assert!(accepts("wasm-opt", "123"), "the oldest that will do");
        assert!(accepts("wasm-opt", "140"), "a newer one");
        assert!(!accepts("wasm-opt", "108"), "one that is too old");
    }

    #[test]
    fn a_lock_file_without_wasm_bindgen_is_an_error() {
        assert!(tools("").is_err(), "no version to install was found");
    }
}
