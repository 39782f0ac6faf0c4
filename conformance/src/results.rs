//! What came of the comparison, as it is kept in the repository.

use std::collections::BTreeMap;

use lock_simulator::sim::{Policy, Scenario, ServiceKind};
use serde::{Deserialize, Serialize};

/// A whole comparison.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Results {
    /// The day, as in 2026-11-30.
    pub date: String,
    /// How often each cell was run.
    pub runs: u32,
    /// The release of each service, by its word.
    pub versions: BTreeMap<String, String>,
    /// The cells of the table.
    pub cells: Vec<CellResult>,
    /// The finer points.
    pub points: Vec<PointResult>,
}

/// What came of the runs of a cell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CellResult {
    /// The word of the service.
    pub service: String,
    /// The word of the scenario.
    pub scenario: String,
    /// The word of the storage's policy.
    pub storage: String,
    /// The lease that was asked for, in seconds.
    pub lease: String,
    /// The length of the fault, in seconds.
    pub pause: String,
    /// The link of the run.
    pub query: String,
    /// What the model says: the stored value.
    pub stored: String,
    /// What the model says: the headline.
    pub headline: String,
    /// How many runs there were.
    pub runs: u32,
    /// In how many of them everything agreed.
    pub agreed: u32,
    /// Lengths, in milliseconds.
    pub lengths: Vec<LengthResult>,
    /// What differed.
    pub differences: Vec<DifferenceResult>,
}

impl CellResult {
    /// Whether every run agreed with the model.
    pub fn is_confirmed(&self) -> bool {
        self.runs > 0 && self.agreed == self.runs
    }

    /// Whose cell it is; none if the words are not those of this version.
    pub fn place(&self) -> Option<(ServiceKind, Scenario, Policy)> {
        Some((
            ServiceKind::from_word(&self.service)?,
            Scenario::from_word(&self.scenario)?,
            Policy::from_word(&self.storage)?,
        ))
    }
}

/// A length in all runs of a cell, in milliseconds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LengthResult {
    /// What it is the length of.
    pub what: String,
    /// As the model has it.
    pub model: u64,
    /// The shortest that there really was.
    pub least: u64,
    /// The longest that there really was.
    pub most: u64,
    /// The shortest that agrees.
    pub from: u64,
    /// The longest that agrees.
    pub to: u64,
}

/// Something that differed from the model in some of the runs of a cell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DifferenceResult {
    /// What.
    pub what: String,
    /// As the model has it.
    pub model: String,
    /// As it really was.
    pub real: String,
    /// In how many runs.
    pub runs: u32,
}

/// What came of a finer point.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PointResult {
    /// The word of the service.
    pub service: String,
    /// What the model claims, in a sentence.
    pub claim: String,
    /// What was measured, in a sentence.
    pub measured: String,
    /// Whether that agrees.
    pub agreed: bool,
    /// The link of the run, or of the last of several.
    pub query: String,
}

impl Results {
    /// Everything that does not agree, in sentences.
    pub fn complaints(&self) -> Vec<String> {
        let mut complaints = Vec::new();
        for cell in self.cells.iter().filter(|cell| !cell.is_confirmed()) {
            let CellResult { query, runs, agreed, .. } = cell;
            complaints.push(format!("{query}: {agreed} of {runs} runs agree with the model"));
            for DifferenceResult { what, model, real, runs } in &cell.differences {
                complaints.push(format!("    {what}: {model}, but really {real} ({runs} times)"));
            }
        }
        for point in self.points.iter().filter(|point| !point.agreed) {
            let PointResult { service, claim, measured, .. } = point;
            complaints.push(format!("{service}: {claim} Measured: {measured}"));
        }
        complaints
    }
}
