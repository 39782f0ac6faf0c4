//! What becomes of a pause, by its length.

mod support;

use Headline::{AtRisk, Corrupted, Protected, Safe};
use lock_simulator::sim::{Headline, Params, Policy, ServiceKind};
use support::{WITH_TOKENS, WITH_VALUES, millis, run};

/// The headline from each change on, in milliseconds of the pause, by sampling every ten of them.
fn bands(service: ServiceKind, storage: Policy, mark: bool) -> Vec<(u64, Headline)> {
    let headline = |pause| {
        let params = Params { service, storage, mark, pause: millis(pause), ..Params::default() };
        run(params).outcome.headline()
    };
    let mut bands: Vec<(u64, Headline)> = Vec::new();
    for pause in (0..=9_000).step_by(10) {
        let headline = headline(pause);
        if bands.last().is_none_or(|(_, last)| *last != headline) {
            bands.push((pause, headline));
        }
    }
    bands
}

fn headlines(bands: &[(u64, Headline)]) -> Vec<Headline> {
    bands.iter().map(|(_, headline)| *headline).collect()
}

#[test]
fn a_pause_is_safe_then_a_risk_and_then_an_update_is_lost() {
    for &service in ServiceKind::ALL {
        let any = bands(service, Policy::Any, false);
        assert_eq!(headlines(&any), [Safe, AtRisk, Corrupted], "{service:?} {any:?}");
        // A has done its first quarter of a second when it stops at 0.33 s, and has another
        // quarter left and its write to send: it is safe while it has 0.6 s left.
        assert!(any[1].0 >= 4_400, "{service:?} {any:?}");
    }
}

#[test]
fn fencing_helps_once_b_has_written_and_with_marks_once_b_has_read() {
    for service in WITH_TOKENS {
        let any = bands(service, Policy::Any, false);
        let fenced = bands(service, Policy::Fencing, false);
        assert_eq!(headlines(&fenced), [Safe, AtRisk, Corrupted, Protected], "{service:?}");
        assert_eq!(fenced[..3], any[..], "{service:?}");
        let marked = bands(service, Policy::Fencing, true);
        assert_eq!(headlines(&marked), [Safe, AtRisk, Protected], "{service:?} {marked:?}");
        assert_eq!(marked[..2], any[..2], "{service:?}");
        assert_eq!(marked[2].0, any[2].0, "{service:?}: from B's read on");
    }
}

#[test]
fn a_condition_on_the_version_never_lets_an_update_be_lost() {
    for &service in ServiceKind::ALL {
        let any = bands(service, Policy::Any, false);
        let conditional = bands(service, Policy::Conditional, false);
        // While A's late write comes before B's, it is accepted; B's then conflicts with it.
        assert_eq!(headlines(&conditional), [Safe, AtRisk, Protected], "{service:?}");
        assert_eq!(conditional[..2], any[..2], "{service:?}");
    }
}

#[test]
fn with_lock_values_a_late_write_is_refused_from_the_read_of_the_next_holder_on() {
    for service in WITH_VALUES {
        let any = bands(service, Policy::Any, false);
        let value = bands(service, Policy::Value, false);
        assert_eq!(headlines(&value), [Safe, AtRisk, Protected], "{service:?} {value:?}");
        assert_eq!((value[1].0, value[2].0), (any[1].0, any[2].0), "{service:?}");
    }
}

#[test]
fn the_bands_of_a_pause_begin_where_the_service_and_the_next_holder_put_them() {
    // A's write arrives 0.6 s after the pause: 0.33 + pause + 0.25 + 0.02. The lease of etcd is
    // revoked at 5.5 s, B's read reaches the storage at 5.58 s and its write at 6.12 s.
    let found = bands(ServiceKind::Etcd, Policy::Fencing, false);
    assert_eq!(found, [(0, Safe), (4_900, AtRisk), (4_990, Corrupted), (5_530, Protected)]);
    // ZooKeeper ends the session at 6 s, and Chubby at 5.02 s, whose client asks no more.
    let found = bands(ServiceKind::ZooKeeper, Policy::Fencing, false);
    assert_eq!(found, [(0, Safe), (5_400, AtRisk), (5_490, Corrupted), (6_030, Protected)]);
    let found = bands(ServiceKind::Chubby, Policy::Fencing, false);
    assert_eq!(found, [(0, Safe), (4_420, AtRisk), (4_470, Corrupted), (5_010, Protected)]);
}
