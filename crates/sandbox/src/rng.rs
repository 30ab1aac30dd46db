//! Chance that is the same every time: `SplitMix64`. Not for anything that must be secret.

/// A number that looks like chance and depends on both arguments alone.
pub(crate) fn mixed(seed: u64, at: u64) -> u64 {
    Rng { state: seed ^ at.wrapping_mul(0xD6E8_FEB8_6659_FD93) }.next()
}

#[derive(Debug)]
pub(crate) struct Rng {
    state: u64,
}

impl Rng {
    pub(crate) fn new(seed: u64, at: u64) -> Rng {
        Rng { state: mixed(seed, at) }
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to `end`, without it; 0 when `end` is 0.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        let scaled = (self.next() >> 32) * u64::from(end);
        u32::try_from(scaled >> 32).unwrap_or(0)
    }

    /// The place of one of `weights`, as often as its weight says; 0 when all are 0.
    pub(crate) fn pick(&mut self, weights: impl Iterator<Item = u32> + Clone) -> usize {
        let mut left = self.below(weights.clone().sum());
        for (at, weight) in weights.enumerate() {
            if left < weight {
                return at;
            }
            left -= weight;
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dice_are_the_same_every_time_and_stay_in_bounds() {
        let thrown = |seed| {
            let mut rng = Rng::new(seed, 7);
            (0..1000).map(|_| rng.below(6)).collect::<Vec<_>>()
        };
        assert_eq!(thrown(1), thrown(1));
        assert_ne!(thrown(1), thrown(2));
        assert!((0..6).all(|side| thrown(1).iter().filter(|found| **found == side).count() > 100));
        assert!(thrown(1).iter().all(|found| *found < 6));
    }

    #[test]
    fn a_weight_of_nothing_is_never_picked() {
        let mut rng = Rng::new(1, 1);
        let picked: Vec<_> = (0..200).map(|_| rng.pick([0, 3, 0, 1].into_iter())).collect();
        assert!(picked.iter().all(|at| [1, 3].contains(at)));
        assert_eq!((rng.below(0), rng.pick([0, 0].into_iter())), (0, 0));
    }
}
