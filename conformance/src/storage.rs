//! The storage that the clients write to: a server with one value, a version, and a policy.
//!
//! It is written without a look at the model's own, so that the two are held against each other.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result, bail};
use lock_simulator::sim::{ClientId, Policy};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::time::Stamp;

/// What a client asks of the storage.
#[derive(Debug, Serialize, Deserialize)]
pub enum Ask {
    /// To read the value, and to leave a mark.
    Read {
        /// A token that counts as seen.
        token: Option<u64>,
        /// The random value under which the client holds the lock.
        value: String,
    },
    /// To write.
    Write(Write),
}

/// A write.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Write {
    /// Whose, by place in the alphabet from 0.
    pub client: usize,
    /// The token that comes with it.
    pub token: Option<u64>,
    /// The random value under which the client holds the lock.
    pub value: String,
    /// The version that the client has read.
    pub base: u64,
    /// When it was sent.
    pub sent: Stamp,
}

/// What the storage answers.
#[derive(Debug, Serialize, Deserialize)]
pub enum Answer {
    /// The version of the stored value.
    Version(u64),
    /// Whether the write was taken.
    Accepted(bool),
}

/// A write that has arrived, and what became of it.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// When.
    pub at: Stamp,
    /// The write.
    pub write: Write,
    /// Whose.
    pub client: ClientId,
    /// The version that it made, or why it was refused.
    pub fate: Result<u64, Refused>,
}

/// Why a write was refused.
#[derive(Clone, PartialEq, Debug)]
pub enum Refused {
    /// A higher token was seen.
    Token(u64),
    /// Another version is stored.
    Version(u64),
    /// Another client has left its lock value last.
    Value,
}

/// One value, and what the next write is judged by.
#[derive(Debug)]
struct State {
    policy: Policy,
    version: u64,
    highest: u64,
    left: String,
    arrivals: Vec<Arrival>,
}

impl State {
    fn answer(&mut self, ask: Ask) -> Result<Answer> {
        match ask {
            Ask::Read { token, value } => {
                self.highest = self.highest.max(token.unwrap_or_default());
                if !value.is_empty() {
                    self.left = value;
                }
                Ok(Answer::Version(self.version))
            }
            Ask::Write(write) => {
                let Some(client) = ClientId::first(ClientId::MOST).nth(write.client) else {
                    bail!("a write of client number {}, whom nobody knows", write.client);
                };
                let fate = self.judge(&write);
                let accepted = fate.is_ok();
                self.arrivals.push(Arrival { at: Stamp::now(), write, client, fate });
                Ok(Answer::Accepted(accepted))
            }
        }
    }

    fn judge(&mut self, write: &Write) -> Result<u64, Refused> {
        match self.policy {
            Policy::Any => {}
            Policy::Fencing => {
                if write.token.is_none_or(|token| token < self.highest) {
                    return Err(Refused::Token(self.highest));
                }
            }
            Policy::Conditional => {
                if write.base != self.version {
                    return Err(Refused::Version(self.version));
                }
            }
            Policy::Value => {
                if write.value != self.left {
                    return Err(Refused::Value);
                }
            }
        }
        self.highest = self.highest.max(write.token.unwrap_or_default());
        self.version += 1;
        Ok(self.version)
    }
}

/// A running storage. It ends when this is dropped.
pub struct Storage {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    serving: JoinHandle<()>,
}

impl Storage {
    /// Starts an empty storage.
    pub async fn start(ip: IpAddr, policy: Policy) -> Result<Storage> {
        let listener =
            TcpListener::bind((ip, 0)).await.with_context(|| format!("no port is free on {ip}"))?;
        let address = listener.local_addr()?;
        let state =
            State { policy, version: 0, highest: 0, left: String::new(), arrivals: Vec::new() };
        let state = Arc::new(Mutex::new(state));
        let serving = tokio::spawn(serve(listener, state.clone()));
        Ok(Storage { address, state, serving })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The writes that have arrived, in that order.
    pub fn arrivals(&self) -> Vec<Arrival> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).arrivals.clone()
    }
}

impl Drop for Storage {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn serve(listener: TcpListener, state: Arc<Mutex<State>>) {
    while let Ok((client, _)) = listener.accept().await {
        let state = state.clone();
        tokio::spawn(async move {
            // A connection that ends in the middle of a line is one of a client that was killed.
            let _ = converse(client, &state).await;
        });
    }
}

async fn converse(mut client: TcpStream, state: &Mutex<State>) -> Result<()> {
    client.set_nodelay(true)?;
    let (read, mut write) = client.split();
    let mut lines = BufReader::new(read).lines();
    while let Some(line) = lines.next_line().await? {
        let ask = serde_json::from_str(&line)?;
        let answer = state.lock().unwrap_or_else(PoisonError::into_inner).answer(ask)?;
        let mut answer = serde_json::to_vec(&answer)?;
        answer.push(b'\n');
        write.write_all(&answer).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(policy: Policy) -> State {
        State { policy, version: 0, highest: 0, left: String::new(), arrivals: Vec::new() }
    }

    fn write(client: usize, token: u64, base: u64) -> Write {
        let value = format!("value {client}");
        Write { client, token: Some(token), value, base, sent: Stamp::now() }
    }

    #[test]
    fn with_fencing_a_lower_token_is_refused_and_an_equal_one_is_not() {
        let mut state = state(Policy::Fencing);
        assert_eq!(state.judge(&write(1, 34, 0)), Ok(1));
        assert_eq!(state.judge(&write(1, 34, 0)), Ok(2));
        assert_eq!(state.judge(&write(0, 33, 0)), Err(Refused::Token(34)));
    }

    #[test]
    fn on_condition_of_the_version_the_first_of_two_writers_wins() {
        let mut state = state(Policy::Conditional);
        assert_eq!(state.judge(&write(0, 33, 0)), Ok(1));
        assert_eq!(state.judge(&write(1, 34, 0)), Err(Refused::Version(1)));
    }

    #[test]
    fn with_lock_values_the_last_to_leave_its_own_wins() {
        let mut state = state(Policy::Value);
        for client in [0, 1] {
            let value = format!("value {client}");
            state.answer(Ask::Read { token: None, value }).expect("a read is always answered");
        }
        assert_eq!(state.judge(&write(0, 33, 0)), Err(Refused::Value));
        assert_eq!(state.judge(&write(1, 34, 0)), Ok(1));
    }
}
