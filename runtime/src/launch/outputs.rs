//! Arrays that a launch stores into, each iteration at an index that is known beforehand: all of them, some of them, or in place.

use super::arrays::{Arguments, Entry};
use super::cells::{Cells, Old, stored};
use super::entries::{Kept, buffer, nowhere, of_array, uncollected, uncombined, unstaged, unviewed, uses, window};
use super::pushed;
use crate::host::streams::{self, Stage};
use crate::model::element::Element;
use crate::model::job;
use crate::model::range::{Affine, Span, Strided};
use crate::model::reason::FallbackReason;
use crate::model::value::Value;
use std::any::Any;
use std::marker::PhantomData;
use std::ops::Range;

/// The elements that the iterations store, within an array.
pub(super) struct Stores<'a, U> {
    pub(super) cells: Cells<U>,
    pub(super) at: Strided,
    /// Nothing is there before the loop, not even zeros.
    is_blank: bool,
    borrow: PhantomData<&'a mut [U]>,
}

impl<'a, U: Element> Stores<'a, U> {
    pub(super) fn new(array: &'a mut [U]) -> Self {
        Self { cells: Cells::new(array), at: Strided { first: 0, last: 0, stride: 0 }, is_blank: false, borrow: PhantomData }
    }

    /// Checks that every iteration has an element of its own.
    fn place(&mut self, span: &Span, write: Affine) -> Result<(), FallbackReason> {
        self.at = span.stride(write, self.cells.len()).ok_or(FallbackReason::IndexOutOfRange)?;
        if self.at.stride == 0 && span.len > 1 { Err(FallbackReason::StoresOverlap) } else { Ok(()) }
    }

    /// From the least element stored to the greatest.
    pub(super) fn window(&self) -> Range<usize> {
        let (low, high) = self.at.bounds();
        low..high + 1
    }

    pub(super) fn describe(&self, arguments: &mut Arguments, input: Option<usize>, reads_its_own: bool) {
        arguments.definitions.note::<U>();
        let window = self.window();
        let dense = self.at.stride.unsigned_abs() <= 1;
        let window = buffer::<U>(self.cells.pointer(window.start), window, vec![self.at]);
        let window = of_array::<U>(window, self.cells.len());
        arguments.outputs.push(job::OutputWindow {
            window,
            dense,
            input,
            reads_its_own,
            counted: false,
            needs_old: false,
            staging_copy: None,
        });
    }

    fn save(&self) -> Result<Kept<U>, FallbackReason> {
        if self.is_blank && !pushed::zero(&self.cells) {
            return Err(FallbackReason::NoMemory);
        }
        let window = self.window();
        // SAFETY: the array is borrowed by `self`, and no launch is under way, so nobody writes.
        let values = unsafe { self.cells.copied(window.clone()) }.ok_or(FallbackReason::NoMemory)?;
        Ok(Kept { from: window.start, whole: false, values })
    }

    fn restore(&self, kept: &dyn Any) {
        let kept = Kept::<U>::of(kept);
        // SAFETY: the array is borrowed by `self`, and no launch is under way.
        unsafe { self.cells.restore(kept.from, &kept.values) };
    }

    fn exchange(&self, kept: &mut dyn Any) {
        let kept = Kept::<U>::of_mut(kept);
        for (offset, value) in kept.values.iter_mut().enumerate() {
            // SAFETY: the array is borrowed by `self`, and no launch is under way; the elements are those that `save` read.
            unsafe { self.cells.pointer(kept.from + offset).swap(value) };
        }
    }

    pub(super) fn valid(&self) -> bool {
        // SAFETY: the array is borrowed by `self`, and no launch is under way.
        unsafe { self.cells.valid(self.window()) }
    }
}

/// The methods of an entry that is stored into in every iteration, by its field `stores`.
macro_rules! stored_into {
    () => {
        nowhere!();
        kept_by_stores!();

        #[inline]
        unsafe fn store<L>(&self, k: u64, (before, value): (L, U), _places: ()) -> L {
            // SAFETY: `place` has checked the index of every iteration; the rest is the caller's promise.
            unsafe { self.stores.cells.write(self.stores.at.index(k), value) };
            before
        }
    };
}

