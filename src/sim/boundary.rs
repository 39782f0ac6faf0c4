//! Where a run begins to end differently, as one value of its setup grows.

use super::outcome::Headline;
use super::time::Duration;

/// How exactly a boundary is found.
const EXACT: Duration = Duration::from_millis(1);

/// From where on a run ends in some way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Boundary {
    /// The first value with which it does, in whole milliseconds unless it is the least one.
    pub from: Duration,
    /// How the run ends with this value, and with those up to the next boundary.
    pub headline: Headline,
}

/// A search for all boundaries between two values, by sampling and bisection.
///
/// It runs nothing itself. As long as it has [a wish](Boundaries::wish), that value is to be tried,
/// and [told](Boundaries::tell) how the run ends with it. So whoever runs them can stop in between.
///
/// The headline need not be monotone: what changes there and back between two samples is not found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Boundaries {
    least: Duration,
    most: Duration,
    /// Into how many parts the samples divide what is between the least value and the greatest.
    parts: u64,
    /// The number of the sample that was tried last.
    sample: u64,
    /// How the run ends with that sample.
    at_sample: Headline,
    /// The greatest value up to which the run is known to end as after the last boundary.
    same: Duration,
    /// A greater one with which it ends in another way, and that way, while one is being narrowed
    /// down.
    other: Option<Boundary>,
    found: Vec<Boundary>,
}

impl Boundaries {
    /// Looks between two values, from the least to the greatest, of which `parts` and one more are
    /// samples.
    pub fn new(least: Duration, most: Duration, parts: u64) -> Boundaries {
        Boundaries {
            least,
            most,
            parts,
            sample: 0,
            at_sample: Headline::Safe,
            same: least,
            other: None,
            found: Vec::new(),
        }
    }

    /// The value to be tried next; nothing, if all boundaries have been found.
    pub fn wish(&self) -> Option<Duration> {
        if self.found.is_empty() {
            return Some(self.least);
        }
        match self.other {
            Some(other) => Some(self.middle(other.from)),
            None => (self.sample < self.parts).then(|| self.value(self.sample + 1)),
        }
    }

    /// Takes how the run ends with the value that was wished for.
    pub fn tell(&mut self, headline: Headline) {
        let Some(value) = self.wish() else {
            return;
        };
        let Some(last) = self.found.last().copied() else {
            self.found.push(Boundary { from: value, headline });
            return;
        };
        if self.other.is_none() {
            self.sample += 1;
            self.at_sample = headline;
        }
        if headline == last.headline {
            self.same = value;
        } else {
            self.other = Some(Boundary { from: value, headline });
        }
        // There may be several changes between two samples, one soon after the other.
        while let Some(next) = self.other.filter(|other| other.from <= self.same + EXACT) {
            self.found.push(next);
            self.same = next.from;
            self.other = (next.headline != self.at_sample)
                .then(|| Boundary { from: self.value(self.sample), headline: self.at_sample });
            if self.other.is_none() {
                self.same = self.value(self.sample);
            }
        }
    }

    /// How the run ends with every value, as far as it is known. The first entry is the least value.
    pub fn found(&self) -> &[Boundary] {
        &self.found
    }

    /// A sample.
    fn value(&self, sample: u64) -> Duration {
        let whole = self.most.saturating_sub(self.least);
        whole_millis(self.least + whole * sample / self.parts)
    }

    fn middle(&self, other: Duration) -> Duration {
        whole_millis(self.same + other.saturating_sub(self.same) / 2).max(self.same + EXACT)
    }
}

fn whole_millis(length: Duration) -> Duration {
    Duration::from_millis(length.as_millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// What is found between 0 and 1 s with so many parts, and how many values were tried.
    fn find(parts: u64, ends: impl Fn(u64) -> Headline) -> (Vec<(u64, Headline)>, u32) {
        let mut search = Boundaries::new(Duration::ZERO, millis(1_000), parts);
        let mut tried = 0;
        while let Some(value) = search.wish() {
            search.tell(ends(value.as_millis()));
            tried += 1;
        }
        let found = search.found().iter();
        (found.map(|boundary| (boundary.from.as_millis(), boundary.headline)).collect(), tried)
    }

    #[test]
    fn a_boundary_is_the_first_millisecond_of_what_follows_it() {
        for first in 1..=1_000 {
            let (found, tried) =
                find(8, |value| if value < first { Headline::Safe } else { Headline::Corrupted });
            assert_eq!(found, [(0, Headline::Safe), (first, Headline::Corrupted)]);
            assert!(tried <= 9 + 7, "{tried} of 125 values between two samples");
        }
    }

    #[test]
    fn several_boundaries_between_two_samples_are_all_found() {
        let (found, _) = find(4, |value| match value {
            0..=600 => Headline::Safe,
            601..=602 => Headline::AtRisk,
            603..=640 => Headline::Corrupted,
            _ => Headline::Protected,
        });
        let all = [
            (0, Headline::Safe),
            (601, Headline::AtRisk),
            (603, Headline::Corrupted),
            (641, Headline::Protected),
        ];
        assert_eq!(found, all);
    }

    #[test]
    fn what_is_found_after_a_sample_agrees_with_how_the_run_ends_at_the_sample() {
        let (found, _) = find(4, |value| match value {
            100..200 | 240..260 => Headline::Corrupted,
            _ => Headline::Safe,
        });
        let at_sample = found.iter().rev().find(|(from, _)| *from <= 250);
        assert_eq!(at_sample.map(|(_, headline)| *headline), Some(Headline::Corrupted));
        let all = [(0, Headline::Safe), (100, Headline::Corrupted), (260, Headline::Safe)];
        assert_eq!(found, all);
    }

    #[test]
    fn what_does_not_change_takes_no_more_than_the_samples() {
        assert_eq!(find(10, |_| Headline::Safe), (vec![(0, Headline::Safe)], 11));
    }

    #[test]
    fn a_headline_may_come_back() {
        let (found, _) = find(20, |value| match value {
            300..700 => Headline::Corrupted,
            _ => Headline::Safe,
        });
        let back = [(0, Headline::Safe), (300, Headline::Corrupted), (700, Headline::Safe)];
        assert_eq!(found, back);
    }
}
