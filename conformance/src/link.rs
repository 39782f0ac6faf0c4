//! The way from a client to a server, on which the harness can hold things up.
//!
//! A link takes connections and passes on what comes, in both directions and after the latency of
//! the run. While it is cut nothing gets through: as on a real network that loses packets, TCP
//! delivers after the cut what was sent during it, unless one of the ends has given up by then.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

/// How much can be on its way at once, in pieces as they were sent.
const ON_ITS_WAY: usize = 1_024;

/// A way to a server. It ends when this is dropped.
pub struct Link {
    address: SocketAddr,
    control: Arc<Control>,
    accepting: JoinHandle<()>,
}

struct Control {
    latency: Duration,
    upstream: Mutex<SocketAddr>,
    /// How much longer than usual the next piece from the client takes.
    extra: Mutex<Duration>,
    /// How many cuts there are at present.
    cuts: watch::Sender<u32>,
    /// Rises whenever all connections are dropped.
    generation: watch::Sender<u64>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Link {
    /// Opens a way to `upstream` at an address on this machine.
    pub async fn open(ip: IpAddr, upstream: SocketAddr, latency: Duration) -> Result<Link> {
        let listener =
            TcpListener::bind((ip, 0)).await.with_context(|| format!("no port is free on {ip}"))?;
        let address = listener.local_addr()?;
        let control = Arc::new(Control {
            latency,
            upstream: Mutex::new(upstream),
            extra: Mutex::default(),
            cuts: watch::Sender::new(0),
            generation: watch::Sender::new(0),
        });
        let accepting = tokio::spawn(accept(listener, control.clone()));
        Ok(Link { address, control, accepting })
    }

    /// Where clients connect to.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Lets nothing through from now on, until there are as many calls of [`Link::restore`].
    pub fn cut(&self) {
        self.control.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// Ends a cut.
    pub fn restore(&self) {
        self.control.cuts.send_modify(|cuts| *cuts = cuts.saturating_sub(1));
    }

    /// Lets the next piece that the client sends take longer.
    pub fn delay_next(&self, by: Duration) {
        *lock(&self.control.extra) += by;
    }

    /// Leads to another server from now on, and drops the connections to the old one.
    pub fn lead_to(&self, upstream: SocketAddr) {
        *lock(&self.control.upstream) = upstream;
        self.control.generation.send_modify(|generation| *generation += 1);
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.accepting.abort();
        self.control.generation.send_modify(|generation| *generation += 1);
    }
}

async fn accept(listener: TcpListener, control: Arc<Control>) {
    // An error means that this one connection came to nothing; the client tries again.
    loop {
        if let Ok((client, _)) = listener.accept().await {
            tokio::spawn(carry(client, control.clone()));
        }
    }
}

/// Carries one connection until either end closes it or the link drops it.
async fn carry(mut client: TcpStream, control: Arc<Control>) {
    let mut dropped = control.generation.subscribe();
    let work = async {
        uncut(&control).await;
        let upstream = *lock(&control.upstream);
        let Ok(mut server) = TcpStream::connect(upstream).await else {
            return;
        };
        // Small messages are not to wait for more, or a latency would be added to.
        if client.set_nodelay(true).and(server.set_nodelay(true)).is_err() {
            return;
        }
        let (from_client, to_client) = client.split();
        let (from_server, to_server) = server.split();
        let forth = pass(from_client, to_server, &control, true);
        let back = pass(from_server, to_client, &control, false);
        tokio::join!(forth, back);
    };
    tokio::select! {
        () = work => {}
        _ = dropped.changed() => {}
    }
}

async fn uncut(control: &Control) {
    // The sender lives as long as the control, so that this cannot fail.
    let _ = control.cuts.subscribe().wait_for(|&cuts| cuts == 0).await;
}

/// Passes on what comes from one end to the other, and then that nothing more comes.
async fn pass(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    control: &Control,
    forth: bool,
) {
    let (queue, mut arriving) = mpsc::channel::<(Instant, Vec<u8>)>(ON_ITS_WAY);
    let read = async move {
        let mut buffer = vec![0; 64 * 1_024];
        while let Ok(length @ 1..) = from.read(&mut buffer).await {
            let extra =
                if forth { std::mem::take(&mut *lock(&control.extra)) } else { Duration::ZERO };
            let due = Instant::now() + control.latency + extra;
            if queue.send((due, buffer[..length].to_vec())).await.is_err() {
                break;
            }
        }
    };
    let write = async {
        while let Some((due, piece)) = arriving.recv().await {
            sleep_until(due).await;
            uncut(control).await;
            if to.write_all(&piece).await.is_err() {
                return;
            }
        }
        // The other end may be gone already.
        let _ = to.shutdown().await;
    };
    tokio::join!(read, write);
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    const LATENCY: Duration = Duration::from_millis(2);

    /// A link to a server that sends back what it gets, and a connection over it.
    async fn echo() -> (Link, TcpStream) {
        let listener = TcpListener::bind((HERE, 0)).await.expect("a free port");
        let upstream = listener.local_addr().expect("an address");
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut read, mut write) = stream.split();
                    tokio::io::copy(&mut read, &mut write).await
                });
            }
        });
        let link = Link::open(HERE, upstream, LATENCY).await.expect("a link");
        let stream = TcpStream::connect(link.address()).await.expect("a connection");
        (link, stream)
    }

    /// How long it takes a byte to come back.
    async fn round_trip(stream: &mut TcpStream) -> Duration {
        let begin = Instant::now();
        stream.write_all(b"x").await.expect("the link takes it");
        let mut byte = [0];
        stream.read_exact(&mut byte).await.expect("the link gives it back");
        begin.elapsed()
    }

    #[tokio::test]
    async fn each_way_takes_the_latency() {
        let (_link, mut stream) = echo().await;
        assert!(round_trip(&mut stream).await >= LATENCY * 2);
    }

    #[tokio::test]
    async fn only_the_next_piece_takes_longer() {
        let (link, mut stream) = echo().await;
        let extra = Duration::from_secs(1);
        link.delay_next(extra);
        assert!(round_trip(&mut stream).await >= extra);
        assert!(round_trip(&mut stream).await < extra);
    }

    #[tokio::test]
    async fn what_is_sent_during_a_cut_arrives_after_it() {
        let (link, mut stream) = echo().await;
        round_trip(&mut stream).await;
        link.cut();
        let cut = Duration::from_millis(200);
        let restore = async {
            tokio::time::sleep(cut).await;
            link.restore();
        };
        let (took, ()) = tokio::join!(round_trip(&mut stream), restore);
        assert!(took >= cut, "it came through after {took:?}");
    }

    #[tokio::test]
    async fn a_link_that_leads_elsewhere_drops_its_connections() {
        let (link, mut stream) = echo().await;
        round_trip(&mut stream).await;
        link.lead_to(SocketAddr::new(HERE, 1));
        assert_eq!(stream.read(&mut [0]).await.ok(), Some(0), "the connection is still there");
    }
}
