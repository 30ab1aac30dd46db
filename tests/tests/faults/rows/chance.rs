//! Chance that comes out the same each time: a seed and the number of a run give its choices.

pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn new(seed: u64, run: usize) -> Chance {
        let mut chance = Chance(seed ^ (run as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        // The first ones of near seeds are near.
        chance.next();
        chance
    }

    /// A number below `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }

    /// `SplitMix64`.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
