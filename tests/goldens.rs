//! Whole runs, as they were read through and found to be true. `cargo insta review`, or
//! `INSTA_UPDATE=always cargo test --test goldens`, takes over what a change makes of them.

mod support;

use std::fmt::Write as _;

use lock_simulator::sim::{Params, Policy, Scenario, SequencerCheck, ServiceKind, Trace};
use lock_simulator::words;
use serde_json::{Value, json};
use support::{WITH_TOKENS, WITH_VALUES, run, seconds};

/// A run as a person can read it: the verdict, the log, and every event with its details.
fn as_text(trace: &Trace) -> String {
    let verdict = words::verdict(trace);
    let mut text = format!("{}: {} is stored. {}\n", verdict.name, verdict.stored, verdict.what);
    if !verdict.remedy.is_empty() {
        text = text + &verdict.remedy + "\n";
    }
    text += &format!("{}\n\n", json!(trace.outcome));
    for lane in words::describe(trace) {
        text += &format!("{lane}\n");
    }
    text += &format!("\n{}\n", words::log_text(trace));
    for event in &trace.events {
        let actor = words::actor_name(event.actor, &trace.setup);
        let (name, details) = match json!(event.kind) {
            Value::Object(map) => {
                map.into_iter().next().map(|(name, details)| (name, details.to_string()))
            }
            name => name.as_str().map(|name| (name.to_string(), String::new())),
        }
        .unwrap_or_default();
        let line = format!("{:>9} µs  {actor:<9}  {name} {details}", event.at.as_micros());
        writeln!(text, "{}", line.trim_end()).expect("a string takes everything");
    }
    text
}

fn assert_golden(params: Params) {
    let (service, scenario) = (params.service.word(), params.scenario.word());
    let name = format!("{service} {scenario} {}", params.storage.word()).replace(' ', "-");
    assert_golden_named(&name, params);
}

fn assert_golden_named(name: &str, params: Params) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, as_text(&run(params))));
}

#[test]
fn a_pause_in_every_service_without_a_check_runs_as_read() {
    for &service in ServiceKind::ALL {
        assert_golden(Params { service, ..Params::default() });
    }
}

#[test]
fn a_pause_with_fencing_runs_as_read_where_there_are_tokens() {
    for service in WITH_TOKENS {
        assert_golden(Params { service, storage: Policy::Fencing, ..Params::default() });
    }
}

#[test]
fn a_clock_jump_and_a_failover_in_redis_and_redlock_run_as_read() {
    for service in WITH_VALUES {
        for scenario in [Scenario::ClockJump, Scenario::Failover] {
            assert_golden(Params { service, scenario, ..Params::default() });
        }
    }
}

#[test]
fn a_failover_of_a_service_with_a_quorum_runs_as_read() {
    for service in WITH_TOKENS {
        assert_golden(Params { service, scenario: Scenario::Failover, ..Params::default() });
    }
}

#[test]
fn a_partition_in_every_service_runs_as_read() {
    for &service in ServiceKind::ALL {
        assert_golden(Params { service, scenario: Scenario::Partition, ..Params::default() });
    }
}

#[test]
fn a_lock_delay_longer_than_the_rest_of_the_pause_runs_as_read() {
    let (service, lockdelay) = (ServiceKind::Chubby, seconds(10));
    let params = Params { service, lockdelay, ..Params::default() };
    assert_golden_named("chubby-pause-any-lockdelay-10", params);
    let (storage, sequencer) = (Policy::Fencing, SequencerCheck::Checked);
    let params = Params { storage, sequencer, ..params };
    assert_golden_named("chubby-pause-fencing-lockdelay-10-checked", params);
}
