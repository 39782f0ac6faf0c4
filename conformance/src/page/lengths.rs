//! How long clients waited for the lock and held it, in the model and really.

use lock_simulator::page::table;
use lock_simulator::words::scenario_name;

use super::{escape, mark};
use crate::results::{CellResult, LengthResult};

/// The lengths in the runs of a service, folded up: there are many.
pub fn details(cells: &[&CellResult]) -> String {
    let mut groups = String::new();
    for scenario in table::rows() {
        let here = |cell: &&&CellResult| cell.scenario == scenario.word();
        let mut cells: Vec<&CellResult> = cells.iter().filter(here).copied().collect();
        while let Some(CellResult { lease, pause, .. }) = cells.first().copied() {
            let (own, others) =
                cells.iter().partition(|cell| (&cell.lease, &cell.pause) == (lease, pause));
            let title = format!("{}: lease {lease} s, fault {pause} s", scenario_name(scenario));
            groups += &group(&title, own);
            cells = others;
        }
    }
    format!(
        "<details>\n<summary>All lengths, in seconds</summary>\n\
         <table class=\"lengths\">\n<thead><tr><th scope=\"col\">How long</th>\
         <th scope=\"col\">model</th><th scope=\"col\">real</th>\
         <th scope=\"col\">tolerated</th></tr></thead>\n{groups}</table>\n</details>\n"
    )
}

/// The lengths in runs that differ only in what the storage checks, which makes no difference to
/// the lock: those that are the same in the model are one row.
fn group(title: &str, cells: Vec<&CellResult>) -> String {
    let mut lengths: Vec<LengthResult> = Vec::new();
    for length in cells.iter().flat_map(|cell| &cell.lengths) {
        let same = |known: &&mut LengthResult| {
            (&known.what, known.model, known.from, known.to)
                == (&length.what, length.model, length.from, length.to)
        };
        match lengths.iter_mut().find(same) {
            Some(known) => {
                known.least = known.least.min(length.least);
                known.most = known.most.max(length.most);
            }
            None => lengths.push(length.clone()),
        }
    }
    let rows: String = lengths.iter().map(row).collect();
    let title = escape(title);
    format!("<tbody>\n<tr><th colspan=\"4\" scope=\"rowgroup\">{title}</th></tr>\n{rows}</tbody>\n")
}

fn row(LengthResult { what, model, least, most, from, to }: &LengthResult) -> String {
    let agrees = least >= from && most <= to;
    let mark = if agrees { String::new() } else { [mark(agrees), " "].concat() };
    format!(
        "<tr><th scope=\"row\">{}</th><td>{}</td><td>{mark}{}</td><td>{}</td></tr>\n",
        escape(what),
        seconds(*model),
        range(*least, *most),
        range(*from, *to)
    )
}

/// From one length to another, or the only one.
fn range(least: u64, most: u64) -> String {
    match [least, most].map(seconds) {
        [least, most] if least == most => least,
        [least, most] => [least, most].join("–"),
    }
}

/// Milliseconds as seconds, to the nearest hundredth.
fn seconds(millis: u64) -> String {
    let hundredths = (millis + 5) / 10;
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::{range, seconds};

    #[test]
    fn a_length_is_rounded_to_the_nearest_hundredth_of_a_second() {
        assert_eq!(
            [0, 4, 5, 994, 5_495, 10_000].map(seconds),
            ["0.00", "0.00", "0.01", "0.99", "5.50", "10.00"]
        );
        assert_eq!(range(12, 14), "0.01");
        assert_eq!(range(12, 140), "0.01–0.14");
    }
}
