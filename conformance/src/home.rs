//! The place that one run of the harness has to itself: an address on this machine, a folder, and
//! somebody who clears up.
//!
//! Clearing up is the job of the janitor, a process of its own that waits for the harness to end,
//! in whatever way that happens, and then ends everything that the harness has started. So it is
//! the same after a good run, after a failure, after Ctrl-C, and after `kill -9`.

use std::ffi::OsStr;
use std::fs;
use std::io::Read as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use rustix::process::{Pid, Signal, getpid, kill_process};
use tokio::sync::{Mutex, MutexGuard};

/// The first word of the janitor's command line.
pub const JANITOR: &str = "janitor";

/// Runs a program that does not hear what tells processes to end: whoever ends all that has the
/// name of the harness is not to end the janitor first.
const DEAF: &str = "trap '' HUP INT TERM; exec \"$@\"";

/// What a run of the harness has to itself.
#[derive(Debug)]
pub struct Home {
    ip: IpAddr,
    folder: PathBuf,
    next_port: AtomicU16,
    /// Whose turn it is to start servers.
    starting: Mutex<()>,
    janitor: Option<(Child, ChildStdin)>,
}

impl Home {
    /// Moves in.
    ///
    /// # Errors
    ///
    /// If there is no place for temporary files, or no janitor can be started.
    pub fn new() -> Result<Home> {
        let folder = tempfile::Builder::new()
            .prefix("lock-simulator-")
            .tempdir_in(place().canonicalize()?)
            .context("no temporary folder can be made; set TMPDIR to a place that is writable")?;
        let program = std::env::current_exe().context("the harness does not find itself")?;
        let mut janitor = Command::new("/bin/sh")
            .args(["-c", DEAF, "sh"])
            .arg(program)
            .arg(JANITOR)
            .arg(folder.path())
            .stdin(Stdio::piped())
            // Ctrl-C in a terminal goes to a whole group, and is not meant for the janitor.
            .process_group(0)
            .spawn()
            .context("the janitor cannot be started")?;
        let Some(stdin) = janitor.stdin.take() else {
            bail!("the janitor does not listen");
        };
        // From here on the folder is the janitor's to remove.
        let folder = folder.keep().canonicalize()?;
        let ip = own_address(getpid());
        let next_port = AtomicU16::new(20_000);
        let starting = Mutex::new(());
        Ok(Home { ip, folder, next_port, starting, janitor: Some((janitor, stdin)) })
    }

    /// The run's own address: all of 127.0.0.0/8 is this machine, and each run takes another part
    /// of it, so that ports need not be shared.
    pub fn ip(&self) -> IpAddr {
        self.ip
    }

    /// Waits for one's turn to start servers, which takes the machine's whole attention: several at
    /// once would disturb the runs that go on.
    pub async fn turn(&self) -> MutexGuard<'_, ()> {
        self.starting.lock().await
    }

    /// An address that nobody else uses.
    pub fn address(&self) -> SocketAddr {
        SocketAddr::new(self.ip, self.next_port.fetch_add(1, Ordering::Relaxed))
    }

    /// A new folder for somebody with this name.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub fn folder(&self, name: &str) -> Result<PathBuf> {
        let number = self.next_port.fetch_add(1, Ordering::Relaxed);
        let folder = self.folder.join(format!("{name}-{number}"));
        fs::create_dir(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(folder)
    }

    /// A program that ends with the run at the latest. The janitor knows it by the folder that it
    /// works in.
    pub fn command(&self, program: impl AsRef<OsStr>) -> tokio::process::Command {
        let mut command = tokio::process::Command::new(program);
        command.current_dir(&self.folder).kill_on_drop(true);
        command
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        if let Some((mut janitor, stdin)) = self.janitor.take() {
            drop(stdin);
            // If it is gone already, there is nobody to wait for.
            let _ = janitor.wait();
        }
    }
}

/// Where temporary files go: in memory, unless somebody wants it otherwise. etcd waits for the disk
/// with every write, which takes a second now and then when others use the disk too.
fn place() -> PathBuf {
    let memory = Path::new("/dev/shm");
    if std::env::var_os("TMPDIR").is_none() && memory.is_dir() {
        return memory.to_owned();
    }
    std::env::temp_dir()
}

/// An address that belongs to one process: its number is written into the last three bytes.
fn own_address(process: Pid) -> IpAddr {
    let [_, high, middle, low] = process.as_raw_nonzero().get().to_be_bytes();
    // 127.0.x.x is what everybody uses, and numbers go up to four million.
    Ipv4Addr::new(127, 64 | high, middle, low).into()
}

/// Waits until the harness is gone, and clears up after it. This is all that the janitor does.
///
/// # Errors
///
/// If the folder cannot be removed.
pub fn janitor(folder: &Path) -> Result<()> {
    // Nothing is ever written: what is waited for is that the other end closes.
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
    // Somebody may be about to start a process, so it takes two looks in a row that find none.
    let mut quiet = 0;
    while quiet < 2 {
        let left = inhabitants(folder);
        quiet = if left.is_empty() { quiet + 1 } else { 0 };
        for process in left {
            // Whoever has ended by itself meanwhile is no reason to complain.
            let _ = kill_process(process, Signal::KILL);
        }
        sleep(Duration::from_millis(20));
    }
    fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))
}

/// The processes that work in a folder.
fn inhabitants(folder: &Path) -> Vec<Pid> {
    let Ok(processes) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let works_here = |process: &Pid| {
        let place = fs::read_link(format!("/proc/{process}/cwd"));
        place.is_ok_and(|place| place.starts_with(folder))
    };
    processes
        .flatten()
        .filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
        .filter(works_here)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_processes_have_two_addresses() {
        let address = |process| own_address(Pid::from_raw(process).expect("a process"));
        assert_eq!(address(300), Ipv4Addr::new(127, 64, 1, 44));
        assert_eq!(address(4_194_303), Ipv4Addr::new(127, 127, 255, 255));
    }
}
