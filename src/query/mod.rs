//! Links: the public interface of the page.
//!
//! The text after the question mark is the whole state. [`schema`] defines every key once, for
//! parsing, printing, the documentation and the limits of the controls alike.

mod ask;
mod controls;
pub mod faults;
mod notice;
mod other;
mod reader;
pub mod schema;
pub mod slider;
mod value;

pub use ask::{Ask, Details, Inquiry};
pub use controls::{Controls, PARTS, names as control_names};
pub use notice::Notice;
pub use other::Chain;
pub use schema::{KEYS, Key};
pub use value::{Kind, Value};

use crate::sim::choice::choices;
use crate::sim::{Duration, Params, Policy, Quiz, Setup};
use reader::Reader;

/// The longest query that is read, in bytes.
pub const LONGEST: usize = 64 * 1024;

/// The longest query that is printed, in bytes: not everything that passes links on takes longer
/// ones.
pub const LONGEST_PRINTED: usize = 2_000;

/// How many keys and values that make no sense are named one by one.
const MOST_NOTICES: usize = 8;

choices! {
    /// The colours of the page.
    ThemeChoice {
        /// As the reader's system is set.
        Auto = "auto",
        /// Dark on light.
        Light = "light",
        /// Light on dark.
        Dark = "dark",
    }
}

/// How a run is shown, which does not change the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// Whether the page leads on to the figure alone.
    pub embed: bool,
    /// The colours.
    pub theme: ThemeChoice,
    /// Where the cursor stands, as the time since the run began; at the end, if that is earlier.
    pub t: Duration,
    /// Another run that is shown beside this one, as far as it was set; see [`Query::other`].
    pub compare: Option<Params>,
    /// Which controls a figure has that stands alone.
    pub controls: Controls,
    /// What is asked about the run, which is shown no further until it is answered.
    pub quiz: Option<Quiz>,
    /// What is asked about many runs like this one.
    pub ask: Option<Ask>,
}

impl View {
    /// The same view of a whole page, from which nothing is missing.
    pub fn whole(self) -> View {
        View { embed: false, controls: Controls::default(), quiz: None, ..self }
    }
}

/// Everything that a link says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Query {
    /// What the run is made from, as far as it was set; see [`Query::setup`].
    pub params: Params,
    /// How it is shown.
    pub view: View,
}

impl Default for Query {
    #[inline(never)]
    fn default() -> Query {
        let view = View {
            embed: false,
            theme: ThemeChoice::Auto,
            t: Duration::ZERO,
            compare: None,
            controls: Controls::default(),
            quiz: None,
            ask: None,
        };
        Query { params: Params::default(), view }
    }
}

impl Query {
    /// Reads the text of a query, with or without its question mark.
    ///
    /// Whatever is wrong is left at its default and named in a notice; the rest stands.
    pub fn parse(text: &str) -> (Query, Vec<Notice>) {
        let text = text.strip_prefix('?').unwrap_or(text);
        if text.len() > LONGEST {
            return (Query::default(), vec![Notice::TooLong]);
        }
        let mut reader = Reader::new(Query::default());
        let (mut fencing, mut compare) = (None, None);
        for (name, value) in form_urlencoded::parse(text.as_bytes()) {
            match KEYS.iter().find(|key| key.name == name) {
                None if name.is_empty() && value.is_empty() => {}
                None if name == schema::FENCING => match value::parse_switch(&value) {
                    Some(on) => fencing = Some(on),
                    None => {
                        let allowed = "on or off".into();
                        let notice = Notice::bad(schema::FENCING, &value, allowed, String::new());
                        reader.notices.push(notice);
                    }
                },
                None if name == schema::COMPARE => {
                    reader.give(schema::COMPARE);
                    compare = Some(value);
                }
                None => reader.notices.push(Notice::unknown(&name)),
                Some(key) => reader.read(key, &value),
            }
        }
        match fencing {
            Some(_) if reader.was_given("storage") => reader.notices.push(Notice::StorageWins),
            Some(true) => reader.query.params.storage = Policy::Fencing,
            Some(false) | None => {}
        }
        reader.check();
        let Reader { mut query, mut notices, .. } = reader;
        if let Some(text) = compare {
            let wrong = query.read_other(&text).into_iter();
            notices.extend(wrong.map(|notice| Notice::InCompare(notice.into())));
        }
        let left_out = notices.len().saturating_sub(MOST_NOTICES);
        if left_out > 0 {
            notices.truncate(MOST_NOTICES);
            notices.push(Notice::Others(left_out));
        }
        (query, notices)
    }

