//! Every key of a query: its name, its values, and what it means.

use std::ops::RangeInclusive;

use super::value::{Kind, Value};
use super::{Query, ThemeChoice};
use crate::sim::{
    Care, ClockSetting, Duration, FirstJob, Params, Policy, Restart, Scenario, SequencerCheck,
    ServiceKind, TokenSource, limits,
};

/// An older name for `storage`, with `on` for `fencing` and `off` for `any`.
pub const FENCING: &str = "fencing";

/// The key for another run that is shown beside this one, written as its differences from it.
pub const COMPARE: &str = "compare";

/// A key of a query.
pub struct Key {
    /// How it is written.
    pub name: &'static str,
    /// The values that it takes.
    pub kind: Kind,
    /// What it means, in one line. The page does not show it.
    #[cfg(not(target_arch = "wasm32"))]
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

    /// Whether it is about the run, and not about how that is shown.
    pub fn is_of_run(&self) -> bool {
        let view = [&T, &EMBED, &THEME, &CONTROLS, &QUIZ, &ASK];
        !view.iter().any(|key| key.name == self.name)
    }

    /// Whether the page has a control for it: what only a run has that was changed by hand has none.
    pub fn has_control(&self) -> bool {
        self.is_of_run() && ![JOB.name, STARTS.name].contains(&self.name)
    }
}

const CLIENT_COUNTS: RangeInclusive<u32> =
    *limits::CLIENTS.start() as u32..=*limits::CLIENTS.end() as u32;

/// The latest moment that a cursor can stand at.
const LATEST: Duration = Duration::from_secs(3_600);

/// The words for the numbers of servers that Redlock can have.
pub const SERVER_COUNTS: &[&str] = &["3", "5", "7"];

fn always(_: &Params) -> bool {
    true
}

fn only(service: ServiceKind, params: &Params) -> bool {
    params.service == service
}

/// Defines the keys, and the list of them all: for each, how its value goes into a query and
/// comes out of it.
macro_rules! keys {
    ($($id:ident $name:literal: $kind:expr, $help:literal, $matters:expr, $($path:ident).+, $out:expr, $into:expr;)+) => {
        $(
            #[doc = $help]
            pub static $id: Key = Key {
                name: $name,
                kind: $kind,
                #[cfg(not(target_arch = "wasm32"))]
                help: $help,
                matters: $matters,
                get: |query| ($out)(query.$($path).+),
                set: |query, value| {
                    if let Some(value) = ($into)(value) {
                        query.$($path).+ = value;
                    }
                },
            };
        )+

        /// All keys, in the order in which they are printed.
        pub static KEYS: &[&Key] = &[$(&$id),+];
    };
}

