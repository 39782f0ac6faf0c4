//! Which cells of the table came out the same on real services. Made of
//! `conformance/results.json`, by `cargo xtask conformance all`.

use crate::sim::ServiceKind;

/// The releases of the services that were tried.
pub static RELEASES: &[(ServiceKind, &str)] = &[
    (ServiceKind::Etcd, "3.4.23"),
    (ServiceKind::ZooKeeper, "3.8.0"),
    (ServiceKind::Redis, "7.0.15"),
    (ServiceKind::Redlock, "7.0.15"),
];

/// For each service and each policy of the storage the scenarios that came out the same: the
/// lowest bit is the first of them.
pub static SAME: [[u16; 4]; 5] = [
    [0x1ff, 0x1ff, 0x1ff, 0x000],
    [0x1ff, 0x1ff, 0x1ff, 0x000],
    [0x1ff, 0x000, 0x1ff, 0x1ff],
    [0x1ff, 0x000, 0x1ff, 0x1ff],
    [0x000, 0x000, 0x000, 0x000],
];
