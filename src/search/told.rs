//! What a search has found, in words.

use super::bounds::Bounds;
use super::explore::{Answer, Findings};
use super::scope::{Scope, base};
use crate::sim::{
    Anchor, Fault, FaultKind, Headline, Node, Outcome, Params, ServerId, Setup, Start,
};
use crate::words::{actor_name, clock, fault_name, grouped, policy_name, rounded, service_name};

/// A run that goes wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bad {
    /// Its query.
    pub query: String,
    /// How it ends: not everything that can be looked for leaves something corrupted.
    pub headline: Headline,
}

impl Bad {
    /// What a search has found, if it has.
    fn of(findings: &Findings) -> Option<Bad> {
        let setup = Setup::new(findings.counterexample?).ok()?;
        Some(Bad { query: findings.query()?, headline: Outcome::of(setup).headline() })
    }
}

/// What came of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// Of which runs that was asked: the service, what the storage checks, and the lengths that
    /// matter most.
    pub asked: String,
    /// The answer.
    pub answer: Answer,
    /// What goes wrong and how, or how many runs there are in which it does not, or why nothing was
    /// searched.
    pub words: String,
    /// Within which bounds there is none; empty with any other answer.
    pub bounds: String,
    /// The run that goes wrong.
    pub bad: Option<Bad>,
}

impl Told {
    /// What came of a search in the runs of a setup.
    pub fn new(setup: &Setup, bounds: &Bounds, findings: &Findings) -> Told {
        let scope = Scope::new(setup, *bounds);
        let base = scope.base();
        let answer = findings.answer();
        let bad = bounds.bad.in_words();
        let added: Vec<String> =
            added(base, findings).map(|fault| fault_told(fault, base)).collect();
        let words = match answer {
            Answer::Yes if !added.is_empty() => format!("{}. Then {bad}.", added.join("; ")),
            Answer::Yes if scope.leaves_faults_out() => {
                format!("without another fault, even without those of its scenario, {bad}.")
            }
            Answer::Yes => format!("as it is, without another fault, {bad}."),
            Answer::No if findings.asked == 0 && scope.leaves_faults_out() => {
                format!("without the faults of its scenario it does not happen that {bad}.")
            }
            Answer::No if findings.asked == 0 => {
                format!("as it is, without another fault, it does not happen that {bad}.")
            }
            Answer::No => format!("in none of {} does it happen that {bad}.", runs(findings.runs)),
            Answer::NothingAdded => {
                let why = scope.why_nothing();
                let why = why.unwrap_or("no fault that is chosen can come in this run");
                format!("nothing was searched: {why}.")
            }
        };
        Told {
            asked: asked(base),
            answer,
            words,
            // Who has found something need not know how far else was looked.
            bounds: match answer {
                Answer::No => scope.in_words(),
                Answer::Yes | Answer::NothingAdded => String::new(),
            },
            bad: Bad::of(findings),
        }
    }
}

/// The smallest run that goes wrong in a few words, and where it is; or in how many runs there is
/// none.
pub fn in_short(setup: &Setup, findings: &Findings) -> (String, Option<Bad>) {
    let base = base(setup);
    let added = added(&base, findings).map(|fault| fault_name(&fault.kind, &base));
    let added: Vec<String> = added.collect();
    let words = match findings.answer() {
        Answer::Yes if added.is_empty() => "as it is".into(),
        Answer::Yes => added.join(", "),
        Answer::No => format!("none in {}", runs(findings.runs)),
        Answer::NothingAdded => "nothing to add".into(),
    };
    (words, Bad::of(findings))
}

/// A number of runs.
pub fn runs(number: u64) -> String {
    match number {
        1 => "1 run".into(),
        number => format!("{} runs", grouped(number)),
    }
}

/// The faults that the run which goes wrong has more than the run that they were added to.
fn added<'a>(base: &Setup, findings: &'a Findings) -> impl Iterator<Item = &'a Fault> + use<'a> {
    let faults = findings.counterexample.iter().flat_map(|params| params.faults.iter());
    let own = base.params().faults.iter().count();
    let all = faults.clone().count();
    faults.take(all.saturating_sub(own))
}

