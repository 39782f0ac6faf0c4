//! Which two settings a map is over, and which of their values.

use crate::query::schema::{LATENCY, LEASE, PAUSE, WORK};
use crate::query::{Details, Inquiry, Key, Kind, Query, Value};
use crate::sim::{Duration, FaultKind, FaultList, Params, Scenario, limits};

/// A length that a map can be over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// The lease that clients ask for.
    Lease,
    /// The length of the fault.
    Pause,
    /// How long the work takes.
    Work,
    /// How long a message is on its way.
    Latency,
}

/// How far a map goes, beyond the larger one of lease and pause: times two and a half.
const BEYOND: (u64, u64) = (5, 2);
/// How much shorter an axis for the latency is than one for the other lengths: several messages take
/// their time one after the other.
const SEVERAL_MESSAGES: u64 = 10;

impl Setting {
    fn key(self) -> &'static Key {
        match self {
            Setting::Lease => &LEASE,
            Setting::Pause => &PAUSE,
            Setting::Work => &WORK,
            Setting::Latency => &LATENCY,
        }
    }

    /// The word that stands for it in links.
    pub fn word(self) -> &'static str {
        self.key().name
    }

    /// What it is set to in a run; nothing, if that does not go by it.
    pub fn of(self, params: &Params) -> Option<Duration> {
        match self {
            Setting::Lease => Some(params.lease),
            Setting::Pause if (PAUSE.matters)(params) => Some(params.pause),
            Setting::Pause => first_length(params).map(|(_, length)| length),
            Setting::Work => Some(params.work),
            Setting::Latency => Some(params.latency),
        }
    }

    /// The same run with another value of it, which is within its range.
    pub fn put(self, mut params: Params, value: Duration) -> Params {
        match self {
            Setting::Pause if !(PAUSE.matters)(&params) => {
                params.faults = with_first_length(&params, value);
                params
            }
            Setting::Lease | Setting::Pause | Setting::Work | Setting::Latency => {
                let mut query = Query { params, ..Query::default() };
                (self.key().set)(&mut query, Value::Length(value));
                query.params
            }
        }
    }

    /// The least and the greatest value that it can have in a run.
    fn limits(self, params: &Params) -> (Duration, Duration) {
        if self == Setting::Pause && !(PAUSE.matters)(params) {
            return limits::FAULT.into_inner();
        }
        match &self.key().kind {
            Kind::Seconds(range) | Kind::Millis(range) => (*range.start(), *range.end()),
            Kind::Choice(_)
            | Kind::Integer(_)
            | Kind::Switch
            | Kind::Faults
            | Kind::Starts
            | Kind::Controls
            | Kind::Quiz
            | Kind::Ask => (Duration::ZERO, Duration::ZERO),
        }
    }

    /// The values of an axis for it, `parts` and one more at the most: far enough for a run like this
    /// one to be well inside, and what is around it.
    pub fn range(self, params: &Params, parts: u32) -> Range {
        let (least, most) = self.limits(params);
        let own = self.of(params).unwrap_or_default();
        let pause = Setting::Pause.of(params).unwrap_or_default();
        let (times, parts_of) = BEYOND;
        let around = params.lease.max(pause) * times / parts_of;
        let beyond = own * times / parts_of;
        let far = match self {
            Setting::Lease | Setting::Pause | Setting::Work => around.max(beyond),
            Setting::Latency => (around / SEVERAL_MESSAGES).max(beyond),
        };
        let parts = u64::from(parts);
        // An axis that goes as far as it can ends there.
        let step = match far < most {
            true => round_up(far / parts, |_| true),
            false => {
                round_up(most / parts, |step| most.as_micros().is_multiple_of(step.as_micros()))
            }
        };
        // A run that lies before the first of the round values is the first itself.
        let first = least.round_up(step).min(Duration::from_millis(own.as_millis())).max(least);
        let last = most.min(step * parts);
        let steps = last.saturating_sub(first).as_micros() / step.as_micros();
        Range { first, step, count: steps as usize + 1 }
    }
}

