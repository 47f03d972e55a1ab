//! Arrays that a launch stores into, each iteration at an index that is known beforehand: all of them, some of them, or in place.

use super::arguments::{Argument, Arguments};
use super::arrays::Entry;
use super::cells::{Old, stored};
use super::entries::{buffer, nowhere, uncollected, uncombined, unstaged, unviewed, uses, window};
use super::pushed;
use super::written::{Stores, Written};
use crate::host::ScanKind;
use crate::host::streams::{self, Stage};
use crate::model::element::Element;
use crate::model::job::OutputWindow;
use crate::model::range::{Affine, Span, Strided};
use crate::model::reason::FallbackReason;
use crate::model::value::{Value, is_same_type};
use std::marker::PhantomData;
use std::ops::Range;

/// The methods of an entry that is stored into in every iteration, by its field `stores`.
macro_rules! stored_into {
    () => {
        const STORES: bool = true;
        nowhere!();
        uncombined!();

        #[inline]
        unsafe fn store<L>(&self, k: u64, (before, value): (L, U), _places: ()) -> L {
            // SAFETY: `place` has checked the index of every iteration; the rest is the caller's promise.
            unsafe { self.stores.cells.write(self.stores.at.index(k), value) };
            before
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

/// What iterations store.
pub trait Content: Send + Sync {
    /// As [`Elements::SCAN`](crate::host::Elements::SCAN).
    const SCAN: Option<ScanKind>;
}

/// What the store closure says.
impl Content for () {
    const SCAN: Option<ScanKind> = None;
}

/// What is carried into them.
pub struct Exclusive;

impl Content for Exclusive {
    const SCAN: Option<ScanKind> = Some(ScanKind::Exclusive);
}

/// What is carried out of them.
pub struct Inclusive;

impl Content for Inclusive {
    const SCAN: Option<ScanKind> = Some(ScanKind::Inclusive);
}

/// An array that the loop only writes (and reads as the carried value).
pub struct Output<'a, U, S = ()> {
    stores: Stores<'a, U, Strided>,
    write: Affine,
    /// The array is what it grows by.
    pushed: Option<&'a mut Vec<U>>,
    stored: PhantomData<S>,
}

impl<'a, U: Element, S: Content> Output<'a, U, S> {
    pub(super) fn new(array: &'a mut [U], write: Affine) -> Self {
        Self { stores: Stores::new(array), write, pushed: None, stored: PhantomData }
    }

    pub(super) fn pushed(values: &'a mut Vec<U>, write: Affine) -> Self {
        Self { pushed: Some(values), ..Self::new(&mut [], write) }
    }
}

impl<U: Element, S: Content> Argument for Output<'_, U, S> {
    fn describe(&self, arguments: &mut Arguments) {
        arguments.output::<U>(self.stores.strided());
    }

    fn written(&self) -> Option<&dyn Written> {
        Some(&self.stores)
    }
}

impl<U: Element, S: Content> Entry for Output<'_, U, S> {
    type Values<L> = (L, U);
    type Collected<L> = L;
    const DIVISIBLE: bool = true;
    const SCAN: Option<ScanKind> = S::SCAN;
    unviewed!();
    stored_into!();
    streamed!();

    fn scanned<T: Value>(&self, k: u64) -> Option<*mut T> {
        let at = Some(&self.stores.at).filter(|at| at.stride == 1 && is_same_type::<U, T>())?;
        Some(self.stores.cells.pointer(at.index(k)).cast())
    }

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
    stores: Stores<'a, U, Strided>,
    write: Affine,
}

impl<'a, U: Element> OutputIf<'a, U> {
    pub(super) fn new(array: &'a mut [U], write: Affine) -> Self {
        Self { stores: Stores::new(array), write }
    }
}

impl<U: Element> Argument for OutputIf<'_, U> {
    fn describe(&self, arguments: &mut Arguments) {
        // What no iteration stores comes back as it was.
        arguments.output::<U>(OutputWindow { dense: false, ..self.stores.strided() });
    }

    fn written(&self) -> Option<&dyn Written> {
        Some(&self.stores)
    }
}

impl<U: Element> Entry for OutputIf<'_, U> {
    type Values<L> = (L, Option<U>);
    const STORES: bool = true;
    const DIVISIBLE: bool = true;
    nowhere!();
    unviewed!();
    uncollected!();
    uncombined!();
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
}

/// An array that the loop reads and writes. What it reads is what the array held before the loop.
pub struct InPlace<'a, U> {
    stores: Stores<'a, U, Strided>,
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

impl<U: Element> Argument for InPlace<'_, U> {
    fn describe(&self, arguments: &mut Arguments) {
        let (input, cells) = (arguments.inputs.len(), &self.stores.cells);
        arguments.input::<U>(buffer(cells.pointer(0), cells.len(), self.read.clone(), self.uses.clone()));
        let reads_its_own = self.reads_its_own();
        arguments.output::<U>(OutputWindow { input: Some(input), reads_its_own, ..self.stores.strided() });
    }

    fn written(&self) -> Option<&dyn Written> {
        Some(&self.stores)
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
