//! Real servers of ZooKeeper.

use std::fs;
use std::net::SocketAddr;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result, bail, ensure};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use zookeeper_client::{Acls, Client, CreateMode, Error};

use super::{Clock, Entry, Program, client, until_it_works};
use crate::home::Home;

/// The package of Debian that has Java, which ZooKeeper runs on.
const PACKAGE: &str = "default-jre-headless";

/// Where Debian's package puts the program.
const PROGRAM: &str = "/usr/share/java/zookeeper.jar";

/// The session of those who look on and fail by no fault of the run.
const LONG: Duration = Duration::from_secs(30);

/// Servers of an ensemble.
pub struct ZooKeeper {
    servers: Vec<Server>,
    /// The place of the leader among them.
    leader: usize,
    clock: Option<Clock>,
}

struct Server {
    address: SocketAddr,
    program: Program,
}

impl ZooKeeper {
    /// Starts so many servers and waits until they have a leader.
    pub async fn start(
        home: &Home,
        count: usize,
        tick: Duration,
        clock: bool,
    ) -> Result<ZooKeeper> {
        ensure!(
            fs::exists(PROGRAM)?,
            "ZooKeeper is not installed (on Debian: `apt-get install zookeeper`)"
        );
        let mut ensemble = String::new();
        if count > 1 {
            for number in 1..=count {
                let (peer, election) = (home.address(), home.address().port());
                ensemble += &format!("server.{number}={peer}:{election}\n");
            }
        }
        let (mut addresses, mut programs) = (Vec::new(), Vec::new());
        for number in 1..=count {
            let (address, folder) = (home.address(), home.folder("zookeeper")?);
            let settings = format!(
                "tickTime={}\ninitLimit=20\nsyncLimit=10\ndataDir={}\nclientPort={}\n\
                 clientPortAddress={}\nadmin.enableServer=false\n4lw.commands.whitelist=srvr\n\
                 maxClientCnxns=0\n{ensemble}",
                tick.as_millis(),
                folder.display(),
                address.port(),
                address.ip(),
            );
            let file = folder.join("zoo.cfg");
            fs::write(&file, settings)?;
            fs::write(folder.join("myid"), number.to_string())?;
            let mut command = home.command("java");
            command
                .args(["-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"])
                .args(["-Dzookeeper.jmx.log4j.disable=true", "-Dzookeeper.forceSync=no"])
                .args(["-cp", PROGRAM, "org.apache.zookeeper.server.quorum.QuorumPeerMain"])
                .arg(&file);
            programs.push(Program::start(&mut command, PACKAGE, &folder.join("log"))?);
            addresses.push(address);
        }
        let leader = until_it_works(&mut programs, || leader(&addresses)).await?;
        // The first session takes longer, since Java loads what it uses.
        let all: Vec<String> = addresses.iter().map(ToString::to_string).collect();
        let all = all.join(",");
        until_it_works(&mut programs, || async { Ok(Client::connect(&all).await?) }).await?;
        let clock = match clock {
            true => Some(Clock::of(programs[leader].pid()).await?),
            false => None,
        };
        let server = |(address, program)| Server { address, program };
        let servers = addresses.into_iter().zip(programs).map(server).collect();
        Ok(ZooKeeper { servers, leader, clock })
    }

    /// Where clients connect to: all servers, except for the leader of several, as with etcd.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        let alone = self.servers.len() == 1;
        let followers =
            self.servers.iter().enumerate().filter(|&(place, _)| alone || place != self.leader);
        followers.map(|(_, server)| server.address).collect()
    }

    /// The leader ends.
    pub fn lose_leader(&mut self) -> Result<()> {
        if self.servers.len() == 1 {
            bail!("there is no other server to take over");
        }
        self.servers[self.leader].program.kill()
    }

    pub fn clock(&mut self) -> Option<&mut Clock> {
        self.clock.as_mut()
    }

    /// The leader's wall clock, which it writes into every znode that is made.
    pub async fn wall_clock(&self) -> Result<SystemTime> {
        let address = self.servers[self.leader].address.to_string();
        let client = Client::connect(&address).await?;
        let mode = CreateMode::Ephemeral.with_acls(Acls::anyone_all());
        let (stat, _) = client.create("/what-time-is-it", b"", &mode).await?;
        client.delete("/what-time-is-it", None).await?;
        Ok(SystemTime::UNIX_EPOCH + Duration::from_millis(stat.ctime.max(0) as u64))
    }

    /// Somebody who looks at a lock, and makes the folder for its znodes.
    pub async fn witness(&self, lock: &str) -> Result<Witness> {
        let addresses: Vec<String> = self.addresses().iter().map(ToString::to_string).collect();
        let connector = Client::connector().with_session_timeout(LONG);
        let client = connector.connect(&addresses.join(",")).await?;
        let folder = format!("/{lock}");
        match client.mkdir(&folder, &CreateMode::Persistent.with_acls(Acls::anyone_all())).await {
            Ok(()) | Err(Error::NodeExists) => Ok(Witness { client, folder }),
            Err(error) => Err(error).context("ZooKeeper takes no folder"),
        }
    }
}

/// The place of the leader, or of the only server, once all of them serve.
async fn leader(servers: &[SocketAddr]) -> Result<usize> {
    let mut leader = None;
    for (place, &server) in servers.iter().enumerate() {
        let status = status(server).await?;
        ensure!(status.contains("Mode: "), "a server does not serve yet");
        if status.contains("Mode: leader") || status.contains("Mode: standalone") {
            leader = Some(place);
        }
    }
    leader.context("there is no leader yet")
}

/// What a server says about itself.
async fn status(address: SocketAddr) -> Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(b"srvr").await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}

/// Reads the znodes of a lock.
pub struct Witness {
    client: Client,
    folder: String,
}

impl Witness {
    pub async fn look(&mut self) -> Option<Vec<Entry>> {
        let names = self.client.list_children(&self.folder).await.ok()?;
        // A znode is called lock-0-0000000007: its client's number, and its place in the queue.
        let entry = |name: &String| {
            let (client_, place) = name.strip_prefix("lock-")?.split_once('-')?;
            Some(Entry { place: place.parse().ok()?, client: client(client_.parse().ok()?)? })
        };
        Some(names.iter().filter_map(entry).collect())
    }
}

/// The installed release, for which a server has to be asked.
pub async fn version(home: &Home) -> Result<String> {
    let servers = ZooKeeper::start(home, 1, Duration::from_secs(2), false).await?;
    let address = servers.addresses()[0];
    let status = status(address).await?;
    let version = status.lines().find_map(|line| line.strip_prefix("Zookeeper version: "));
    let version = version.and_then(|version| version.split(['-', ',']).next());
    Ok(version.context("ZooKeeper does not tell its version")?.to_owned())
}
