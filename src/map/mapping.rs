//! All that a map of a run takes, one thing after the other.

use super::{Axes, Cross, Map, Sizing, cross_in_words};
use crate::sim::Params;

/// How large the map of a run can be, then the map, and then the boundaries of the run itself. It can
/// be gone on with at any time.
#[derive(Clone, Debug)]
pub struct Mapping {
    params: Params,
    sizing: Sizing,
    map: Option<Map>,
    cross: Option<Cross>,
    bounds: Vec<String>,
}

impl Mapping {
    /// Begins with the map of a run.
    pub fn new(params: Params, axes: Axes) -> Mapping {
        let sizing = Sizing::new(params, axes);
        Mapping { params, sizing, map: None, cross: None, bounds: Vec::new() }
    }

    /// Turns to another run, if that is on the map; or else false.
    pub fn turn_to(&mut self, params: Params, axes: Axes) -> bool {
        let is_on_it = self.map.as_ref().is_some_and(|map| map.axes == axes && map.shows(&params));
        if is_on_it {
            self.params = params;
            self.cross = None;
            self.bounds.clear();
        }
        is_on_it
    }

    /// Goes on until about `steps` things have happened. Whether there is more to do.
    pub fn advance(&mut self, steps: u64) -> bool {
        let Some(map) = &mut self.map else {
            self.map = self.sizing.advance(steps);
            return true;
        };
        if map.advance(steps) {
            return true;
        }
        let cross = self.cross.get_or_insert_with(|| Cross::new(map, self.params));
        let is_more = cross.advance(steps);
        if !is_more && self.bounds.is_empty() {
            self.bounds = cross_in_words(map, &self.params, cross).into();
        }
        is_more
    }

    /// Which part of the map is known, from 0 to 1.
    pub fn part(&self) -> f64 {
        self.map.as_ref().map_or(0.0, |map| {
            let (known, all) = map.progress();
            known as f64 / all.max(1) as f64
        })
    }

    /// The map, as far as it is known.
    pub fn map(&self) -> Option<&Map> {
        self.map.as_ref()
    }

    /// Where the run begins to end differently, in sentences; none, as long as that is not known.
    pub fn bounds(&self) -> &[String] {
        &self.bounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Query;

    fn params(link: &str) -> Params {
        Query::parse(link).0.params
    }

    /// A mapping that is over, and how it went on.
    fn finished(link: &str) -> (Mapping, Vec<f64>) {
        let mut mapping = Mapping::new(params(link), Axes::default());
        let mut parts = vec![mapping.part()];
        while mapping.advance(50_000) {
            parts.push(mapping.part());
        }
        parts.push(mapping.part());
        (mapping, parts)
    }

    #[test]
    fn it_goes_on_from_nothing_to_a_finished_map_and_the_boundaries_of_its_run() {
        let (mapping, parts) = finished("");
        assert!(parts.is_sorted() && parts.len() > 3, "{parts:?}");
        assert_eq!((parts.first(), parts.last()), (Some(&0.0), Some(&1.0)));
        assert!(mapping.map().is_some_and(Map::is_finished));
        assert!(mapping.bounds()[0].starts_with("With a lease of 5 s: safe from a pause of 0 s"));
        assert_eq!(mapping.bounds().len(), 2);
    }

    #[test]
    fn a_run_that_is_on_the_map_needs_its_own_boundaries_only() {
        let (mut mapping, _) = finished("");
        assert!(mapping.turn_to(params("lease=4&pause=3"), Axes::default()));
        assert_eq!(mapping.bounds(), [""; 0]);
        assert!(mapping.map().is_some_and(Map::is_finished));
        while mapping.advance(50_000) {}
        assert!(mapping.bounds()[0].starts_with("With a lease of 4 s: safe from a pause of 0 s"));
    }

    #[test]
    fn another_service_or_another_pair_of_settings_needs_another_map() {
        let (mut mapping, _) = finished("");
        assert!(!mapping.turn_to(params("service=redis"), Axes::default()));
        assert!(!mapping.turn_to(params(""), Axes::ALL[1]));
        assert!(!mapping.turn_to(params("lease=100"), Axes::default()), "it ends before that");
        assert_eq!(mapping.bounds().len(), 2);
    }

    #[test]
    fn as_long_as_it_is_not_known_how_large_the_map_is_no_other_run_is_on_it() {
        let mut mapping = Mapping::new(params(""), Axes::default());
        assert!(!mapping.turn_to(params("lease=4"), Axes::default()));
    }
}