    /// The run that the query stands for: where the parts do not go together, the storage checks
    /// nothing, and faults for which something is missing do not happen.
    pub fn setup(&self) -> Setup {
        let mut params = self.params.with_possible_faults();
        if !params.allows(params.storage) {
            params.storage = Policy::Any;
        }
        Setup::new(params).unwrap_or_default()
    }

    /// The same query with its parameters as the run takes them.
    pub fn settled(&self) -> Query {
        let compare = self.other().map(|other| other.params);
        Query { params: *self.setup().params(), view: View { compare, ..self.view } }
    }

    /// The text of the shortest query that stands for the same, without a question mark. No
    /// character in it needs escaping.
    pub fn print(&self) -> String {
        let link = self.write(Kind::print);
        if link.len() > LONGEST_PRINTED { self.write(Kind::print_short) } else { link }
    }

    fn write(&self, print: fn(&Kind, Value) -> String) -> String {
        let settled = self.settled();
        let given = KEYS.iter().filter_map(|key| {
            let value = (key.get)(&settled);
            (value != key.default()).then(|| [key.name, "=", &print(&key.kind, value)].concat())
        });
        let other = self.other().map(|other| {
            let differences = settled.differences(&other).map(|key| {
                let value = (key.get)(&other);
                [key.name, ":", &print(&key.kind, value)].concat()
            });
            [schema::COMPARE, "=", &differences.collect::<Vec<String>>().join(";")].concat()
        });
        given.chain(other).collect::<Vec<String>>().join("&")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{Duration, ServiceKind};

    fn notices(text: &str) -> Vec<String> {
        Query::parse(text).1.iter().map(Notice::to_string).collect()
    }

    #[test]
    fn an_empty_query_is_the_default_run() {
        for text in ["", "?", "&&", "?&="] {
            assert_eq!(Query::parse(text), (Query::default(), Vec::new()), "{text}");
        }
        assert_eq!(Query::default().print(), "");
    }

    #[test]
    fn numbers_may_have_decimals() {
        let (query, notices) = Query::parse("?lease=0.75&latency=2.5&pause=8.000&work=0.3333339");
        assert!(notices.is_empty(), "{notices:?}");
        assert_eq!(query.params.lease, Duration::from_millis(750));
        assert_eq!(query.params.latency, Duration::from_micros(2_500));
        assert_eq!(query.print(), "lease=0.75&work=0.333333&latency=2.5");
    }

    #[test]
    fn a_bad_value_is_named_with_what_is_allowed_and_the_rest_stands() {
        let (query, _) = Query::parse("service=zookeeper&lease=1e9");
        assert_eq!(query.params.service, ServiceKind::ZooKeeper);
        assert_eq!(query.params.lease, Params::default().lease);
        let said = notices("service=zookeeper&lease=1e9");
        assert_eq!(said, ["lease=1e9 is not possible: it takes 0.5 to 120 seconds. 5 is used."]);
        let said = notices("service=paxos");
        assert_eq!(
            said,
            ["service=paxos is not possible: it takes etcd, zookeeper, redis, redlock or \
              chubby. \
              etcd is used."]
        );
    }

    #[test]
    fn an_unknown_key_is_named_and_long_text_is_cut() {
        assert_eq!(notices("colour=red"), ["There is no key colour. It is left out."]);
        let long = notices(&format!("{}=1", "ä".repeat(500)));
        assert!(long[0].chars().count() < 100, "{long:?}");
    }

    #[test]
    fn fencing_stands_for_storage_which_wins_over_it() {
        assert_eq!(Query::parse("fencing=on").0.params.storage, Policy::Fencing);
        assert_eq!(Query::parse("fencing=on").0.print(), "storage=fencing");
        let (query, notices) = Query::parse("fencing=on&storage=any");
        assert_eq!(query.params.storage, Policy::Any);
        assert_eq!(notices, [Notice::StorageWins]);
    }

    #[test]
    fn fencing_without_a_token_is_explained_and_the_link_without_it_is_printed() {
        let (query, notices) = Query::parse("service=redlock&storage=fencing");
        let (storage, service) = (Policy::Fencing, ServiceKind::Redlock);
        assert_eq!(notices, [Notice::Unavailable { storage, service }]);
        assert_eq!(query.setup().params().storage, Policy::Any);
        assert_eq!(query.print(), "service=redlock");
    }

    #[test]
    fn a_query_that_is_too_long_is_not_read() {
        let long = "a".repeat(LONGEST + 1);
        assert_eq!(Query::parse(&long), (Query::default(), vec![Notice::TooLong]));
    }
}
