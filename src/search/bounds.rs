//! What a search looks for, and how far it goes.

use crate::query::{Details, Inquiry};
use crate::sim::choice::choices;
use crate::sim::{
    ClientId, Duration, FaultKind, FaultList, Outcome, Params, Restart, Scenario, ServerId,
    ServiceKind, Setup, limits,
};

choices! {
    /// What can go wrong in a run.
    Badness {
        /// Two clients believe at once that they hold the lock.
        Overlap = "overlap",
        /// Two clients may rely on the lock at once.
        Double = "double",
        /// The storage accepts a late write.
        Late = "late",
        /// A late write replaces the value of a later holder.
        Overwritten = "overwritten",
        /// An accepted write is based on an older value than the stored one.
        LostUpdate = "lost-update",
    }
}

impl Badness {
    /// Whether it is among the facts about a run.
    pub fn is_in(self, outcome: &Outcome) -> bool {
        match self {
            Badness::Overlap => !outcome.overlap.is_zero(),
            Badness::Double => !outcome.double.is_zero(),
            Badness::Late => outcome.late_accepted > 0,
            Badness::Overwritten => outcome.overwritten > 0,
            Badness::LostUpdate => outcome.lost_updates > 0,
        }
    }

    /// What is looked for, as in "a run in which …".
    pub fn in_words(self) -> &'static str {
        match self {
            Badness::Overlap => "two clients believe at once that they hold the lock",
            Badness::Double => "two clients may rely on the lock at once",
            Badness::Late => "a late write is accepted",
            Badness::Overwritten => "a late write overwrites the value of a later holder",
            Badness::LostUpdate => "an update is lost",
        }
    }
}

choices! {
    /// The kinds of faults that a search can add.
    Kind {
        /// A client stops for a while.
        Pause = "pause",
        /// A client dies.
        Crash = "crash",
        /// A write takes longer on its way.
        Delay = "delay",
        /// A client and the lock service, or one of its servers, cannot talk.
        Cut = "cut",
        /// The clock of a lock server is set forward.
        Jump = "jump",
        /// A lock server dies and comes back without its memory.
        Restart = "restart",
        /// The lock service loses its leader or its primary.
        Failover = "failover",
    }
}

impl Kind {
    /// One of its kind in words.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Pause => "a pause of a client",
            Kind::Crash => "a crash of a client",
            Kind::Delay => "a delay of a write",
            Kind::Cut => "a cut between a client and the lock service",
            Kind::Jump => "a jump of a lock server’s clock",
            Kind::Restart => "a restart of a lock server without its memory",
            Kind::Failover => "a failover of the lock service",
        }
    }
}

/// What stands for no kind at all.
const NO_KIND: &str = "none";

/// Some kinds of faults.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kinds(u8);

impl Kinds {
    /// All of them.
    pub const ALL: Kinds = Kinds((1 << Kind::ALL.len()) - 1);
    /// None of them.
    pub const NONE: Kinds = Kinds(0);

    /// Whether one is among them.
    pub fn contains(self, kind: Kind) -> bool {
        self.0 & 1 << kind as u8 != 0
    }

    /// The same with or without one of them.
    #[must_use]
    pub fn with(self, kind: Kind, is_in: bool) -> Kinds {
        let bit = 1 << kind as u8;
        Kinds(if is_in { self.0 | bit } else { self.0 & !bit })
    }

    /// Those that are among them, in their order.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.iter().copied().filter(move |kind| self.contains(*kind))
    }

    /// Those that can happen in the runs of a setup, and can matter there.
    pub fn possible(setup: &Setup) -> Kinds {
        let all = Kind::ALL.iter().filter(|kind| has_place_for(**kind, setup));
        all.fold(Kinds::NONE, |kinds, kind| kinds.with(*kind, true))
    }

    /// Reads words with a separator between them.
    ///
    /// # Errors
    ///
    /// Names what is no kind of fault, and what is.
    pub fn read(text: &str, separator: char) -> Result<Kinds, String> {
        let mut kinds = Kinds::NONE;
        if text == NO_KIND {
            return Ok(kinds);
        }
        for word in text.split(separator) {
            let kind = Kind::from_word(word).ok_or_else(|| {
                let allowed = Kind::WORDS.join(&separator.to_string());
                format!("{word} is no kind of fault: it takes some of {allowed}.")
            })?;
            kinds = kinds.with(kind, true);
        }
        Ok(kinds)
    }
}

/// What a search looks for, and in which runs: those with at most [`Bounds::most`] faults of some
/// kinds more than the setup has.
///
/// - A fault begins at any step of the run: at the time of whatever happens next, and before that.
///   What happens to a client can begin too between its decision to write and its write.
/// - A pause or a cut lasts until any later step of the same run, up to [`Bounds::longest`], and a
///   cut also until the run ends. A delayed write arrives at any later step up to that, so before
///   and after each other message.
/// - A clock is set forward by [`Bounds::jumps`], and a server is down for [`Bounds::downs`].
/// - Of two faults of one kind at one place the second does not begin before the first is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bounds {
    /// What is looked for.
    pub bad: Badness,
    /// How many faults are added at the most, up to [`Bounds::MOST`].
    pub most: u8,
    /// Of which kinds.
    pub kinds: Kinds,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { bad: Badness::Overwritten, most: 1, kinds: Kinds::ALL }
    }
}

