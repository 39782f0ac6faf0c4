//! The real lock services: how each is started, asked, and made to fail.

mod clock;
mod etcd;
mod program;
mod redis;
mod zookeeper;

use std::net::SocketAddr;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result, bail, ensure};
use lock_simulator::sim::{ClientId, Fault, FaultKind, ServerId, ServiceKind, Setup};
use tokio::time::{sleep, timeout};

use crate::home::Home;
use clock::Clock;
use program::Program;

/// How long a server may take to answer for the first time.
const START: Duration = Duration::from_secs(60);

/// How long one question to a server that may not be ready is waited for.
const ATTEMPT: Duration = Duration::from_secs(2);

/// The least jump of a clock that can be proven.
const LEAST_JUMP: Duration = Duration::from_secs(2);

/// A client's place in a lock's queue, or its key on a server without a queue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Entry {
    /// The place: the lower, the earlier. Zero where there is no queue.
    pub place: u64,
    /// Whose.
    pub client: ClientId,
}

/// What of a service has to run for a setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Needs {
    service: ServiceKind,
    /// How many servers: those of Redlock, or enough for another to take over.
    servers: u8,
    /// The length of ZooKeeper's tick.
    tick: Duration,
    /// Whether a clock is to be set.
    clock: bool,
    /// Whether a fault happens to a server, so that nobody else can use it.
    alone: bool,
}

impl Needs {
    /// What this setup needs.
    pub fn of(setup: &Setup) -> Needs {
        let params = setup.params();
        let faults = setup.faults();
        let any = |is: fn(&Fault) -> bool| faults.iter().any(is);
        let fails_over = any(|fault| fault.kind == FaultKind::Failover);
        let clock = any(|fault| matches!(fault.kind, FaultKind::Jump { .. }));
        let restarts = any(|fault| matches!(fault.kind, FaultKind::Restart { .. }));
        let servers = match params.service {
            ServiceKind::Etcd | ServiceKind::ZooKeeper if fails_over => 3,
            ServiceKind::Redis if fails_over => 2,
            ServiceKind::Etcd
            | ServiceKind::ZooKeeper
            | ServiceKind::Redis
            | ServiceKind::Redlock
            | ServiceKind::Chubby => setup.servers(),
        };
        let tick = crate::time::real(params.tick);
        // A lock is a matter of its name, so that several runs can share servers that nothing
        // happens to.
        let alone = fails_over || clock || restarts;
        Needs { service: params.service, servers, tick, clock, alone }
    }

    /// Whether servers with these needs can serve several runs at once.
    pub fn can_be_shared(self) -> bool {
        !self.alone
    }
}

/// Running servers of one service. They end when this is dropped.
#[expect(clippy::large_enum_variant, reason = "there are only a few of them")]
pub enum Servers {
    /// One member of etcd, or three.
    Etcd(etcd::Etcd),
    /// One server of ZooKeeper, or three.
    ZooKeeper(zookeeper::ZooKeeper),
    /// Servers of Redis that know nothing of each other, or one and its replica.
    Redis(redis::Redis),
}

impl Servers {
    /// Starts what is needed and waits until it answers.
    ///
    /// # Errors
    ///
    /// Names what is not installed, or does not start.
    pub async fn start(home: &Home, needs: Needs) -> Result<Servers> {
        let count = usize::from(needs.servers);
        let starting = async {
            Ok(match needs.service {
                ServiceKind::Etcd => {
                    Servers::Etcd(etcd::Etcd::start(home, count, needs.clock).await?)
                }
                ServiceKind::ZooKeeper => {
                    let tick = needs.tick;
                    Servers::ZooKeeper(
                        zookeeper::ZooKeeper::start(home, count, tick, needs.clock).await?,
                    )
                }
                ServiceKind::Redis if count == 2 => {
                    Servers::Redis(redis::Redis::start_with_replica(home).await?)
                }
                ServiceKind::Redis | ServiceKind::Redlock => {
                    Servers::Redis(redis::Redis::start(home, count, needs.clock).await?)
                }
                ServiceKind::Chubby => bail!("nobody outside of Google can run Chubby"),
            })
        };
        let word = needs.service.word();
        let _turn = home.turn().await;
        timeout(START, starting)
            .await
            .with_context(|| format!("{word} does not answer within {} s", START.as_secs()))?
            .with_context(|| format!("{word} cannot be started"))
    }

