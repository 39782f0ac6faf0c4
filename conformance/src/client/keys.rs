//! A lock of Redis: a key with a time to live on one server, or on a majority of several, as the
//! documentation of Redis describes both.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result};
use futures::future::join_all;
use redis::aio::MultiplexedConnection;
use redis::{Cmd, RedisResult, Value};
use tokio::time::{sleep, timeout};

use super::Attempt;
use super::standing::{Standing, say};
use crate::said::{Grant, Order, What};
use crate::time::{Stamp, sleep_until};

/// Deletes a key if it still has this value.
const RELEASE: &str = "if redis.call('get', KEYS[1]) == ARGV[1] then \
                       return redis.call('del', KEYS[1]) else return 0 end";

/// Gives a key more time if it still has this value.
const EXTEND: &str = "if redis.call('get', KEYS[1]) == ARGV[1] then \
                      return redis.call('pexpire', KEYS[1], ARGV[2]) else return 0 end";

/// The protocol of one client.
pub struct Lock {
    servers: Vec<Server>,
    order: Order,
    standing: Arc<Standing>,
}

/// One server, and the connection to it if there is one.
struct Server {
    address: SocketAddr,
    connection: Mutex<Option<MultiplexedConnection>>,
}

impl Server {
    async fn ask(&self, command: &Cmd) -> RedisResult<Value> {
        let open = self.connection.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(mut connection) = open {
            match command.query_async(&mut connection).await {
                // The server has dropped the connection since it was last used.
                Err(error) if error.is_unrecoverable_error() => self.keep(None),
                answer => return answer,
            }
        }
        let client = redis::Client::open(format!("redis://{}", self.address))?;
        let mut connection = client.get_multiplexed_async_connection().await?;
        self.keep(Some(connection.clone()));
        command.query_async(&mut connection).await
    }

    fn keep(&self, connection: Option<MultiplexedConnection>) {
        *self.connection.lock().unwrap_or_else(PoisonError::into_inner) = connection;
    }
}

/// What became of a question put to all servers.
struct Round {
    sent: Stamp,
    agreed: usize,
    answered: usize,
}

impl Lock {
    /// Connects a client to all servers.
    pub async fn connect(order: &Order, standing: Arc<Standing>) -> Result<Lock> {
        let server = |&address| Server { address, connection: Mutex::default() };
        let servers: Vec<Server> = order.servers.iter().map(server).collect();
        for server in &servers {
            server.ask(&redis::cmd("PING")).await.context("Redis does not answer")?;
        }
        Ok(Lock { servers, order: order.clone(), standing })
    }

    fn majority(&self) -> usize {
        self.servers.len() / 2 + 1
    }

    /// Puts a question to all servers at once and waits for the answers, but for each of them not
    /// longer than that.
    async fn put(&self, command: &Cmd, patience: Duration) -> Round {
        let sent = Stamp::now();
        let asked = self.servers.iter().map(|server| timeout(patience, server.ask(command)));
        let answers = join_all(asked).await;
        let answered = answers.iter().filter(|answer| matches!(answer, Ok(Ok(_)))).count();
        let agreed = answers.iter().filter(|answer| {
            matches!(answer, Ok(Ok(Value::Okay))) || matches!(answer, Ok(Ok(Value::Int(1))))
        });
        Round { sent, agreed: agreed.count(), answered }
    }

    /// How long a round takes at the most: a single server is asked again when it does not answer.
    fn patience(&self) -> Duration {
        if self.servers.len() == 1 { self.order.patience } else { self.order.server_timeout }
    }

    /// Until when a lock lasts that was asked for then.
    fn until(&self, sent: Stamp) -> Stamp {
        sent.after(self.order.lease.saturating_sub(self.order.drift_allowance))
    }

    /// Asks for the lock until a majority of the servers give it.
    pub async fn acquire(&mut self) -> Result<Attempt> {
        let mut set = redis::cmd("SET");
        set.arg(&self.order.lock).arg(&self.order.value).arg("NX");
        set.arg("PX").arg(self.order.lease.as_millis() as u64);
        loop {
            let round = self.put(&set, self.patience()).await;
            let until = self.until(round.sent);
            if round.agreed >= self.majority() && Stamp::now() < until {
                self.standing.extend(until);
                return Ok(Attempt::Acquired(Grant { lease: self.order.lease, token: None }));
            }
            // A server that did not answer may have stored the key all the same, and one that said
            // yes has stored it, even if too late.
            let unsure = round.answered < self.servers.len() || round.agreed > 0;
            let quarter = self.order.retry.as_micros() as u64 / 4;
            let retry_in = self.order.retry + Duration::from_micros(fastrand::u64(0..=quarter));
            say(What::Refused { won: round.agreed as u8, retry_in });
            let retry_at = Stamp::now().after(retry_in);
            if self.servers.len() > 1 || unsure {
                self.put(&self.deletion(), self.patience()).await;
            }
            sleep_until(retry_at).await;
            say(What::Asked);
        }
    }

    /// Extends the lock at every third of the lease, for as long as it is there.
    pub async fn heartbeats(&self) -> Result<()> {
        let mut extend = redis::cmd("EVAL");
        extend.arg(EXTEND).arg(1).arg(&self.order.lock).arg(&self.order.value);
        extend.arg(self.order.lease.as_millis() as u64);
        let mut next = Stamp::now().after(self.order.lease / 3);
        loop {
            sleep_until(next).await;
            let round = self.put(&extend, self.patience()).await;
            let until = self.until(round.sent);
            if round.agreed >= self.majority() && Stamp::now() < until {
                self.standing.extend(until);
                next = round.sent.after(self.order.lease / 3);
            } else if round.answered == self.servers.len() && round.agreed < self.majority() {
                self.standing.lose();
                return Ok(());
            } else {
                next = round.sent.after(self.order.patience);
            }
        }
    }

    fn deletion(&self) -> Cmd {
        if self.order.naive_release {
            let mut delete = redis::cmd("DEL");
            delete.arg(&self.order.lock);
            return delete;
        }
        let mut delete = redis::cmd("EVAL");
        delete.arg(RELEASE).arg(1).arg(&self.order.lock).arg(&self.order.value);
        delete
    }

    /// Deletes the keys. A single server is asked again until it has answered; of several, those
    /// that do not answer keep the key until it ends by itself.
    pub async fn release(&mut self) -> Result<()> {
        let deletion = self.deletion();
        loop {
            let round = self.put(&deletion, self.patience()).await;
            if round.answered == self.servers.len() || self.servers.len() > 1 {
                return Ok(());
            }
            sleep(self.order.patience.saturating_sub(Stamp::now().since(round.sent))).await;
        }
    }
}
