//! Numbers so small that derived operators compute with them as the loop does: factors that let nothing grow, terms whose sums do not
//! overflow. With others a loop runs as written.

use crate::model::range::{Index, Range};
use std::panic::resume_unwind;

/// Whether it is between -1 and 1.
#[inline]
pub fn contracts<T: Copy + Into<f64>>(factor: T) -> bool {
    factor.into().abs() <= 1.0
}

/// `factor`, which is between -1 and 1. In a linear recurrence of floats products of many factors are made before what they multiply is
/// known, so that these must not grow.
///
/// # Panics
/// If it is not; without a message, since the loop then runs as written.
#[inline]
pub fn contraction<T: Copy + Into<f64>>(factor: T) -> T {
    if contracts(factor) { factor } else { resume_unwind(Box::new("a factor above 1")) }
}

/// So great at most may be what a sum with a floor or a ceiling starts from and is compared with, and the sum of all that is added to it:
/// then no sum of these, in whatever order, overflows.
const REACH: i64 = 1 << 60;
/// So many terms an iteration adds at most.
const TERMS: u64 = 8;

/// Whether a sum with a floor or a ceiling may start from it.
#[inline]
pub fn is_within_reach(start: i64) -> bool {
    (-REACH..=REACH).contains(&start)
}

/// How great each term may be where there are so many iterations.
#[inline]
pub fn term_limit<I: Index>(range: &Range<I>) -> i64 {
    REACH / (range.len().max(1)).saturating_mul(TERMS).min(REACH as u64) as i64
}

/// `number`, whose magnitude is at most `reach`.
///
/// # Panics
/// If it is not; without a message, since the loop then runs as written.
#[inline]
pub fn within(number: i64, reach: i64) -> i64 {
    if (-reach..=reach).contains(&number) { number } else { resume_unwind(Box::new("a sum might overflow")) }
}
