//! How a list of faults is written: `kind:where:start` or `kind:where:start:length`, with commas
//! between them, and with no character that a link has to escape.
//!
//! A start is a number of seconds, or a point of a client's job with an offset in seconds after
//! `~`. The job is that of the client it happens to, or of A where it happens to a server.
//!
//! Of each word the first two letters are enough, so that a long link can be made shorter.

use crate::sim::{Anchor, ClientId, Fault, FaultKind, FaultList, Params, ServerId, Start, Time};

use super::value::parse_seconds;

/// What is allowed, in words that follow "it takes".
pub const ALLOWED: &str = "pause:A:work~0.25:8, crash:A:2, delay:A-storage:write:8, \
                           cut:A-service:2:7, jump:redis2:1.5:10, crash:redis3:4:2 or \
                           failover:service:1, up to 16 of them with commas between";

/// The words for the kinds of faults.
const KINDS: &[&str] = &[PAUSE, CRASH, DELAY, CUT, JUMP, FAILOVER];
const PAUSE: &str = "pause";
const CRASH: &str = "crash";
const DELAY: &str = "delay";
const CUT: &str = "cut";
const JUMP: &str = "jump";
const FAILOVER: &str = "failover";

/// How many letters of a word are enough to tell it from the others.
const ENOUGH: usize = 2;

/// The one server, or all of them.
const SERVICE: &str = "service";
/// A server of several, before its number.
const SERVER: &str = "redis";
/// The other end of a delayed write.
const STORAGE: &str = "storage";

/// Reads a list. Entries that make no sense, or for which there is no more room, are left out;
/// their places are returned, counted from 1, with their texts.
pub fn parse(text: &str) -> (FaultList, Vec<(usize, &str)>) {
    let mut list = FaultList::default();
    let mut wrong = Vec::new();
    for (index, entry) in text.split(',').enumerate().filter(|(_, entry)| !entry.is_empty()) {
        let fault = parse_fault(entry).filter(Fault::is_in_range);
        if !fault.is_some_and(|fault| list.push(fault)) {
            wrong.push((index + 1, entry));
        }
    }
    (list, wrong)
}

/// Reads a list that is to go together with other values.
///
/// # Errors
///
/// Says which entry makes no sense, or needs something that does not take part.
pub fn read(text: &str, params: &Params) -> Result<FaultList, String> {
    let (list, wrong) = parse(text);
    if let [(place, entry), ..] = wrong[..] {
        return Err(format!("Entry {place}, {entry}, is not possible."));
    }
    match list.iter().find(|fault| !params.has_place_for(fault)) {
        Some(fault) => {
            let fault = print_fault(fault);
            Err(format!("{fault} needs a client or a server that does not take part."))
        }
        None => Ok(list),
    }
}

fn parse_fault(entry: &str) -> Option<Fault> {
    let mut parts = entry.split(':');
    let (kind, place, start) = (parts.next()?, parts.next()?, parts.next()?);
    let length = match parts.next() {
        Some(length) => Some(parse_seconds(length)?),
        None => None,
    };
    if parts.next().is_some() {
        return None;
    }
    let (here, there) = place.split_once('-').unwrap_or((place, ""));
    let [here, there] = [here, there].map(|end| full(end, &[SERVICE, STORAGE]).unwrap_or(end));
    let kind = match (full(kind, KINDS)?, client(here), there) {
        (PAUSE, Some(client), "") => FaultKind::Pause { client, length: length? },
        (CRASH, Some(client), "") if length.is_none() => FaultKind::Crash { client },
        (CRASH, None, "") => FaultKind::Restart { server: server(here)?, down: length },
        (DELAY, Some(client), STORAGE) => FaultKind::Delay { client, by: length? },
        (CUT, Some(client), SERVICE) => FaultKind::Cut { client, server: None, length },
        (CUT, Some(client), there) => {
            FaultKind::Cut { client, server: Some(server(there)?), length }
        }
        (JUMP, None, "") => FaultKind::Jump { server: server(here)?, by: length? },
        (FAILOVER, None, "") if here == SERVICE && length.is_none() => FaultKind::Failover,
        _ => return None,
    };
    Some(Fault { start: parse_start(start, whose(&kind))?, kind })
}

fn parse_start(text: &str, client: ClientId) -> Option<Start> {
    let (point, offset) = text.split_once('~').unwrap_or((text, "0"));
    match full(point, Anchor::WORDS).and_then(Anchor::from_word) {
        Some(anchor) => Some(Start::After { client, anchor, offset: parse_seconds(offset)? }),
        None => Some(Start::At(Time::ZERO + parse_seconds(text)?)),
    }
}

