//! Reproducible samples, and what it means that two are the same.

use std::fmt::Debug;

/// A small generator of reproducible numbers (xorshift64*; Vigna 2016).
pub struct Random(u64);

impl Random {
    /// Every seed gives another sequence.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Any 64 bits.
    #[expect(clippy::should_implement_trait, reason = "not an iterator: it never ends")]
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D).rotate_left(32)
    }

    /// A float of any size, now and then a NaN, an infinity or a zero of either sign.
    pub fn float(&mut self) -> f64 {
        match self.next() % 64 {
            0 => f64::NAN,
            1 => 0.0,
            2 => -0.0,
            3 => f64::from(f32::MAX),
            4 => f64::from(f32::MIN),
            _ => (self.next() as i64 as f64) / 1e12,
        }
    }
}

/// What the tests compare.
pub trait Sample: Copy + Debug + Send + Sync + 'static {
    /// Equality, in which a NaN is equal to a NaN.
    fn same(self, other: Self) -> bool;
}

macro_rules! samples {
    ($($t:ident)*) => {
        $(impl Sample for $t {
            #[allow(clippy::eq_op, clippy::float_cmp, reason = "a NaN is what differs from itself")]
            fn same(self, other: Self) -> bool {
                self == other || (self != self && other != other)
            }
        })*
    };
}

samples! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64 bool }
