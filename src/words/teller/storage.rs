//! What the storage does.

use super::Teller;
use crate::sim::{Event, EventKind, Refusal};
use crate::words::verdict::value;

impl Teller<'_> {
    pub(super) fn tell_storage(&self, event: &Event) -> Option<String> {
        match event.kind {
            EventKind::WriteAccepted { write, .. } => {
                let client = write.client;
                let late = self.judge.is_late(client);
                let stored = self.judge.stored();
                let what = match stored {
                    Some(_) if write.base < self.judge.version() => {
                        format!("It replaces {}, which {client} has not read.", value(stored))
                    }
                    _ => format!("It now holds {}.", value(Some(client))),
                };
                Some(if late {
                    format!(
                        "The storage accepts {client}’s write, though {client}’s lease is over. {what}"
                    )
                } else {
                    format!("The storage accepts {client}’s write. {what}")
                })
            }
            EventKind::WriteRejected { write, why } => {
                let client = write.client;
                Some(match (why, write.token) {
                    (Refusal::Token { highest }, Some(token)) => format!(
                        "The storage refuses {client}’s write: token {token} is lower than \
                         {highest}, the highest it has seen."
                    ),
                    (Refusal::Token { .. }, None) => {
                        format!("The storage refuses {client}’s write, which has no token.")
                    }
                    (Refusal::Sequencer, _) => format!(
                        "The storage asks {} about {client}’s sequencer, hears that it is not valid \
                         any more, and refuses the write.",
                        self.service()
                    ),
                    (Refusal::Version { stored }, _) => format!(
                        "The storage refuses {client}’s write: {client} has read version {}, and \
                         version {stored} is stored.",
                        write.base
                    ),
                    (Refusal::Value { left }, _) => {
                        let left = left.map(|left| left.to_string()).unwrap_or_default();
                        format!(
                            "The storage refuses {client}’s write: another lock value, {left}, has \
                             been left there since."
                        )
                    }
                })
            }
            _ => None,
        }
    }
}
