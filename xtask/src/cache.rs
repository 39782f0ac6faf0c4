//! The folder of installed tools, which every checkout of the project shares.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{self, Path, PathBuf};

use anyhow::{Context as _, Result};

/// The folder that holds the installation with this name, which `fill` makes if there is none.
///
/// `fill` writes into a folder beside the final one, which takes its place only when it is whole, so
/// an interrupted installation is never mistaken for a finished one. Of two runs at once, the second
/// waits for the first and takes what that one installed.
pub fn installation(name: &str, fill: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
    let cache = folder(|variable| env::var_os(variable))
        .context("no place to install tools: set LOCK_SIMULATOR_CACHE to a folder")?;
    install_below(&path::absolute(cache)?, name, fill)
}

fn install_below(
    cache: &Path,
    name: &str,
    fill: impl FnOnce(&Path) -> Result<()>,
) -> Result<PathBuf> {
    let whole = cache.join(name);
    if whole.is_dir() {
        return Ok(whole);
    }

    fs::create_dir_all(cache).with_context(|| format!("cannot create {}", cache.display()))?;
    // The lock ends with the process that holds it, however that process ends.
    let lock = cache.join(format!("{name}.lock"));
    let lock = File::create(&lock).with_context(|| format!("cannot create {}", lock.display()))?;
    if lock.try_lock().is_err() {
        println!("    waiting for another run, which is installing {name}");
        lock.lock().context("cannot lock the folder of tools")?;
    }
    if whole.is_dir() {
        return Ok(whole);
    }

    let partial = cache.join(format!("{name}.partial"));
    if partial.exists() {
        fs::remove_dir_all(&partial)
            .with_context(|| format!("cannot remove {}", partial.display()))?;
    }
    fill(&partial)?;
    fs::rename(&partial, &whole).with_context(|| format!("cannot create {}", whole.display()))?;
    Ok(whole)
}

/// The place of the cache: the project's own variable, the user's cache folder, or its default.
fn folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    path("LOCK_SIMULATOR_CACHE")
        .or_else(|| Some(path("XDG_CACHE_HOME")?.join("lock-simulator")))
        .or_else(|| Some(path("HOME")?.join(".cache/lock-simulator")))
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::*;

    /// The cache folder in an environment of just these variables.
    fn folder_with(variables: &[(&str, &str)]) -> Option<PathBuf> {
        folder(|name| {
            let (_, value) = variables.iter().find(|(variable, _)| *variable == name)?;
            Some(OsString::from(value))
        })
    }

    /// An empty folder for one test.
    fn scratch(test: &str) -> PathBuf {
        let folder = env::temp_dir().join(format!("xtask-{test}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("the temporary folder is writable");
        folder
    }

    #[test]
    fn the_projects_own_variable_comes_first() {
        let variables = [
            ("HOME", "/home/ann"),
            ("XDG_CACHE_HOME", "/var/ann"),
            ("LOCK_SIMULATOR_CACHE", "/tools"),
        ];
        assert_eq!(folder_with(&variables), Some("/tools".into()));
        assert_eq!(folder_with(&variables[..2]), Some("/var/ann/lock-simulator".into()));
        assert_eq!(folder_with(&variables[..1]), Some("/home/ann/.cache/lock-simulator".into()));
        assert_eq!(folder_with(&[]), None);
    }

    #[test]
    fn an_empty_variable_counts_as_unset() {
        assert_eq!(
            folder_with(&[("LOCK_SIMULATOR_CACHE", ""), ("HOME", "/home/ann")]),
            Some("/home/ann/.cache/lock-simulator".into())
        );
    }

    #[test]
    fn an_installation_is_made_once() {
        let cache = scratch("once");
        let first = install_below(&cache, "tool-1", |folder| Ok(fs::create_dir(folder)?));
        let second = install_below(&cache, "tool-1", |_| bail!("installed twice"));
        assert_eq!(
            first.expect("the first run installs"),
            second.expect("the second run finds it")
        );
        fs::remove_dir_all(cache).expect("the temporary folder can be removed");
    }

    #[test]
    fn a_failed_installation_is_begun_again() {
        let cache = scratch("again");
        let failed = install_below(&cache, "tool-1", |folder| {
            fs::create_dir(folder)?;
            fs::write(folder.join("half"), "")?;
            bail!("interrupted")
        });
        assert!(failed.is_err(), "a failure was hidden");
        let whole = install_below(&cache, "tool-1", |folder| Ok(fs::create_dir(folder)?))
            .expect("the second run installs");
        assert!(!whole.join("half").exists(), "the first attempt was kept");
        fs::remove_dir_all(cache).expect("the temporary folder can be removed");
    }
}
