//! What things are called on the page.

use crate::sim::{
    ClientId, Duration, Headline, Node, Params, Policy, Scenario, ServerId, ServiceKind, Setup,
    Time,
};

/// A whole number with a comma between its thousands.
pub fn grouped(number: u64) -> String {
    let mut figures = number.to_string();
    let mut place = figures.len();
    while place > 3 {
        place -= 3;
        figures.insert(place, ',');
    }
    figures
}

/// The name of a lock service.
pub fn service_name(service: ServiceKind) -> &'static str {
    match service {
        ServiceKind::Etcd => "etcd",
        ServiceKind::ZooKeeper => "ZooKeeper",
        ServiceKind::Redis => "Redis",
        ServiceKind::Redlock => "Redlock",
        ServiceKind::Chubby => "Chubby",
    }
}

/// Why a storage cannot have a policy, if it cannot.
pub fn hindrance(policy: Policy, params: &Params) -> Option<&'static str> {
    match (policy, params.service) {
        _ if params.allows(policy) => None,
        (Policy::Fencing, ServiceKind::Redlock) => {
            Some("Redlock has no fencing token: its lock value is random.")
        }
        (Policy::Fencing, _) => Some(
            "Redis has no fencing token, its lock value is random; a counter can stand in for one, \
             see the options.",
        ),
        (Policy::Value, _) => Some("Only Redis and Redlock have random lock values."),
        (Policy::Any | Policy::Conditional, _) => None,
    }
}

/// What happens in a scenario, in a few words.
pub fn scenario_name(scenario: Scenario) -> &'static str {
    match scenario {
        Scenario::Normal => "Nothing fails",
        Scenario::Pause => "A pauses",
        Scenario::CheckPause => "A pauses between check and write",
        Scenario::Overrun => "A’s work outlasts its lease",
        Scenario::Delay => "A’s write is delayed",
        Scenario::Crash => "A crashes",
        Scenario::Partition => "A is cut off from the lock service",
        Scenario::ClockJump => "Clock jump",
        Scenario::Failover => "Failover of the lock service",
        Scenario::Custom => "Faults of your own",
    }
}

/// What the storage checks of a write, in a few words.
pub fn policy_name(policy: Policy) -> &'static str {
    match policy {
        Policy::Any => "nothing",
        Policy::Fencing => "fencing tokens",
        Policy::Conditional => "versions",
        Policy::Value => "lock values",
    }
}

/// What the storage does; where it checks nothing, why it cannot check fencing tokens.
pub fn policy_meaning(params: &Params) -> &'static str {
    match params.storage {
        Policy::Any => hindrance(Policy::Fencing, params).unwrap_or("Every write is accepted."),
        Policy::Fencing if params.asks_chubby() => {
            "A write counts if Chubby says that its sequencer is still valid."
        }
        Policy::Fencing => "A token lower than one seen before is refused.",
        Policy::Conditional => "A write counts if what it has read is still stored.",
        Policy::Value => "A write counts if no other client has left its value since.",
    }
}

/// How a run ended, in a word or two.
pub fn headline_name(headline: Headline) -> &'static str {
    match headline {
        Headline::Corrupted => "Corrupted",
        Headline::AtRisk => "At risk",
        Headline::Protected => "Protected",
        Headline::Safe => "Safe",
    }
}

/// A stored value, in a word or two.
pub fn stored_name(stored: Option<ClientId>) -> String {
    match stored {
        Some(client) => format!("from {client}"),
        None => "empty".into(),
    }
}

/// The name of whoever acts in a run.
pub fn actor_name(actor: Node, setup: &Setup) -> String {
    match actor {
        Node::Client(client) => client.to_string(),
        Node::Storage => "storage".into(),
        Node::Server(server) => server_name(server, setup),
    }
}

/// The name of a lock server: that of the service, where there is only one.
pub(super) fn server_name(server: ServerId, setup: &Setup) -> String {
    match setup.servers() {
        1 => service_name(setup.params().service).into(),
        _ => format!("redis {}", server.number()),
    }
}

/// A length as sentences give it: milliseconds are exact enough.
pub fn rounded(length: Duration) -> Duration {
    Duration::from_millis((length + Duration::from_micros(500)).as_millis())
}

/// An instant as sentences give it, as the time since the run began.
pub fn clock(at: Time) -> Duration {
    rounded(at.since(Time::ZERO))
}

/// Several things in a row: "1", "1 and 2", "1, 2 and 3".
pub fn list(names: &[String]) -> String {
    match names {
        [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::{clock, list};
    use crate::sim::Time;

    #[test]
    fn a_list_is_joined_as_in_speech() {
        let names = ["1", "2", "3"].map(String::from);
        assert_eq!(list(&names[..0]), "");
        assert_eq!(list(&names[..1]), "1");
        assert_eq!(list(&names[..2]), "1 and 2");
        assert_eq!(list(&names), "1, 2 and 3");
    }

    #[test]
    fn a_time_is_rounded_to_the_nearest_millisecond() {
        let written = |micros| clock(Time::from_micros(micros)).to_string();
        assert_eq!(written(5_116_621), "5.117");
        assert_eq!(written(10_249_998), "10.25");
        assert_eq!(written(499), "0");
    }
}
