//! Every check of the project, in the order of how soon it fails.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::step::step;
use crate::tools::{self, WASM};
use crate::{browser, site};

/// Runs every check; the one that needs a browser only if asked to.
pub fn all(sh: &Shell, browser: bool) -> Result<()> {
    tools::require_linters(sh)?;
    step("Format", || Ok(cmd!(sh, "cargo fmt --all --check").run()?))?;
    step("Lints", || {
        let warnings = ["--", "--deny", "warnings"];
        Ok(cmd!(sh, "cargo clippy --workspace --all-targets {warnings...}").run()?)
    })?;
    tools::require_wasm_target(sh)?;
    step("Lints of the browser's side", || {
        let package = ["--package", "lock-simulator", "--lib", "--bins"];
        let warnings = ["--", "--deny", "warnings"];
        Ok(cmd!(sh, "cargo clippy --target {WASM} {package...} {warnings...}").run()?)
    })?;
    step("Tests", || Ok(cmd!(sh, "cargo test --workspace").run()?))?;
    step("Documentation", || {
        Ok(cmd!(sh, "cargo doc --workspace --no-deps")
            .env("RUSTDOCFLAGS", "--deny warnings")
            .run()?)
    })?;
    site::build(sh)?;
    if browser {
        browser::test(sh, &[])?;
    }
    Ok(())
}
