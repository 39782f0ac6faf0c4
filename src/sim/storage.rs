//! The storage that the clients write to.

use super::choice::Policy;
use super::event::{EventKind, Refusal, Write};
use super::node::{ClientId, LockValue, Token, Version};
use super::setup::Setup;

/// One value, and what the storage knows to judge the next write by.
///
/// The check and the write are one step: nothing comes between them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Storage {
    policy: Policy,
    /// Whether it has the lock service look at a token instead of comparing it with others.
    asks_service: bool,
    value: Option<ClientId>,
    version: Version,
    highest: Token,
    /// The lock value that a client has left here last.
    left: Option<LockValue>,
}

impl Storage {
    /// An empty storage.
    pub fn new(setup: &Setup) -> Storage {
        let params = setup.params();
        Storage {
            policy: params.storage,
            asks_service: params.asks_chubby(),
            value: None,
            version: Version::default(),
            highest: Token::default(),
            left: None,
        }
    }

    /// Who wrote the stored value, if anybody has, and its version.
    ///
    /// A token that comes with the question counts as seen, which is what Junqueira calls to mark
    /// the resource; a lock value is left here for the write to find.
    pub fn read(
        &mut self,
        token: Option<Token>,
        value: Option<LockValue>,
    ) -> (Option<ClientId>, Version) {
        self.see(token);
        self.left = value.or(self.left);
        (self.value, self.version)
    }

    /// Takes or refuses a write. `vouched` is what the lock service says about its token.
    pub fn write(&mut self, write: Write, vouched: bool) -> EventKind {
        if let Some(why) = self.refusal(&write, vouched) {
            return EventKind::WriteRejected { write, why };
        }
        self.value = Some(write.client);
        self.version = self.version.next();
        self.see(write.token);
        EventKind::WriteAccepted { write, version: self.version }
    }

    fn see(&mut self, token: Option<Token>) {
        self.highest = token.map_or(self.highest, |token| token.max(self.highest));
    }

    fn refusal(&self, write: &Write, vouched: bool) -> Option<Refusal> {
        let (highest, stored, left) = (self.highest, self.version, self.left);
        match self.policy {
            Policy::Any => None,
            Policy::Fencing if self.asks_service => (!vouched).then_some(Refusal::Sequencer),
            // A holder may write often, so its own token is let through again and again.
            Policy::Fencing => {
                let low = write.token.is_none_or(|token| token < highest);
                low.then_some(Refusal::Token { highest })
            }
            Policy::Conditional => (write.base != stored).then_some(Refusal::Version { stored }),
            Policy::Value => (write.value != left).then_some(Refusal::Value { left }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::time::Time;
    use crate::sim::{Params, ServiceKind};

    fn storage(storage: Policy) -> Storage {
        let service = match storage {
            Policy::Value => ServiceKind::Redis,
            Policy::Any | Policy::Fencing | Policy::Conditional => ServiceKind::Chubby,
        };
        let params = Params { service, storage, ..Params::default() };
        Storage::new(&Setup::new(params).expect("a possible storage"))
    }

    const LOW: Token = Token::FIRST;

    fn write(client: ClientId, token: Token, base: Version) -> Write {
        let value = Some(LockValue::new(0, client));
        Write { client, token: Some(token), value, base, sent: Time::ZERO }
    }

    fn refused(storage: &mut Storage, write: Write) -> Option<Refusal> {
        match storage.write(write, true) {
            EventKind::WriteRejected { why, .. } => Some(why),
            _ => None,
        }
    }

    #[test]
    fn with_fencing_a_lower_token_is_refused_and_an_equal_one_is_not() {
        let mut storage = storage(Policy::Fencing);
        let (high, base) = (LOW.next(), Version::default());
        assert_eq!(refused(&mut storage, write(ClientId::B, high, base)), None);
        assert_eq!(refused(&mut storage, write(ClientId::B, high, base)), None);
        let why = refused(&mut storage, write(ClientId::A, LOW, base));
        assert_eq!(why, Some(Refusal::Token { highest: high }));
        assert_eq!(storage.read(None, None).0, Some(ClientId::B));
    }

    #[test]
    fn a_token_that_came_with_a_read_counts_as_seen() {
        let mut storage = storage(Policy::Fencing);
        storage.read(Some(LOW.next()), None);
        let why = refused(&mut storage, write(ClientId::A, LOW, Version::default()));
        assert_eq!(why, Some(Refusal::Token { highest: LOW.next() }));
    }

    #[test]
    fn without_a_check_every_write_is_taken() {
        let mut storage = storage(Policy::Any);
        let base = Version::default();
        storage.write(write(ClientId::B, LOW.next(), base), true);
        storage.write(write(ClientId::A, LOW, base), false);
        assert_eq!(storage.read(None, None), (Some(ClientId::A), base.next().next()));
    }

    #[test]
    fn on_condition_of_the_version_the_first_of_two_writers_wins() {
        let mut storage = storage(Policy::Conditional);
        let base = Version::default();
        assert_eq!(refused(&mut storage, write(ClientId::A, LOW, base)), None);
        let why = refused(&mut storage, write(ClientId::B, LOW.next(), base));
        assert_eq!(why, Some(Refusal::Version { stored: base.next() }));
    }

    #[test]
    fn with_lock_values_the_last_to_leave_its_own_wins() {
        let mut storage = storage(Policy::Value);
        let base = Version::default();
        let [a, b] = [ClientId::A, ClientId::B].map(|client| write(client, LOW, base));
        storage.read(None, a.value);
        storage.read(None, b.value);
        assert_eq!(refused(&mut storage, a), Some(Refusal::Value { left: b.value }));
        assert_eq!(refused(&mut storage, b), None);
    }
}
