//! How far a search goes in the runs of a setup.

use super::bounds::{Bounds, Kind, Kinds};
use crate::sim::{
    ClientId, Duration, FaultKind, FaultList, Params, Restart, Scenario, ServerId, ServiceKind,
    Setup, limits,
};

/// The run that a search adds faults to: that of the setup, without the faults of its scenario
/// unless these are a list of its own.
pub fn base(setup: &Setup) -> Setup {
    let params = setup.params();
    let own = params.scenario == Scenario::Custom;
    let faults = if own { params.faults } else { FaultList::default() };
    Setup::new(Params { faults, ..setup.as_custom() }).unwrap_or(*setup)
}

/// Some bounds, fitted to the runs of a setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    setup: Setup,
    base: Setup,
    bounds: Bounds,
}

impl Scope {
    /// Fits bounds to the runs of a setup.
    pub fn new(setup: &Setup, bounds: Bounds) -> Scope {
        let base = base(setup);
        let most = bounds.most.min(room(&base));
        let kinds = bounds.kinds.both(Kinds::possible(&base));
        Scope { setup: *setup, base, bounds: Bounds { most, kinds, ..bounds } }
    }

    /// The run that faults are added to.
    pub fn base(&self) -> &Setup {
        &self.base
    }

    /// The bounds as far as they can go: of the kinds those that can happen and can matter, and no
    /// more faults than there is room for beside those that the run has.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Whether the setup's scenario has faults that are left out.
    pub fn leaves_faults_out(&self) -> bool {
        self.base.faults().is_empty() && !self.setup.faults().is_empty()
    }

