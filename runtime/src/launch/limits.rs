//! Numbers so small that derived operators compute with them as the loop does: factors that let nothing grow, terms whose sums do not
//! overflow. With others, and with what is no number, a loop runs as written.

use crate::model::range::{Index, Range};
use std::ops::Neg;
use std::panic::resume_unwind;

/// A type whose numbers have a limit.
pub trait Reach: Copy + PartialOrd + Neg<Output = Self> {
    /// So great at most may be what a derived operator starts from and what it adds; of a sum with a floor or a ceiling also what it is
    /// compared with, and the sum of all that is added. Then no sum of these overflows, in whatever order, and nothing is infinite.
    const REACH: Self;
}

impl Reach for i32 {
    const REACH: Self = 1 << 28;
}

impl Reach for i64 {
    const REACH: Self = 1 << 60;
}

impl Reach for f32 {
    const REACH: Self = 1e27;
}

impl Reach for f64 {
    const REACH: Self = 1e288;
}

/// So many terms an iteration adds at most to a sum with a floor or a ceiling.
const TERMS: u64 = 8;

/// Whether a factor, which is the same in all iterations, is between -1 and 1: so that products of it do not grow.
#[inline]
pub fn contracts<T: Copy + Into<f64>>(factor: T) -> bool {
    factor.into().abs() <= 1.0
}

/// Whether a derived operator may start from it.
#[inline]
pub fn is_within_reach<T: Reach>(start: T) -> bool {
    (-T::REACH..=T::REACH).contains(&start)
}

/// How great each term of a sum with a floor or a ceiling may be where there are so many iterations.
#[inline]
pub fn term_limit<I: Index>(range: &Range<I>) -> i64 {
    i64::REACH / (range.len().max(1)).saturating_mul(TERMS).min(i64::REACH as u64) as i64
}

/// A type of the sums that have two limits.
pub trait Clamped: Copy {
    /// `self + change`, but no less than `low` nor more than `high`, which is not less than that.
    fn clamped(self, change: i64, low: Self, high: Self) -> Self;
}

macro_rules! clamped {
    ($($type:ty)*) => { $(
        impl Clamped for $type {
            #[inline]
            fn clamped(self, change: i64, low: Self, high: Self) -> Self {
                let sum = i64::from(self).wrapping_add(change);
                sum.max(i64::from(low)).min(i64::from(high)) as Self
            }
        }
    )* };
}

clamped!(i8 i16 i32 i64 u8 u16 u32);

/// `value + change`, but no less than `low` nor more than `high`, which is not less than that.
#[inline]
pub fn clamped<T: Clamped>(value: T, change: i64, low: T, high: T) -> T {
    value.clamped(change, low, high)
}

/// `number`, which is positive and finite.
///
/// # Panics
/// If it is not; without a message, since the loop then runs as written.
#[inline]
pub fn positive(number: f64) -> f64 {
    let is_positive = number > 0.0 && number.is_finite();
    if is_positive { number } else { resume_unwind(Box::new("a divisor or a dividend that no other order may have")) }
}

/// `number`, whose magnitude is at most `reach`.
///
/// # Panics
/// If it is not, or is no number; without a message, since the loop then runs as written.
#[inline]
pub fn within<T: Reach>(number: T, reach: T) -> T {
    if (-reach..=reach).contains(&number) { number } else { resume_unwind(Box::new("a number that no other order may have")) }
}
