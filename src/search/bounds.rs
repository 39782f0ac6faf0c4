//! What a search looks for, and how far it goes.

use super::scope::Scope;
use crate::query::{Details, Inquiry};
use crate::sim::choice::choices;
use crate::sim::{Outcome, ServiceKind, Setup};

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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

    /// Those that are among these and among others.
    #[must_use]
    pub fn both(self, others: Kinds) -> Kinds {
        Kinds(self.0 & others.0)
    }

    /// Those that can happen in the runs of a setup, and can matter there.
    pub fn possible(setup: &Setup) -> Kinds {
        let all = Kind::ALL.iter().filter(|kind| has_place_for(**kind, setup));
        all.fold(Kinds::NONE, |kinds, kind| kinds.with(*kind, true))
    }

    /// Reads words with a separator between them, or the word for none.
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
                let what = match word {
                    "" => "needs a value".into(),
                    _ => format!("{word} is no kind of fault"),
                };
                format!("{what}: it takes some of {allowed}, or {NO_KIND}.")
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
/// - A pause or a cut lasts until any later step of the same run, up to [`Scope::longest`], and a
///   cut also until the run ends. A delayed write arrives at any later step up to that, so before
///   and after each other message. Other messages are not delayed.
/// - A clock is set forward by [`Scope::jumps`], and a server is down for [`Scope::downs`].
/// - What depends on chance is as with the seed of the setup.
/// - Of two faults of one kind at one place the second does not begin before the first is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

    /// The bounds in a few sentences, as far as they go in the runs of a setup.
    pub fn in_words(&self, setup: &Setup) -> String {
        Scope::new(setup, *self).in_words()
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
