//! Every key of a query: its name, its values, and what it means.

use std::ops::RangeInclusive;

use super::value::{Kind, Value};
use super::{Query, ThemeChoice};
use crate::sim::{ClientId, Params, Policy, Scenario, ServiceKind, limits};

/// An older name for `storage`, with `on` for `fencing` and `off` for `any`.
pub const FENCING: &str = "fencing";

/// A key of a query.
pub struct Key {
    /// How it is written.
    pub name: &'static str,
    /// The values that it takes.
    pub kind: Kind,
    /// What it means, in one line.
    pub help: &'static str,
    /// Whether it makes a difference with these values of the others.
    pub matters: fn(&Params) -> bool,
    /// Takes its value out of a query.
    pub get: fn(&Query) -> Value,
    /// Puts a value of its kind into a query.
    pub set: fn(&mut Query, Value),
}

impl Key {
    /// The value that counts where the key is not given.
    pub fn default(&self) -> Value {
        (self.get)(&Query::default())
    }
}

const SEEDS: RangeInclusive<u32> = 0..=u32::MAX;
const CLIENTS: RangeInclusive<u32> =
    *limits::CLIENTS.start() as u32..=*limits::CLIENTS.end() as u32;

fn always(_: &Params) -> bool {
    true
}

fn polls(params: &Params) -> bool {
    match params.service {
        ServiceKind::Redis | ServiceKind::Redlock => true,
        ServiceKind::Etcd | ServiceKind::ZooKeeper => false,
    }
}

/// A row of the table: how a key's value goes into a query and comes out of it.
macro_rules! key {
    ($name:literal, $kind:expr, $help:literal, $matters:expr, $($path:ident).+, word $type:ty) => {
        key!($name, $kind, $help, $matters, $($path).+, |value: $type| Value::Word(value.word()),
            |value: Value| value.word().and_then(<$type>::from_word))
    };
    ($name:literal, $kind:expr, $help:literal, $matters:expr, $($path:ident).+, length) => {
        key!($name, $kind, $help, $matters, $($path).+, Value::Length, Value::length)
    };
    ($name:literal, $kind:expr, $help:literal, $matters:expr, $($path:ident).+, switch) => {
        key!($name, $kind, $help, $matters, $($path).+, Value::Switch, Value::switch)
    };
    ($name:literal, $kind:expr, $help:literal, $matters:expr, $($path:ident).+, $out:expr, $into:expr) => {
        Key {
            name: $name,
            kind: $kind,
            help: $help,
            matters: $matters,
            get: |query| ($out)(query.$($path).+),
            set: |query, value| {
                if let Some(value) = ($into)(value) {
                    query.$($path).+ = value;
                }
            },
        }
    };
}

/// All keys, in the order in which they are printed.
pub static KEYS: &[Key] = &[
    key!("service", Kind::Choice(ServiceKind::WORDS), "The lock service.",
        always, params.service, word ServiceKind),
    key!("scenario", Kind::Choice(Scenario::WORDS), "What happens to client A.",
        always, params.scenario, word Scenario),
    key!("storage", Kind::Choice(Policy::WORDS), "What the storage asks of a write: nothing, or a fencing token no lower than the highest it has seen.",
        always, params.storage, word Policy),
    key!(
        "lease",
        Kind::Seconds(limits::LEASE),
        "The lease that clients ask for, in seconds.",
        always,
        params.lease,
        length
    ),
    key!(
        "pause",
        Kind::Seconds(limits::PAUSE),
        "How long the scenario's fault lasts, in seconds.",
        |params| match params.scenario {
            Scenario::Pause | Scenario::CheckPause | Scenario::Overrun | Scenario::Delay => true,
            Scenario::Normal | Scenario::Crash | Scenario::ClockJump => false,
        },
        params.pause,
        length
    ),
    key!(
        "renew",
        Kind::Switch,
        "Whether a holder renews its lease, at every third of it.",
        always,
        params.renew,
        switch
    ),
    key!(
        "check",
        Kind::Switch,
        "Whether a client looks at its lease right before it writes.",
        always,
        params.check,
        switch
    ),
    key!(
        "obey",
        Kind::Switch,
        "Whether a client stops working as soon as it learns that its lease is over.",
        always,
        params.obey,
        switch
    ),
    key!(
        "work",
        Kind::Seconds(limits::WORK),
        "How long the work between reading and writing takes, in seconds.",
        always,
        params.work,
        length
    ),
    key!(
        "clients",
        Kind::Integer(CLIENTS),
        "How many clients want the lock.",
        always,
        params.clients,
        |clients| Value::Number(u32::from(clients)),
        |value: Value| value
            .number()
            .and_then(|number| u8::try_from(number).ok())
            .filter(|&number| usize::from(number) <= ClientId::MOST)
    ),
    key!(
        "latency",
        Kind::Millis(limits::LATENCY),
        "How long a message is on its way, in milliseconds.",
        always,
        params.latency,
        length
    ),
    key!(
        "jitter",
        Kind::Millis(limits::LATENCY),
        "How much longer a message may be on its way, at random, in milliseconds.",
        always,
        params.jitter,
        length
    ),
    key!(
        "seed",
        Kind::Integer(SEEDS),
        "What chance depends on: jitter, the delay between two tries, lock values.",
        |params| polls(params) || !params.jitter.is_zero(),
        params.seed,
        Value::Number,
        Value::number
    ),
    key!(
        "tick",
        Kind::Seconds(limits::TICK),
        "ZooKeeper's tick, in seconds.",
        |params| params.service == ServiceKind::ZooKeeper,
        params.tick,
        length
    ),
    key!(
        "nodes",
        Kind::Choice(&["3", "5", "7"]),
        "How many servers Redlock has.",
        |params| params.service == ServiceKind::Redlock,
        params.nodes,
        |nodes| Value::Word(match nodes {
            3 => "3",
            7 => "7",
            _ => "5",
        }),
        |value: Value| value.word().and_then(|word| word.parse().ok())
    ),
    key!(
        "retry",
        Kind::Millis(limits::RETRY),
        "How long a client of Redis or Redlock waits before it tries again, in milliseconds; up to a quarter more, at random.",
        polls,
        params.retry,
        length
    ),
    key!(
        "embed",
        Kind::Switch,
        "Whether the figure stands alone, for an iframe.",
        always,
        view.embed,
        switch
    ),
    key!("theme", Kind::Choice(ThemeChoice::WORDS), "The colours of the page.",
        always, view.theme, word ThemeChoice),
];

/// The key with a name.
pub fn key(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

/// The table of all keys, in Markdown.
pub fn markdown() -> String {
    let mut table =
        String::from("| key | values | default | meaning |\n| --- | --- | --- | --- |\n");
    for key in KEYS {
        let values = match &key.kind {
            Kind::Choice(words) => format!("`{}`", words.join("`, `")),
            Kind::Switch => "`on`, `off`".into(),
            Kind::Seconds(range) => format!("{} to {}", range.start(), range.end()),
            Kind::Millis(range) => {
                let print = |length| key.kind.print(Value::Length(length));
                format!("{} to {}", print(*range.start()), print(*range.end()))
            }
            Kind::Integer(range) => format!("{} to {}", range.start(), range.end()),
        };
        let default = key.kind.print(key.default());
        table += &format!("| `{}` | {values} | `{default}` | {} |\n", key.name, key.help);
    }
    table
}
