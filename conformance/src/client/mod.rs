//! A client, which is a process of its own: gets the lock, reads, works, writes, gives it back.
//!
//! Everything that goes through the lock service runs on one thread, as do the heartbeats. A client
//! that does not renew does its work on that very thread, so that the heartbeats stop: that is the
//! mistake that the model's `renew=off` stands for. One that renews works on a thread of its own.

mod etcd;
mod job;
mod keys;
mod standing;
mod zookeeper;

use std::sync::Arc;

use anyhow::{Context as _, Result};

use crate::said::{Grant, Order, Service, What, Why};
use job::Job;
use standing::{Standing, leave, say};

/// How the attempt to get the lock ended.
enum Attempt {
    Acquired(Grant),
    /// The session was over before the client had the lock.
    SessionEnded,
}

/// The client's side of the protocol with the lock service.
#[expect(clippy::large_enum_variant, reason = "there are only a few of them")]
enum Lock {
    Etcd(etcd::Lock),
    ZooKeeper(zookeeper::Lock),
    Keys(keys::Lock),
}

impl Lock {
    async fn connect(order: &Order, number: usize, standing: Arc<Standing>) -> Result<Lock> {
        Ok(match order.service {
            Service::Etcd => Lock::Etcd(etcd::Lock::connect(order, number, standing).await?),
            Service::ZooKeeper => {
                Lock::ZooKeeper(zookeeper::Lock::connect(order, number, standing).await?)
            }
            Service::Keys => Lock::Keys(keys::Lock::connect(order, standing).await?),
        })
    }

    async fn acquire(&mut self) -> Result<Attempt> {
        match self {
            Lock::Etcd(lock) => lock.acquire().await,
            Lock::ZooKeeper(lock) => lock.acquire().await,
            Lock::Keys(lock) => lock.acquire().await,
        }
    }

    /// Keeps the lease alive for as long as it is polled, and says so.
    async fn heartbeats(&self) -> Result<()> {
        match self {
            Lock::Etcd(lock) => lock.heartbeats().await,
            Lock::ZooKeeper(lock) => lock.heartbeats().await,
            Lock::Keys(lock) => lock.heartbeats().await,
        }
    }

    async fn release(&mut self) -> Result<()> {
        match self {
            Lock::Etcd(lock) => lock.release().await,
            Lock::ZooKeeper(lock) => lock.release().await,
            Lock::Keys(lock) => lock.release().await,
        }
    }
}

/// Does what the order, in JSON, says as the client with this number, from 0 for A. This is all that
/// a client's process does.
///
/// # Errors
///
/// If the order cannot be read, or something fails that no client expects to.
pub fn run(order: &str, number: &str) -> Result<()> {
    let order: Order = serde_json::from_str(order).context("the order cannot be read")?;
    let number: usize = number.parse().context("clients have numbers")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let result = runtime.block_on(drive(order, number));
    // Whatever the libraries still want to do in the background is not part of the run.
    runtime.shutdown_background();
    result
}

async fn drive(order: Order, number: usize) -> Result<()> {
    let standing = Arc::new(Standing::default());
    let job = Job::connect(order.clone(), number, standing.clone())?;
    let mut lock = Lock::connect(&order, number, standing).await?;
    say(What::Ready);
    tokio::task::spawn_blocking(leave).await??;

    say(What::Asked);
    let Attempt::Acquired(grant) = lock.acquire().await? else {
        say(What::GaveUp { why: Why::SessionEnded });
        return Ok(());
    };
    if order.renew {
        let working = tokio::task::spawn_blocking(move || job.work_through(grant));
        tokio::select! {
            worked = working => worked??,
            ended = beat(&lock) => ended?,
        }
    } else {
        job.work_through(grant)?;
    }
    say(What::Releasing);
    lock.release().await?;
    say(What::Finished);
    Ok(())
}

/// Heartbeats that go on until they fail; the work goes on without them when the lease is lost.
async fn beat(lock: &Lock) -> Result<()> {
    lock.heartbeats().await?;
    std::future::pending().await
}