/// A fault of a list, and when it begins.
fn fault_told(fault: &Fault, setup: &Setup) -> String {
    let name = |server| actor_name(Node::Server(server), setup);
    let what = match fault.kind {
        FaultKind::Pause { client, length } => format!("{client} stops for {} s", rounded(length)),
        FaultKind::Crash { client } => format!("{client} crashes"),
        FaultKind::Delay { client, by } => {
            return format!("{client}’s write takes {} s longer on its way", rounded(by));
        }
        FaultKind::Cut { client, server, length } => {
            let end = name(server.unwrap_or(ServerId::FIRST));
            let end = if server.is_none() && setup.servers() > 1 { "all servers" } else { &end };
            let length = length.map(|length| format!(" for {} s", rounded(length)));
            let length = length.unwrap_or_else(|| " any more".into());
            format!("{client} and {end} cannot talk{length}")
        }
        FaultKind::Jump { server, by } => {
            format!("the clock of {} jumps ahead by {} s", name(server), rounded(by))
        }
        FaultKind::Restart { server, down } => {
            let down = down.map(|down| format!(" and is back after {} s", rounded(down)));
            format!("{} loses its memory{}", name(server), down.unwrap_or_default())
        }
        FaultKind::Failover => format!("{} fails over to another server", name(ServerId::FIRST)),
    };
    match fault.start {
        Start::At(at) => format!("{} s into the run {what}", clock(at)),
        Start::After { client, anchor, offset } => {
            let point = match anchor {
                Anchor::Acquired => "has got the lock",
                Anchor::Work => "has begun its work",
                Anchor::Checked => "has looked at its lease",
                Anchor::Write => "has decided to write",
            };
            let later = match offset.is_zero() {
                true => String::new(),
                false => format!("{} s ", rounded(offset)),
            };
            format!("{later}after {client} {point}, and before anything else, {what}")
        }
    }
}

