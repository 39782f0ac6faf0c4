//! What a client does and learns.

use super::Teller;
use crate::sim::{
    ClientId, Duration, Event, EventKind, GaveUp, Node, Policy, ServerId, ServiceKind, Time,
};
use crate::words::names::{clock, list, rounded, server_name};
use crate::words::verdict::value;

impl Teller<'_> {
    pub(super) fn tell_client(&self, index: usize, event: &Event, me: ClientId) -> Option<String> {
        let service = self.service();
        let known = self.known(me);
        Some(match event.kind {
            EventKind::Asked if known.refused => return None,
            EventKind::Asked => match self.setup.servers() {
                1 => format!("{me} asks {service} for the lock."),
                servers => format!("{me} asks all {servers} servers for the lock."),
            },
            EventKind::Refused { .. } if known.refused => return None,
            EventKind::Refused { won, .. } => self.tell_refusals(index, me, won),
            EventKind::Acquired { token, value, until } => {
                let with = match (token, value) {
                    (Some(token), _) => format!(", with token {token}"),
                    (None, Some(value)) => format!(", under the random value {value}"),
                    (None, None) => String::new(),
                };
                let until = if until > event.at {
                    format!("it may rely on it until {} s", clock(until))
                } else {
                    "its lease is over already".into()
                };
                format!("{me} learns that it holds the lock{with}. By its own clock {until}.")
            }
            EventKind::Extended { .. } if known.renewed => return None,
            EventKind::Extended { until } => self.tell_renewals(index, me, until),
            // It was over when the client heard of it, and that has been told.
            EventKind::PromiseOver if !self.judge.may_rely(me) => return None,
            EventKind::PromiseOver if known.lapsed && self.renews_after(index, me) => return None,
            EventKind::PromiseOver => {
                let over = format!("The lease that {me} was promised is over.");
                if known.dead || known.in_doubt || self.setup.job(me).obey && !known.paused {
                    over
                } else if known.paused {
                    format!("{over} {me} is stopped and cannot notice.")
                } else {
                    format!("{over} {me} does not look at its clock.")
                }
            }
            EventKind::LearnedLoss if known.cut_off => {
                format!("{me}’s client library takes the session for lost.")
            }
            EventKind::LearnedLoss => format!("{me} learns that it has lost the lock."),
            // What passes is told along with the first time.
            EventKind::InDoubt if known.regained && self.regains_after(index, me) => return None,
            EventKind::InDoubt => self.tell_doubt(index, me),
            EventKind::BackInTouch if known.regained => return None,
            EventKind::BackInTouch => format!("{me} is in touch with {service} again."),
            EventKind::Read { value: stored, .. } => {
                let left = match self.setup.params().storage {
                    Policy::Fencing if self.setup.params().mark => ", leaves its token there,",
                    Policy::Value => ", leaves its lock value there,",
                    Policy::Any | Policy::Fencing | Policy::Conditional => "",
                };
                format!("{me} reads {} from the storage{left} and begins its work.", value(stored))
            }
            EventKind::Paused { length } => {
                format!("{me} stops for {} s. It does nothing at all.", rounded(length))
            }
            EventKind::Woke => format!("{me} wakes up and goes on."),
            EventKind::Crashed => format!("{me} crashes and does not come back."),
            EventKind::Checked { good: true } => {
                format!("{me} looks at its lease right before the write: it is still good.")
            }
            EventKind::Checked { good: false } => return None,
            EventKind::WriteSent { token, .. } => match token {
                Some(token) => format!("{me} sends its write, with token {token}."),
                None => format!("{me} sends its write."),
            },
            EventKind::WriteAnswered { accepted: true } => {
                format!("{me} learns that its write was accepted, and gives the lock back.")
            }
            EventKind::WriteAnswered { accepted: false } => {
                format!("{me} learns that its write was refused, and stops.")
            }
            EventKind::GaveUp { why } => match why {
                GaveUp::LeaseOver => format!(
                    "{me} looks at its lease right before the write, finds it over, and stops \
                     without writing."
                ),
                GaveUp::Obeyed => {
                    format!("{me} notices that its lease is over and stops without writing.")
                }
                GaveUp::InDoubt => format!("{me} takes no chance and stops without writing."),
                GaveUp::SessionEnded => {
                    format!("{me} learns that its session ended while it waited, and stops.")
                }
            },
            EventKind::CutOff { server, length } => self.tell_cuts(index, me, server, length)?,
            EventKind::Reconnected { server } => {
                format!("{me} can reach {} again.", self.end(server))
            }
            EventKind::Releasing | EventKind::Finished => return None,
            EventKind::Queued { .. }
            | EventKind::Granted { .. }
            | EventKind::Ended { .. }
            | EventKind::WaiterGone { .. }
            | EventKind::NothingToRelease { .. }
            | EventKind::KeySet { .. }
            | EventKind::KeyGone { .. }
            | EventKind::HeldBack { .. }
            | EventKind::Jumped { .. }
            | EventKind::Slewed { .. }
            | EventKind::LeaderLost
            | EventKind::LeaderElected
            | EventKind::Promoted
            | EventKind::ServerDown { .. }
            | EventKind::ServerUp
            | EventKind::WriteAccepted { .. }
            | EventKind::WriteRejected { .. } => return None,
        })
    }

    /// What came of a client's first try that failed, and how many more it makes.
    fn tell_refusals(&self, index: usize, me: ClientId, won: u8) -> String {
        let again = self.again(index, me, |kind| matches!(kind, EventKind::Asked), "tries");
        let too_late = won >= self.setup.majority();
        match self.setup.servers() {
            1 if too_late => format!(
                "{me} is given the lock, but its lease is over before it hears of it. It gives \
                 the lock back.{again}"
            ),
            1 => format!("{me} is turned away, since the lock is taken.{again}"),
            servers if too_late => format!(
                "{me} wins {won} of {servers} servers, but its lease is over before it hears of \
                 it. It unlocks all.{again}"
            ),
            servers => format!(
                "{me} wins {won} of {servers} servers, which is no majority, and unlocks all.{again}"
            ),
        }
    }

    /// A client renews its lease, and how often it does so in all, told at the first time.
    fn tell_renewals(&self, index: usize, me: ClientId, until: Time) -> String {
        let (mut more, mut last, mut lapsed, mut gaps) = (0, until, false, false);
        for event in
            self.trace.events[index + 1..].iter().filter(|event| event.client() == Some(me))
        {
            match event.kind {
                EventKind::Extended { until } => {
                    more += 1;
                    last = until;
                    gaps |= lapsed;
                }
                EventKind::PromiseOver => lapsed = true,
                _ => {}
            }
        }
        let (until, last) = (clock(until), clock(last));
        let gaps = if gaps { ", but not always in time" } else { "" };
        let again = match more {
            0 => String::new(),
            1 => format!(" It renews it once more, until {last} s{gaps}."),
            _ => format!(" It renews it {more} times more, until {last} s{gaps}."),
        };
        let lease = rounded(self.setup.granted_lease());
        if !self.setup.job(me).renew {
            // Its session was kept alive while it waited, and is so once more.
            return format!(
                "{me} has kept its lease of {lease} s alive while it waited, and renews it once more on getting the lock, until {until} s by its own clock."
            );
        }
        format!("{me}’s lease of {lease} s is renewed, until {until} s by its own clock.{again}")
    }

    fn renews_after(&self, index: usize, me: ClientId) -> bool {
        self.times(index, me, |kind| matches!(kind, EventKind::Extended { .. }), 1) > 0
    }

    fn regains_after(&self, index: usize, me: ClientId) -> bool {
        self.times(index, me, |kind| matches!(kind, EventKind::BackInTouch), 1) > 0
    }

    /// A client's library says that it has lost touch with the service, and how often it will again.
    fn tell_doubt(&self, index: usize, me: ClientId) -> String {
        let service = self.service();
        let doubt = match self.setup.params().service {
            ServiceKind::Chubby => format!(
                "{me} is told that its session is in jeopardy: by its own clock the lease is over, \
                 and {service} does not answer."
            ),
            ServiceKind::Etcd
            | ServiceKind::ZooKeeper
            | ServiceKind::Redis
            | ServiceKind::Redlock => format!(
                "{me} is told that it is disconnected from {service}: it has heard nothing for too \
                 long to be sure of its lock."
            ),
        };
        doubt + &self.again(index, me, |kind| matches!(kind, EventKind::InDoubt), "is told so")
    }

    /// What a client cannot reach.
    fn end(&self, server: Option<ServerId>) -> String {
        match server {
            Some(server) => server_name(server, self.setup),
            None if self.setup.servers() > 1 => "any lock server".into(),
            None => self.service().into(),
        }
    }

    fn tell_cuts(
        &self,
        index: usize,
        me: ClientId,
        server: Option<ServerId>,
        length: Option<Duration>,
    ) -> Option<String> {
        if let Some(length) = length {
            let (end, length) = (self.end(server), rounded(length));
            return Some(format!(
                "{me} cannot reach {end} for {length} s, but it can reach the storage."
            ));
        }
        let same = |event: &Event| match event.kind {
            EventKind::CutOff { server, length: None } if event.actor == Node::Client(me) => {
                Some(server)
            }
            _ => None,
        };
        if index > 0 && same(&self.trace.events[index - 1]).is_some() {
            return None;
        }
        let servers = self.trace.events[index..].iter().map_while(same);
        let names: Vec<String> = servers.map(|server| self.end(server)).collect();
        debug_assert_eq!(names.first(), Some(&self.end(server)));
        let rest = if self.trace.events[index].at == Time::ZERO { "whole" } else { "rest of the" };
        Some(format!("{me} cannot reach {}, for the {rest} run.", list(&names)))
    }
}
