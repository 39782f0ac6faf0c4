//! What a client does while it holds the lock. All of it blocks the thread that it runs on.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use super::standing::{Standing, leave, say};
use crate::said::{Grant, Order, What, Why};
use crate::storage::{Answer, Ask, Write};
use crate::time::Stamp;

/// Work is done in slices, since a process that is stopped has the rest of its work still to do: a
/// single long sleep would be over when it wakes.
const SLICE: Duration = Duration::from_millis(2);

/// A slice takes longer than it should on a busy machine. One that took longer than this did so
/// because the process was stopped in it.
const STOPPED: Duration = Duration::from_millis(200);

/// A client's job.
pub struct Job {
    order: Order,
    number: usize,
    standing: Arc<Standing>,
    storage: BufReader<TcpStream>,
}

impl Job {
    /// A job that is about to be done, with a connection to the storage.
    pub fn connect(order: Order, number: usize, standing: Arc<Standing>) -> Result<Job> {
        let stream = TcpStream::connect(order.storage).context("there is no storage")?;
        stream.set_nodelay(true)?;
        Ok(Job { order, number, standing, storage: BufReader::new(stream) })
    }

    /// Reads, works, writes.
    pub fn work_through(mut self, grant: Grant) -> Result<()> {
        let Some(until) = self.standing.until() else {
            bail!("the client holds a lock that ends at no time");
        };
        self.standing.hold();
        say(What::Acquired { grant, until });
        leave()?;
        let mark = grant.token.filter(|_| self.order.mark);
        let ask = Ask::Read { token: mark, value: self.order.value.clone() };
        let Answer::Version(version) = self.ask(&ask)? else {
            bail!("the storage answers something else than it was asked");
        };
        say(What::Read { version });
        leave()?;

        if let Some(why) = self.work() {
            say(What::GaveUp { why });
            return Ok(());
        }
        if self.order.check {
            let good = self.standing.is_good();
            say(What::Checked { good });
            leave()?;
            if !good {
                say(What::GaveUp { why: Why::LeaseOver });
                return Ok(());
            }
        }

        say(What::AboutToWrite);
        leave()?;
        let value = self.order.value.clone();
        let (token, client, sent) = (grant.token, self.number, Stamp::now());
        say(What::WriteSent);
        let write = Write { client, token, value, base: version, sent };
        let Answer::Accepted(accepted) = self.ask(&Ask::Write(write))? else {
            bail!("the storage answers something else than it was asked");
        };
        say(What::WriteAnswered { accepted });
        Ok(())
    }

    /// Works, unless the client is to obey and there is a reason to stop.
    fn work(&self) -> Option<Why> {
        let mut left = self.order.work;
        while !left.is_zero() {
            if self.order.obey && !self.standing.is_good() {
                return Some(Why::Obeyed);
            }
            if self.order.obey && self.standing.is_in_doubt() {
                return Some(Why::InDoubt);
            }
            let slice = left.min(SLICE);
            let begin = Stamp::now();
            sleep(slice);
            let took = Stamp::now().since(begin);
            left = left.saturating_sub(if took < STOPPED { took } else { slice });
        }
        None
    }

    fn ask(&mut self, ask: &Ask) -> Result<Answer> {
        let mut line = serde_json::to_vec(ask)?;
        line.push(b'\n');
        self.storage.get_mut().write_all(&line)?;
        let mut answer = String::new();
        self.storage.read_line(&mut answer)?;
        serde_json::from_str(&answer).context("the storage does not answer")
    }
}
