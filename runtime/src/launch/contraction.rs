//! Factors that let nothing grow.

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
