//! Opening an exported run.

use serde_json::Value;

use crate::query::Query;

/// The longest file that is read, in bytes.
pub const LONGEST: usize = 5_000_000;

/// What would have been right, after what was wrong.
const EXPECTED: &str = "A file that was taken along as JSON is expected.";

/// The query of an exported run.
///
/// # Errors
///
/// Says in a sentence or two what is wrong with the text, and what is expected.
pub fn open(text: &str) -> Result<Query, String> {
    check_length(text.len())?;
    let json: Value = serde_json::from_str(text.trim_start_matches('\u{feff}'))
        .map_err(|error| broken(text, &error))?;
    let (true, true, Some(query)) =
        (json["outcome"].is_object(), json["events"].is_array(), json["query"].as_str())
    else {
        return Err(format!("This is JSON, but no run. {EXPECTED}"));
    };
    let (query, notices) = Query::parse(query);
    match notices.first() {
        None => Ok(query),
        // What would be used instead does not matter, since nothing is.
        Some(notice) => {
            let notice = notice.to_string();
            let what = notice.split_inclusive(". ").next().unwrap_or_default().trim_end();
            Err(format!("The query in this file is not in order. {what} {EXPECTED}"))
        }
    }
}

/// Whether so many bytes are read at all.
///
/// # Errors
///
/// Says that they are too many, and what is expected.
pub fn check_length(bytes: usize) -> Result<(), String> {
    if bytes <= LONGEST {
        return Ok(());
    }
    let most = LONGEST / 1_000_000;
    Err(format!("This has more than {most} MB, which is not read. {EXPECTED}"))
}

fn broken(text: &str, error: &serde_json::Error) -> String {
    match text.trim() {
        "" => format!("There is nothing in this. {EXPECTED}"),
        _ => format!(
            "This is not JSON, or not all of it, from line {}, column {} on. {EXPECTED}",
            error.line(),
            error.column()
        ),
    }
}