impl Bounds {
    /// How many faults can be added at the most.
    pub const MOST: u8 = 4;

    /// Reads what [`Bounds::print`] writes: `overwritten:2:pause.delay`. What is missing at the end
    /// is as by default.
    ///
    /// # Errors
    ///
    /// Names what is not possible, and what is.
    pub fn read(text: &str) -> Result<Bounds, String> {
        let mut bounds = Bounds::default();
        let mut parts = text.split(':').filter(|part| !part.is_empty());
        if let Some(word) = parts.next() {
            bounds.bad = Bounds::read_bad(word)?;
        }
        if let Some(number) = parts.next() {
            bounds.most = Bounds::read_most(number)?;
        }
        if let Some(words) = parts.next() {
            bounds.kinds = Kinds::read(words, '.')?;
        }
        match parts.next() {
            Some(part) => Err(format!("{part} is one part too many.")),
            None => Ok(bounds),
        }
    }

    /// Reads the word for what is looked for.
    ///
    /// # Errors
    ///
    /// Names it, and what is allowed.
    pub fn read_bad(word: &str) -> Result<Badness, String> {
        Badness::from_word(word).ok_or_else(|| {
            format!("{word} is not possible: it takes one of {}.", Badness::WORDS.join(", "))
        })
    }

    /// Reads a number of faults.
    ///
    /// # Errors
    ///
    /// Names it, and what is allowed.
    pub fn read_most(text: &str) -> Result<u8, String> {
        let number = text.parse().ok().filter(|number| *number <= Bounds::MOST);
        number.ok_or_else(|| {
            format!(
                "{text} is not possible: it takes a number of faults from 0 to {}.",
                Bounds::MOST
            )
        })
    }

    /// Writes the bounds for a link.
    pub fn print(&self) -> String {
        let mut text = format!("{}:{}", self.bad.word(), self.most);
        if self.kinds != Kinds::ALL {
            let kinds: Vec<&str> = self.kinds.iter().map(Kind::word).collect();
            let kinds = if kinds.is_empty() { NO_KIND.into() } else { kinds.join(".") };
            text = format!("{text}:{kinds}");
        }
        text
    }

    /// The same as far as it can go in the runs of a setup: of the kinds those that can happen and
    /// can matter there, and no more faults than there is room for beside those that the run has.
    #[must_use]
    pub fn possible(self, setup: &Setup) -> Bounds {
        let kinds = Kinds(self.kinds.0 & Kinds::possible(setup).0);
        Bounds { most: self.most.min(room(setup)), kinds, ..self }
    }

    /// Why no fault can be added to the runs of a setup, if none can.
    pub fn why_nothing(&self, setup: &Setup) -> Option<&'static str> {
        if room(setup) == 0 {
            Some("the run has as many faults as it can have")
        } else if self.most == 0 {
            Some("no fault is to be added")
        } else if self.possible(setup).kinds == Kinds::NONE {
            Some("no kind of fault is chosen that this service can have")
        } else {
            None
        }
    }

    /// How long a pause, a cut or a delay lasts at the most: twice the lease and the work, twice
    /// what the service takes to notice that a lease is over and to hand the lock over, and a
    /// second; but not longer than a fault can be.
    pub fn longest(setup: &Setup) -> Duration {
        let params = setup.params();
        let work = setup.clients().map(|client| setup.job(client).work).max().unwrap_or_default();
        let service = match params.service {
            ServiceKind::Etcd => Duration::from_millis(500),
            ServiceKind::ZooKeeper => params.tick,
            ServiceKind::Chubby => params.lockdelay,
            ServiceKind::Redis | ServiceKind::Redlock => params.retry,
        };
        let all = (setup.granted_lease() + work + service) * 2 + Duration::from_secs(1);
        all.min(*limits::FAULT.end())
    }

    /// How far a clock is set forward: by half the lease, or by a second more than the lease.
    pub fn jumps(setup: &Setup) -> [Duration; 2] {
        let lease = setup.granted_lease();
        [lease / 2, lease + Duration::from_secs(1)]
    }

    /// How long a server is down: for a moment, or for a second more than the lease; where servers
    /// of Redlock come back only after a lease, for that long.
    pub fn downs(setup: &Setup) -> Vec<Duration> {
        let params = setup.params();
        let after_a_lease = setup.granted_lease() + Duration::from_secs(1);
        match params.restart {
            Restart::Delayed if params.service == ServiceKind::Redlock => vec![after_a_lease],
            Restart::Delayed | Restart::Prompt => vec![Duration::from_millis(100), after_a_lease],
        }
    }

    /// The bounds in a few sentences, as far as they go in the runs of a setup.
    pub fn in_words(&self, setup: &Setup) -> String {
        let run = match leaves_faults_out(setup) {
            true => "the run without the faults of its scenario",
            false => "the run",
        };
        if let Some(why) = self.why_nothing(setup) {
            return format!("No fault is added to {run}: {why}.");
        }
        let Bounds { most, kinds, .. } = self.possible(setup);
        let kinds: Vec<Kind> = kinds.iter().collect();
        let number = match most {
            1 => "one fault is",
            2 => "two faults are",
            3 => "three faults are",
            _ => "four faults are",
        };
        let names: Vec<String> = kinds.iter().map(|kind| kind.name().into()).collect();
        let mut sentences = vec![
            format!("At most {number} added to {run}: {}.", any_of(&names)),
            "Each begins at any step, and at a client also between its decision to write and the \
             write."
                .into(),
        ];
        let longest = Bounds::longest(setup);
        let either = |lengths: &[Duration]| {
            let lengths: Vec<String> = lengths.iter().map(Duration::to_string).collect();
            format!("{} seconds", any_of(&lengths))
        };
        sentences.extend(kinds.iter().filter_map(|kind| match kind {
            Kind::Pause => Some(format!(
                "A pause ends at any later step, after {longest} seconds at the latest."
            )),
            Kind::Delay => Some(format!(
                "A delayed write arrives at any later step, at most {longest} seconds late."
            )),
            Kind::Cut => Some(format!(
                "A cut ends at any later step, after {longest} seconds at the latest, or never."
            )),
            Kind::Jump => Some(format!("A clock jumps by {}.", either(&Bounds::jumps(setup)))),
            Kind::Restart => {
                Some(format!("A server is down for {}.", either(&Bounds::downs(setup))))
            }
            Kind::Crash | Kind::Failover => None,
        }));
        sentences.join(" ")
    }

    /// Everything that can begin in the runs of a setup, in the order in which it is tried. What
    /// lasts for a while lasts as long as it can.
    pub fn faults(&self, setup: &Setup) -> Vec<FaultKind> {
        self.possible(setup).kinds.iter().flat_map(|kind| faults(kind, setup)).collect()
    }
}

