//! What must come out of every service, scenario and storage policy.

use lock_simulator::sim::{
    ClientId, Duration, EventKind, Headline, Params, Policy, Scenario, ServiceKind, Setup, Token,
    Trace,
};

const A: Option<ClientId> = Some(ClientId::A);
const B: Option<ClientId> = Some(ClientId::B);

fn run(params: Params) -> Trace {
    Trace::of(Setup::new(params).expect("the test's setup is possible"))
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// The table: without a check, and with fencing where there are tokens.
fn expected(
    scenario: Scenario,
    service: ServiceKind,
    storage: Policy,
) -> (Option<ClientId>, Headline) {
    use Scenario::{CheckPause, ClockJump, Crash, Delay, Normal, Overrun, Pause};
    match (scenario, storage) {
        (Normal | Crash, _) => (B, Headline::Safe),
        (Pause | CheckPause | Overrun | Delay, Policy::Any) => (A, Headline::Corrupted),
        (Pause | CheckPause | Overrun | Delay, Policy::Fencing) => (B, Headline::Protected),
        (ClockJump, _) => match service {
            ServiceKind::Etcd | ServiceKind::ZooKeeper => (B, Headline::Safe),
            ServiceKind::Redis | ServiceKind::Redlock => (B, Headline::Corrupted),
        },
    }
}

#[test]
fn every_service_scenario_and_policy_ends_as_the_table_says() {
    let mut wrong = Vec::new();
    let mut runs = 0;
    for &service in ServiceKind::ALL {
        for &scenario in Scenario::ALL {
            for &storage in Policy::ALL {
                let params = Params { service, scenario, storage, ..Params::default() };
                let Ok(setup) = Setup::new(params) else {
                    continue;
                };
                runs += 1;
                let outcome = Trace::of(setup).outcome;
                let found = (outcome.stored, outcome.headline());
                if found != expected(scenario, service, storage) {
                    wrong.push(format!(
                        "{service:?} {scenario:?} {storage:?}: {found:?} {outcome:?}"
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(runs, 2 * 7 * 2 + 2 * 7);
}

#[test]
fn a_pause_that_leaves_a_time_to_finish_does_no_harm_with_or_without_fencing() {
    for &service in ServiceKind::ALL {
        for scenario in [Scenario::Pause, Scenario::CheckPause, Scenario::Overrun, Scenario::Delay]
        {
            for &storage in Policy::ALL {
                let pause = seconds(3);
                let params = Params { service, scenario, storage, pause, ..Params::default() };
                let Ok(setup) = Setup::new(params) else {
                    continue;
                };
                let outcome = Trace::of(setup).outcome;
                let found = (outcome.stored, outcome.headline(), outcome.overlap);
                assert_eq!(found, (B, Headline::Safe, Duration::ZERO), "{params:?}");
            }
        }
    }
}
