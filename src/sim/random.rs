//! The only source of chance in a run.

use std::hash::{Hash, Hasher};

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::time::Duration;

/// A generator whose draws depend on the seed alone, natively as in WebAssembly: ChaCha with
/// eight rounds, and only draws of a fixed width.
///
/// It is seeded at the first draw, since most runs need none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Random {
    seed: u32,
    generator: Option<ChaCha8Rng>,
}

impl Hash for Random {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.seed.hash(state);
        self.generator.as_ref().map(ChaCha8Rng::get_word_pos).hash(state);
    }
}

impl Random {
    /// A generator for the seed of a setup.
    pub fn new(seed: u32) -> Random {
        Random { seed, generator: None }
    }

    fn generator(&mut self) -> &mut ChaCha8Rng {
        self.generator.get_or_insert_with(|| ChaCha8Rng::seed_from_u64(u64::from(self.seed)))
    }

    /// A length between zero and `most`, both included, each as likely.
    pub fn up_to(&mut self, most: Duration) -> Duration {
        if most.is_zero() {
            return most;
        }
        Duration::from_micros(self.generator().random_range(0..=most.as_micros()))
    }

    /// Sixteen random bits.
    pub fn bits(&mut self) -> u16 {
        self.generator().random()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_draws_for_ever() {
        let mut random = Random::new(7);
        let second = Duration::from_secs(1);
        let drawn = [157_796, 167_989, 704_276].map(Duration::from_micros);
        assert_eq!([(); 3].map(|()| random.up_to(second)), drawn);
        assert_eq!(random.bits(), 15_075);
    }

    #[test]
    fn a_draw_without_room_needs_no_generator() {
        let mut random = Random::new(7);
        assert_eq!(random.up_to(Duration::ZERO), Duration::ZERO);
        assert!(random.generator.is_none(), "nothing was drawn");
    }
}
