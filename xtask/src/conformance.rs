//! Holding the model against real lock services, which are installed first.

use std::path::Path;

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

use crate::packages::{install, on_path};
use crate::step::step;

/// Something that it takes, and the package of Debian that has it.
struct Part {
    name: &'static str,
    package: &'static str,
    is_there: fn() -> bool,
}

/// Debian's packages put these where nothing else looks for them.
const ZOOKEEPER: &str = "/usr/share/java/zookeeper.jar";
const DESCRIPTIONS: &str = "/usr/include/google/protobuf/descriptor.proto";

const PARTS: [Part; 6] = [
    Part { name: "etcd", package: "etcd-server", is_there: || on_path("etcd").is_some() },
    Part { name: "ZooKeeper", package: "zookeeper", is_there: || Path::new(ZOOKEEPER).is_file() },
    Part {
        name: "Java, for ZooKeeper",
        package: "default-jre-headless",
        is_there: || on_path("java").is_some(),
    },
    Part { name: "Redis", package: "redis-server", is_there: || on_path("redis-server").is_some() },
    Part {
        name: "protoc, for the client of etcd",
        package: "protobuf-compiler",
        is_there: || on_path("protoc").is_some(),
    },
    Part {
        name: "the descriptions that protoc reads",
        package: "libprotobuf-dev",
        is_there: || Path::new(DESCRIPTIONS).is_file(),
    },
];

/// Makes sure that the services are installed, and what building their clients takes.
pub fn require_services(sh: &Shell) -> Result<()> {
    let missing = || PARTS.iter().filter(|part| !(part.is_there)());
    let packages: Vec<&str> = missing().map(|part| part.package).collect();
    if packages.is_empty() || install(sh, "the real lock services", &packages)? {
        return Ok(());
    }
    let names: Vec<&str> = missing().map(|part| part.name).collect();
    bail!(
        "this is missing: {}. Install it (on Debian: `apt-get install {}`); `cargo xtask test` can \
         leave the real services out with `--no-servers`",
        names.join("; "),
        packages.join(" ")
    )
}

/// Runs the harness with these arguments; without any, for a sample of the cells.
pub fn run(sh: &Shell, arguments: &[String]) -> Result<()> {
    require_services(sh)?;
    step("Real lock services", || {
        Ok(cmd!(sh, "cargo run --quiet --package conformance -- {arguments...}").run()?)
    })
}
