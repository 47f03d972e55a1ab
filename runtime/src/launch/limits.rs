//! Numbers so small that derived operators compute with them as the loop does: factors that let nothing grow, terms whose sums do not
//! overflow. With others, and with what is no number, a loop runs as written.

use crate::model::range::{Index, Range};
use std::ops::Neg;
use std::panic::resume_unwind;

/// A type whose numbers have a limit.
pub trait Reach: Copy + PartialOrd {
    /// So great at most may be what a derived operator starts from and what it adds; of a sum with a floor or a ceiling also what it is
    /// compared with, and the sum of all that is added. Then no sum of these overflows, in whatever order, and nothing is infinite.
    const REACH: Self;

    /// Whether its magnitude is at most `reach`.
    fn is_within(self, reach: Self) -> bool;
}

macro_rules! reach {
    ($($type:ty: $reach:expr, $least:expr);*) => { $(
        impl Reach for $type {
            const REACH: Self = $reach;

            #[inline]
            fn is_within(self, reach: Self) -> bool {
                let least: fn(Self) -> Self = $least;
                (least(reach)..=reach).contains(&self)
            }
        }
    )* };
}

reach!(i32: 1 << 28, Neg::neg; i64: 1 << 60, Neg::neg; u64: 1 << 60, |_| 0; f32: 1e27, Neg::neg; f64: 1e288, Neg::neg);

/// So many terms an iteration adds at most to a sum with a floor or a ceiling.
const TERMS: u64 = 8;

/// Whether a factor, which is the same in all iterations, is between -1 and 1: so that products of it do not grow.
#[inline]
pub fn contracts<T: Copy + Into<f64>>(factor: T) -> bool {
    factor.into().abs() <= 1.0
}

/// Whether no power of a square matrix, row after row, has great numbers in it, up to as many as there are iterations: so that products of
/// it do not grow, nor rounding errors with them. Without negative numbers they only grow as what the loop itself computes: then they are
/// to be so small that they times what is added are no infinities.
pub fn is_stable<T: Copy + Into<f64>, I: Index>(cells: &[T], range: &Range<I>) -> bool {
    const MOST: f64 = 1024.0;
    const MOST_OF_POSITIVE: f64 = (1 << 30) as f64;
    let order = cells.len().isqrt();
    let mut power: Vec<f64> = cells.iter().map(|cell| (*cell).into()).collect();
    let most = if power.iter().any(|cell| *cell < 0.0) { MOST } else { MOST_OF_POSITIVE };
    (0..=range.len().max(1).ilog2()).all(|_| {
        let product = |at: usize| (0..order).map(|k| power[at / order * order + k] * power[k * order + at % order]).sum();
        let is_small = power.iter().all(|cell| cell.abs() <= most);
        power = (0..order * order).map(product).collect();
        is_small
    })
}

/// Whether a derived operator may start from it.
#[inline]
pub fn is_within_reach<T: Reach>(start: T) -> bool {
    start.is_within(T::REACH)
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

/// A state among a few, which are numbers from 0 on.
pub trait State: Copy {
    /// The state that `table` has after it: four bits for each, the lowest first.
    fn after(self, table: u64) -> Self;
}

macro_rules! state {
    ($($type:ty)*) => { $(
        impl State for $type {
            #[inline]
            fn after(self, table: u64) -> Self {
                (table.wrapping_shr(4 * self as u32) & 15) as Self
            }
        }
    )* };
}

state!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

/// The state that `table` has after this one.
#[inline]
pub fn state_after<S: State>(table: u64, state: S) -> S {
    state.after(table)
}

/// After each of so many states, that which the `earlier` table and then the `later` one lead to (Ladner and Fischer 1980, on finite-state
/// machines).
#[inline]
pub fn states_after<const STATES: u32>(earlier: u64, later: u64) -> u64 {
    (0..STATES).fold(0, |both, state| both | state_after(later, state_after(earlier, u64::from(state))) << (4 * state))
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

/// `condition`, which the loop asserts.
///
/// # Panics
/// If it does not hold; without a message, since the loop then runs as written, and says it.
#[inline]
pub fn asserted(condition: bool) -> bool {
    if condition { condition } else { resume_unwind(Box::new("an assertion that does not hold")) }
}

/// `number`, whose magnitude is at most `reach`.
///
/// # Panics
/// If it is not, or is no number; without a message, since the loop then runs as written.
#[inline]
pub fn within<T: Reach>(number: T, reach: T) -> T {
    if number.is_within(reach) { number } else { resume_unwind(Box::new("a number that no other order may have")) }
}
