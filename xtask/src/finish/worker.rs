//! The worker that keeps a copy of the site (`assets/sw.js`), told what belongs to this release; and
//! the one that takes its place where nothing is to be kept (`assets/idle.js`).

use anyhow::Result;

use super::folder::Folder;
use super::{figure, hash, policy};

/// The worker in the project.
const SOURCE: &str = "assets/sw.js";
/// The worker that keeps nothing.
const IDLE: &str = "assets/idle.js";
/// The worker in the site, whose name stays: browsers look there for the next release.
const NAME: &str = "sw.js";

/// What nobody needs who has opened the site: it is there for other sites, or is shown where there
/// is nothing else.
const OTHERS: [&str; 3] = [policy::MISSING, "oembed.json", "social.png"];

/// Writes the worker for all files that there are. It comes last, since it knows what is in them.
pub fn write(folder: &Folder) -> Result<()> {
    let mut files = Vec::new();
    for name in folder.files()? {
        if !OTHERS.contains(&name.as_str()) && !name.starts_with(figure::PICTURES) {
            files.push((address(&name).to_string(), hash::sum(folder.bytes(&name)?)));
        }
    }
    let worker = folder.source(SOURCE)?;
    folder.write(NAME, filled(&worker, &files))
}

/// Writes the worker for a site that is served while it is made. It keeps nothing, and forgets what
/// a finished site has kept that was served from here before.
pub fn write_idle(folder: &Folder) -> Result<()> {
    folder.write(NAME, folder.source(IDLE)?)
}

/// The address of a file below the site's own: a folder stands for the page in it.
fn address(name: &str) -> &str {
    match name.strip_suffix("index.html") {
        Some("") => "./",
        Some(folder) if folder.ends_with('/') => folder,
        _ => name,
    }
}

/// The worker with the files of a release and the sum of each.
fn filled(worker: &str, files: &[(String, String)]) -> String {
    let entries: Vec<String> =
        files.iter().map(|(name, sum)| format!("\"{name}\": \"{sum}\"")).collect();
    let entries = entries.join(",\n");
    let release = hash::mark([worker, &entries]);
    worker.replace("{release}", &release).replace("{files}", &format!("{{\n{entries}\n}}"))
}

#[cfg(test)]
mod tests {
    use super::{address, filled};

    #[test]
    fn a_folder_stands_for_the_page_in_it() {
        let names = ["index.html", "v1/index.html", "incidents.html", "v1/embed.js"];
        assert_eq!(names.map(address), ["./", "v1/", "incidents.html", "v1/embed.js"]);
    }

    #[test]
    fn the_worker_knows_its_files_and_is_another_one_for_others() {
        let worker = "const RELEASE = \"{release}\";\nconst FILES = {files};\n";
        let file = |name: &str, sum: &str| (name.to_string(), sum.to_string());
        let one = filled(worker, &[file("./", "sha256-a"), file("b.js", "sha256-b")]);
        let files = "const FILES = {\n\"./\": \"sha256-a\",\n\"b.js\": \"sha256-b\"\n};\n";
        assert!(one.ends_with(files), "{one}");
        let other = filled(worker, &[file("./", "sha256-a"), file("b.js", "sha256-c")]);
        assert_ne!(one.lines().next(), other.lines().next());
    }
}
