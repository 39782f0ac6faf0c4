//! What a reader is told about a query that could not be taken as it is.

use std::fmt;

use super::faults::ALLOWED;
use super::schema::COMPARE;
use crate::sim::{Policy, ServiceKind};

/// How much of a key or value that makes no sense is repeated, in characters.
const SHOWN: usize = 40;

/// Something about a query that was not taken as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// There is no such key.
    Unknown {
        /// The key, shortened.
        key: String,
    },
    /// A key does not take this value.
    Bad {
        /// The key.
        key: &'static str,
        /// The value, shortened.
        value: String,
        /// What it takes.
        allowed: String,
        /// What is used instead; empty, if nothing is.
        used: String,
    },
    /// An entry of the list of faults makes no sense.
    BadFault {
        /// Its place in the list, from 1.
        place: usize,
        /// The entry, shortened.
        entry: String,
    },
    /// An entry of the list of faults needs something that does not take part.
    Absent {
        /// The entry.
        entry: String,
    },
    /// A key was given more than once.
    Repeated {
        /// The key.
        key: &'static str,
    },
    /// Both `storage` and its alias `fencing` were given.
    StorageWins,
    /// The storage cannot check what it should, since the service does not have it.
    Unavailable {
        /// What it should check.
        storage: Policy,
        /// The service.
        service: ServiceKind,
    },
    /// Something about the run beside this one was not taken as it is.
    InCompare(Box<Notice>),
    /// So many more keys and values were not taken as they are.
    Others(usize),
    /// The query is longer than is read.
    TooLong,
}

impl Notice {
    pub(super) fn unknown(key: &str) -> Notice {
        Notice::Unknown { key: shorten(key) }
    }

    pub(super) fn fault(place: usize, entry: &str) -> Notice {
        Notice::BadFault { place, entry: shorten(entry) }
    }

    pub(super) fn bad(key: &'static str, value: &str, allowed: String, used: String) -> Notice {
        Notice::Bad { key, value: shorten(value), allowed, used }
    }
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= SHOWN {
        return text.into();
    }
    text.chars().take(SHOWN).chain(['…']).collect()
}

impl fmt::Display for Notice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::Unknown { key } => write!(out, "There is no key {key}. It is left out."),
            Notice::Bad { key, value, allowed, used } => {
                write!(out, "{key}={value} is not possible: it takes {allowed}.")?;
                if used.is_empty() { Ok(()) } else { write!(out, " {used} is used.") }
            }
            Notice::BadFault { place, entry } => write!(
                out,
                "Entry {place} of faults, {entry}, is not possible: entries are like {ALLOWED}. It \
                 is left out."
            ),
            Notice::Absent { entry } => write!(
                out,
                "{entry} in faults needs a client or a server that does not take part in this run. \
                 It is left out."
            ),
            Notice::Repeated { key } => {
                write!(out, "{key} is given more than once. The last one counts.")
            }
            Notice::StorageWins => {
                out.write_str("Both storage and fencing are given. storage counts.")
            }
            Notice::Unavailable { storage, service } => {
                let lacks = match storage {
                    Policy::Value => "whose clients have no lock value",
                    Policy::Any | Policy::Fencing | Policy::Conditional => {
                        "which hands out no fencing token"
                    }
                };
                let (storage, service) = (storage.word(), service.word());
                write!(
                    out,
                    "storage={storage} is not possible with service={service}, {lacks}. The storage \
                     accepts every write."
                )
            }
            Notice::InCompare(notice) => write!(out, "In {COMPARE}: {notice}"),
            Notice::Others(1) => out.write_str("One more part of the link was not taken as it is."),
            Notice::Others(count) => {
                write!(out, "{count} more parts of the link were not taken as they are.")
            }
            Notice::TooLong => write!(
                out,
                "The link is longer than {} KiB and was not read. This is the default run.",
                super::LONGEST / 1024
            ),
        }
    }
}
