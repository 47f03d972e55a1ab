//! Numbers that look random and are the same on every machine: SplitMix64.

/// A generator.
pub struct Random(u64);

impl Random {
    /// Whose numbers follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Any number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }

    /// From `least` to `greatest`.
    pub fn within(&mut self, least: i32, greatest: i32) -> i32 {
        least + self.below((greatest - least) as u64 + 1) as i32
    }

    /// `n` numbers, each made by `make`.
    pub fn many<T>(&mut self, n: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..n).map(|_| make(self)).collect()
    }
}