    /// Where a client connects to: one address for each of the servers that it is to know of.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        match self {
            Servers::Etcd(etcd) => etcd.addresses(),
            Servers::ZooKeeper(zookeeper) => zookeeper.addresses(),
            Servers::Redis(redis) => redis.addresses(),
        }
    }

    /// The leader or the primary ends, and another server takes its place. Returns where clients
    /// are led to from now on, if that is somewhere else.
    ///
    /// # Errors
    ///
    /// If there is no other server.
    pub async fn fail_over(&mut self) -> Result<Option<SocketAddr>> {
        match self {
            Servers::Etcd(etcd) => etcd.lose_leader().map(|()| None),
            Servers::ZooKeeper(zookeeper) => zookeeper.lose_leader().map(|()| None),
            Servers::Redis(redis) => redis.promote_replica().await.map(Some),
        }
    }

    /// A server ends.
    ///
    /// # Errors
    ///
    /// If there is no such server, or it has a memory.
    pub fn stop(&mut self, server: ServerId) -> Result<()> {
        match self {
            Servers::Redis(redis) => redis.stop(server.index()),
            Servers::Etcd(_) | Servers::ZooKeeper(_) => bail!("only Redis forgets"),
        }
    }

    /// A server that has ended starts again, without its memory.
    ///
    /// # Errors
    ///
    /// If it does not start.
    pub async fn restart(&mut self, server: ServerId) -> Result<()> {
        match self {
            Servers::Redis(redis) => redis.restart(server.index()).await,
            Servers::Etcd(_) | Servers::ZooKeeper(_) => bail!("only Redis forgets"),
        }
    }

    /// Sets a server's wall clock forward.
    ///
    /// # Errors
    ///
    /// If that is not possible, or the jump would be too short to be proven.
    pub fn jump(&mut self, server: ServerId, by: Duration) -> Result<()> {
        ensure!(by >= LEAST_JUMP, "a jump of less than {LEAST_JUMP:?} could not be proven");
        self.clock(server).context("the server's clock was not prepared")?.jump(by)
    }

    /// Proves that the server's clock has jumped, by asking the server what time it is.
    ///
    /// # Errors
    ///
    /// If it has not.
    pub async fn prove_jump(&mut self, server: ServerId) -> Result<()> {
        let set = self.clock(server).map(|clock| clock.ahead()).unwrap_or_default().as_secs_f64();
        let shown = self.ahead(server).await?;
        // etcd tells the time in whole seconds.
        ensure!(
            (shown - set).abs() < LEAST_JUMP.as_secs_f64(),
            "a server's clock was set {set} s ahead, and is {shown} s ahead"
        );
        Ok(())
    }

    fn clock(&mut self, server: ServerId) -> Option<&mut Clock> {
        match self {
            Servers::Etcd(etcd) => etcd.clock(),
            Servers::ZooKeeper(zookeeper) => zookeeper.clock(),
            Servers::Redis(redis) => redis.clock(server.index()),
        }
    }

    /// How many seconds a server's wall clock is ahead of the machine's, by its own account.
    async fn ahead(&mut self, server: ServerId) -> Result<f64> {
        let shown = match self {
            Servers::Etcd(etcd) => etcd.wall_clock().await?,
            Servers::ZooKeeper(zookeeper) => zookeeper.wall_clock().await?,
            Servers::Redis(redis) => redis.wall_clock(server.index()).await?,
        };
        let here = SystemTime::now();
        Ok(match shown.duration_since(here) {
            Ok(ahead) => ahead.as_secs_f64(),
            Err(behind) => -behind.duration().as_secs_f64(),
        })
    }

    /// Somebody who looks at a lock by asking the servers directly.
    ///
    /// # Errors
    ///
    /// If they do not answer.
    pub async fn witness(&self, lock: &str) -> Result<Vec<Witness>> {
        Ok(match self {
            Servers::Etcd(etcd) => vec![Witness::Etcd(etcd.witness(lock).await?)],
            Servers::ZooKeeper(zookeeper) => {
                vec![Witness::ZooKeeper(zookeeper.witness(lock).await?)]
            }
            Servers::Redis(redis) => {
                redis.witnesses(lock).into_iter().map(Witness::Redis).collect()
            }
        })
    }
}

/// Somebody who looks at a lock on one server, or on the service as a whole.
#[expect(clippy::large_enum_variant, reason = "there are only a few of them")]
pub enum Witness {
    /// A client of etcd.
    Etcd(etcd::Witness),
    /// A session of ZooKeeper.
    ZooKeeper(zookeeper::Witness),
    /// A connection to a server of Redis.
    Redis(redis::Witness),
}

impl Witness {
    /// Looks at another server from now on, where that is what it does.
    pub fn turn_to(&mut self, address: SocketAddr) {
        match self {
            Witness::Redis(witness) => witness.turn_to(address),
            Witness::Etcd(_) | Witness::ZooKeeper(_) => {}
        }
    }

    /// Who holds the lock or waits for it; nothing if the service does not answer.
    pub async fn look(&mut self) -> Option<Vec<Entry>> {
        match self {
            Witness::Etcd(witness) => witness.look().await,
            Witness::ZooKeeper(witness) => witness.look().await,
            Witness::Redis(witness) => witness.look().await,
        }
    }
}

/// Which release of each service this machine has.
///
/// # Errors
///
/// Names the first that is not installed.
pub async fn version(home: &Home, service: ServiceKind) -> Result<String> {
    match service {
        ServiceKind::Etcd => etcd::version(home).await,
        ServiceKind::ZooKeeper => zookeeper::version(home).await,
        ServiceKind::Redis | ServiceKind::Redlock => redis::version(home).await,
        ServiceKind::Chubby => bail!("nobody outside of Google can run Chubby"),
    }
}

/// Tries something again and again until it works, or one of the programs that it takes has ended.
/// The caller limits for how long.
async fn until_it_works<'a, T, F: Future<Output = Result<T>>>(
    programs: impl IntoIterator<Item = &'a mut Program>,
    mut attempt: impl FnMut() -> F,
) -> Result<T> {
    let mut programs: Vec<&mut Program> = programs.into_iter().collect();
    loop {
        // A server that has only just begun may take a question and never answer it.
        if let Ok(Ok(result)) = timeout(ATTEMPT, attempt()).await {
            return Ok(result);
        }
        for program in &mut programs {
            program.require_running()?;
        }
        sleep(Duration::from_millis(20)).await;
    }
}

/// The client with this number.
fn client(number: usize) -> Option<ClientId> {
    ClientId::first(ClientId::MOST).nth(number)
}

/// Whether the service is a matter of keys on servers that know nothing of each other.
pub fn is_keys(service: ServiceKind) -> bool {
    match service {
        ServiceKind::Redis | ServiceKind::Redlock => true,
        ServiceKind::Etcd | ServiceKind::ZooKeeper | ServiceKind::Chubby => false,
    }
}
