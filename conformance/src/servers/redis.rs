//! Real servers of Redis.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result, bail, ensure};
use redis::aio::MultiplexedConnection;
use tokio::time::timeout;

use super::{Clock, Entry, Program, client, until_it_works};
use crate::home::Home;
use crate::link::Link;

/// The package of Debian that has the program.
const PACKAGE: &str = "redis-server";

/// Servers that know nothing of each other, or one and its replica.
pub struct Redis {
    servers: Vec<Server>,
    /// The replica of the first server.
    replica: Option<Replica>,
}

struct Server {
    address: SocketAddr,
    program: Program,
    start: Start,
    clock: Option<Clock>,
}

struct Replica {
    server: Server,
    /// The way by which it hears of what the primary does.
    replication: Link,
}

/// How a server is started, for the first time or again.
struct Start {
    command: tokio::process::Command,
    log: PathBuf,
}

impl Server {
    /// Starts a server that keeps nothing on disk.
    async fn start(home: &Home, clock: bool, arguments: &[String]) -> Result<Server> {
        let (address, folder) = (home.address(), home.folder("redis")?);
        let mut command = home.command("redis-server");
        command
            .args(["--bind", &address.ip().to_string(), "--port", &address.port().to_string()])
            .args(["--save", "", "--appendonly", "no", "--repl-diskless-sync-delay", "0"])
            .args(arguments)
            .arg("--dir")
            .arg(&folder);
        let mut start = Start { command, log: folder.join("log") };
        let mut program = Program::start(&mut start.command, PACKAGE, &start.log)?;
        until_it_works([&mut program], || connect(address)).await?;
        let clock = match clock {
            true => Some(Clock::of(program.pid()).await?),
            false => None,
        };
        Ok(Server { address, program, start, clock })
    }
}

async fn connect(address: SocketAddr) -> Result<MultiplexedConnection> {
    let client = redis::Client::open(format!("redis://{address}"))?;
    Ok(client.get_multiplexed_async_connection().await?)
}

impl Redis {
    /// Starts so many servers.
    pub async fn start(home: &Home, count: usize, clock: bool) -> Result<Redis> {
        let mut servers = Vec::new();
        for _ in 0..count {
            servers.push(Server::start(home, clock, &[]).await?);
        }
        Ok(Redis { servers, replica: None })
    }

    /// Starts one server and a replica that hears nothing any more once it is in step: it lags
    /// behind, as any replica does, but for as long as the run takes.
    pub async fn start_with_replica(home: &Home) -> Result<Redis> {
        let primary = Server::start(home, false, &[]).await?;
        let replication = Link::open(home.ip(), primary.address, Duration::ZERO).await?;
        let to = replication.address();
        let arguments = ["--replicaof".into(), to.ip().to_string(), to.port().to_string()];
        let mut server = Server::start(home, false, &arguments).await?;
        let address = server.address;
        until_it_works([&mut server.program], || async {
            let mut connection = connect(address).await?;
            let info: String =
                redis::cmd("INFO").arg("replication").query_async(&mut connection).await?;
            ensure!(info.contains("master_link_status:up"), "the replica is not in step yet");
            Ok(())
        })
        .await?;
        replication.cut();
        let replica = Some(Replica { server, replication });
        Ok(Redis { servers: vec![primary], replica })
    }

    /// Where clients connect to.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.servers.iter().map(|server| server.address).collect()
    }

    /// The primary ends and its replica becomes one; returns where that is.
    pub async fn promote_replica(&mut self) -> Result<SocketAddr> {
        let Some(Replica { server, replication }) = self.replica.take() else {
            bail!("there is no replica to take over");
        };
        for primary in &mut self.servers {
            primary.program.kill()?;
        }
        let mut connection = connect(server.address).await?;
        let () = redis::cmd("REPLICAOF").arg("NO").arg("ONE").query_async(&mut connection).await?;
        drop(replication);
        let address = server.address;
        self.servers = vec![server];
        Ok(address)
    }

    /// A server ends.
    pub fn stop(&mut self, index: usize) -> Result<()> {
        self.servers.get_mut(index).context("there is no such server")?.program.kill()
    }

    /// A server that has ended starts again at the same address.
    pub async fn restart(&mut self, index: usize) -> Result<()> {
        let server = self.servers.get_mut(index).context("there is no such server")?;
        server.program.gone().await?;
        server.program = Program::start(&mut server.start.command, PACKAGE, &server.start.log)?;
        let address = server.address;
        let back = until_it_works([&mut server.program], || connect(address));
        timeout(Duration::from_secs(5), back).await.context("Redis does not come back")??;
        if server.clock.is_some() {
            server.clock = Some(Clock::of(server.program.pid()).await?);
        }
        Ok(())
    }

    pub fn clock(&mut self, index: usize) -> Option<&mut Clock> {
        self.servers.get_mut(index)?.clock.as_mut()
    }

    /// A server's wall clock.
    pub async fn wall_clock(&self, index: usize) -> Result<SystemTime> {
        let server = self.servers.get(index).context("there is no such server")?;
        let mut connection = connect(server.address).await?;
        let (seconds, micros): (u64, u64) = redis::cmd("TIME").query_async(&mut connection).await?;
        Ok(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds) + Duration::from_micros(micros))
    }

    /// Those who look at the lock's key, one at each server.
    pub fn witnesses(&self, lock: &str) -> Vec<Witness> {
        let witness = |server: &Server| Witness {
            address: server.address,
            key: lock.to_owned(),
            connection: None,
        };
        self.servers.iter().map(witness).collect()
    }
}

/// Reads the key of a lock.
pub struct Witness {
    address: SocketAddr,
    key: String,
    connection: Option<MultiplexedConnection>,
}

impl Witness {
    /// Looks at another server from now on.
    pub fn turn_to(&mut self, address: SocketAddr) {
        (self.address, self.connection) = (address, None);
    }

    pub async fn look(&mut self) -> Option<Vec<Entry>> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect(self.address).await.ok()?,
        };
        let value: Option<String> =
            redis::cmd("GET").arg(&self.key).query_async(&mut connection).await.ok()?;
        self.connection = Some(connection);
        // A lock's value begins with the number of its client.
        let digit = value.and_then(|value| value.chars().next()?.to_digit(10));
        let client = digit.and_then(|digit| client(digit as usize));
        Some(client.map(|client| Entry { place: 0, client }).into_iter().collect())
    }
}

/// The installed release.
pub async fn version(home: &Home) -> Result<String> {
    let output = home.command("redis-server").arg("--version").output().await;
    let output = output.with_context(|| {
        format!("Redis is not installed (on Debian: `apt-get install {PACKAGE}`)")
    })?;
    let text = String::from_utf8_lossy(&output.stdout);
    let version = text.split_whitespace().find_map(|word| word.strip_prefix("v="));
    Ok(version.context("Redis does not tell its version")?.to_owned())
}
