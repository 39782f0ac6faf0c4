//! What a client knows of its lease, and how it tells the harness.

use std::io::BufRead as _;
use std::sync::{Mutex, PoisonError};

use anyhow::{Result, ensure};

use crate::said::{Said, What};
use crate::time::Stamp;

/// Tells the harness that something has happened just now.
pub fn say(what: What) {
    let said = Said { at: Stamp::now(), what };
    if let Ok(line) = serde_json::to_string(&said) {
        println!("{line}");
    }
}

/// Waits until the harness lets the client go on.
///
/// # Errors
///
/// If there is no harness any more.
pub fn leave() -> Result<()> {
    let read = std::io::stdin().lock().read_line(&mut String::new())?;
    ensure!(read > 0, "the harness is gone");
    Ok(())
}

/// What a client knows of its lease. Its work and its heartbeats may run on different threads.
#[derive(Debug, Default)]
pub struct Standing(Mutex<Known>);

#[derive(Clone, Copy, Debug, Default)]
struct Known {
    until: Option<Stamp>,
    holds: bool,
    lost: bool,
    in_doubt: bool,
}

impl Standing {
    fn with<T>(&self, what: impl FnOnce(&mut Known) -> T) -> T {
        what(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Until when the client may rely on its lock, as far as it knows.
    pub fn until(&self) -> Option<Stamp> {
        self.with(|known| known.until)
    }

    /// Notes that the lease lasts until then, and says so if the client holds the lock.
    pub fn extend(&self, until: Stamp) {
        let holds = self.with(|known| {
            known.until = Some(until);
            known.holds
        });
        if holds {
            say(What::Extended { until });
        }
    }

    /// Notes that the client holds the lock.
    pub fn hold(&self) {
        self.with(|known| known.holds = true);
    }

    /// Notes that the lock is lost, and says so once.
    pub fn lose(&self) {
        let news = self.with(|known| known.holds && !std::mem::replace(&mut known.lost, true));
        if news {
            say(What::LearnedLoss);
        }
    }

    /// Notes whether the client is in touch with the service, and says so if that is new.
    pub fn doubt(&self, in_doubt: bool) {
        let news = self.with(|known| {
            known.holds && std::mem::replace(&mut known.in_doubt, in_doubt) != in_doubt
        });
        if news {
            say(if in_doubt { What::InDoubt } else { What::BackInTouch });
        }
    }

    /// Whether the client knows of nothing that speaks against its lock.
    pub fn is_good(&self) -> bool {
        self.with(|known| !known.lost && known.until.is_some_and(|until| Stamp::now() < until))
    }

    /// Whether it was told that it has lost touch.
    pub fn is_in_doubt(&self) -> bool {
        self.with(|known| known.in_doubt)
    }
}
