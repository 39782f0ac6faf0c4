//! Where it begins to go wrong: how a run ends with all values of two of its settings, and the
//! boundaries between, which are exact for the values that are tried.
//!
//! All of it is a function of the run. It is worked out little by little, so that whoever shows it
//! can do something else in between.

mod axes;
mod chart;
mod cursor;
mod frame;
mod lines;
mod mapping;
mod pattern;
mod seam;
mod sizing;
mod sweep;
mod words;

pub use axes::{Axes, Range, Setting};
pub use chart::Chart;
pub use cursor::step_from_key;
pub use mapping::Mapping;
pub use sizing::Sizing;
pub use sweep::Cross;
pub use words::{axes_name, basis, cell_in_words, cross_in_words, missing, summary};

use crate::sim::{Boundary, ClientId, Duration, Headline, Params};
use frame::Frame;
use seam::{Open, Seam};
use sweep::Sweep;

/// Every headline, in the order in which maps list them.
const HEADLINES: [Headline; 4] =
    [Headline::Safe, Headline::AtRisk, Headline::Protected, Headline::Corrupted];

/// How a run ends with all values of two of its settings.
#[derive(Clone, Debug)]
pub struct Map {
    /// The run.
    pub params: Params,
    /// The two settings.
    pub axes: Axes,
    /// Which values of the one, from left to right.
    pub across: Range,
    /// Which values of the other, upwards.
    pub up: Range,
    columns: Vec<Vec<Boundary>>,
    /// What is stored in the end with each pair of values that was tried, column by column.
    stored: Vec<Option<ClientId>>,
    seams: Vec<Seam>,
    /// What is not known yet of the seams, once all columns are there.
    open: Vec<Open>,
    /// What is being worked out: the next column, or the last of what is open.
    sweep: Option<Sweep>,
}

impl Map {
    /// The map of a run, of which nothing is known yet. Its axes have `parts` parts and one value
    /// more, or fewer where a limit is nearer.
    pub fn new(params: Params, axes: Axes, parts: u32) -> Map {
        let (across, up) = (axes.across.range(&params, parts), axes.up.range(&params, parts));
        let mut map = Map {
            params,
            axes,
            across,
            up,
            columns: Vec::new(),
            stored: Vec::new(),
            seams: Vec::new(),
            open: Vec::new(),
            sweep: None,
        };
        map.sweep = map.next();
        map
    }

    /// The run with other values of the two settings.
    pub fn params_at(&self, across: Duration, up: Duration) -> Params {
        self.frame().params_at(across, up)
    }

    /// The runs that it shows.
    fn frame(&self) -> Frame {
        let Map { params, axes, across, up, .. } = *self;
        Frame { params, axes, across, up }
    }

    /// Whether a run is on the map: it differs from that of the map in the two settings only, and
    /// these are within the axes.
    pub fn shows(&self, params: &Params) -> bool {
        self.frame().place_of(params).is_some()
    }

    /// The places of the values that are nearest to those of a run.
    pub fn nearest(&self, params: &Params) -> (usize, usize) {
        let Axes { across, up } = self.axes;
        let of = |setting: Setting| setting.of(params).unwrap_or_default();
        (self.across.nearest(of(across)), self.up.nearest(of(up)))
    }

    /// The run with the values at two places.
    pub fn params_of(&self, (across, up): (usize, usize)) -> Params {
        self.params_at(self.across.value(across), self.up.value(up))
    }

    /// Goes on until about `steps` things have happened in all the runs together. Whether there is
    /// more to do.
    pub fn advance(&mut self, mut steps: u64) -> bool {
        while let Some(sweep) = &mut self.sweep {
            if sweep.advance(&mut steps) {
                return true;
            }
            match self.open.pop() {
                Some(open) => open.close(&mut self.seams, sweep.found()),
                None => {
                    self.columns.push(sweep.found().to_vec());
                    self.stored.extend(sweep.stored());
                }
            }
            if self.columns.len() == self.across.count && self.seams.is_empty() {
                self.seams_of_columns();
            }
            self.sweep = self.next();
        }
        false
    }

    /// Whether all of it is known.
    pub fn is_finished(&self) -> bool {
        self.sweep.is_none()
    }

