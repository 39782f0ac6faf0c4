//! Every check of the project, in the order of how soon it fails.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::command::Parts;
use crate::step::step;
use crate::tools::{self, WASM};
use crate::{browser, conformance, site};

/// Runs every check; those that need a browser or real lock services only if asked to.
pub fn all(sh: &Shell, parts: Parts) -> Result<()> {
    tools::require_linters(sh)?;
    // The harness for real services is left out where they are: its clients take tools to build.
    let packages: &[&str] = if parts.servers {
        conformance::require_services(sh)?;
        &["--workspace"]
    } else {
        &["--workspace", "--exclude", "conformance"]
    };
    step("Format", || Ok(cmd!(sh, "cargo fmt --all --check").run()?))?;
    step("Lints", || {
        let warnings = ["--", "--deny", "warnings"];
        Ok(cmd!(sh, "cargo clippy {packages...} --all-targets {warnings...}").run()?)
    })?;
    tools::require_wasm_target(sh)?;
    step("Lints of the browser's side", || {
        let package = ["--package", "lock-simulator", "--lib", "--bins"];
        let warnings = ["--", "--deny", "warnings"];
        Ok(cmd!(sh, "cargo clippy --target {WASM} {package...} {warnings...}").run()?)
    })?;
    step("Tests", || Ok(cmd!(sh, "cargo test {packages...}").run()?))?;
    step("Documentation", || {
        Ok(cmd!(sh, "cargo doc {packages...} --no-deps")
            .env("RUSTDOCFLAGS", "--deny warnings")
            .run()?)
    })?;
    site::build(sh)?;
    if parts.browser {
        browser::test(sh, &[])?;
    }
    if parts.servers {
        conformance::run(sh, &[])?;
    }
    Ok(())
}