keys! {
    SERVICE "service": Kind::Choice(ServiceKind::WORDS), "The lock service.",
        always, params.service, word(ServiceKind::word), from_word(ServiceKind::from_word);
    SCENARIO "scenario": Kind::Choice(Scenario::WORDS), "What happens to client A.",
        always, params.scenario, word(Scenario::word), from_word(Scenario::from_word);
    STORAGE "storage": Kind::Choice(Policy::WORDS),
        "What the storage asks of a write: nothing; a fencing token no lower than the highest it has seen; the version that is stored; the lock value left last.",
        always, params.storage, word(Policy::word), from_word(Policy::from_word);
    MARK "mark": Kind::Switch, "Whether reads carry the fencing token too, which then counts as seen.",
        |params| params.storage == Policy::Fencing, params.mark, Value::Switch, Value::switch;
    LEASE "lease": Kind::Seconds(limits::LEASE), "The lease that clients ask for, in seconds.",
        always, params.lease, Value::Length, Value::length;
    PAUSE "pause": Kind::Seconds(limits::PAUSE), "How long the scenario’s fault lasts, in seconds.",
        has_length, params.pause, Value::Length, Value::length;
    RENEW "renew": Kind::Switch, "Whether a holder renews its lease, at every third of it.",
        always, params.renew, Value::Switch, Value::switch;
    CHECK "check": Kind::Switch, "Whether a client looks at its lease right before it writes.",
        always, params.check, Value::Switch, Value::switch;
    OBEY "obey": Kind::Switch, "Whether a client stops working as soon as it learns that its lease is over.",
        always, params.obey, Value::Switch, Value::switch;
    WORK "work": Kind::Seconds(limits::WORK), "How long the work between reading and writing takes, in seconds.",
        always, params.work, Value::Length, Value::length;
    CLIENTS "clients": Kind::Integer(CLIENT_COUNTS), "How many clients want the lock.",
        always, params.clients, number, small_number;
    LATENCY "latency": Kind::Millis(limits::LATENCY), "How long a message is on its way, in milliseconds.",
        always, params.latency, Value::Length, Value::length;
    JITTER "jitter": Kind::Millis(limits::LATENCY), "How much longer a message may be on its way, at random, in milliseconds.",
        always, params.jitter, Value::Length, Value::length;
    SEED "seed": Kind::Integer(0..=u32::MAX), "What chance depends on: jitter, the delay between two tries, lock values.",
        |params| params.has_values() || !params.jitter.is_zero(), params.seed, Value::Number, Value::number;
    FAULTS "faults": Kind::Faults, "The faults of the scenario `custom`.",
        |params| params.scenario == Scenario::Custom, params.faults, Value::Faults, Value::faults;
    JOB "job": Kind::Choice(FirstJob::WORDS),
        "How A’s job differs from the others’ in the scenario `custom`: not at all; it checks its lease before it writes; its work takes as long as `pause`; the same, and it renews its lease.",
        |params| params.scenario == Scenario::Custom, params.job, word(FirstJob::word), from_word(FirstJob::from_word);
    STARTS "starts": Kind::Starts, "When each client asks for the lock, in seconds, from A on, with commas between.",
        always, params.starts, Value::Starts, Value::starts;
    TICK "tick": Kind::Seconds(limits::TICK), "ZooKeeper’s tick, in seconds.",
        |params| only(ServiceKind::ZooKeeper, params), params.tick, Value::Length, Value::length;
    LOCK_DELAY "lockdelay": Kind::Seconds(limits::LOCK_DELAY), "How long Chubby holds a lock back after its holder has failed, in seconds.",
        |params| only(ServiceKind::Chubby, params), params.lockdelay, Value::Length, Value::length;
    NODES "nodes": Kind::Choice(SERVER_COUNTS), "How many servers Redlock has.",
        |params| only(ServiceKind::Redlock, params), params.nodes, server_count,
        |value: Value| value.word().and_then(|word| word.parse().ok());
    RETRY "retry": Kind::Millis(limits::RETRY),
        "How long a client of Redis or Redlock waits before it tries again, in milliseconds; up to a quarter more, at random.",
        Params::has_values, params.retry, Value::Length, Value::length;
    TOKEN "token": Kind::Choice(TokenSource::WORDS), "Whether a single Redis counts its holders, for a fencing token.",
        |params| only(ServiceKind::Redis, params), params.token, word(TokenSource::word), from_word(TokenSource::from_word);
    RELEASE "release": Kind::Choice(Care::WORDS), "Whether clients of a single Redis delete the key only if it is still their own.",
        |params| only(ServiceKind::Redis, params), params.release, word(Care::word), from_word(Care::from_word);
    EXTEND "extend": Kind::Choice(Care::WORDS), "Whether clients of a single Redis that renew leave a key alone that is gone.",
        |params| only(ServiceKind::Redis, params), params.extend, word(Care::word), from_word(Care::from_word);
    RECHECK "recheck": Kind::Switch, "Whether a waiter of etcd whose turn has come looks for its own key first, as it does since 3.5.",
        |params| only(ServiceKind::Etcd, params), params.recheck, Value::Switch, Value::switch;
    CLOCK "clock": Kind::Choice(ClockSetting::WORDS), "Whether clocks are set at once or little by little, at most 500 ppm fast.",
        Params::has_values, params.clock, word(ClockSetting::word), from_word(ClockSetting::from_word);
    SEQUENCER "sequencer": Kind::Choice(SequencerCheck::WORDS), "Whether the storage compares a sequencer with the latest it has seen, or has Chubby check it.",
        |params| only(ServiceKind::Chubby, params) && params.storage == Policy::Fencing,
        params.sequencer, word(SequencerCheck::word), from_word(SequencerCheck::from_word);
    RESTART "restart": Kind::Choice(Restart::WORDS), "Whether a server of Redlock that has lost its memory comes back at once, or after a lease.",
        |params| only(ServiceKind::Redlock, params) && params.scenario == Scenario::Failover,
        params.restart, word(Restart::word), from_word(Restart::from_word);
    T "t": Kind::Seconds(Duration::ZERO..=LATEST), "The moment at which the cursor stands.",
        always, view.t, Value::Length, Value::length;
    EMBED "embed": Kind::Switch, "Whether the page leads on to the figure alone, which is at `v1/`.",
        always, view.embed, Value::Switch, Value::switch;
    THEME "theme": Kind::Choice(ThemeChoice::WORDS), "The colours of the page.",
        always, view.theme, word(ThemeChoice::word), from_word(ThemeChoice::from_word);
    CONTROLS "controls": Kind::Controls, "Which controls an embedded figure has.",
        always, view.controls, Value::Controls, Value::controls;
    QUIZ "quiz": Kind::Quiz,
        "A question that has to be answered before the run goes on: what is stored, or who holds the lock.",
        always, view.quiz, Value::Quiz, Value::quiz;
    ASK "ask": Kind::Ask,
        "What is asked about many runs like this one: whether there is a bad schedule, from where on runs end differently, how long a lease should be.",
        always, view.ask, Value::Ask, Value::ask;
}

