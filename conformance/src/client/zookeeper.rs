//! A lock of ZooKeeper: a session, and the lock recipe of the client library.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use tokio::time::{sleep, timeout};
use zookeeper_client::{Acls, Client, Error, LockOptions, LockPrefix, SessionState};

use super::Attempt;
use super::standing::Standing;
use crate::said::{Grant, Order};
use crate::time::{Stamp, sleep_until};

/// The protocol of one client.
pub struct Lock {
    client: Client,
    /// What the name of the client's znode begins with.
    prefix: String,
    timeout: Duration,
    patience: Duration,
    standing: Arc<Standing>,
    /// The client's own znode.
    znode: String,
    /// When the last request was sent that was answered.
    alive: Stamp,
}

impl Lock {
    /// Connects a client, which gives it a session.
    pub async fn connect(order: &Order, number: usize, standing: Arc<Standing>) -> Result<Lock> {
        let servers: Vec<String> = order.servers.iter().map(ToString::to_string).collect();
        let client = Client::connector()
            .with_session_timeout(order.lease)
            .connect(&servers.join(","))
            .await
            .context("ZooKeeper does not answer")?;
        let timeout = client.session_timeout();
        Ok(Lock {
            client,
            prefix: format!("/{}/lock-{number}-", order.lock),
            timeout,
            patience: order.patience,
            standing,
            znode: String::new(),
            alive: Stamp::now(),
        })
    }

    /// Waits for the lock. The library sends heartbeats by itself.
    pub async fn acquire(&mut self) -> Result<Attempt> {
        let prefix = LockPrefix::new_custom(self.prefix.clone(), "lock-")?;
        let options = LockOptions::new(Acls::anyone_all());
        let held = match self.client.lock(prefix, b"", options).await {
            Ok(held) => held,
            Err(Error::SessionExpired | Error::RuntimeInconsistent | Error::Timeout) => {
                return Ok(Attempt::SessionEnded);
            }
            Err(error) => return Err(error).context("no lock was to be had"),
        };
        self.znode = held.lock_path().to_owned();
        // The library deletes the znode when this is dropped; here that is done by `release`.
        std::mem::forget(held);
        let (sent, stat) = loop {
            let sent = Stamp::now();
            match self.client.check_stat(&self.znode).await {
                Ok(stat) => break (sent, stat),
                Err(Error::ConnectionLoss) => sleep(self.patience).await,
                Err(Error::SessionExpired) => return Ok(Attempt::SessionEnded),
                Err(error) => return Err(error).context("the lock cannot be looked at"),
            }
        };
        let Some(stat) = stat else {
            return Ok(Attempt::SessionEnded);
        };
        self.alive = sent;
        self.standing.extend(sent.after(self.timeout));
        let token = Some(stat.czxid as u64);
        Ok(Attempt::Acquired(Grant { lease: self.timeout, token }))
    }

    /// Sends signs of life at every third of the timeout, and says what the library finds out.
    pub async fn heartbeats(&self) -> Result<()> {
        tokio::join!(self.watch(), self.live());
        Ok(())
    }

    /// Notes what the library says about the session.
    async fn watch(&self) {
        let mut states = self.client.state_watcher();
        let mut state = states.state();
        loop {
            match state {
                SessionState::SyncConnected | SessionState::ConnectedReadOnly => {
                    self.standing.doubt(false);
                }
                SessionState::Disconnected => self.standing.doubt(true),
                SessionState::Expired | SessionState::AuthFailed | SessionState::Closed => {
                    self.standing.lose();
                    return;
                }
            }
            state = states.changed().await;
        }
    }

    /// The library's own heartbeats come when there is nothing else to send, and it does not say
    /// when. These are visible, so that it is known until when the client may rely on its lock.
    async fn live(&self) {
        let mut next = self.alive.after(self.timeout / 3);
        loop {
            sleep_until(next).await;
            let sent = Stamp::now();
            match timeout(self.patience, self.client.check_stat(&self.znode)).await {
                Ok(Ok(Some(_))) => {
                    self.standing.extend(sent.after(self.timeout));
                    next = sent.after(self.timeout / 3);
                }
                Ok(Ok(None) | Err(Error::SessionExpired)) => {
                    self.standing.lose();
                    return;
                }
                Ok(Err(_)) | Err(_) => next = sent.after(self.patience),
            }
        }
    }

    /// Deletes the client's znode, again and again until the service has heard of it.
    pub async fn release(&mut self) -> Result<()> {
        loop {
            match self.client.delete(&self.znode, None).await {
                Ok(()) | Err(Error::NoNode | Error::SessionExpired | Error::Timeout) => {
                    return Ok(());
                }
                Err(_) => sleep(self.patience).await,
            }
        }
    }
}