/// The methods of an entry whose field `stores` says what it may store.
macro_rules! kept_by_stores {
    () => {
        const STORES: bool = true;
        uncombined!();

        fn save(&self) -> Result<Option<Box<dyn Any>>, FallbackReason> {
            Ok(Some(Box::new(self.stores.save()?)))
        }

        fn restore(&self, kept: &dyn Any) {
            self.stores.restore(kept);
        }

        fn exchange(&self, kept: &mut dyn Any) {
            self.stores.exchange(kept);
        }

        fn fragile(&self) -> bool {
            !U::ANY_BYTES
        }

        fn valid(&self) -> bool {
            self.stores.valid()
        }
    };
}

/// The methods of an entry whose values may be streamed past the caches, to where its field `stores` says.
macro_rules! streamed {
    () => {
        type Staged = Stage<U>;

        fn can_be_staged(&self) -> bool {
            Stage::<U>::HOLDS_CHUNK && self.stores.at.stride == 1
        }

        fn whole_lines(&self, tile: &Range<u64>) -> Range<u64> {
            streams::whole_lines(self.stores.cells.pointer(self.stores.at.index(tile.start)), tile.end - tile.start)
        }

        #[inline]
        fn aim(&self, staged: &mut Stage<U>, first: u64) {
            staged.aim(self.stores.cells.pointer(self.stores.at.index(first)));
        }

        #[inline]
        unsafe fn stage<L>(staged: &mut Stage<U>, number: usize, (before, value): (L, U)) -> L {
            // SAFETY: the caller's promise.
            unsafe { staged.put(number, value) };
            before
        }

        #[inline]
        unsafe fn stream(staged: &Stage<U>, numbers: Range<usize>) {
            // SAFETY: `place` has checked the index of every iteration, whose elements are consecutive; the rest is the caller's promise.
            unsafe { staged.stream(numbers) }
        }
    };
}

pub(super) use streamed;

/// An array that the loop only writes (and reads as the carried value).
pub struct Output<'a, U> {
    stores: Stores<'a, U>,
    write: Affine,
    /// The array is what it grows by.
    pushed: Option<&'a mut Vec<U>>,
}

impl<'a, U: Element> Output<'a, U> {
    pub(super) fn new(array: &'a mut [U], write: Affine) -> Self {
        Self { stores: Stores::new(array), write, pushed: None }
    }

    pub(super) fn pushed(values: &'a mut Vec<U>, write: Affine) -> Self {
        Self { pushed: Some(values), ..Self::new(&mut [], write) }
    }
}

impl<U: Element> Entry for Output<'_, U> {
    type Values<L> = (L, U);
    type Collected<L> = L;
    const DIVISIBLE: bool = true;
    unviewed!();
    stored_into!();
    streamed!();

    fn place(&mut self, span: &Span) -> Result<(), FallbackReason> {
        // A part of the loop goes into the room that there is for all of it.
        if let Some(values) = &mut self.pushed
            && (self.stores.cells.len() as u64) < span.len
        {
            self.stores.cells = pushed::room(values, span.len, false)?;
            self.stores.is_blank = true;
        }
        self.stores.place(span, self.write)
    }

    fn describe(&self, arguments: &mut Arguments) {
        self.stores.describe(arguments, None, false);
    }

    unsafe fn collected<L>(self, before: L) -> L {
        if let Some(values) = self.pushed {
            // SAFETY: every iteration has stored an element of its own, by the caller's promise, and there are as many as iterations.
            unsafe { pushed::grow(values, self.stores.cells.len()) };
        }
        before
    }
}

/// An array that the loop only writes, in some iterations.
pub struct OutputIf<'a, U> {
    stores: Stores<'a, U>,
    write: Affine,
}

impl<'a, U: Element> OutputIf<'a, U> {
    pub(super) fn new(array: &'a mut [U], write: Affine) -> Self {
        Self { stores: Stores::new(array), write }
    }
}

