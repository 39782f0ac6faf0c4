//! What the introduction to the subject claims, one claim after the other.

mod support;

use Headline::{AtRisk, Corrupted, Protected, Safe};
use lock_simulator::query::Query;
use lock_simulator::sim::{ClientId, Headline, Impossible, Policy, ServiceKind};
use support::{A, B, WITH_VALUES, acquired, arrived, at, ending, fates, granted, linked};

#[test]
fn a_client_that_outlives_its_lease_overwrites_what_the_next_one_wrote() {
    for service in ServiceKind::WORDS {
        let trace = linked(&format!("service={service}&lease=5&pause=8"));
        assert_eq!(ending(&trace), (Some(A), Corrupted), "{service}");
        assert_eq!(fates(&trace), [(B, true), (A, true)], "{service}");
    }
}

#[test]
fn a_storage_that_checks_tokens_refuses_33_after_34() {
    for service in ["etcd", "zookeeper", "chubby"] {
        let trace = linked(&format!("service={service}&fencing=on"));
        assert_eq!(ending(&trace), (Some(B), Protected), "{service}");
        assert_eq!(fates(&trace), [(B, true), (A, false)], "{service}");
        let tokens = [A, B].map(|client| acquired(&trace, client).1.map(|token| token.to_string()));
        assert_eq!(tokens, [Some("33".into()), Some("34".into())], "{service}");
        assert!(granted(&trace, B) >= at(5_000), "{service}: after A's lease expires");
        assert!(arrived(&trace, B) < arrived(&trace, A), "{service}: 34 was seen already");
    }
}

#[test]
fn a_pause_of_3_s_does_no_harm_whatever_the_storage_checks() {
    for service in ServiceKind::WORDS {
        for storage in Policy::WORDS {
            let link = format!("service={service}&pause=3&storage={storage}");
            if Query::parse(&link).1.is_empty() {
                assert_eq!(ending(&linked(&link)), (Some(B), Safe), "{link}");
            }
        }
    }
}

#[test]
fn redlock_has_only_a_random_value_and_so_no_token() {
    let (query, notices) = Query::parse("service=redlock&fencing=on");
    let said = notices.iter().map(ToString::to_string).collect::<String>();
    assert!(said.contains("hands out no fencing token"), "{said}");
    assert_eq!(query.setup().params().storage, Policy::Any);
    let impossible = lock_simulator::sim::Setup::new(query.params);
    assert_eq!(impossible.err(), Some(Impossible::NoTokens(ServiceKind::Redlock)));
    let values: Vec<_> = ["seed=0", "seed=1"]
        .iter()
        .map(|seed| support::writes(&linked(&format!("service=redlock&{seed}")))[0].0.value)
        .collect();
    assert_ne!(values[0], values[1], "the value is random");
}

#[test]
fn one_clock_that_jumps_lets_two_clients_have_a_majority() {
    let trace = linked("service=redlock&scenario=clock-jump");
    let (_, _, a_until) = acquired(&trace, A);
    assert!(acquired(&trace, B).0 < a_until);
    assert_eq!(ending(&trace), (Some(B), Corrupted));
}

#[test]
fn a_lease_of_a_dead_holder_ends_by_itself() {
    for service in ServiceKind::WORDS {
        let trace = linked(&format!("service={service}&scenario=crash"));
        assert_eq!(ending(&trace), (Some(B), Safe), "{service}");
        assert!(acquired(&trace, B).0 >= at(5_000), "{service}");
    }
}

#[test]
fn a_check_right_before_the_write_or_a_write_stuck_in_the_network_ends_in_the_same_way() {
    for service in ServiceKind::WORDS {
        for scenario in ["check-pause", "delay", "overrun"] {
            let trace = linked(&format!("service={service}&scenario={scenario}"));
            assert_eq!(ending(&trace), (Some(A), Corrupted), "{service} {scenario}");
        }
    }
}

#[test]
fn a_storage_that_compares_versions_needs_no_token() {
    for service in ServiceKind::WORDS {
        let trace = linked(&format!("service={service}&storage=conditional"));
        assert_eq!(ending(&trace), (Some(B), Protected), "{service}");
    }
}

#[test]
fn redis_loses_its_lock_together_with_its_only_server() {
    for link in ["scenario=failover", "scenario=custom&faults=crash:redis1:acquired:0.1"] {
        let trace = linked(&format!("service=redis&{link}"));
        assert!(!trace.outcome.double.is_zero(), "{link}");
        assert_eq!(ending(&trace), (Some(B), Corrupted), "{link}");
    }
}

#[test]
fn clocks_that_are_slewed_avoid_the_jump_and_random_values_can_be_checked_at_the_resource() {
    for service in WITH_VALUES.map(ServiceKind::word) {
        let slewed = linked(&format!("service={service}&scenario=clock-jump&clock=slew"));
        assert_eq!(ending(&slewed), (Some(B), Safe), "{service}");
        let checked = linked(&format!("service={service}&storage=value"));
        assert_eq!(ending(&checked), (Some(B), Protected), "{service}");
        let jumped = linked(&format!("service={service}&scenario=clock-jump&storage=value"));
        assert_eq!(ending(&jumped), (Some(B), AtRisk), "{service}");
    }
}

#[test]
fn a_client_of_redlock_that_looks_at_the_time_after_acquiring_catches_what_delays_it_before() {
    // A stops while the answers of the servers wait for it: it counts that time and tries again.
    let before = linked("service=redlock&scenario=custom&faults=pause:A:0.01:8");
    assert!(acquired(&before, A).0 > at(8_000));
    assert_eq!(before.outcome.headline(), Safe);
    let wrote: Vec<ClientId> = fates(&before).iter().map(|(client, _)| *client).collect();
    assert_eq!(wrote, [B, A]);
    // Whoever stops after that look is as badly off as with any other lease.
    let after = linked("service=redlock&scenario=custom&faults=pause:A:acquired~0.1:8");
    assert_eq!(ending(&after), (Some(A), Corrupted));
}
