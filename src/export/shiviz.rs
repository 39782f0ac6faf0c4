//! A run as a log for ShiViz, which draws the events of a distributed system by what came before
//! what: <https://bestchai.bitbucket.io/shiviz/>.

use super::causes::causes;
use super::json::{name_and_details, told};
use crate::sim::{Event, Node, Trace};
use crate::words::{self, Line, actor_name, clock};

/// The regular expression by which ShiViz reads the lines of the log.
pub const PARSER: &str = r"(?<host>\S*) (?<clock>{[^}]*}) (?<event>.*)";

/// A vector clock: for each of the hosts, how many of its events are known to have come before.
type VectorClock = Vec<u32>;

/// The log of a run: the parser, an empty line, as there are no several executions to be told
/// apart, and a line for each event. That is the form of files which ShiViz opens.
pub fn shiviz(trace: &Trace) -> String {
    let lines = words::log(trace);
    let hosts = hosts(trace);
    let mut log = format!("{PARSER}\n\n");
    for (index, (event, clock)) in trace.events.iter().zip(clocks(trace, &hosts)).enumerate() {
        let host = host_name(event.actor, trace);
        let known: Vec<String> = hosts
            .iter()
            .zip(clock)
            .filter(|&(_, count)| count > 0)
            .map(|(&host, count)| format!("\"{}\":{count}", host_name(host, trace)))
            .collect();
        let what = description(event, told(&lines, index));
        log += &format!("{host} {{{}}} {what}\n", known.join(","));
    }
    log
}

/// Everybody who does something, in the order in which they first do.
fn hosts(trace: &Trace) -> Vec<Node> {
    let mut hosts = Vec::new();
    for event in &trace.events {
        if !hosts.contains(&event.actor) {
            hosts.push(event.actor);
        }
    }
    hosts
}

/// The vector clock of each event. A host's own part grows by one with each of its events; what an
/// event was caused by is known from then on.
fn clocks(trace: &Trace, hosts: &[Node]) -> Vec<VectorClock> {
    let mut clocks: Vec<VectorClock> = Vec::with_capacity(trace.events.len());
    let mut present = vec![vec![0; hosts.len()]; hosts.len()];
    for (event, causes) in trace.events.iter().zip(causes(trace)) {
        let Some(own) = hosts.iter().position(|&host| host == event.actor) else {
            continue;
        };
        let clock = &mut present[own];
        for cause in causes {
            for (known, &learnt) in clock.iter_mut().zip(&clocks[cause]) {
                *known = learnt.max(*known);
            }
        }
        clock[own] += 1;
        clocks.push(clock.clone());
    }
    clocks
}

/// A name without blanks.
fn host_name(host: Node, trace: &Trace) -> String {
    actor_name(host, &trace.setup).replace(' ', "-")
}

/// When something happens and what, as the log says it or, where that passes it over, by the
/// name of its kind.
fn description(event: &Event, line: Option<&Line>) -> String {
    let at = clock(event.at);
    match line {
        Some(line) => format!("{at} s, step {}: {}", line.number, line.text),
        None => format!("{at} s: {}", name_and_details(&event.kind).0.replace('_', " ")),
    }
}
