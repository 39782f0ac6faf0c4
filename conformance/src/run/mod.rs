//! One run of a setup with real servers and real processes.
//!
//! It follows the same list of faults as the model, and its result is a trace like the model's.

mod faults;
mod process;
mod record;
mod stalls;
mod truth;
mod witnesses;

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use lock_simulator::sim::{
    self, Anchor, Care, ClientId, ClockSetting, EventKind, Fault, Node, Params, ServiceKind, Setup,
    Start, Time, TokenSource, Trace,
};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::home::Home;
use crate::link::Link;
use crate::said::{Order, Said, Service, What};
use crate::servers::{Servers, is_keys};
use crate::storage::Storage;
use crate::time::{Stamp, real, sleep_until};
pub use process::CLIENT;
use process::{Heard, Process};
use record::Record;
use stalls::Stalls;
use witnesses::{LOOK, Witnesses};

/// How much longer than planned the last write may take to arrive.
const SLACK: Duration = Duration::from_millis(250);

/// How long a client may take to get ready.
const READY: Duration = Duration::from_secs(30);

/// How much longer than in the model a run may take before it is given up.
const GRACE: Duration = Duration::from_secs(30);

/// Servers that several runs can use.
pub type Shared = Arc<tokio::sync::Mutex<Servers>>;

/// What was seen of a run.
pub struct Observed {
    /// The run as the model would tell it.
    pub trace: Trace,
    /// The real fencing token of each client that got the lock, in the order in which they did.
    pub tokens: Vec<(ClientId, u64)>,
    /// The lease that the service has granted to A.
    pub granted: Option<Duration>,
}

/// For how long the machine may stand still during a run that is to tell anything: a client of Redlock
/// does not wait any longer for a server.
const STILL: Duration = Duration::from_millis(50);

/// How often a run is begun again for that.
const TRIES: u32 = 5;

/// Runs a setup on real servers, under a name that no other run on these servers uses.
///
/// A run during which the machine stood still is made again, on the servers that it is given then.
/// Whether it did is seen on the clock alone, whatever came of the run.
///
/// # Errors
///
/// If something fails that is not a fault of the setup, such as a client that does not get ready, or
/// if the machine is too busy.
pub async fn run(
    home: &Home,
    setup: Setup,
    lock: &str,
    servers: impl AsyncFn() -> Result<Shared>,
) -> Result<Observed> {
    for attempt in 0..TRIES {
        let servers = servers().await?;
        let stalls = Stalls::watch();
        let observed = once(home, &servers, setup, &format!("{lock}-{attempt}")).await;
        let still = stalls.longest();
        if still <= STILL {
            return observed;
        }
        println!("                  made again, since the machine stood still for {still:?}");
    }
    bail!("the machine is too busy: it stood still during each of {TRIES} runs")
}

async fn once(home: &Home, servers: &Shared, setup: Setup, lock: &str) -> Result<Observed> {
    let mut stage = Stage::set(home, servers, setup, lock).await?;
    stage.play().await?;
    Ok(stage.observed())
}

/// Something that is due at a certain time.
#[derive(Clone, Copy, Debug)]
enum Due {
    /// A client may ask for the lock.
    Ask(ClientId),
    /// A fault begins.
    Begin(Fault),
    /// A fault ends.
    End(Fault),
}

/// A client and its ways to everybody else.
struct Player {
    client: ClientId,
    process: Process,
    servers: Vec<Link>,
    storage: Link,
    /// How much longer than usual its next write takes.
    delay: Duration,
    /// Whether the process has ended.
    ended: bool,
    crashed: bool,
}

/// All that takes part in a run.
struct Stage {
    setup: Setup,
    servers: Shared,
    players: Vec<Player>,
    storage: Storage,
    heard: mpsc::UnboundedReceiver<(ClientId, Heard)>,
    agenda: Vec<(Stamp, Due)>,
    /// Faults that wait for a client to come to a point of its job.
    waiting: Vec<Fault>,
    witnesses: Witnesses,
    record: Record,
}

