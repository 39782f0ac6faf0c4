//! Which leases are tried.

use crate::sim::{Duration, Params, Setup, limits};

/// Round numbers between one and ten.
const ROUND: [u64; 15] = [10, 12, 14, 16, 18, 20, 25, 30, 35, 40, 50, 60, 70, 80, 90];

/// The lease that a run is granted.
pub fn present_lease(params: &Params) -> Duration {
    Setup::new(*params).unwrap_or_default().granted_lease()
}

/// The leases that are tried, the shortest first: round numbers, evenly spread on a logarithmic
/// scale, and the one that is set. All are granted as they are asked for, so none is twice.
pub fn grid(params: &Params) -> Vec<Duration> {
    let decades = [10, 100, 1_000, 10_000].map(Duration::from_millis);
    let round = decades.iter().flat_map(|&decade| ROUND.map(|number| decade * number));
    let limits = [*limits::LEASE.start(), params.lease, *limits::LEASE.end()];
    let granted = |lease| Some(Setup::new(Params { lease, ..*params }).ok()?.granted_lease());
    let mut leases: Vec<Duration> = round.chain(limits).filter_map(granted).collect();
    leases.sort_unstable();
    leases.dedup();
    leases
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::ServiceKind;

    fn leases(service: ServiceKind, lease: u64) -> Vec<String> {
        let lease = Duration::from_millis(lease);
        let params = Params { service, lease, ..Params::default() };
        grid(&params).iter().map(Duration::to_string).collect()
    }

    #[test]
    fn leases_are_round_and_the_one_that_is_set_is_among_them() {
        let redis = leases(ServiceKind::Redis, 4_321);
        assert_eq!(redis[..7], ["0.5", "0.6", "0.7", "0.8", "0.9", "1", "1.2"]);
        assert_eq!(redis[redis.len() - 3..], ["90", "100", "120"]);
        assert!(redis.contains(&"4.321".into()), "{redis:?}");
        assert_eq!(redis.len(), 38);
    }

    #[test]
    fn only_what_a_service_grants_is_tried() {
        let etcd = leases(ServiceKind::Etcd, 500);
        assert_eq!(etcd[..9], ["2", "3", "4", "5", "6", "7", "8", "9", "10"]);
        let zookeeper = leases(ServiceKind::ZooKeeper, 5_000);
        assert_eq!((zookeeper.first(), zookeeper.last()), (Some(&"4".into()), Some(&"40".into())));
    }
}
