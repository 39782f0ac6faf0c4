//! The figures as a table, for those who cannot see the chart.

use super::acquisition::Check;
use super::lease::Figures;
use super::numbers::{mean_wait, seconds, with_band};
use crate::sim::Params;

/// What the columns are: the lease, then what goes wrong in a million acquisitions, then the waits.
pub fn head(params: &Params) -> Vec<&'static str> {
    let checks = Check::all(params).iter().map(|check| match check {
        Check::Nothing => "Lost, without a check",
        Check::Tokens => "Lost, with fencing tokens",
        Check::TokensOfReads => "Lost, with tokens on reads too",
        Check::Versions => "Lost, with conditional writes",
    });
    let waits = ["Wait after a crash, mean (s)", "Longest that was tried (s)"];
    ["Lease (s)", "Two believe at once"].into_iter().chain(checks).chain(waits).collect()
}

/// What a lease comes to, in the order of [`head`].
pub fn row(figures: &Figures) -> Vec<String> {
    let lost = figures.lost.iter().map(|(_, lost)| with_band(lost));
    let waits = match figures.wait {
        Some(wait) => [mean_wait(&wait), seconds(wait.worst)],
        None => ["–".into(), "–".into()],
    };
    let first = [figures.lease.to_string(), with_band(&figures.overlap)];
    first.into_iter().chain(lost).chain(waits).collect()
}
