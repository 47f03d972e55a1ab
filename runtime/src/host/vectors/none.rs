//! What stands in the place of vectors where there are none.

use crate::model::operator::Semigroup;

/// Whether this processor has them.
#[inline(always)]
pub(in crate::host) fn is_there() -> bool {
    false
}

/// The scan in order: nobody asks for it.
///
/// # Safety
/// So many elements may be read, and written, and nobody else accesses them meanwhile.
pub(in crate::host) unsafe fn scan<T: Semigroup<Op>, Op, const STREAMED: bool>(
    (from, to): (*const T, *mut T),
    count: usize,
    carried: T,
    _beside: impl FnMut(usize),
) -> T {
    (0..count).fold(carried, |carried, number| {
        // SAFETY: one of the elements.
        unsafe {
            let after = T::combine(carried, from.add(number).read());
            to.add(number).write(after);
            after
        }
    })
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
