//! What stands in the place of vectors where there are none.

use super::scan_in_order;
use crate::model::operator::Semigroup;

/// Whether this processor has them.
#[inline(always)]
pub(in crate::host) fn is_there() -> bool {
    false
}

/// The scan in order: nobody asks for it.
///
/// # Safety
/// None is needed.
pub(in crate::host) unsafe fn scan<T: Semigroup<Op>, Op>(partials: &mut [T], carried: T, _beside: impl FnMut(usize)) -> T {
    scan_in_order(partials, carried)
}

/// The fold in order: nobody asks for it.
///
/// # Safety
/// None is needed.
///
/// # Panics
/// If there are no values.
pub(in crate::host) unsafe fn fold<T: Semigroup<Op>, Op>(values: &[T]) -> T {
    values.iter().copied().reduce(T::combine).expect("at least one value")
}
