//! A lock of etcd: a lease, and the lock call of its server.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use etcd_client::{Client, ConnectOptions, Error, LeaseGrantOptions, LockOptions};
use futures::future::{Either, select};
use tokio::time::{sleep, timeout};

use super::Attempt;
use super::standing::Standing;
use crate::said::{Grant, Order};
use crate::time::{Stamp, sleep_until};

/// gRPC's code for something that does not exist.
const NOT_FOUND: i32 = 5;

/// The protocol of one client.
pub struct Lock {
    client: Client,
    number: usize,
    name: String,
    asked: Duration,
    patience: Duration,
    standing: Arc<Standing>,
    lease: Option<Lease>,
}

struct Lease {
    id: i64,
    ttl: Duration,
    /// When it was granted, from which on the client looks.
    granted: Stamp,
    /// When the service has last answered.
    heard: Cell<Stamp>,
}

enum Renewal {
    Renewed,
    Unanswered,
    Lost,
}

impl Lock {
    /// Connects a client.
    pub async fn connect(order: &Order, number: usize, standing: Arc<Standing>) -> Result<Lock> {
        let endpoints: Vec<String> = order.servers.iter().map(ToString::to_string).collect();
        // A member that is gone must not hold up the calls to the others.
        let options = ConnectOptions::new().with_connect_timeout(order.patience);
        let mut client = Client::connect(endpoints, Some(options)).await?;
        // The connection is made by the first call, and is not to be part of the run.
        client.get(order.lock.as_str(), None).await.context("etcd does not answer")?;
        let (asked, patience) = (order.lease, order.patience);
        let name = order.lock.clone();
        Ok(Lock { client, number, name, asked, patience, standing, lease: None })
    }

    /// Waits for the lock, with heartbeats.
    pub async fn acquire(&mut self) -> Result<Attempt> {
        let (sent, lease) = self.grant().await;
        self.standing.extend(sent.after(lease.ttl));
        let (id, ttl) = (lease.id, lease.ttl);
        self.lease = Some(lease);

        let key = {
            let locking = std::pin::pin!(self.lock(id));
            let beating = std::pin::pin!(self.heartbeats());
            match select(locking, beating).await {
                Either::Left((locked, _)) => locked?,
                // The service goes on waiting without a lease.
                Either::Right((beaten, locking)) => {
                    beaten?;
                    locking.await?
                }
            }
        };
        let Some(key) = key else {
            return Ok(Attempt::SessionEnded);
        };
        // Whoever has waited renews once, so that its lease starts fresh.
        let (token, _) = tokio::join!(self.token(&key), self.renew());
        Ok(Attempt::Acquired(Grant { lease: ttl, token }))
    }

    /// Asks for a lease, again and again until the service answers. What is asked of a member that
    /// knows of no leader is lost, which it admits after 7 s.
    async fn grant(&mut self) -> (Stamp, Lease) {
        loop {
            let sent = Stamp::now();
            // The name of a key is that of its lease, so this is how to tell whose key it is.
            let id = fastrand::i64(1 << 40..1 << 58) << 4 | self.number as i64;
            let options = LeaseGrantOptions::new().with_id(id);
            let asking = self.client.lease_grant(seconds(self.asked), Some(options));
            if let Ok(Ok(granted)) = timeout(self.patience, asking).await {
                let ttl = Duration::from_secs(granted.ttl().max(0) as u64);
                let heard = Stamp::now();
                let lease =
                    Lease { id: granted.id(), ttl, granted: heard, heard: Cell::new(heard) };
                return (sent, lease);
            }
            sleep_until(sent.after(self.patience)).await;
        }
    }

    /// Calls for the lock until the service answers; none if it says that the lease is over.
    async fn lock(&self, lease: i64) -> Result<Option<Vec<u8>>> {
        let mut client = self.client.clone();
        loop {
            let options = LockOptions::new().with_lease(lease);
            match client.lock(self.name.as_str(), Some(options)).await {
                Ok(locked) => return Ok(Some(locked.key().to_vec())),
                Err(error) if ended(&error) => return Ok(None),
                // A member that lost its leader drops the call; the key keeps its place.
                Err(_) => sleep(self.patience).await,
            }
        }
    }

    /// The revision that created the client's key; none if that is gone already.
    async fn token(&self, key: &[u8]) -> Option<u64> {
        let mut client = self.client.clone();
        loop {
            let sent = Stamp::now();
            if let Ok(Ok(found)) = timeout(self.patience, client.get(key, None)).await {
                return found.kvs().first().map(|kv| kv.create_revision() as u64);
            }
            sleep_until(sent.after(self.patience)).await;
        }
    }

    /// Renews the lease at every third of it, for as long as it lives. Once a second it looks whether
    /// the lease must be over by now, as the library in Go does (`client/v3/lease.go`,
    /// `deadlineLoop`); the one in Rust leaves that to its user.
    pub async fn heartbeats(&self) -> Result<()> {
        let Some(lease) = &self.lease else {
            return Ok(());
        };
        let mut next = lease.heard.get().after(lease.ttl / 3);
        loop {
            let seconds = Stamp::now().since(lease.granted).as_secs();
            let look = lease.granted.after(Duration::from_secs(seconds + 1));
            sleep_until(next.min(look)).await;
            let looks = Stamp::now() >= look;
            if looks && Stamp::now() >= lease.heard.get().after(lease.ttl) {
                self.standing.lose();
                return Ok(());
            }
            if Stamp::now() < next {
                continue;
            }
            match self.renew().await {
                Renewal::Renewed => next = lease.heard.get().after(lease.ttl / 3),
                Renewal::Unanswered => next = Stamp::now(),
                Renewal::Lost => {
                    self.standing.lose();
                    return Ok(());
                }
            }
        }
    }

    async fn renew(&self) -> Renewal {
        let Some(lease) = &self.lease else {
            return Renewal::Lost;
        };
        let sent = Stamp::now();
        let mut client = self.client.clone();
        match timeout(self.patience, client.lease_keep_alive(lease.id)).await {
            Ok(Ok(_)) => {
                lease.heard.set(Stamp::now());
                self.standing.extend(sent.after(lease.ttl));
                Renewal::Renewed
            }
            // That is how this library says that the service knows no such lease.
            Ok(Err(Error::LeaseKeepAliveError(_))) => Renewal::Lost,
            Ok(Err(_)) => {
                sleep_until(sent.after(self.patience)).await;
                Renewal::Unanswered
            }
            Err(_) => Renewal::Unanswered,
        }
    }

    /// Revokes the lease, and with it the key, again and again until the service has heard of it.
    pub async fn release(&mut self) -> Result<()> {
        let Some(lease) = &self.lease else {
            return Ok(());
        };
        loop {
            match timeout(self.patience, self.client.lease_revoke(lease.id)).await {
                Ok(Ok(_)) => return Ok(()),
                Ok(Err(Error::GRpcStatus(status))) if status.code() as i32 == NOT_FOUND => {
                    return Ok(());
                }
                Ok(Err(_)) => sleep(self.patience).await,
                Err(_) => {}
            }
        }
    }
}

/// A duration as etcd counts, in whole seconds, of which it takes none too few.
fn seconds(duration: Duration) -> i64 {
    duration.as_millis().div_ceil(1_000) as i64
}

/// Whether an answer to the lock call says that the client's lease is over.
fn ended(error: &Error) -> bool {
    let Error::GRpcStatus(status) = error else {
        return false;
    };
    status.code() as i32 == NOT_FOUND || status.message().contains("session is expired")
}
