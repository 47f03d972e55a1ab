//! Tiles of which no more is to be stored than few iterations select: those that select nothing are only counted, several at once.

use super::body::{Body, Elements};
use super::chunks::Stretch;
use crate::model::operator::Semigroup;
use crate::model::range::Index;
use crate::model::value::Value;

/// So many iterations are counted at once.
const GROUP: u64 = 8;
/// Where no more than one iteration in so many selects something it is worth looking which do.
pub(super) const SPARSE: u64 = 16;

/// How many iterations select something between these carried values, if that is all that is carried.
#[inline(always)]
pub(super) fn count<T: Value>(before: T, after: T) -> Option<u64> {
    let number = |value: &T| value.part(0)?.downcast_ref::<usize>().copied();
    let is_all = size_of::<T>() == size_of::<usize>();
    number(&after)?.checked_sub(number(&before)?).map(|count| count as u64).filter(|_| is_all)
}

/// Scans the iterations from what is carried into them, and stores what they select.
///
/// # Safety
/// As for [`Tiles::scan`](super::tiles::Tiles::scan). An iteration that does not count stores nothing.
#[inline(never)]
pub(super) unsafe fn scan<I: Index, T: Semigroup<Op>, Op, A: Elements, B: Body<I, T, A>>(
    body: &B,
    arrays: &A,
    stretch: Stretch<I, A::Views<'_>>,
    step: i64,
    from: (T, A::Places),
) {
    // SAFETY: the caller's promise.
    unsafe { scan_groups::<I, T, Op, A, B>(body, arrays, stretch, step, from) };
}

/// The same of consecutive iterations, with wider vectors.
///
/// # Safety
/// As there; the processor has AVX2.
#[cfg_attr(all(target_arch = "x86_64", not(miri)), target_feature(enable = "avx2"))]
pub(super) unsafe fn scan_wide<I: Index, T: Semigroup<Op>, Op, A: Elements, B: Body<I, T, A>>(
    body: &B,
    arrays: &A,
    stretch: Stretch<I, A::Views<'_>>,
    from: (T, A::Places),
) {
    // SAFETY: the caller's promise.
    unsafe { scan_groups::<I, T, Op, A, B>(body, arrays, stretch, 1, from) };
}

#[inline(always)]
unsafe fn scan_groups<I: Index, T: Semigroup<Op>, Op, A: Elements, B: Body<I, T, A>>(
    body: &B,
    arrays: &A,
    stretch: Stretch<I, A::Views<'_>>,
    step: i64,
    (mut carried, places): (T, A::Places),
) {
    let Stretch { first, mut i, length, views } = stretch;
    for start in (0..length).step_by(GROUP as usize) {
        let left = length - start;
        if left >= GROUP {
            let (mut later, mut total) = (i.advance(step), body.element(i, views));
            for _ in 1..GROUP {
                total = T::combine(total, body.element(later, views));
                later = later.advance(step);
            }
            let after = T::combine(carried, total);
            if count(carried, after) == Some(0) {
                i = later;
                continue;
            }
        }
        for k in start..start + left.min(GROUP) {
            let after = T::combine(carried, body.element(i, views));
            let values = body.store(i, carried, after, views);
            // SAFETY: an iteration of the range on which the arrays were placed, which no other thread stores; no reference into what it
            // stores is left, as the closures have returned.
            unsafe { arrays.store(first + k, values, places) };
            carried = after;
            i = i.advance(step);
        }
    }
}
