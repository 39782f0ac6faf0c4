//! The folder that a site is made in.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use xshell::{Shell, cmd};

/// A folder, and the project that the site in it is made of.
pub struct Folder<'a> {
    sh: &'a Shell,
    path: PathBuf,
}

impl<'a> Folder<'a> {
    /// The folder at a path, for a shell that is in the project's folder.
    pub fn new(sh: &'a Shell, path: impl Into<PathBuf>) -> Folder<'a> {
        Folder { sh, path: path.into() }
    }

    /// The text of a file of the site.
    pub fn read(&self, name: &str) -> Result<String> {
        Ok(self.sh.read_file(self.path.join(name))?)
    }

    /// What is in a file of the site.
    pub fn bytes(&self, name: &str) -> Result<Vec<u8>> {
        Ok(self.sh.read_binary_file(self.path.join(name))?)
    }

    /// The text of a file of the project.
    pub fn source(&self, name: &str) -> Result<String> {
        Ok(self.sh.read_file(name)?)
    }

    /// A script or a style sheet of the project in as few letters as do the same. What stands
    /// outside of functions keeps its name, since scripts of a page share it.
    pub fn squeezed(&self, name: &str) -> Result<String> {
        let sh = self.sh;
        let squeezed = cmd!(sh, "esbuild {name} --minify --target=es2022 --charset=utf8");
        Ok(squeezed.quiet().read()?)
    }

    /// What is in a file of the project.
    pub fn source_bytes(&self, name: &str) -> Result<Vec<u8>> {
        Ok(self.sh.read_binary_file(name)?)
    }

    /// Copies the files of a folder of the project into one of the site.
    pub fn copy_all(&self, from: &str, to: &str) -> Result<()> {
        let to = self.path.join(to);
        self.sh.create_dir(&to)?;
        for file in self.sh.read_dir(from)? {
            self.sh.copy_file(file, &to)?;
        }
        Ok(())
    }

    /// Writes a file of the site, with the folders that it is in.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> Result<()> {
        Ok(self.sh.write_file(self.path.join(name), content)?)
    }

    /// Takes a file away from the site, and returns what was in it.
    pub fn take(&self, name: &str) -> Result<Vec<u8>> {
        let content = self.bytes(name)?;
        self.sh.remove_path(self.path.join(name))?;
        Ok(content)
    }

    /// Every file of the site by its path, in the order of the alphabet.
    pub fn files(&self) -> Result<Vec<String>> {
        let mut found = Vec::new();
        self.collect(&self.path, &mut found)?;
        found.sort();
        Ok(found)
    }

    fn collect(&self, folder: &Path, found: &mut Vec<String>) -> Result<()> {
        for path in self.sh.read_dir(folder)? {
            if path.is_dir() {
                self.collect(&path, found)?;
            } else {
                let name = path.strip_prefix(&self.path)?.to_str().map(String::from);
                ensure!(name.is_some(), "{} is no name for a file of a site", path.display());
                found.extend(name);
            }
        }
        Ok(())
    }

    /// Every page of the site.
    pub fn pages(&self) -> Result<Vec<String>> {
        let mut files = self.files()?;
        files.retain(|file| file.ends_with(".html"));
        Ok(files)
    }
}
