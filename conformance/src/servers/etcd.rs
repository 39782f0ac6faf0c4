//! Real members of etcd.

use std::net::SocketAddr;
use std::time::SystemTime;

use anyhow::{Context as _, Result, bail};
use etcd_client::{Client, GetOptions};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::{Clock, Entry, Program, client, until_it_works};
use crate::home::Home;

/// The package of Debian that has the program.
const PACKAGE: &str = "etcd-server";

/// Members of a cluster.
pub struct Etcd {
    members: Vec<Member>,
    /// The place of the leader among them.
    leader: usize,
    clock: Option<Clock>,
}

struct Member {
    address: SocketAddr,
    program: Program,
}

impl Etcd {
    /// Starts so many members and waits until they have a leader.
    pub async fn start(home: &Home, count: usize, clock: bool) -> Result<Etcd> {
        let peers: Vec<SocketAddr> = (0..count).map(|_| home.address()).collect();
        let cluster: Vec<String> =
            peers.iter().enumerate().map(|(n, peer)| format!("m{n}=http://{peer}")).collect();
        let (mut addresses, mut programs) = (Vec::new(), Vec::new());
        for (number, peer) in peers.iter().enumerate() {
            let (address, folder) = (home.address(), home.folder("etcd")?);
            let (client, peer) = (format!("http://{address}"), format!("http://{peer}"));
            let mut command = home.command("etcd");
            command
                .args(["--name", &format!("m{number}"), "--log-level", "warn"])
                .arg("--data-dir")
                .arg(folder.join("data"))
                .args(["--listen-client-urls", &client, "--advertise-client-urls", &client])
                .args(["--listen-peer-urls", &peer, "--initial-advertise-peer-urls", &peer])
                .args(["--initial-cluster", &cluster.join(",")]);
            programs.push(Program::start(&mut command, PACKAGE, &folder.join("log"))?);
            addresses.push(address);
        }
        let leader = until_it_works(&mut programs, || leader(&addresses)).await?;
        let clock = match clock {
            true => Some(Clock::of(programs[leader].pid()).await?),
            false => None,
        };
        let member = |(address, program)| Member { address, program };
        let members = addresses.into_iter().zip(programs).map(member).collect();
        Ok(Etcd { members, leader, clock })
    }

    /// Where clients connect to: all members, except for the leader of several. Whoever is connected
    /// to a leader that ends has to look for another member first, which is a matter of its library
    /// and not of the lock.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        let alone = self.members.len() == 1;
        let followers =
            self.members.iter().enumerate().filter(|&(place, _)| alone || place != self.leader);
        followers.map(|(_, member)| member.address).collect()
    }

    /// The leader ends.
    pub fn lose_leader(&mut self) -> Result<()> {
        if self.members.len() == 1 {
            bail!("there is no other member to take over");
        }
        self.members[self.leader].program.kill()
    }

    pub fn clock(&mut self) -> Option<&mut Clock> {
        self.clock.as_mut()
    }

    /// The leader's wall clock, which it puts into the head of every answer over HTTP.
    pub async fn wall_clock(&self) -> Result<SystemTime> {
        let mut stream = TcpStream::connect(self.members[self.leader].address).await?;
        stream
            .write_all(b"GET /version HTTP/1.1\r\nHost: etcd\r\nConnection: close\r\n\r\n")
            .await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        let date = answer.lines().find_map(|line| line.strip_prefix("Date: "));
        let date = date.context("etcd's answer has no date")?;
        Ok(jiff::fmt::rfc2822::parse(&date.replace("GMT", "+0000"))?.timestamp().into())
    }

    /// Somebody who looks at a lock.
    pub async fn witness(&self, lock: &str) -> Result<Witness> {
        let addresses = self.addresses();
        let address = addresses.first().context("there is no member")?;
        let client = Client::connect([address.to_string()], None).await?;
        Ok(Witness { client, prefix: format!("{lock}/") })
    }
}

/// The place of the leader, once all members know of one.
async fn leader(members: &[SocketAddr]) -> Result<usize> {
    let (mut leader, mut ids) = (0, Vec::new());
    for member in members {
        let mut client = Client::connect([member.to_string()], None).await?;
        let status = client.status().await?;
        leader = status.leader();
        ids.push(status.header().context("an answer without a header")?.member_id());
    }
    ids.iter().position(|&id| id == leader).context("there is no leader yet")
}

/// Reads the keys of a lock from a member's own copy, so that it sees them without a leader too.
pub struct Witness {
    client: Client,
    prefix: String,
}

impl Witness {
    pub async fn look(&mut self) -> Option<Vec<Entry>> {
        let options = GetOptions::new().with_prefix().with_keys_only().with_serializable();
        let found = self.client.get(self.prefix.as_str(), Some(options)).await.ok()?;
        let entry = |key: &[u8], place| {
            // A lease's number, which its client has chosen, ends with the client's own.
            let digit = char::from(*key.last()?).to_digit(16)?;
            Some(Entry { place, client: client(digit as usize)? })
        };
        Some(
            found
                .kvs()
                .iter()
                .filter_map(|kv| entry(kv.key(), kv.create_revision() as u64))
                .collect(),
        )
    }
}

/// The installed release.
pub async fn version(home: &Home) -> Result<String> {
    let output = home.command("etcd").arg("--version").output().await;
    let output = output.with_context(|| {
        format!("etcd is not installed (on Debian: `apt-get install {PACKAGE}`)")
    })?;
    let text = String::from_utf8_lossy(&output.stdout);
    let version = text.lines().find_map(|line| line.strip_prefix("etcd Version: "));
    Ok(version.context("etcd does not tell its version")?.trim().to_owned())
}
