//! Where a slider for a length of time stops: at round values, close together where they are
//! small, since a lease of 5 s and one of 6 s differ more than 105 s and 106 s.

use super::Kind;
use crate::sim::Duration;

const SECONDS: [u64; 28] = [
    0, 100, 250, 500, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000, 10_000,
    12_000, 15_000, 20_000, 30_000, 45_000, 60_000, 90_000, 120_000, 180_000, 300_000, 600_000,
    1_800_000, 3_600_000,
];

const MILLIS: [u64; 14] = [0, 5, 10, 20, 50, 100, 150, 200, 300, 500, 1_000, 2_000, 5_000, 10_000];

/// The stops for a kind of value; none, if it is not a length of time.
pub fn stops(kind: &Kind) -> Vec<Duration> {
    let (round, range): (&[u64], _) = match kind {
        Kind::Seconds(range) => (&SECONDS, range),
        Kind::Millis(range) => (&MILLIS, range),
        Kind::Choice(_)
        | Kind::Integer(_)
        | Kind::Switch
        | Kind::Faults
        | Kind::Starts
        | Kind::Controls
        | Kind::Quiz
        | Kind::Ask => return Vec::new(),
    };
    let stops = round.iter().map(|&stop| Duration::from_millis(stop));
    stops.filter(|stop| range.contains(stop)).collect()
}

/// The index of the stop that is nearest to a length.
pub fn nearest(stops: &[Duration], length: Duration) -> usize {
    let distance = |stop: Duration| stop.max(length).saturating_sub(stop.min(length));
    let nearest = stops.iter().enumerate().min_by_key(|(_, stop)| distance(**stop));
    nearest.map_or(0, |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::KEYS;
    use crate::sim::limits;

    #[test]
    fn every_stop_is_within_the_range_and_the_ends_are_stops() {
        for key in KEYS {
            let (Kind::Seconds(range) | Kind::Millis(range)) = &key.kind else {
                continue;
            };
            let stops = stops(&key.kind);
            assert_eq!(stops.first(), Some(range.start()), "{}", key.name);
            assert_eq!(stops.last(), Some(range.end()), "{}", key.name);
            assert!(stops.is_sorted(), "{stops:?}");
        }
    }

    #[test]
    fn the_nearest_stop_is_found_for_lengths_between_two() {
        let stops = stops(&Kind::Seconds(limits::PAUSE));
        let at = |millis| stops[nearest(&stops, Duration::from_millis(millis))];
        assert_eq!(at(8_000), Duration::from_secs(8));
        assert_eq!(at(8_400), Duration::from_secs(8));
        assert_eq!(at(1_000_000), Duration::from_secs(300));
    }
}