/// The place and the length of the first fault of a list that has a length.
fn first_length(params: &Params) -> Option<(usize, Duration)> {
    let faults = match params.scenario {
        Scenario::Custom => params.faults,
        Scenario::Normal
        | Scenario::Pause
        | Scenario::CheckPause
        | Scenario::Overrun
        | Scenario::Delay
        | Scenario::Crash
        | Scenario::Partition
        | Scenario::ClockJump
        | Scenario::Failover => return None,
    };
    let lengths = faults.iter().enumerate().map(|(place, fault)| match fault.kind {
        FaultKind::Pause { .. } | FaultKind::Delay { .. } => Some((place, fault.kind.length())),
        FaultKind::Cut { length, .. } => length.map(|length| (place, length)),
        FaultKind::Restart { down, .. } => down.map(|down| (place, down)),
        FaultKind::Crash { .. } | FaultKind::Jump { .. } | FaultKind::Failover => None,
    });
    lengths.flatten().next()
}

/// The faults of a run with another length of the first that has one.
fn with_first_length(params: &Params, value: Duration) -> FaultList {
    let Some((place, _)) = first_length(params) else {
        return params.faults;
    };
    let mut faults: Vec<_> = params.faults.iter().copied().collect();
    match &mut faults[place].kind {
        FaultKind::Pause { length, .. } => *length = value,
        FaultKind::Delay { by, .. } => *by = value,
        FaultKind::Cut { length, .. } => *length = Some(value),
        FaultKind::Restart { down, .. } => *down = Some(value),
        FaultKind::Crash { .. } | FaultKind::Jump { .. } | FaultKind::Failover => {}
    }
    faults.iter().collect()
}

/// The least of 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 15 and so on milliseconds that is not less, and
/// that fits.
fn round_up(length: Duration, fits: impl Fn(Duration) -> bool) -> Duration {
    let mut tenths = 100;
    loop {
        for times in [10, 15, 20, 25, 30, 40, 50, 60, 80] {
            let step = Duration::from_micros(tenths * times);
            let is_whole = step.as_micros().is_multiple_of(1_000);
            if is_whole && step >= length && fits(step) {
                return step;
            }
        }
        tenths *= 10;
    }
}

/// Values that are equally far apart: whole multiples of a round one, unless the first is the run’s
/// own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The least value.
    pub first: Duration,
    /// How far each is from the next one.
    pub step: Duration,
    /// How many there are.
    pub count: usize,
}

impl Range {
    /// The value at a place.
    pub fn value(&self, place: usize) -> Duration {
        self.first + self.step * place as u64
    }

    /// The greatest value.
    pub fn last(&self) -> Duration {
        self.value(self.count.saturating_sub(1))
    }

    /// The place of the value that is nearest to another one.
    pub fn nearest(&self, value: Duration) -> usize {
        let beyond = value.saturating_sub(self.first) + self.step / 2;
        let place = beyond.as_micros() / self.step.as_micros().max(1);
        (place as usize).min(self.count.saturating_sub(1))
    }

    /// Whether a value lies between the least and the greatest.
    pub fn contains(&self, value: Duration) -> bool {
        (self.first..=self.last()).contains(&value)
    }
}

/// The two settings of a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Axes {
    /// What grows from left to right.
    pub across: Setting,
    /// What grows upwards.
    pub up: Setting,
}

impl Axes {
    /// All pairs that are offered. One of the two always is the lease or the pause.
    pub const ALL: [Axes; 5] = [
        Axes { across: Setting::Lease, up: Setting::Pause },
        Axes { across: Setting::Lease, up: Setting::Work },
        Axes { across: Setting::Lease, up: Setting::Latency },
        Axes { across: Setting::Pause, up: Setting::Work },
        Axes { across: Setting::Pause, up: Setting::Latency },
    ];

    /// The pairs that make a difference to a run.
    pub fn offered(params: &Params) -> impl Iterator<Item = Axes> {
        Axes::ALL.into_iter().filter(move |axes| axes.matter(params))
    }

    /// Whether a run goes by both settings.
    pub fn matter(self, params: &Params) -> bool {
        self.across.of(params).is_some() && self.up.of(params).is_some()
    }

