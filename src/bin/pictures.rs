//! Draws the pictures of the presets into a folder: `cargo run -q --bin pictures -- FOLDER`. It runs
//! where the site is built, and is no example since these need much that is only for tests.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    use std::path::PathBuf;
    use std::process::ExitCode;
    use std::{env, fs};

    use lock_simulator::page::presets::{pictures, presets};

    let mut arguments = env::args_os().skip(1);
    let (Some(folder), None) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: pictures FOLDER");
        return ExitCode::from(2);
    };
    let folder = PathBuf::from(folder);
    let write = |(name, picture): (String, String)| fs::write(folder.join(name), picture);
    let written = fs::create_dir_all(&folder).and_then(|()| {
        presets().iter().flat_map(|(name, preset)| pictures(name, preset)).try_for_each(write)
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("the pictures cannot be written into {}: {error}", folder.display());
            ExitCode::FAILURE
        }
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {}
