//! Whether the machine kept up with a run.

use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::time::Stamp;

/// How often somebody looks at the clock.
const LOOK: Duration = Duration::from_millis(10);

/// Somebody who does nothing but look at the clock, and sees when it took too long.
pub struct Stalls {
    longest: watch::Receiver<Duration>,
    looking: JoinHandle<()>,
}

impl Stalls {
    /// Lets it begin.
    pub fn watch() -> Stalls {
        let (tell, longest) = watch::channel(Duration::ZERO);
        let looking = tokio::spawn(async move {
            loop {
                let begin = Stamp::now();
                sleep(LOOK).await;
                let stall = Stamp::now().since(begin).saturating_sub(LOOK);
                tell.send_if_modified(|longest| {
                    let longer = stall > *longest;
                    *longest = stall.max(*longest);
                    longer
                });
            }
        });
        Stalls { longest, looking }
    }

    /// For how long nothing went on at the most.
    pub fn longest(&self) -> Duration {
        *self.longest.borrow()
    }
}

impl Drop for Stalls {
    fn drop(&mut self) {
        self.looking.abort();
    }
}