/// The word that a text stands for, which may be cut short.
fn full(text: &str, words: &[&'static str]) -> Option<&'static str> {
    words.iter().copied().find(|word| text.len() >= ENOUGH && word.starts_with(text))
}

/// Whose job the start of a fault is tied to.
fn whose(kind: &FaultKind) -> ClientId {
    match *kind {
        FaultKind::Pause { client, .. }
        | FaultKind::Crash { client }
        | FaultKind::Delay { client, .. }
        | FaultKind::Cut { client, .. } => client,
        FaultKind::Jump { .. } | FaultKind::Restart { .. } | FaultKind::Failover => ClientId::A,
    }
}

fn client(text: &str) -> Option<ClientId> {
    ClientId::first(ClientId::MOST).find(|client| client.to_string() == text)
}

fn server(text: &str) -> Option<ServerId> {
    if text == SERVICE {
        return Some(ServerId::FIRST);
    }
    let (word, number) =
        text.split_at(text.trim_end_matches(|last: char| last.is_ascii_digit()).len());
    full(word, &[SERVER])?;
    let number: u8 = number.parse().ok()?;
    ServerId::first(ServerId::MOST).find(|server| server.number() == number)
}

/// Writes a list in the way [`parse`] reads it.
pub fn print(list: &FaultList) -> String {
    list.iter().map(print_fault).collect::<Vec<String>>().join(",")
}

/// Writes a list in fewer letters, for [`parse`] too.
pub fn print_short(list: &FaultList) -> String {
    let faults = list.iter().map(|fault| write(fault, ENOUGH));
    faults.collect::<Vec<String>>().join(",")
}

/// Writes one entry of a list.
pub fn print_fault(fault: &Fault) -> String {
    write(fault, usize::MAX)
}

/// Writes an entry with so many letters of the words in it.
fn write(fault: &Fault, letters: usize) -> String {
    let cut = |word: &'static str| word.get(..letters).unwrap_or(word);
    let name = |server: ServerId| [cut(SERVER), &server.number().to_string()].concat();
    let link = |client: ClientId, end: &str| [&client.to_string(), "-", end].concat();
    let (word, place, length) = match fault.kind {
        FaultKind::Pause { client, length } => (PAUSE, client.to_string(), Some(length)),
        FaultKind::Crash { client } => (CRASH, client.to_string(), None),
        FaultKind::Delay { client, by } => (DELAY, link(client, cut(STORAGE)), Some(by)),
        FaultKind::Cut { client, server, length } => {
            let end = server.map_or(cut(SERVICE).into(), name);
            (CUT, link(client, &end), length)
        }
        FaultKind::Jump { server, by } => (JUMP, name(server), Some(by)),
        FaultKind::Restart { server, down } => (CRASH, name(server), down),
        FaultKind::Failover => (FAILOVER, cut(SERVICE).into(), None),
    };
    let start = match fault.start {
        Start::At(at) => at.to_string(),
        Start::After { anchor, offset, .. } if offset.is_zero() => cut(anchor.word()).into(),
        Start::After { anchor, offset, .. } => {
            [cut(anchor.word()), "~", &offset.to_string()].concat()
        }
    };
    let length = length.map(|length| [":", &length.to_string()].concat()).unwrap_or_default();
    [cut(word), ":", &place, ":", &start, &length].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_fault_is_written_as_it_is_read() {
        let text = "pause:A:work~0.25:8,crash:B:2,delay:C-storage:write:8,cut:A-service:2:7,\
                    cut:A-redis4:0,jump:redis2:1.5:10,crash:redis3:4:2,crash:redis1:acquired,\
                    failover:service:checked~1";
        let (list, wrong) = parse(text);
        assert!(wrong.is_empty(), "{wrong:?}");
        assert_eq!(print(&list), text);
    }

    #[test]
    fn a_list_in_fewer_letters_is_read_as_the_same() {
        let text = "pause:A:work~0.25:8,crash:B:2,delay:C-storage:write:8,cut:A-service:acquired:7,\
                    jump:redis2:checked:10,failover:service:1";
        let (list, _) = parse(text);
        let short = "pa:A:wo~0.25:8,cr:B:2,de:C-st:wr:8,cu:A-se:ac:7,ju:re2:ch:10,fa:se:1";
        assert_eq!(print_short(&list), short);
        assert_eq!(parse(short), (list, Vec::new()));
        for wrong in [
            "p:A:1:2",
            "pauses:A:1:2",
            ":A:1:2",
            "pause:A:w:2",
            "pause:A::2",
            "jump:r2:1:2",
            "jump:2:1:2",
        ] {
            assert_eq!(parse(wrong).1.len(), 1, "{wrong}");
        }
    }

    #[test]
    fn a_single_server_can_be_called_by_its_service() {
        assert_eq!(print(&parse("jump:service:0.5:10").0), "jump:redis1:0.5:10");
    }

    #[test]
    fn bad_entries_are_named_with_their_places_and_the_others_stand() {
        let (list, wrong) = parse("pause:A:1:2,pause:F:1:2,nonsense,,crash:A:1:1,failover:A:1");
        assert_eq!(print(&list), "pause:A:1:2");
        let places: Vec<usize> = wrong.iter().map(|(place, _)| *place).collect();
        assert_eq!(places, [2, 3, 5, 6]);
    }

    #[test]
    fn a_list_that_is_entered_is_taken_as_a_whole_or_not_at_all() {
        let read = |text| read(text, &Params::default());
        assert!(read("crash:A:1,crash:B:2").is_ok());
        let said = |text| read(text).expect_err(text);
        assert_eq!(said("crash:A:1,crash:Z:1"), "Entry 2, crash:Z:1, is not possible.");
        assert_eq!(
            said("crash:C:2"),
            "crash:C:2 needs a client or a server that does not take part."
        );
    }

    #[test]
    fn what_is_out_of_range_or_one_too_many_is_wrong() {
        for text in ["pause:A:1:601", "pause:A:601:1", "pause:A:work~601:1", "jump:redis1:0:864001"]
        {
            assert_eq!(parse(text).1.len(), 1, "{text}");
        }
        let many = vec!["crash:A:1"; 18].join(",");
        assert_eq!(parse(&many).1.len(), 2);
    }

    #[test]
    fn every_example_of_what_is_allowed_is_allowed() {
        let examples = ALLOWED.split([',', ' ']).filter(|word| word.contains(':'));
        for example in examples {
            assert_eq!(parse(example).1, [], "{example}");
        }
    }
}