    /// These, if they make a difference to a run, or else the first that do.
    pub fn or_others(self, params: &Params) -> Axes {
        let fit = Some(self).filter(|axes| axes.matter(params));
        fit.or_else(|| Axes::offered(params).next()).unwrap_or(self)
    }
}

impl Default for Axes {
    fn default() -> Axes {
        let [usual, ..] = Axes::ALL;
        usual
    }
}

impl Details for Axes {
    const INQUIRY: Inquiry = Inquiry::Map;

    fn read(text: &str) -> Result<Axes, String> {
        let found = Axes::ALL.into_iter().find(|axes| axes.print() == text);
        found.ok_or_else(|| {
            let all = Axes::ALL.map(|axes| axes.print());
            let [most @ .., last] = &all;
            format!("{text} is no map: there are {} and {last}.", most.join(", "))
        })
    }

    fn print(&self) -> String {
        [self.across.word(), ".", self.up.word()].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_that_is_printed_is_read_again_and_another_is_named() {
        for axes in Axes::ALL {
            assert_eq!(Axes::read(&axes.print()), Ok(axes));
        }
        let said = Axes::read("work.latency");
        let wanted = "work.latency is no map: there are lease.pause, lease.work, lease.latency, \
                      pause.work and pause.latency.";
        assert_eq!(said, Err(wanted.into()));
    }

    #[test]
    fn a_range_goes_well_beyond_the_run_in_round_steps_and_stays_within_the_limits() {
        let seconds = Duration::from_secs;
        let of = |setting: Setting, lease, pause| {
            let params = Params { lease, pause, ..Params::default() };
            let range = setting.range(&params, 100);
            (range.first.to_string(), range.step.to_string(), range.last().to_string())
        };
        let all = |first: &str, step: &str, last: &str| (first.into(), step.into(), last.into());
        let (lease, pause) = (seconds(5), seconds(8));
        assert_eq!(of(Setting::Lease, lease, pause), all("0.6", "0.2", "20"));
        assert_eq!(of(Setting::Pause, lease, pause), all("0", "0.2", "20"));
        assert_eq!(of(Setting::Work, lease, pause), all("0", "0.2", "20"));
        assert_eq!(of(Setting::Latency, lease, pause), all("0", "0.02", "2"));
        let (least, most) = (*limits::LEASE.start(), *limits::PAUSE.end());
        assert_eq!(of(Setting::Lease, least, most), all("0.5", "1.5", "119"));
        assert_eq!(of(Setting::Pause, least, most), all("0", "3", "300"));
        assert_eq!(of(Setting::Latency, least, Duration::ZERO), all("0", "0.002", "0.2"));
    }

    #[test]
    fn the_nearest_value_of_a_range_is_found() {
        let range = Setting::Lease.range(&Params::default(), 100);
        let nearest = |millis| range.value(range.nearest(Duration::from_millis(millis)));
        for (millis, near) in [(0, 600), (5_000, 5_000), (5_099, 5_000), (5_100, 5_200)] {
            assert_eq!(nearest(millis).as_millis(), near);
        }
        assert_eq!(nearest(90_000), range.last());
    }

    #[test]
    fn the_pause_of_a_custom_run_is_the_length_of_its_first_fault_that_has_one() {
        let params = |link: &str| Query::parse(link).0.params;
        let custom = params("scenario=custom&faults=crash:B:2,cut:A-service:1,pause:A:work~0.25:8");
        assert_eq!(Setting::Pause.of(&custom), Some(Duration::from_secs(8)));
        let longer = Setting::Pause.put(custom, Duration::from_secs(9));
        assert_eq!(Setting::Pause.of(&longer), Some(Duration::from_secs(9)));
        assert_eq!(longer.pause, custom.pause);
        let none = params("scenario=custom&faults=crash:B:2");
        assert_eq!(Setting::Pause.of(&none), None);
        assert_eq!(Axes::offered(&none).count(), 2);
        assert_eq!(Axes::ALL[0].or_others(&none), Axes::ALL[1]);
        let works = params("scenario=custom&job=works&faults=delay:A:write:3");
        assert_eq!(Setting::Pause.of(&works), Some(Duration::from_secs(8)));
    }
}