/// The settings that an answer is about, in a few words.
fn asked(setup: &Setup) -> String {
    let Params { service, storage, clients, work, .. } = *setup.params();
    let faults = match setup.params().faults.iter().count() {
        0 => String::new(),
        1 => ", with the fault that is set".into(),
        count => format!(", with the {count} faults that are set"),
    };
    format!(
        "{}, the storage checks {}, a lease of {} s, work of {work} s, {clients} clients{faults}",
        service_name(service),
        policy_name(storage),
        setup.granted_lease(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{Query, faults};
    use crate::search::Search;
    use crate::sim::ServiceKind;

    fn told(link: &str, bounds: &str) -> Told {
        let setup = Query::parse(link).0.setup();
        let bounds = Bounds::read(bounds).expect("these are bounds");
        Told::new(&setup, &bounds, &Search::new(&setup, bounds).finish())
    }

    #[test]
    fn a_run_that_goes_wrong_is_told_with_its_faults_and_can_be_opened() {
        let told = told("", "overwritten:1:delay");
        assert!(told.words.starts_with("A’s write takes 5"), "{}", told.words);
        assert!(told.words.ends_with("overwrites the value of a later holder."), "{}", told.words);
        let bad = told.bad.expect("it goes wrong");
        assert!(bad.query.contains("faults=delay:A-storage:write:"), "{}", bad.query);
        assert_eq!(bad.headline, Headline::Corrupted);
    }

    #[test]
    fn what_was_looked_for_may_be_no_worse_than_a_risk() {
        let link = "scenario=normal&storage=fencing";
        let bad = told(link, "overlap:1").bad.expect("a pause is longer than a lease");
        let setup = Query::parse(&bad.query).0.setup();
        assert_eq!(Outcome::of(setup).headline(), bad.headline);
        assert_eq!(bad.headline, Headline::AtRisk);
    }

    #[test]
    fn a_search_that_finds_nothing_says_in_how_many_runs_and_within_which_bounds() {
        let told = told("storage=fencing", "overwritten:1:crash");
        assert_eq!((told.answer, told.bad), (Answer::No, None));
        assert!(told.words.starts_with("in none of "), "{}", told.words);
        assert!(told.bounds.contains("crash"), "{}", told.bounds);
        assert!(
            told.asked.starts_with("etcd, the storage checks fencing tokens"),
            "{}",
            told.asked
        );
    }

    #[test]
    fn what_goes_wrong_without_another_fault_is_said_so() {
        let told = told("scenario=overrun", "overwritten:1:pause");
        assert!(told.words.starts_with("as it is, without another fault"), "{}", told.words);
    }

    #[test]
    fn what_goes_wrong_without_the_faults_of_a_scenario_is_not_called_the_run_as_it_is() {
        let told = told("scenario=pause&lease=2&work=4", "late:1:pause");
        assert!(told.words.starts_with("without another fault, even without"), "{}", told.words);
    }

    #[test]
    fn a_search_without_anything_to_add_is_not_told_as_if_nothing_could_go_wrong() {
        let list = (0..16).map(|_| "pause:B:0:0.1").collect::<Vec<_>>().join(",");
        let full = format!("scenario=custom&faults={list}");
        for (link, bounds, why) in [
            ("", "late:1:none", "no kind of fault is chosen that this service can have"),
            ("", "late:1:jump", "no kind of fault is chosen that this service can have"),
            (&full, "late:2", "the run has as many faults as it can have"),
            (
                "scenario=custom&faults=crash:A:0,crash:B:0",
                "late:1:delay",
                "no fault that is chosen can come in this run",
            ),
        ] {
            let told = told(link, bounds);
            assert_eq!(told.answer, Answer::NothingAdded, "{link}");
            assert_eq!(told.words, format!("nothing was searched: {why}."));
            assert_eq!((told.bounds, told.bad), (String::new(), None));
            let setup = Query::parse(link).0.setup();
            let bounds = Bounds::read(bounds).expect("these are bounds");
            let found = Search::new(&setup, bounds).finish();
            assert_eq!(in_short(&setup, &found), ("nothing to add".into(), None));
        }
    }

    #[test]
    fn without_another_fault_the_run_as_it_is_was_tried() {
        for (link, words) in [
            ("scenario=normal", "as it is, without another fault, it does not happen"),
            ("scenario=pause", "without the faults of its scenario it does not happen"),
        ] {
            let told = told(link, "late:0");
            assert_eq!(told.answer, Answer::No, "{link}");
            assert!(told.words.starts_with(words), "{}", told.words);
            assert!(told.bounds.starts_with("No fault is added to the run"), "{}", told.bounds);
        }
    }

    #[test]
    fn every_kind_of_fault_can_be_told() {
        let params = Params { service: ServiceKind::Redlock, ..Params::default() };
        let setup = Setup::new(params).expect("a possible run");
        let list = "pause:A:write:2,crash:B:0.25,cut:A-service:1:3,cut:B-redis2:1,jump:redis3:2:6,\
                    crash:redis1:2:0.1,delay:A-storage:write:4,failover:service:1";
        let told: Vec<String> =
            faults::parse(list).0.iter().map(|fault| fault_told(fault, &setup)).collect();
        let wanted = [
            "after A has decided to write, and before anything else, A stops for 2 s",
            "0.25 s into the run B crashes",
            "1 s into the run A and all servers cannot talk for 3 s",
            "1 s into the run B and redis 2 cannot talk any more",
            "2 s into the run the clock of redis 3 jumps ahead by 6 s",
            "2 s into the run redis 1 loses its memory and is back after 0.1 s",
            "A’s write takes 4 s longer on its way",
            "1 s into the run redis 1 fails over to another server",
        ];
        assert_eq!(told, wanted);
    }

    #[test]
    fn large_numbers_have_commas() {
        assert_eq!(runs(1), "1 run");
        assert_eq!(runs(999), "999 runs");
        assert_eq!(runs(12_345), "12,345 runs");
        assert_eq!(runs(1_000_000), "1,000,000 runs");
    }
}
