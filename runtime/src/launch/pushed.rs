//! `Vec`s that a loop pushes to: room behind what is there, which becomes theirs once all is stored.
//!
//! **What is pushed is stored behind a `Vec`'s end.** Element 0 of such an array is the first that the loop pushes, so nothing in the
//! compiler knows how many there were; the loop may not ask either. Every iteration's push is a store at its number, others are counted, by
//! a carried value that the source does not have (`Carry::Pushes`). The room is the `Vec`'s own once the launch has gone well, and not
//! before: a `Vec` that a launch has failed on is as it was.

use super::cells::Cells;
use crate::model::element::Element;
use crate::model::reason::FallbackReason;
use std::alloc::{Layout, alloc_zeroed};
use std::ptr::NonNull;

/// From so many bytes on zeroed memory is had for less than what is there is zeroed for.
const FRESH: usize = 1 << 20;

/// What a loop pushes to: a `Vec`, or a variable that is a reference to one.
#[diagnostic::on_unimplemented(
    message = "the loop pushes to a `{Self}`, which is no `Vec`",
    label = "not a `Vec`",
    note = "what `push` does elsewhere is not known: push to a `Vec`, and convert it after the loop"
)]
pub trait Growing<U> {
    /// It.
    fn grown(&self) -> &Vec<U>;

    /// The same, to be changed.
    fn growing(&mut self) -> &mut Vec<U>;
}

impl<U> Growing<U> for Vec<U> {
    fn grown(&self) -> &Vec<U> {
        self
    }

    fn growing(&mut self) -> &mut Vec<U> {
        self
    }
}

impl<U, G: Growing<U>> Growing<U> for &mut G {
    fn grown(&self) -> &Vec<U> {
        G::grown(self)
    }

    fn growing(&mut self) -> &mut Vec<U> {
        G::growing(self)
    }
}

/// A `Vec` before a loop pushes to it.
#[derive(Clone, Copy, Debug)]
pub struct Before {
    length: usize,
    capacity: usize,
}

impl Before {
    /// Of `values`.
    pub fn of<U>(values: &impl Growing<U>) -> Self {
        let values = values.grown();
        Self { length: values.len(), capacity: values.capacity() }
    }

    /// What has been pushed since.
    pub fn pushed<U>(self, values: &impl Growing<U>) -> &[U] {
        values.grown().get(self.length..).unwrap_or(&[])
    }

    /// Of what a launch has put behind `values`, `count` stay: there was room for more than have been stored.
    pub fn keep<U: Element>(self, values: &mut Vec<U>, count: usize) {
        values.truncate(self.length.saturating_add(count));
        // What pushing might have left.
        if values.len() < values.capacity() / 2 {
            values.shrink_to(self.capacity.max(2 * values.len()));
        }
    }
}

/// Room for `length` elements behind those of `values`: zeroed, or holding nothing yet.
///
/// # Errors
/// There is no memory, or what is zeroed is no value of the type.
pub(super) fn room<U: Element>(values: &mut Vec<U>, length: u64, is_zeroed: bool) -> Result<Cells<U>, FallbackReason> {
    let length = usize::try_from(length).or(Err(FallbackReason::NoMemory))?;
    let is_fresh = is_zeroed && values.is_empty() && length.saturating_mul(size_of::<U>()) >= FRESH;
    if is_fresh {
        *values = zeroed(length).ok_or(FallbackReason::NoMemory)?;
    } else {
        values.try_reserve(length).or(Err(FallbackReason::NoMemory))?;
    }
    let spare = &mut values.spare_capacity_mut()[..length];
    let start = NonNull::new(spare.as_mut_ptr().cast()).ok_or(FallbackReason::NoMemory)?;
    // SAFETY: the `Vec`'s own memory, which nothing else accesses while it is lent to the launch.
    let cells = unsafe { Cells::from_raw(start, length) };
    if is_zeroed && !(is_fresh && is_value(&cells)) && !zero(&cells) {
        return Err(FallbackReason::NoMemory);
    }
    Ok(cells)
}

/// The elements behind those of `values` are its own now.
///
/// # Safety
/// `length` elements there are values.
pub(super) unsafe fn grow<U>(values: &mut Vec<U>, length: usize) {
    let all = values.len() + length;
    // SAFETY: there is room for them, since they are there; the rest is the caller's promise.
    unsafe { values.set_len(all) };
}

/// Zeroes all of it; whether it then holds values.
pub(super) fn zero<U: Element>(cells: &Cells<U>) -> bool {
    // SAFETY: memory of so many elements, which nobody else accesses.
    unsafe { cells.pointer(0).write_bytes(0, cells.len()) };
    is_value(cells)
}

/// Whether zeros, which are what it holds, are values of its type.
fn is_value<U: Element>(cells: &Cells<U>) -> bool {
    // SAFETY: initialised; one stands for all.
    cells.len() == 0 || U::ANY_BYTES || unsafe { U::is_value(cells.pointer(0)) }
}

/// An empty `Vec` with zeroed room for `length` elements; `None` where there is no memory.
pub(super) fn zeroed<U>(length: usize) -> Option<Vec<U>> {
    let layout = Layout::array::<U>(length).ok().filter(|layout| layout.size() > 0)?;
    // SAFETY: the size is not 0.
    let start = NonNull::new(unsafe { alloc_zeroed(layout) })?;
    // SAFETY: allocated just now by the global allocator with the layout of `length` elements.
    Some(unsafe { Vec::from_raw_parts(start.as_ptr().cast(), 0, length) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pushed(mut values: Vec<u32>, length: u64, stored: usize, is_zeroed: bool) -> Vec<u32> {
        let before = Before::of(&values);
        let cells = room(&mut values, length, is_zeroed).expect("room");
        // SAFETY: within the room.
        let store = |at: usize| unsafe { cells.write(at, at as u32 + 10) };
        (0..if is_zeroed { stored } else { cells.len() }).for_each(store);
        // SAFETY: zeroed, or stored just now.
        unsafe { grow(&mut values, cells.len()) };
        before.keep(&mut values, stored);
        assert_eq!(before.pushed(&values).len(), stored);
        values
    }

    #[test]
    fn what_is_stored_stands_behind_what_was_there() {
        assert_eq!(pushed(vec![1, 2], 3, 3, false), [1, 2, 10, 11, 12]);
        assert_eq!(pushed(vec![1, 2], 3, 2, true), [1, 2, 10, 11]);
        assert_eq!(pushed(Vec::new(), 3, 0, true), []);
        assert_eq!(pushed(Vec::with_capacity(9), 0, 0, false), []);
    }

    #[test]
    fn fresh_room_is_zero_and_goes_back() {
        let length = FRESH / size_of::<u32>();
        let kept = pushed(Vec::new(), length as u64, 5, true);
        assert!(kept.len() == 5 && kept.capacity() < length);
        let roomy = pushed(Vec::with_capacity(length), length as u64, 5, true);
        assert!(roomy.capacity() >= length);
    }
}
