//! Those who look at a lock's servers all the time, so that the service's own account is known.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result};
use lock_simulator::sim::ServerId;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::truth::Sight;
use crate::servers::Witness;
use crate::time::Stamp;

/// How often a witness looks. So the service's account is too late by about this and the time of an
/// answer at the most.
pub const LOOK: Duration = Duration::from_millis(10);

/// How long a service may need before it answers a witness again.
const PATIENCE: Duration = Duration::from_secs(15);

/// How long a witness waits for an answer before it asks again.
const ANSWER: Duration = Duration::from_secs(1);

/// One witness at each server, or one for a service that acts as one.
pub struct Witnesses {
    sights: Arc<Mutex<Vec<Sight>>>,
    /// Where they look, if not where they did at first.
    address: watch::Sender<Option<SocketAddr>>,
    /// How often each of them has seen something.
    looks: Vec<watch::Receiver<u64>>,
    looking: Vec<JoinHandle<()>>,
}

impl Witnesses {
    /// Lets them begin. `keep` says that what a server knows is still so when it does not answer.
    pub fn start(witnesses: Vec<Witness>, keep: bool) -> Witnesses {
        let sights = Arc::default();
        let address = watch::Sender::new(None);
        let (mut looks, mut looking) = (Vec::new(), Vec::new());
        for (server, witness) in ServerId::first(ServerId::MOST).zip(witnesses) {
            let (count, counted) = watch::channel(0);
            let watcher = Watcher {
                witness,
                server,
                keep,
                sights: Arc::clone(&sights),
                address: address.subscribe(),
                count,
            };
            looks.push(counted);
            looking.push(tokio::spawn(watcher.look()));
        }
        Witnesses { sights, address, looks, looking }
    }

    /// Lets them look at another server from now on.
    pub fn turn_to(&self, address: SocketAddr) {
        self.address.send_replace(Some(address));
    }

    /// Waits until all of them have seen how things are now.
    ///
    /// # Errors
    ///
    /// If one of them sees nothing.
    pub async fn catch_up(&mut self) -> Result<()> {
        // The looks that are going on may have begun before.
        let wanted: Vec<u64> = self.looks.iter().map(|looks| *looks.borrow() + 2).collect();
        for (looks, wanted) in self.looks.iter_mut().zip(wanted) {
            let caught_up = timeout(PATIENCE, looks.wait_for(|&count| count >= wanted)).await;
            caught_up.context("the lock service tells nobody any more who holds the lock")??;
        }
        Ok(())
    }

    /// What they have seen so far.
    pub fn sights(&self) -> Vec<Sight> {
        self.sights.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Witnesses {
    fn drop(&mut self) {
        self.looking.iter().for_each(JoinHandle::abort);
    }
}

/// One witness at work.
struct Watcher {
    witness: Witness,
    server: ServerId,
    keep: bool,
    sights: Arc<Mutex<Vec<Sight>>>,
    address: watch::Receiver<Option<SocketAddr>>,
    count: watch::Sender<u64>,
}

impl Watcher {
    /// Notes whenever something has changed.
    async fn look(mut self) {
        let mut last = Vec::new();
        loop {
            if self.address.has_changed().unwrap_or_default()
                && let Some(address) = *self.address.borrow_and_update()
            {
                self.witness.turn_to(address);
            }
            let answer = timeout(ANSWER, self.witness.look()).await.ok().flatten();
            if let Some(mut entries) = answer.or_else(|| (!self.keep).then(Vec::new)) {
                entries.sort_unstable();
                if entries != last {
                    last.clone_from(&entries);
                    let sight = Sight { at: Stamp::now(), server: self.server, entries };
                    self.sights.lock().unwrap_or_else(PoisonError::into_inner).push(sight);
                }
                self.count.send_modify(|count| *count += 1);
            }
            sleep(LOOK).await;
        }
    }
}
