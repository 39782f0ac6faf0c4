//! Long steps, shown by name while they run.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

/// Runs a step of a task: its name is shown before it, and the time it took after it.
pub fn step<T>(name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    println!("==> {name}");
    let begin = Instant::now();
    let result = work().with_context(|| format!("{name} failed"))?;
    println!("    {name}: {}", spoken(begin.elapsed()));
    Ok(result)
}

/// A duration as a reader wants it, which is to the second beyond a minute.
fn spoken(duration: Duration) -> String {
    match duration.as_secs() {
        0..60 => format!("{:.1} s", duration.as_secs_f64()),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_step_is_timed_to_the_tenth_of_a_second() {
        assert_eq!(spoken(Duration::from_millis(1_240)), "1.2 s");
    }

    #[test]
    fn a_long_step_is_timed_in_minutes() {
        assert_eq!(spoken(Duration::from_secs(245)), "4 min 5 s");
    }
}
