//! How things stand at a moment of a run, in words.

use super::names::{list, rounded, server_name};
use crate::sim::{ClientId, Moment, Policy, ServerId, Setup, UnderWay};

/// What there is to say about a moment: for each thing its name, and how it stands.
pub fn moment(setup: &Setup, moment: &Moment) -> [(&'static str, String); 6] {
    let clients = |is: &dyn Fn(ClientId) -> bool| {
        let names = setup.clients().filter(|&client| is(client));
        or(list(&names.map(|client| client.to_string()).collect::<Vec<String>>()), "nobody")
    };
    [
        ("Holds the lock", clients(&|client| moment.holds(client))),
        ("Believes it does", clients(&|client| moment.believes(client))),
        ("May rely on it", clients(&|client| moment.may_rely(client))),
        ("Stored", stored(moment, setup)),
        ("Clocks", clocks(moment, setup)),
        ("On its way", or(list(&under_way(moment, setup)), "nothing")),
    ]
}

fn or(words: String, otherwise: &str) -> String {
    if words.is_empty() { otherwise.into() } else { words }
}

fn stored(moment: &Moment, setup: &Setup) -> String {
    let value = super::stored_name(moment.stored());
    let mut words = [&value, ", version ", &moment.version().to_string()].concat();
    if let (Policy::Fencing, Some(highest)) = (setup.params().storage, moment.highest()) {
        words += &[", highest token ", &highest.to_string()].concat();
    }
    words
}

fn clocks(moment: &Moment, setup: &Setup) -> String {
    let ahead = ServerId::first(setup.servers()).filter_map(|server| {
        let ahead = rounded(moment.ahead(server));
        let name = server_name(server, setup);
        (!ahead.is_zero()).then(|| [&name, " is ", &ahead.to_string(), " s ahead"].concat())
    });
    or(list(&ahead.collect::<Vec<String>>()), "all the same")
}

fn under_way(moment: &Moment, setup: &Setup) -> Vec<String> {
    let words = setup.clients().filter_map(|client| {
        let name = client.to_string();
        Some(match moment.under_way(client)? {
            UnderWay::Question => [&name, "’s question for the lock"].concat(),
            UnderWay::Grant => ["the lock, for ", &name].concat(),
            UnderWay::Write => [&name, "’s write"].concat(),
            UnderWay::Answer => ["the storage’s answer to ", &name].concat(),
            UnderWay::Release => [&name, "’s release"].concat(),
        })
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{Duration, Params, Scenario, ServiceKind, Time, Trace};

    fn said(params: Params, millis: u64) -> Vec<String> {
        let trace = Trace::of(Setup::new(params).expect("a possible run"));
        let now = trace.moment(Time::ZERO + Duration::from_millis(millis));
        let said = moment(&trace.setup, &now).into_iter();
        said.map(|(name, words)| format!("{name}: {words}")).collect()
    }

    #[test]
    fn the_default_run_has_two_believers_for_a_while() {
        let wanted = [
            "Holds the lock: B",
            "Believes it does: A and B",
            "May rely on it: B",
            "Stored: empty, version 0",
            "Clocks: all the same",
            "On its way: nothing",
        ];
        assert_eq!(said(Params::default(), 6_000), wanted);
    }

    #[test]
    fn a_late_write_is_on_its_way_to_a_storage_that_has_seen_a_higher_token() {
        let params = Params { storage: Policy::Fencing, ..Params::default() };
        let said = said(params, 8_590);
        assert_eq!(said[3], "Stored: from B, version 1, highest token 34");
        assert_eq!(said[5], "On its way: A’s write");
    }

    #[test]
    fn a_clock_that_has_jumped_is_named() {
        let (service, scenario) = (ServiceKind::Redlock, Scenario::ClockJump);
        let said = said(Params { service, scenario, ..Params::default() }, 300);
        assert_eq!(said[4], "Clocks: redis 3 is 6 s ahead");
    }
}