fn has_length(params: &Params) -> bool {
    match params.scenario {
        Scenario::Pause
        | Scenario::CheckPause
        | Scenario::Overrun
        | Scenario::Delay
        | Scenario::Partition => true,
        Scenario::Normal | Scenario::Crash | Scenario::ClockJump | Scenario::Failover => false,
        Scenario::Custom => matches!(params.job, FirstJob::Works | FirstJob::Renews),
    }
}

fn word<T>(word: fn(T) -> &'static str) -> impl Fn(T) -> Value {
    move |one| Value::Word(word(one))
}

fn from_word<T>(from_word: fn(&str) -> Option<T>) -> impl Fn(Value) -> Option<T> {
    move |value| value.word().and_then(from_word)
}

fn number(small: u8) -> Value {
    Value::Number(small.into())
}

fn small_number(value: Value) -> Option<u8> {
    value.number().and_then(|number| number.try_into().ok())
}

fn server_count(nodes: u8) -> Value {
    Value::Word(match nodes {
        3 => "3",
        7 => "7",
        _ => "5",
    })
}

/// What there is to say about every key: its name, its values, its default and its meaning, with
/// code between backticks.
#[cfg(not(target_arch = "wasm32"))]
pub fn rows() -> Vec<[String; 4]> {
    let code = |text: &str| if text.is_empty() { String::new() } else { format!("`{text}`") };
    let row = |key: &&Key| {
        let values = match &key.kind {
            Kind::Choice(words) => code(&words.join("`, `")),
            Kind::Switch => "`on`, `off`".into(),
            Kind::Faults | Kind::Starts => "see below".into(),
            Kind::Controls => "a list, such as `service:locked,pause`, or `none`".into(),
            Kind::Ask => {
                "`none`, `search`, `map`, `lease`; with details, such as `map:lease.work`".into()
            }
            Kind::Quiz => "`none`, `stored`, `holder`; with a moment, such as `holder~6.5`".into(),
            Kind::Seconds(_) | Kind::Millis(_) | Kind::Integer(_) => key.kind.range(),
        };
        [code(key.name), values, code(&key.kind.print(key.default())), key.help.into()]
    };
    let compare = [
        code(COMPARE),
        "see below".into(),
        String::new(),
        "Another run, to be shown beside this one.".into(),
    ];
    KEYS.iter().map(row).chain([compare]).collect()
}
