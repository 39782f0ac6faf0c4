//! A client's process, seen from outside: what it says, and what is done to it.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use lock_simulator::sim::ClientId;
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, ChildStdin};
use tokio::sync::mpsc;
use tokio::time::sleep;

use crate::home::Home;
use crate::said::{Order, Said};

/// The first word of a client's command line.
pub const CLIENT: &str = "client";

/// What the harness hears of a client.
pub enum Heard {
    /// It says something.
    Said(Said),
    /// It has ended. The message says what went wrong, if anything did.
    Ended(Option<String>),
}

/// A client's process. It ends when this is dropped.
pub struct Process {
    pid: Pid,
    stdin: ChildStdin,
}

impl Process {
    /// Starts a client, whose words go to `to`.
    ///
    /// # Errors
    ///
    /// If there can be no more processes.
    pub fn start(
        home: &Home,
        client: ClientId,
        order: &Order,
        to: mpsc::UnboundedSender<(ClientId, Heard)>,
    ) -> Result<Process> {
        let program = std::env::current_exe()?;
        let mut child = home
            .command(program)
            .args([CLIENT, &client.index().to_string(), &serde_json::to_string(order)?])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .context("a client cannot be started")?;
        let pid = child.id().and_then(|id| Pid::from_raw(id as i32));
        let (Some(pid), Some(stdin)) = (pid, child.stdin.take()) else {
            bail!("a client ended at once");
        };
        tokio::spawn(listen(client, child, to));
        Ok(Process { pid, stdin })
    }

    /// Lets the client go on. One that is stopped goes on when it wakes.
    pub async fn give_leave(&mut self) {
        // A client that is gone goes nowhere, and says why by itself.
        let _ = self.stdin.write_all(b"\n").await;
    }

    /// Stops the process, and returns once it is stopped; false if it has ended by itself.
    ///
    /// # Errors
    ///
    /// If the process goes on.
    pub async fn stop(&self) -> Result<bool> {
        if !self.signal(Signal::STOP)? {
            return Ok(false);
        }
        for _ in 0..200 {
            let status = fs::read_to_string(format!("/proc/{}/stat", self.pid)).unwrap_or_default();
            // The state follows the name, which is in brackets.
            match status.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next()) {
                Some('T') => return Ok(true),
                None | Some('Z' | 'X') => return Ok(false),
                Some(_) => sleep(Duration::from_millis(1)).await,
            }
        }
        bail!("a client does not stop")
    }

    /// Lets a process that was stopped go on; false if it is gone.
    ///
    /// # Errors
    ///
    /// If that is not allowed.
    pub fn wake(&self) -> Result<bool> {
        self.signal(Signal::CONT)
    }

    /// Ends the process; false if it has ended by itself.
    ///
    /// # Errors
    ///
    /// If that is not allowed.
    pub fn crash(&self) -> Result<bool> {
        self.signal(Signal::KILL)
    }

    fn signal(&self, signal: Signal) -> Result<bool> {
        match kill_process(self.pid, signal) {
            Ok(()) => Ok(true),
            Err(Errno::SRCH) => Ok(false),
            Err(error) => Err(error).context("a client cannot be stopped, woken or ended"),
        }
    }
}

/// Passes on what a client says until it ends. The process is killed if this is.
async fn listen(client: ClientId, mut child: Child, to: mpsc::UnboundedSender<(ClientId, Heard)>) {
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let speech = async {
        let mut lines = BufReader::new(stdout?).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let said = serde_json::from_str(&line).ok()?;
            to.send((client, Heard::Said(said))).ok()?;
        }
        Some(())
    };
    let complaint = async {
        let mut text = String::new();
        stderr?.read_to_string(&mut text).await.ok()?;
        Some(text)
    };
    let listened = async { tokio::join!(speech, complaint).1.unwrap_or_default() };
    let text = tokio::select! {
        text = listened => text,
        // There is nobody left to tell.
        () = to.closed() => return,
    };
    let status = child.wait().await;
    let problem = match status {
        Ok(status) if status.success() => None,
        Ok(status) => Some(format!("{status}; {}", text.trim())),
        Err(error) => Some(error.to_string()),
    };
    let _ = to.send((client, Heard::Ended(problem)));
}