    /// How many of its columns are known, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.columns.len(), self.across.count)
    }

    /// What is to be worked out next.
    fn next(&self) -> Option<Sweep> {
        let Axes { across, up } = self.axes;
        if self.columns.len() < self.across.count {
            let params = across.put(self.params, self.across.value(self.columns.len()));
            return Some(Sweep::new(params, up, self.up));
        }
        let open = self.open.last()?;
        let between = Range { first: self.across.value(open.seam), count: 2, ..self.across };
        Some(Sweep::new(up.put(self.params, open.at), across, between))
    }

    fn seams_of_columns(&mut self) {
        for (place, pair) in self.columns.windows(2).enumerate() {
            let middle = self.across.value(place) + self.across.step / 2;
            let (seam, open) = Seam::between(place, &pair[0], &pair[1], middle, &self.up);
            self.seams.push(seam);
            self.open.extend(open);
        }
    }

    /// How the run ends with a value of the one setting, and which of the other; interpolated, if it
    /// has not been tried. Nothing, if it is not known yet.
    fn column_at(&self, across: Duration) -> Option<Vec<Boundary>> {
        let beyond = across.saturating_sub(self.across.first).as_micros();
        let step = self.across.step.as_micros();
        let (place, rest) = ((beyond / step) as usize, Duration::from_micros(beyond % step));
        let left = self.columns.get(place)?;
        let (Some(seam), Some(right)) = (self.seams.get(place), self.columns.get(place + 1)) else {
            let near = self.across.nearest(across).min(self.columns.len() - 1);
            return Some(self.columns[near].clone());
        };
        Some(seam.column(left, right, across, (rest, self.across.step)))
    }

    /// How the run ends with the values at two places; nothing, if it is not known yet.
    pub fn headline(&self, across: usize, up: usize) -> Option<Headline> {
        let value = self.up.value(up);
        self.columns.get(across).map(|column| headline_at(column, value))
    }

    /// The ways in which runs end, as far as they are known.
    pub fn headlines(&self) -> impl Iterator<Item = Headline> {
        let occurs = |headline: &Headline| {
            self.columns.iter().flatten().any(|boundary| boundary.headline == *headline)
        };
        HEADLINES.into_iter().filter(occurs)
    }

    /// What is stored in the end with the values at two places; nothing, if it is not known yet.
    pub fn stored(&self, across: usize, up: usize) -> Option<Option<ClientId>> {
        self.stored.get(across * self.up.count + up).copied()
    }

    /// The boundaries along the second setting for a value of the first, by its place; nothing, if
    /// they are not known yet.
    pub fn column(&self, across: usize) -> Option<&[Boundary]> {
        self.columns.get(across).map(Vec::as_slice)
    }
}

/// How a run ends with a value, by the boundaries along it.
fn headline_at(column: &[Boundary], value: Duration) -> Headline {
    let below = column.iter().rev().find(|boundary| boundary.from <= value);
    below.or(column.first()).map_or(Headline::Safe, |boundary| boundary.headline)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{Details as _, Query};
    use crate::sim::{Outcome, ServiceKind, Setup};
    use rand::{RngExt as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    fn finished(service: ServiceKind) -> Map {
        let mut map = Map::new(Params { service, ..Params::default() }, Axes::ALL[0], 50);
        while map.advance(u64::MAX) {}
        map
    }

    /// Where the run gets corrupted with a lease between two that were tried.
    fn corrupted(map: &Map, lease: u64) -> u64 {
        let column = map.column_at(Duration::from_millis(lease)).expect("it is on the map");
        let found = column.iter().find(|boundary| boundary.headline == Headline::Corrupted);
        found.expect("long pauses do harm").from.as_millis()
    }

    #[test]
    fn between_two_columns_a_boundary_jumps_exactly_where_the_service_grants_more() {
        let map = finished(ServiceKind::Etcd);
        assert_eq!(
            (map.across.value(10).as_millis(), map.across.value(11).as_millis()),
            (4_800, 5_200)
        );
        let at = |lease| corrupted(&map, lease);
        assert_eq!([at(4_800), at(5_000), at(5_001), at(5_200)], [4_981, 4_981, 5_981, 5_981]);
    }

    #[test]
    fn between_two_columns_a_boundary_that_does_not_jump_goes_straight_on() {
        let map = finished(ServiceKind::Chubby);
        let at = |lease| corrupted(&map, lease);
        assert_eq!(at(5_000), (at(4_800) + at(5_200)) / 2);
        assert!(at(4_800) < at(4_900) && at(4_900) < at(5_000));
    }

    /// In how many of so many places by chance what is painted is not how the run ends.
    fn painted_wrong(link: &str, axes: &str, places: u32) -> u32 {
        let run = Query::parse(link).0.params;
        let mut map = Map::new(run, Axes::read(axes).expect("a map"), 100);
        while map.advance(u64::MAX) {}
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut any = |range: &Range| {
            let millis = range.first.as_millis()..=range.last().as_millis();
            Duration::from_millis(random.random_range(millis))
        };
        let mut wrong = 0;
        for _ in 0..places {
            let (across, up) = (any(&map.across), any(&map.up));
            let column = map.column_at(across).expect("the map is finished");
            let run = Setup::new(map.params_at(across, up)).expect("possible");
            wrong += u32::from(headline_at(&column, up) != Outcome::of(run).headline());
        }
        wrong
    }

    #[test]
    fn between_two_columns_hardly_any_place_is_painted_wrong() {
        for (link, axes) in [
            ("", "lease.pause"),
            ("storage=fencing", "lease.pause"),
            ("service=chubby&storage=fencing", "lease.pause"),
            ("service=redis&check=on", "lease.latency"),
            ("service=redlock&scenario=delay", "pause.latency"),
            ("service=zookeeper&scenario=overrun", "lease.work"),
            ("service=redis&clients=3&storage=conditional", "pause.work"),
        ] {
            let wrong = painted_wrong(link, axes, 1_000);
            assert!(wrong <= 10, "{link} {axes}: {wrong} of 1,000 places");
        }
    }
}
