//! What the document that the simulator was made from says comes out, sentence by sentence.

mod support;

use Headline::{AtRisk, Corrupted, Protected, Safe};
use lock_simulator::query::Query;
use lock_simulator::sim::{ClientId, Headline, Impossible, Policy, ServiceKind};
use support::{A, B, WITH_VALUES, acquired, arrived, at, ending, fates, granted, linked};

#[test]
fn a_stops_for_longer_than_its_lease_b_takes_the_lock_and_writes_then_a_overwrites_that() {
    for service in ServiceKind::WORDS {
        let trace = linked(&format!("service={service}&lease=5&pause=8"));
        assert_eq!(ending(&trace), (Some(A), Corrupted), "{service}");
        assert_eq!(fates(&trace), [(B, true), (A, true)], "{service}");
    }
}

#[test]
fn with_fencing_on_the_storage_rejects_as_write_because_its_token_is_lower_than_bs() {
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
fn with_a_pause_of_3_s_a_wakes_up_in_time_and_nothing_goes_wrong_with_or_without_fencing() {
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
fn fencing_is_unavailable_with_redlock_because_its_lock_value_is_random() {
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
fn one_redis_node_whose_clock_runs_ahead_gives_two_clients_a_majority_at_once() {
    let trace = linked("service=redlock&scenario=clock-jump");
    let (_, _, a_until) = acquired(&trace, A);
    assert!(acquired(&trace, B).0 < a_until);
    assert_eq!(ending(&trace), (Some(B), Corrupted));
}

#[test]
fn a_lease_frees_itself_when_its_holder_crashes() {
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
fn a_conditional_write_gives_a_similar_guarantee_without_a_token() {
    for service in ServiceKind::WORDS {
        let trace = linked(&format!("service={service}&storage=conditional"));
        assert_eq!(ending(&trace), (Some(B), Protected), "{service}");
    }
}

#[test]
fn a_lock_on_a_single_redis_server_is_lost_if_that_server_fails() {
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
    // A pause after that check leaves the same problem that every lock with a lease has.
    let after = linked("service=redlock&scenario=custom&faults=pause:A:acquired~0.1:8");
    assert_eq!(ending(&after), (Some(A), Corrupted));
}
