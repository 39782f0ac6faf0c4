//! The storage that the clients write to.

use super::event::{EventKind, Write};
use super::node::{ClientId, Token, Version};
use super::setup::Policy;

/// One value, and what the storage knows to judge the next write by.
///
/// The check and the write are one step: nothing comes between them.
#[derive(Clone, Debug)]
pub struct Storage {
    policy: Policy,
    value: Option<ClientId>,
    version: Version,
    highest: Token,
}

impl Storage {
    /// An empty storage.
    pub fn new(policy: Policy) -> Storage {
        Storage { policy, value: None, version: Version::default(), highest: Token::default() }
    }

    /// Who wrote the stored value, if anybody has, and its version.
    pub fn read(&self) -> (Option<ClientId>, Version) {
        (self.value, self.version)
    }

    /// Takes or refuses a write.
    pub fn write(&mut self, write: Write) -> EventKind {
        if self.refuses(&write) {
            return EventKind::WriteRejected { write, highest: self.highest };
        }
        self.value = Some(write.client);
        self.version = self.version.next();
        self.highest = write.token.map_or(self.highest, |token| token.max(self.highest));
        EventKind::WriteAccepted { write, version: self.version }
    }

    fn refuses(&self, write: &Write) -> bool {
        match self.policy {
            Policy::Any => false,
            // A holder may write often, so its own token is let through again and again.
            Policy::Fencing => write.token.is_none_or(|token| token < self.highest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::time::Time;

    fn write(client: ClientId, token: Token) -> Write {
        Write { client, token: Some(token), base: Version::default(), sent: Time::ZERO }
    }

    #[test]
    fn with_fencing_a_lower_token_is_refused_and_an_equal_one_is_not() {
        let mut storage = Storage::new(Policy::Fencing);
        let (low, high) = (Token::FIRST, Token::FIRST.next());
        assert!(matches!(storage.write(write(ClientId::B, high)), EventKind::WriteAccepted { .. }));
        assert!(matches!(storage.write(write(ClientId::B, high)), EventKind::WriteAccepted { .. }));
        let refused = storage.write(write(ClientId::A, low));
        assert_eq!(
            refused,
            EventKind::WriteRejected { write: write(ClientId::A, low), highest: high }
        );
        assert_eq!(storage.read().0, Some(ClientId::B));
    }

    #[test]
    fn without_a_check_every_write_is_taken() {
        let mut storage = Storage::new(Policy::Any);
        storage.write(write(ClientId::B, Token::FIRST.next()));
        storage.write(write(ClientId::A, Token::FIRST));
        assert_eq!(storage.read(), (Some(ClientId::A), Version::default().next().next()));
    }
}
