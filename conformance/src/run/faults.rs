//! What goes wrong in a run, done to real processes, links and servers.

use anyhow::Result;
use lock_simulator::sim::{ClientId, EventKind, Fault, FaultKind, Node, ServerId};

use super::{Due, Stage};
use crate::link::Link;
use crate::servers::is_keys;
use crate::time::{Stamp, real};

impl Stage {
    fn note(&mut self, actor: Node, kind: EventKind) {
        self.record.done.push((Stamp::now(), actor, kind));
    }

    /// The ways from a client to a server, or to all of them.
    fn links(&self, client: ClientId, server: Option<ServerId>) -> impl Iterator<Item = &Link> {
        let of = self.players.iter().filter(move |player| player.client == client);
        of.flat_map(|player| player.servers.iter().enumerate())
            .filter(move |&(place, _)| server.is_none_or(|server| server.index() == place))
            .map(|(_, link)| link)
    }

    /// Begins a fault.
    pub(super) async fn begin(&mut self, fault: Fault) -> Result<()> {
        if is_about_servers(&fault.kind) {
            self.witnesses.catch_up().await?;
        }
        let mut lasts = None;
        match fault.kind {
            FaultKind::Pause { client, length } => {
                // Nothing happens to a client that is done, as in the model.
                let Some(player) = self.player(client).filter(|player| !player.ended) else {
                    return Ok(());
                };
                if length.is_zero() || !player.process.stop().await? {
                    return Ok(());
                }
                self.note(Node::Client(client), EventKind::Paused { length });
                lasts = Some(length);
            }
            FaultKind::Crash { client } => {
                let Some(player) = self.player(client).filter(|player| !player.ended) else {
                    return Ok(());
                };
                player.crashed = player.process.crash()?;
                if !player.crashed {
                    return Ok(());
                }
                self.note(Node::Client(client), EventKind::Crashed);
            }
            FaultKind::Delay { client, by } => {
                if let Some(player) = self.player(client) {
                    player.delay += real(by);
                }
            }
            FaultKind::Cut { client, server, length } => {
                self.links(client, server).for_each(Link::cut);
                self.note(Node::Client(client), EventKind::CutOff { server, length });
                lasts = length;
            }
            FaultKind::Jump { server, by } => {
                self.note(Node::Server(server), EventKind::Jumped { by });
                self.servers.lock().await.jump(server, real(by))?;
            }
            FaultKind::Restart { server, down } => {
                self.note(Node::Server(server), EventKind::ServerDown { down });
                self.servers.lock().await.stop(server)?;
                lasts = down;
            }
            FaultKind::Failover => {
                let first = Node::Server(ServerId::FIRST);
                let keys = is_keys(self.setup.params().service);
                self.note(first, if keys { EventKind::Promoted } else { EventKind::LeaderLost });
                let elsewhere = self.servers.lock().await.fail_over().await?;
                if let Some(address) = elsewhere {
                    for link in self.players.iter().flat_map(|player| &player.servers) {
                        link.lead_to(address);
                    }
                    self.witnesses.turn_to(address);
                }
            }
        }
        if let Some(length) = lasts {
            // What is there from the beginning lasts from the beginning, and not from before it.
            let begin = Stamp::now().max(self.record.start);
            self.agenda.push((begin.after(real(length)), Due::End(fault)));
        }
        Ok(())
    }

    /// Ends a fault that lasts for a while.
    pub(super) async fn end(&mut self, fault: Fault) -> Result<()> {
        match fault.kind {
            FaultKind::Pause { client, .. } => {
                if let Some(player) = self.player(client).filter(|player| !player.ended)
                    && player.process.wake()?
                {
                    self.note(Node::Client(client), EventKind::Woke);
                }
            }
            FaultKind::Cut { client, server, .. } => {
                self.links(client, server).for_each(Link::restore);
                self.note(Node::Client(client), EventKind::Reconnected { server });
            }
            FaultKind::Restart { server, .. } => {
                self.servers.lock().await.restart(server).await?;
                self.note(Node::Server(server), EventKind::ServerUp);
            }
            FaultKind::Crash { .. }
            | FaultKind::Delay { .. }
            | FaultKind::Jump { .. }
            | FaultKind::Failover => {}
        }
        Ok(())
    }
}

/// Whether something happens to a server, after which it may not be as it was.
fn is_about_servers(kind: &FaultKind) -> bool {
    match kind {
        FaultKind::Jump { .. } | FaultKind::Restart { .. } | FaultKind::Failover => true,
        FaultKind::Pause { .. }
        | FaultKind::Crash { .. }
        | FaultKind::Delay { .. }
        | FaultKind::Cut { .. } => false,
    }
}