impl Details for Bounds {
    const INQUIRY: Inquiry = Inquiry::Search;

    fn read(text: &str) -> Result<Bounds, String> {
        Bounds::read(text)
    }

    fn print(&self) -> String {
        Bounds::print(self)
    }
}

/// Whether faults of a kind can happen in the runs of a setup, and can matter: the services that
/// keep sessions go by clocks that nobody sets.
fn has_place_for(kind: Kind, setup: &Setup) -> bool {
    let params = setup.params();
    match kind {
        Kind::Pause | Kind::Crash | Kind::Delay | Kind::Cut => true,
        Kind::Jump | Kind::Restart => params.has_values(),
        Kind::Failover => params.service != ServiceKind::Redlock,
    }
}

/// The faults of a kind that can begin in the runs of a setup.
fn faults(kind: Kind, setup: &Setup) -> Vec<FaultKind> {
    let longest = Bounds::longest(setup);
    let clients = || setup.clients();
    let servers = || ServerId::first(setup.servers());
    match kind {
        Kind::Pause => {
            clients().map(|client| FaultKind::Pause { client, length: longest }).collect()
        }
        Kind::Crash => clients().map(|client| FaultKind::Crash { client }).collect(),
        Kind::Delay => clients().map(|client| FaultKind::Delay { client, by: longest }).collect(),
        Kind::Cut => {
            // Where there is one server, it is the service.
            let several = setup.servers() > 1;
            let ends = || std::iter::once(None).chain(servers().filter(|_| several).map(Some));
            let cuts = |client: ClientId| {
                ends().flat_map(move |server| {
                    [Some(longest), None].map(|length| FaultKind::Cut { client, server, length })
                })
            };
            clients().flat_map(cuts).collect()
        }
        Kind::Jump => {
            let jumps = |server| Bounds::jumps(setup).map(|by| FaultKind::Jump { server, by });
            servers().flat_map(jumps).collect()
        }
        Kind::Restart => {
            let restarts = |server| {
                let downs = Bounds::downs(setup).into_iter();
                downs.map(move |down| FaultKind::Restart { server, down: Some(down) })
            };
            servers().flat_map(restarts).collect()
        }
        Kind::Failover => vec![FaultKind::Failover],
    }
}

/// Several things to choose from: "1", "1 or 2", "1, 2 or 3".
fn any_of(names: &[String]) -> String {
    match names {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        _ => names.concat(),
    }
}

/// The run that a search adds faults to: that of the setup, without the faults of its scenario
/// unless these are a list of its own.
pub fn base(setup: &Setup) -> Params {
    let params = setup.params();
    let own = params.scenario == Scenario::Custom;
    let faults = if own { params.faults } else { FaultList::default() };
    Params { faults, ..setup.as_custom() }
}

/// Whether the setup's scenario has faults that a search leaves out.
pub fn leaves_faults_out(setup: &Setup) -> bool {
    setup.params().scenario != Scenario::Custom && !setup.faults().is_empty()
}

/// How many faults can be added to the run that a search adds faults to.
fn room(setup: &Setup) -> u8 {
    (FaultList::MOST - base(setup).faults.iter().count()) as u8
}