    /// Why none of the faults that are asked for can be added, if none can.
    pub fn why_nothing(&self) -> Option<&'static str> {
        if room(&self.base) == 0 {
            Some("the run has as many faults as it can have")
        } else if self.bounds.most > 0 && self.bounds.kinds == Kinds::NONE {
            Some("no kind of fault is chosen that this service can have")
        } else {
            None
        }
    }

    /// How long a pause, a cut or a delay lasts at the most, in whole seconds: long enough for
    /// another client to get the lock meanwhile and to write, twice over.
    ///
    /// That is twice the lease, the work, what the service takes to notice that a lease is over and
    /// to hand the lock over, and a few messages; and once what else the others may wait for, which
    /// is their start and the faults of a list. It is as long as any fault that is left out, but not
    /// longer than a fault can be.
    pub fn longest(&self) -> Duration {
        let base = &self.base;
        let params = base.params();
        let work = base.clients().map(|client| base.job(client).work).max().unwrap_or_default();
        let service = match params.service {
            ServiceKind::Etcd => Duration::from_millis(500),
            ServiceKind::ZooKeeper => params.tick,
            ServiceKind::Chubby => params.lockdelay,
            ServiceKind::Redis | ServiceKind::Redlock => params.retry,
        };
        let messages = (params.latency + params.jitter) * 5;
        let starts = || base.clients().map(|client| params.starts.of(client));
        let first = starts().min().unwrap_or_default();
        let span = starts().max().unwrap_or_default().since(first);
        let own = base.faults().iter().fold(span, |sum, fault| sum + fault.kind.length());
        let left_out = self.setup.faults().iter().map(|fault| fault.kind.length()).max();
        ((base.granted_lease() + work + service + messages) * 2 + own)
            .max(left_out.unwrap_or_default())
            .round_up(Duration::from_secs(1))
            .min(*limits::FAULT.end())
    }

    /// Whether the same runs are tried: whatever else differs is left out of a search.
    pub fn is_as_wide_as(&self, other: &Scope) -> bool {
        let tried = |scope: &Scope| (scope.base, scope.bounds, scope.longest());
        tried(self) == tried(other)
    }

    /// How far a clock is set forward: by half the lease, or by a second more than the lease.
    pub fn jumps(&self) -> [Duration; 2] {
        let lease = self.base.granted_lease();
        [lease / 2, lease + Duration::from_secs(1)]
    }

    /// How long a server is down: for a moment, or for a second more than the lease; where servers
    /// of Redlock come back only after a lease, for that long.
    pub fn downs(&self) -> Vec<Duration> {
        let params = self.base.params();
        let after_a_lease = self.base.granted_lease() + Duration::from_secs(1);
        match params.restart {
            Restart::Delayed if params.service == ServiceKind::Redlock => vec![after_a_lease],
            Restart::Delayed | Restart::Prompt => vec![Duration::from_millis(100), after_a_lease],
        }
    }

    /// Everything that can begin, in the order in which it is tried. What lasts for a while lasts
    /// as long as it can.
    pub fn faults(&self) -> Vec<FaultKind> {
        self.bounds.kinds.iter().flat_map(|kind| self.faults_of(kind)).collect()
    }

    fn faults_of(&self, kind: Kind) -> Vec<FaultKind> {
        let longest = self.longest();
        let clients = || self.base.clients();
        let servers = || ServerId::first(self.base.servers());
        match kind {
            Kind::Pause => {
                clients().map(|client| FaultKind::Pause { client, length: longest }).collect()
            }
            Kind::Crash => clients().map(|client| FaultKind::Crash { client }).collect(),
            Kind::Delay => {
                clients().map(|client| FaultKind::Delay { client, by: longest }).collect()
            }
            Kind::Cut => {
                // Where there is one server, it is the service.
                let several = self.base.servers() > 1;
                let ends = || std::iter::once(None).chain(servers().filter(|_| several).map(Some));
                let cuts = |client: ClientId| {
                    ends().flat_map(move |server| {
                        let lengths = [Some(longest), None];
                        lengths.map(|length| FaultKind::Cut { client, server, length })
                    })
                };
                clients().flat_map(cuts).collect()
            }
            Kind::Jump => {
                let jumps = |server| self.jumps().map(|by| FaultKind::Jump { server, by });
                servers().flat_map(jumps).collect()
            }
            Kind::Restart => {
                let restarts = |server| {
                    let downs = self.downs().into_iter();
                    downs.map(move |down| FaultKind::Restart { server, down: Some(down) })
                };
                servers().flat_map(restarts).collect()
            }
            Kind::Failover => vec![FaultKind::Failover],
        }
    }

    /// How far it goes in a few sentences.
    pub fn in_words(&self) -> String {
        let run = match self.leaves_faults_out() {
            true => "the run without the faults of its scenario",
            false => "the run",
        };
        if let Some(why) = self.why_nothing() {
            return format!("No fault is added to {run}: {why}.");
        }
        let Bounds { most, kinds, .. } = self.bounds;
        let number = match most {
            0 => "",
            1 => "one fault is",
            2 => "two faults are",
            3 => "three faults are",
            _ => "four faults are",
        };
        let mut sentences = Vec::new();
        if most == 0 {
            sentences.push(format!("No fault is added to {run}."));
        } else {
            let names: Vec<String> = kinds.iter().map(|kind| kind.name().into()).collect();
            sentences.push(format!("At most {number} added to {run}: {}.", any_of(&names)));
            sentences.extend(begin(kinds));
            sentences.extend(kinds.iter().filter_map(|kind| self.last(kind)));
        }
        if most > 1 {
            sentences.push("Schedules that turn out alike are not all counted.".into());
        }
        let params = self.base.params();
        if !params.jitter.is_zero() || params.has_values() {
            sentences.push(format!(
                "What depends on chance is as with seed {}, and no other is tried.",
                params.seed
            ));
        }
        sentences.join(" ")
    }

    /// How long faults of a kind last, or how far they go.
    fn last(&self, kind: Kind) -> Option<String> {
        let longest = self.longest();
        let either = |lengths: &[Duration]| {
            let lengths: Vec<String> = lengths.iter().map(Duration::to_string).collect();
            format!("{} seconds", any_of(&lengths))
        };
        match kind {
            Kind::Pause => Some(format!(
                "A pause ends at any later step, after {longest} seconds at the latest."
            )),
            Kind::Delay => Some(format!(
                "A delayed write arrives at any later step, at most {longest} seconds late; no other \
                 message is delayed."
            )),
            Kind::Cut => Some(format!(
                "A cut ends at any later step, after {longest} seconds at the latest, or never."
            )),
            Kind::Jump => Some(format!("A clock jumps by {}.", either(&self.jumps()))),
            Kind::Restart => Some(format!("A server is down for {}.", either(&self.downs()))),
            Kind::Crash | Kind::Failover => None,
        }
    }
}

/// Where faults begin. A delay does with its write.
fn begin(kinds: Kinds) -> Option<String> {
    let delay = kinds.contains(Kind::Delay);
    let each = if delay { "Each but a delay" } else { "Each" };
    let at_write = match kinds.contains(Kind::Pause) || kinds.contains(Kind::Crash) {
        true => ", and at a client also between its decision to write and the write",
        false => "",
    };
    let latest = limits::LATEST;
    (kinds != Kinds::NONE.with(Kind::Delay, true))
        .then(|| format!("{each} begins at any step of the first {latest} seconds{at_write}."))
}

/// Several things to choose from: "1", "1 or 2", "1, 2 or 3".
fn any_of(names: &[String]) -> String {
    match names {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        _ => names.concat(),
    }
}

/// How many faults can be added to a run.
fn room(base: &Setup) -> u8 {
    (FaultList::MOST - base.params().faults.iter().count()) as u8
}