impl Stage {
    async fn set(home: &Home, servers: &Shared, setup: Setup, lock: &str) -> Result<Stage> {
        let params = setup.params();
        if let Some(what) = left_out(params) {
            bail!("{what} cannot be run on real servers");
        }
        let service = Service::of(params.service).context("nobody can run this service")?;
        let latency = real(params.latency);
        let storage = Storage::start(home.ip(), params.storage).await?;
        let (to, heard) = mpsc::unbounded_channel();
        let (addresses, witnesses) = {
            let servers = servers.lock().await;
            (servers.addresses(), servers.witness(lock).await?)
        };
        let mut players = Vec::new();
        for client in setup.clients() {
            let mut links = Vec::new();
            for &address in &addresses {
                links.push(Link::open(home.ip(), address, latency).await?);
            }
            let to_storage = Link::open(home.ip(), storage.address(), latency).await?;
            let job = setup.job(client);
            let order = Order {
                service,
                servers: links.iter().map(Link::address).collect(),
                storage: to_storage.address(),
                lock: lock.to_owned(),
                value: format!("{}-{:016x}", client.index(), fastrand::u64(..)),
                lease: real(params.lease),
                work: real(job.work),
                renew: job.renew,
                check: job.check,
                obey: job.obey,
                mark: params.mark,
                patience: (latency * 5 / 2).max(Duration::from_millis(500)),
                server_timeout: (latency * 5 / 2).max(Duration::from_millis(50)),
                drift_allowance: real(setup.drift_allowance()),
                retry: real(params.retry),
                naive_release: Order::is_naive(params.release),
            };
            let process = Process::start(home, client, &order, to.clone())?;
            let (servers, storage) = (links, to_storage);
            let (delay, ended, crashed) = (Duration::ZERO, false, false);
            players.push(Player { client, process, servers, storage, delay, ended, crashed });
        }
        let keep = !is_keys(params.service);
        let mut stage = Stage {
            setup,
            servers: servers.clone(),
            players,
            storage,
            heard,
            agenda: Vec::new(),
            waiting: Vec::new(),
            witnesses: Witnesses::start(witnesses, keep),
            record: Record {
                start: Stamp::now(),
                said: Vec::new(),
                arrivals: Vec::new(),
                sights: Vec::new(),
                done: Vec::new(),
            },
        };
        timeout(READY, stage.all_ready()).await.context("a client does not get ready")??;
        Ok(stage)
    }

    async fn all_ready(&mut self) -> Result<()> {
        let mut ready = 0;
        while ready < self.players.len() {
            match self.heard.recv().await {
                Some((_, Heard::Said(Said { what: What::Ready, .. }))) => ready += 1,
                Some((client, Heard::Ended(problem))) => {
                    bail!("client {client} ended before the run: {}", problem.unwrap_or_default());
                }
                Some((client, Heard::Said(_))) => bail!("client {client} does not wait"),
                None => bail!("the clients are gone"),
            }
        }
        Ok(())
    }

    /// Plays the run to its end.
    async fn play(&mut self) -> Result<()> {
        let start = self.start();
        self.record.start = start;
        for player in &self.players {
            let asks = self.setup.params().starts.of(player.client).since(Time::ZERO);
            self.agenda.push((start.after(real(asks)), Due::Ask(player.client)));
        }
        for fault in self.setup.faults() {
            match fault.start {
                // What there is from the beginning has to be there before the first client asks.
                Start::At(at) if at.as_micros() == 0 => self.begin(fault).await?,
                Start::At(at) => {
                    let at = start.after(Duration::from_micros(at.as_micros()));
                    self.agenda.push((at, Due::Begin(fault)));
                }
                Start::After { .. } => self.waiting.push(fault),
            }
        }
        let length = Duration::from_micros(Trace::of(self.setup).end.as_micros());
        let limit = start.after(length + GRACE);
        while !self.is_over() {
            let next = self.agenda.iter().map(|&(at, _)| at).min().unwrap_or(limit);
            tokio::select! {
                heard = self.heard.recv() => {
                    let (client, heard) = heard.context("the clients are gone")?;
                    self.hear(client, heard).await?;
                }
                () = sleep_until(next.min(limit)) => {
                    ensure!(Stamp::now() < limit, "the run does not end: {}", self.who_is_left());
                    self.act(next).await?;
                }
            }
        }
        self.settle().await
    }

    /// When the run begins. With ZooKeeper that is with one of its ticks, as the model has it; they
    /// count from zero on the clock that the run is timed by.
    fn start(&self) -> Stamp {
        let soon = Stamp::now().after(Duration::from_millis(50));
        match self.setup.params().service {
            ServiceKind::ZooKeeper => soon.round_up(real(self.setup.params().tick)),
            ServiceKind::Etcd | ServiceKind::Redis | ServiceKind::Redlock | ServiceKind::Chubby => {
                soon
            }
        }
    }

    /// Whether everybody is done or dead. A pause that is not over keeps its client from that.
    fn is_over(&self) -> bool {
        self.players.iter().all(|player| player.ended)
    }

    /// Who is not done, and what each of them said last.
    fn who_is_left(&self) -> String {
        let left = self.players.iter().filter(|player| !player.ended).map(|player| {
            let mut said = self.record.said.iter().rev();
            let last = said.find(|(client, _)| *client == player.client);
            let last = last.map_or("nothing".into(), |(_, said)| format!("{:?}", said.what));
            format!("{} said {last} last", player.client)
        });
        left.collect::<Vec<String>>().join("; ")
    }

