//! What two runs are called beside each other: how their settings differ.

use crate::query::{Key, Kind, Query, Value};
use crate::sim::{
    Care, ClockSetting, FaultList, Policy, Restart, Scenario, SequencerCheck, ServiceKind,
    TokenSource,
};
use crate::words::{policy_name, scenario_name, service_name};

/// A name for each of two runs that says in what it differs from the other.
pub fn names(this: &Query, that: &Query) -> [String; 2] {
    [name(this, that), name(that, this)]
}

/// The settings of a run that count for it and are not those of another.
fn name(this: &Query, that: &Query) -> String {
    let parts: Vec<String> = that.differences(this).map(|key| part(key, this, that)).collect();
    if parts.is_empty() { "All else the same".into() } else { parts.join(", ") }
}