impl<U: Element> Entry for OutputIf<'_, U> {
    type Values<L> = (L, Option<U>);
    const DIVISIBLE: bool = true;
    nowhere!();
    unviewed!();
    uncollected!();
    kept_by_stores!();
    unstaged!();

    fn place(&mut self, span: &Span) -> Result<(), FallbackReason> {
        self.stores.place(span, self.write)
    }

    #[inline]
    unsafe fn store<L>(&self, k: u64, (before, value): (L, Option<U>), _places: ()) -> L {
        if let Some(value) = value {
            // SAFETY: `place` has checked the index of every iteration; the rest is the caller's promise.
            unsafe { self.stores.cells.write(self.stores.at.index(k), value) };
        }
        before
    }

    fn describe(&self, arguments: &mut Arguments) {
        self.stores.describe(arguments, None, false);
        // What no iteration stores comes back as it was.
        arguments.outputs.iter_mut().next_back().into_iter().for_each(|output| output.dense = false);
    }
}

/// An array that the loop reads and writes. What it reads is what the array held before the loop.
pub struct InPlace<'a, U> {
    stores: Stores<'a, U>,
    write: Affine,
    reads: &'a [Affine],
    /// An iteration reads what another one stores.
    delayed: bool,
    uses: Vec<Strided>,
    read: Range<usize>,
    snapshot: Option<Vec<U>>,
}

impl<'a, U: Element> InPlace<'a, U> {
    pub(super) fn new(array: &'a mut [U], write: Affine, reads: &'a [Affine], delayed: bool) -> Self {
        Self { stores: Stores::new(array), write, reads, delayed, uses: Vec::new(), read: 0..0, snapshot: None }
    }

    /// Every iteration reads only what it stores itself.
    fn reads_its_own(&self) -> bool {
        !self.delayed && self.reads.iter().all(|&read| read == self.write)
    }
}

impl<U: Element> Entry for InPlace<'_, U> {
    type Values<L> = (L, U);
    type Views<'o, L: Copy> = (L, Old<'o, U>);
    const IN_PLACE: bool = true;
    uncollected!();
    stored_into!();
    unstaged!();

    fn place(&mut self, span: &Span) -> Result<(), FallbackReason> {
        self.stores.place(span, self.write)?;
        self.uses = uses(span, self.reads, self.stores.cells.len())?;
        self.read = window(&self.uses, self.stores.cells.len());
        Ok(())
    }

    fn snapshot(&mut self) -> Result<(), FallbackReason> {
        if self.reads_its_own() {
            return Ok(());
        }
        // SAFETY: the array is borrowed by `self`, and nothing has been stored yet.
        let copy = unsafe { self.stores.cells.copied(self.read.clone()) };
        self.snapshot = Some(copy.ok_or(FallbackReason::NoMemory)?);
        Ok(())
    }

    #[inline]
    unsafe fn views<'o, L: Copy>(&self, before: L, tile: &Range<u64>) -> Self::Views<'o, L> {
        let length = self.stores.cells.len();
        let (start, window) = match &self.snapshot {
            Some(copy) => (copy.as_ptr(), self.read.clone()),
            None => {
                let window = stored(&self.stores.at, tile);
                (self.stores.cells.pointer(window.start).cast_const(), window)
            }
        };
        // SAFETY: the copy is not written, and what the tile itself stores is not while a view is used, by the caller's promise.
        (before, unsafe { Old::new(start, window.start, window.len(), length) })
    }

    #[inline]
    fn fetch(&self, chunk: &Range<u64>) {
        if self.snapshot.is_none() {
            let window = stored(&self.stores.at, chunk);
            let pointer = |index| self.stores.cells.pointer(index).cast_const();
            streams::fetch(pointer(window.start)..pointer(window.end));
        }
    }

    fn describe(&self, arguments: &mut Arguments) {
        let input = arguments.inputs.len();
        let pointer = self.stores.cells.pointer(self.read.start);
        let window = buffer::<U>(pointer, self.read.clone(), self.uses.clone());
        arguments.inputs.push(of_array::<U>(window, self.stores.cells.len()));
        self.stores.describe(arguments, Some(input), self.reads_its_own());
    }
}

#[cfg(test)]
mod tests {
    use super::super::arrays::Arrays;
    use super::super::inputs::Input;
    use super::*;

    /// Host threads scan such lists in two passes: in one, a thread would fold what another has overwritten.
    #[test]
    fn a_list_with_an_array_in_place_says_so() {
        fn is_in_place<A: Arrays>() -> bool {
            A::IN_PLACE
        }
        assert!(is_in_place::<(((), InPlace<'_, i32>), Output<'_, i32>)>());
        assert!(!is_in_place::<(((), Input<'_, i32>), Output<'_, i32>)>());
    }
}
