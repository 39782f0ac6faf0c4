//! Figures as the page writes them.

use super::crashes::Wait;
use super::estimate::Estimate;
use crate::sim::Duration;
use crate::words::grouped;

/// The least number that is told from zero.
const LEAST: f64 = 0.01;

/// A probability as a number in a million, with the two digits that count.
pub fn per_million(probability: f64) -> String {
    in_figures(probability * 1e6, f64::round)
}

/// The upper end of a band, rounded up.
pub fn at_most(probability: f64) -> String {
    in_figures(probability * 1e6, f64::ceil)
}

/// A probability in a million with the band in which it is.
pub fn with_band(Estimate { value, low, high }: &Estimate) -> String {
    let (few, many) = (in_figures(low * 1e6, f64::floor), at_most(*high));
    match (*value == 0.0, *high == 0.0) {
        (_, true) => "0".into(),
        (true, false) => format!("0 (up to {many})"),
        (false, false) if many == in_figures(LEAST, f64::ceil) => format!("below {many}"),
        (false, false) => format!("{} ({few} to {many})", per_million(*value)),
    }
}

fn in_figures(number: f64, round: fn(f64) -> f64) -> String {
    let number = (number / LEAST).max(0.0);
    let mut step = 1.0;
    while number / step >= 100.0 {
        step *= 10.0;
    }
    // One more digit than is needed, so that what is exact stays so.
    let hundredths = round((number / step * 1e9).round() / 1e9) * step;
    let (whole, rest) = ((hundredths / 100.0).floor(), hundredths as u64 % 100);
    let whole = grouped(whole as u64);
    match rest {
        0 => whole,
        rest if rest % 10 == 0 => format!("{whole}.{}", rest / 10),
        rest => format!("{whole}.{rest:02}"),
    }
}

/// A length in seconds with one decimal, or two if it is short.
pub fn seconds(length: Duration) -> String {
    let step = step(length);
    down(length + step / 2, step).to_string()
}

/// A mean wait in seconds with the band in which it is, unless that is narrower than what is written.
pub fn mean_wait(Wait { mean, low, high, .. }: &Wait) -> String {
    let step = step(*mean);
    let (few, many) = (down(*low, step), high.round_up(step));
    match many.saturating_sub(few) <= step {
        true => seconds(*mean),
        false => format!("{} ({few} to {many})", seconds(*mean)),
    }
}

/// What the last digit of a length counts.
fn step(length: Duration) -> Duration {
    Duration::from_millis(if length >= Duration::from_secs(10) { 100 } else { 10 })
}

fn down(length: Duration, step: Duration) -> Duration {
    step * (length.as_micros() / step.as_micros())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_digits_count() {
        let cases = [
            (0.0, "0"),
            (0.004e-6, "0"),
            (0.012e-6, "0.01"),
            (0.348e-6, "0.35"),
            (0.9e-6, "0.9"),
            (1.06e-6, "1.1"),
            (14.2e-6, "14"),
            (999e-6, "1,000"),
            (0.012_345, "12,000"),
            (1.0, "1,000,000"),
        ];
        for (probability, words) in cases {
            assert_eq!(per_million(probability), words, "{probability}");
        }
    }

    #[test]
    fn a_band_is_never_narrower_than_it_is() {
        let estimate = |value, low, high| {
            with_band(&Estimate { value: value / 1e6, low: low / 1e6, high: high / 1e6 })
        };
        assert_eq!(estimate(14.2, 12.9, 15.1), "14 (12 to 16)");
        assert_eq!(estimate(0.0, 0.0, 1.01), "0 (up to 1.1)");
        assert_eq!(estimate(0.0, 0.0, 0.0), "0");
        assert_eq!(estimate(0.003, 0.001, 0.004), "below 0.01");
        assert_eq!(estimate(20.0, 20.0, 20.0), "20 (20 to 20)");
    }

    #[test]
    fn lengths_have_the_decimals_that_matter() {
        assert_eq!(seconds(Duration::from_micros(5_226_700)), "5.23");
        assert_eq!(seconds(Duration::from_micros(10_230_000)), "10.2");
        assert_eq!(seconds(Duration::from_secs(120)), "120");
    }
}
