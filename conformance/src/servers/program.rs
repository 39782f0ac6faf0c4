//! A process of a server.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context as _, Result, bail};
use rustix::process::{Pid, Signal, kill_process};
use tokio::process::{Child, Command};

/// A running process. It ends when this is dropped.
pub struct Program {
    child: Child,
    pid: Pid,
    name: String,
    log: PathBuf,
}

impl Program {
    /// Starts a program of this package of Debian's, which writes what it has to say into a file.
    pub fn start(command: &mut Command, package: &str, log: &Path) -> Result<Program> {
        let name = command.as_std().get_program().to_string_lossy().into_owned();
        let file = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
        let child = command
            .stdin(Stdio::null())
            .stdout(file.try_clone()?)
            .stderr(file)
            .spawn()
            .with_context(|| {
                format!(
                    "{name} cannot be started; install it (on Debian: `apt-get install {package}`)"
                )
            })?;
        let pid = child.id().and_then(|id| Pid::from_raw(id as i32));
        let pid = pid.with_context(|| format!("{name} ended at once"))?;
        Ok(Program { child, pid, name, log: log.to_owned() })
    }

    /// The process's number.
    pub fn pid(&self) -> Pid {
        self.pid
    }

    /// Makes sure that the process has not ended by itself.
    pub fn require_running(&mut self) -> Result<()> {
        if let Some(status) = self.child.try_wait()? {
            let log = fs::read_to_string(&self.log).unwrap_or_default();
            let last: Vec<&str> = log.lines().rev().take(5).collect();
            let last: Vec<&str> = last.into_iter().rev().collect();
            bail!("{} has ended by itself ({status}), saying:\n{}", self.name, last.join("\n"));
        }
        Ok(())
    }

    /// Ends the process, without giving it time to do anything.
    pub fn kill(&mut self) -> Result<()> {
        kill_process(self.pid, Signal::KILL).context("a server was gone already")
    }

    /// Waits until a process that was killed is gone, and its port free.
    pub async fn gone(&mut self) -> Result<()> {
        self.child.wait().await.map(drop).context("a server does not end")
    }
}
