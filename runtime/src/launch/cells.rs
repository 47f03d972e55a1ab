//! A mutable slice that several threads write, each its own elements; and the old values of an array that is scanned in place.

use crate::model::element::Element;
use crate::model::range::Strided;
use std::marker::PhantomData;
use std::ops::{Index, Range};
use std::ptr::{self, NonNull};

/// So many elements are looked at together.
const LOOKED_AT: usize = 4096;

/// The elements of an exclusively borrowed slice, for threads that share the work of storing into it.
///
/// It says nothing of lifetimes: what holds it holds the borrow as well.
#[derive(Clone, Copy, Debug)]
pub struct Cells<U> {
    start: NonNull<U>,
    length: usize,
}

// SAFETY: every access is `unsafe`, and its caller promises that no other thread writes the element at the same time. Sending the
// pointer is then sending `&mut U` or `&U`, which `U: Element` (`Send + Sync`) allows.
unsafe impl<U: Element> Send for Cells<U> {}
// SAFETY: as for `Send`.
unsafe impl<U: Element> Sync for Cells<U> {}

impl<U: Element> Cells<U> {
    /// The elements of `slice`.
    pub fn new(slice: &mut [U]) -> Self {
        Self { start: NonNull::from(&mut *slice).cast(), length: slice.len() }
    }

    /// `length` elements from `start`.
    ///
    /// # Safety
    /// They are one allocation, which outlives every access and which nothing else accesses meanwhile.
    pub unsafe fn from_raw(start: NonNull<U>, length: usize) -> Self {
        Self { start, length }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.length
    }

    /// The address of element `index`.
    pub fn pointer(&self, index: usize) -> *mut U {
        assert!(index <= self.length, "an address within the array or at its end");
        // SAFETY: within the slice, or one past its end.
        unsafe { self.start.as_ptr().add(index) }
    }

    /// Stores `value` at `index`.
    ///
    /// # Safety
    /// `index < self.len()`; the slice is still borrowed; no other thread accesses the element now, and no reference to it lives.
    #[inline]
    pub unsafe fn write(&self, index: usize, value: U) {
        // SAFETY: the caller's promise.
        unsafe { self.start.as_ptr().add(index).write(value) }
    }

    /// The elements of `range`, which must all be values of `U`.
    ///
    /// # Safety
    /// The slice is still borrowed, and nobody writes these elements while the result lives.
    pub unsafe fn slice<'o>(&self, range: Range<usize>) -> &'o [U] {
        let count = range.len();
        assert!(range.end <= self.length, "elements of the array");
        // SAFETY: in bounds by the assertion; initialised because they come from a slice; not written by the caller's promise.
        unsafe { std::slice::from_raw_parts(self.pointer(range.start), count) }
    }

    /// Whether the elements of `range`, which something else than Rust wrote, are values of `U`.
    ///
    /// # Safety
    /// The slice is still borrowed, and nobody writes these elements meanwhile.
    pub unsafe fn valid(&self, range: Range<usize>) -> bool {
        assert!(range.end <= self.length, "elements of the array");
        // SAFETY: in bounds by the assertion; a device stores whole elements, over what has been initialised or zeroed; not written by
        // the caller's promise.
        let is_valid = |index: usize| unsafe { U::is_value(self.start.as_ptr().add(index)) };
        // Not every one is a reason to stop, so that many are looked at in one instruction.
        range.clone().step_by(LOOKED_AT).all(|from| {
            let to = range.end.min(from + LOOKED_AT);
            (from..to).fold(true, |all, index| all & is_valid(index))
        })
    }

    /// A copy of the elements of `range`, which must all be values of `U`; `None` where there is no memory for it.
    ///
    /// # Safety
    /// As for [`slice`](Self::slice), while it is made.
    pub unsafe fn copied(&self, range: Range<usize>) -> Option<Vec<U>> {
        let mut copy = Vec::new();
        copy.try_reserve_exact(range.len()).ok()?;
        // SAFETY: the caller's promise.
        copy.extend_from_slice(unsafe { self.slice(range) });
        Some(copy)
    }

    /// Stores `values` from `index` on, over whatever is there.
    ///
    /// # Safety
    /// The slice is still borrowed, nobody else accesses these elements meanwhile, and no reference to them lives.
    pub unsafe fn restore(&self, index: usize, values: &[U]) {
        assert!(index <= self.length && values.len() <= self.length - index, "elements of the array");
        // SAFETY: in bounds by the assertion, and apart, as nothing else is the array's.
        unsafe { ptr::copy_nonoverlapping(values.as_ptr(), self.pointer(index), values.len()) }
    }
}

/// The values that an array scanned in place had before the loop, as the closures of a launch see them: `y[i]`, `y.len()`.
#[derive(Clone, Copy, Debug)]
pub struct Old<'o, U> {
    /// The element `from`.
    start: *const U,
    from: usize,
    count: usize,
    length: usize,
    values: PhantomData<&'o [U]>,
}

impl<U> Old<'_, U> {
    /// The length of the whole array.
    #[inline]
    #[expect(
        clippy::len_without_is_empty,
        reason = "stands in for an array in a loop's body; `is_empty` there becomes a capture"
    )]
    pub fn len(&self) -> usize {
        self.length
    }

    /// `count` elements from `start`, which is element `from` of an array of `length`.
    ///
    /// # Safety
    /// They may be read for as long as `'o`, and are not written while a reference that [`Index`] gave lives.
    #[inline]
    pub(super) unsafe fn new(start: *const U, from: usize, count: usize, length: usize) -> Self {
        Self { start, from, count, length, values: PhantomData }
    }
}

impl<U> Index<usize> for Old<'_, U> {
    type Output = U;

    /// The old value at `index`.
    ///
    /// # Panics
    /// If the launch was not told that this iteration reads it.
    #[inline]
    fn index(&self, index: usize) -> &U {
        let at = index.wrapping_sub(self.from);
        assert!(at < self.count, "index {index} is not among those that the launch was told of");
        // SAFETY: `at < count`, and readable by the promise to `new`.
        unsafe { &*self.start.add(at) }
    }
}

/// The part of the array that the iterations `tile` store: no other tile stores there, because the indices go one way.
pub(super) fn stored(at: &Strided, tile: &Range<u64>) -> Range<usize> {
    let (a, b) = (at.index(tile.start), at.index(tile.end - 1));
    a.min(b)..a.max(b) + 1
}