    /// Waits for what is still on its way, and for the witnesses to see the end of it.
    async fn settle(&mut self) -> Result<()> {
        let sent = |said: &&(ClientId, Said)| said.1.what == What::WriteSent;
        let sent = self.record.said.iter().filter(sent).count();
        let longest = self.setup.faults().iter().map(|fault| fault.kind.length()).max();
        let limit = Stamp::now().after(real(longest.unwrap_or_default()) + SLACK);
        while self.storage.arrivals().len() < sent && Stamp::now() < limit {
            tokio::time::sleep(LOOK).await;
        }
        self.witnesses.catch_up().await?;
        // The run is over, so that it does not matter how long a server takes to tell the time.
        for (_, actor, kind) in &self.record.done {
            if let (Node::Server(server), EventKind::Jumped { .. }) = (actor, kind) {
                self.servers.lock().await.prove_jump(*server).await?;
            }
        }
        Ok(())
    }

    async fn hear(&mut self, client: ClientId, heard: Heard) -> Result<()> {
        match heard {
            Heard::Ended(problem) => {
                let Some(player) = self.player(client) else {
                    return Ok(());
                };
                player.ended = true;
                if let Some(problem) = problem.filter(|_| !player.crashed) {
                    bail!("client {client} failed: {problem}");
                }
            }
            Heard::Said(said) => {
                let (at, what) = (said.at, said.what.clone());
                self.record.said.push((client, said));
                if let Some(anchor) = anchor(&what) {
                    self.reach(client, anchor, at).await?;
                }
                if what.waits_for_leave()
                    && let Some(player) = self.player(client)
                {
                    if what == What::AboutToWrite {
                        player.storage.delay_next(std::mem::take(&mut player.delay));
                    }
                    player.process.give_leave().await;
                }
            }
        }
        Ok(())
    }

    /// A client has come to a point of its job. Faults that begin right there come before it may go
    /// on.
    async fn reach(&mut self, client: ClientId, anchor: Anchor, at: Stamp) -> Result<()> {
        let mut rest = Vec::new();
        for fault in std::mem::take(&mut self.waiting) {
            match fault.start {
                Start::After { client: whose, anchor: point, offset }
                    if (whose, point) == (client, anchor) =>
                {
                    if offset.is_zero() {
                        self.begin(fault).await?;
                    } else {
                        self.agenda.push((at.after(real(offset)), Due::Begin(fault)));
                    }
                }
                Start::After { .. } | Start::At(_) => rest.push(fault),
            }
        }
        self.waiting = rest;
        Ok(())
    }

    /// Does everything that is due by now.
    async fn act(&mut self, now: Stamp) -> Result<()> {
        let (due, later) = std::mem::take(&mut self.agenda)
            .into_iter()
            .partition::<Vec<_>, _>(|&(at, _)| at <= now);
        self.agenda = later;
        for (_, due) in due {
            match due {
                Due::Ask(client) => {
                    if let Some(player) = self.player(client) {
                        player.process.give_leave().await;
                    }
                }
                Due::Begin(fault) => self.begin(fault).await?,
                Due::End(fault) => self.end(fault).await?,
            }
        }
        Ok(())
    }

    fn player(&mut self, client: ClientId) -> Option<&mut Player> {
        self.players.iter_mut().find(|player| player.client == client)
    }

    fn observed(mut self) -> Observed {
        self.record.arrivals = self.storage.arrivals();
        self.record.sights = self.witnesses.sights();
        let mut tokens: Vec<(ClientId, u64)> = Vec::new();
        for (client, said) in &self.record.said {
            if let What::Acquired { grant, .. } = &said.what {
                tokens.extend(grant.token.map(|token| (*client, token)));
            }
        }
        let granted = self.record.grant(ClientId::A).map(|grant| grant.lease);
        Observed { trace: self.record.trace(self.setup), tokens, granted }
    }
}

/// What of a setup no real run can do, if there is anything.
fn left_out(params: &Params) -> Option<&'static str> {
    if params.token != TokenSource::None {
        Some("token=incr")
    } else if params.extend != Care::Safe {
        Some("extend=naive")
    } else if params.clock != ClockSetting::Step {
        Some("clock=slew")
    } else if params.jitter != sim::Duration::ZERO {
        Some("jitter")
    } else {
        None
    }
}

/// The point of its job to which a client has come.
fn anchor(what: &What) -> Option<Anchor> {
    match what {
        What::Acquired { .. } => Some(Anchor::Acquired),
        What::Read { .. } => Some(Anchor::Work),
        What::Checked { good: true } => Some(Anchor::Checked),
        What::AboutToWrite => Some(Anchor::Write),
        _ => None,
    }
}
