//! The first difference in a sentence.

use super::{Difference, Told};
use crate::words::clock;

/// Which of the two runs is meant, from above.
const PLACES: [&str; 2] = ["Above", "Below"];

/// Says where two runs part.
pub fn tell(difference: Option<Difference>, runs: [Told; 2]) -> String {
    let Some(Difference { at, steps }) = difference else {
        return "Both runs take the same course.".into();
    };
    let mut told = ["The first difference is at ", &clock(at).to_string(), " s."].concat();
    for ((place, step), (_, lines)) in PLACES.iter().zip(steps).zip(runs) {
        let Some(line) = lines.iter().find(|line| Some(line.number) == step) else {
            told += &[" ", place, ", nothing more happens."].concat();
            continue;
        };
        let when = match line.at == at {
            true => String::new(),
            false => [" at ", &clock(line.at).to_string(), " s"].concat(),
        };
        told +=
            &[" ", place, ", step ", &line.number.to_string(), &when, ": ", &line.text].concat();
    }
    told
}
