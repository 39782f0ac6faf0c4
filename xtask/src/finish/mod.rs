//! Finishing the site that Trunk has built: everything between that and what a reader gets.
//!
//! Trunk calls this by itself when it has written the page (see `Trunk.toml`), so that the site is
//! the same one while it is being made and when it is published.

mod assets;
pub mod figure;
mod folder;
mod hash;
mod later;
mod policy;
mod slim;
pub mod social;
mod styles;
mod worker;

use std::env;

use anyhow::{Context as _, Result};
use xshell::Shell;

use folder::Folder;
use later::Marked;
use slim::Program;

/// The page of the site.
const PAGE: &str = "index.html";
/// What the site is called where it is installed, and by which picture it is known.
const MANIFEST: &str = "manifest.webmanifest";
/// The environment variable that says that the site is served while it is made.
pub const SERVED: &str = "LOCK_SIMULATOR_SERVED";

/// Finishes the site in the folder that Trunk names.
pub fn finish(sh: &Shell) -> Result<()> {
    let place =
        env::var_os("TRUNK_STAGING_DIR").context("this is a step of `cargo xtask build`")?;
    let folder = Folder::new(sh, place);
    let program = slim::program(&folder, "lock-simulator")?;
    let figure = slim::program(&folder, "figure")?;
    let workshop = later::WORKSHOP.name(&folder)?;
    let lab = later::LAB.name(&folder)?;

    let page = start(&folder.read(PAGE)?, &program, &[&workshop, &lab])?;
    folder.write(PAGE, page)?;
    figure::write(&folder, &figure, &workshop)?;
    for page in folder.pages()? {
        let html = styles::join(&folder, &folder.read(&page)?)?;
        folder.write(&page, assets::name(&folder, &html)?)?;
    }
    folder.write(MANIFEST, assets::name(&folder, &folder.read(MANIFEST)?)?)?;
    social::tell(&folder)?;

    if env::var_os(SERVED).is_some() {
        // Trunk puts a script into the page that loads it anew, which a policy would not let run.
        return worker::write_idle(&folder);
    }
    for page in folder.pages()? {
        folder.write(&page, policy::with_policy(&page, &folder.read(&page)?)?)?;
    }
    worker::write(&folder)
}

/// The page with the program that starts it by its new name, and told which others are its own.
fn start(html: &str, program: &Program, later: &[&Marked]) -> Result<String> {
    let html = html.replace("./lock-simulator.js", &program.script);
    let html = html.replace("./lock-simulator_bg.wasm", &program.wasm);
    later.iter().try_fold(html, |html, program| program.tell(&html))
}

#[cfg(test)]
mod tests {
    use super::{Program, start};

    #[test]
    fn the_page_starts_the_program_by_its_new_name() {
        let html = "<script data-wasm=./lock-simulator_bg.wasm src=./lock-simulator.js></script>\
                    <link href=./lock-simulator_bg.wasm rel=preload>";
        let wanted = "<script data-wasm=b.wasm src=b.js></script>\
                      <link href=b.wasm rel=preload>";
        let program = Program { script: "b.js".into(), wasm: "b.wasm".into() };
        assert_eq!(start(html, &program, &[]).expect("a program"), wanted);
    }
}
