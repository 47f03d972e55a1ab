//! What the entries of a list have in common: methods that some kinds share, elements put aside, windows.

use super::arrays::Arguments;
use super::cells::Cells;
use crate::model::element::Element;
use crate::model::job::{self, Whole, Window};
use crate::model::range::{Affine, Span, Strided};
use crate::model::reason::FallbackReason;
use std::any::{Any, TypeId};
use std::ops::Range;

/// The methods of an entry that is not stored into where a loop counts.
macro_rules! nowhere {
    () => {
        type Places = ();

        #[inline]
        fn places<T: Value>(&self, _start: &T, _before: &T, _after: &T) -> Option<()> {
            Some(())
        }
    };
}

/// The methods of an entry whose old values no closure gets.
macro_rules! unviewed {
    () => {
        type Views<'o, L: Copy> = L;

        #[inline]
        unsafe fn views<'o, L: Copy>(&self, before: L, _tile: &Range<u64>) -> Self::Views<'o, L> {
            before
        }
    };
}

/// The methods of an entry that is no `Vec` which the loop makes.
macro_rules! uncollected {
    () => {
        type Collected<L> = L;

        unsafe fn collected<L>(self, before: L) -> L {
            before
        }
    };
}

/// The methods of an entry that neither shows old values nor stores.
macro_rules! passive {
    () => {
        type Values<L> = L;
        type Staged = ();
        type Own = ();
        nowhere!();
        unviewed!();
        uncollected!();

        #[inline]
        unsafe fn store<L>(&self, _k: u64, values: L, _places: ()) -> L {
            values
        }

        #[inline]
        unsafe fn stage<L>(_staged: &mut (), _number: usize, values: L) -> L {
            values
        }

        fn own(&self) -> Option<()> {
            Some(())
        }

        #[inline]
        fn combine<L>(_own: &mut (), _k: u64, values: L) -> L {
            values
        }
    };
}

pub(super) use {nowhere, passive, uncollected, unviewed};

/// The methods of an entry whose values never wait to be streamed; they are the first of a pair with what the list before stores.
macro_rules! unstaged {
    () => {
        type Staged = ();

        #[inline]
        unsafe fn stage<L>(_staged: &mut (), _number: usize, (before, _): Self::Values<L>) -> L {
            before
        }
    };
}

pub(super) use unstaged;

/// What is kept for a loop that may have to run after all, of an entry any of whose `cells` may be stored.
macro_rules! kept_whole {
    () => {
        fn save(&self) -> Result<Option<Box<dyn Any>>, FallbackReason> {
            // SAFETY: the array is borrowed by `self`, and no launch is under way, so nobody writes.
            let values = unsafe { self.cells.copied(0..self.cells.len()) }.ok_or(FallbackReason::NoMemory)?;
            Ok(Some(Box::new(Kept { from: 0, whole: false, values })))
        }

        fn restore(&self, kept: &dyn Any) {
            // SAFETY: the array is borrowed by `self`, and no launch is under way.
            unsafe { self.cells.restore(0, &Kept::<U>::of(kept).values) };
        }

        fn exchange(&self, kept: &mut dyn Any) {
            let kept = Kept::<U>::of_mut(kept);
            for (index, value) in kept.values.iter_mut().enumerate() {
                // SAFETY: the array is borrowed by `self`, and no launch is under way; `save` kept as many elements as it has.
                unsafe { self.cells.pointer(index).swap(value) };
            }
        }

        fn fragile(&self) -> bool {
            !U::ANY_BYTES
        }

        fn valid(&self) -> bool {
            // SAFETY: the array is borrowed by `self`, and no launch is under way.
            unsafe { self.cells.valid(0..self.cells.len()) }
        }
    };
}

pub(super) use kept_whole;

/// The methods of an entry into whose `cells` a loop stores, or combines, at computed places: threads have [`Own`](Entry::Own) ones, and
/// [`merge`](Entry::merge) brings what is there to the array.
macro_rules! merged {
    () => {
        type Values<L> = (L, Option<(usize, U)>);
        type Own = Own<U>;
        nowhere!();
        unviewed!();
        uncollected!();
        unstaged!();
        kept_whole!();
        const STORES: bool = true;
        const COMBINES: bool = true;

        fn place(&mut self, _span: &Span) -> Result<(), FallbackReason> {
            // A kernel that finds a place past the end takes the first element, or its bit, instead.
            if self.cells.len() == 0 { Err(FallbackReason::IndexOutOfRange) } else { Ok(()) }
        }

        unsafe fn store<L>(&self, _k: u64, _values: Self::Values<L>, _places: ()) -> L {
            unreachable!("threads store into what is their own")
        }

        fn describe(&self, arguments: &mut Arguments) {
            describe_whole(&self.cells, arguments, false, true);
        }
    };
}

pub(super) use merged;

/// The methods of an entry that is stored into, and not combined with what is there: not beside one that is.
macro_rules! uncombined {
    () => {
        type Own = ();

        fn own(&self) -> Option<()> {
            Some(())
        }

        fn combine<L>(_own: &mut (), _k: u64, _values: Self::Values<L>) -> L {
            unreachable!("what combines at computed places stores nothing else")
        }
    };
}

pub(super) use uncombined;

/// Elements kept aside.
pub struct Kept<U> {
    /// The index of the first.
    pub from: usize,
    /// They are all that the array has.
    pub whole: bool,
    /// The elements.
    pub values: Vec<U>,
}

impl<U: 'static> Kept<U> {
    /// What an entry has kept.
    pub fn of(kept: &dyn Any) -> &Self {
        kept.downcast_ref().expect("kept by the same entry")
    }

    /// The same, to be changed.
    pub fn of_mut(kept: &mut dyn Any) -> &mut Self {
        kept.downcast_mut().expect("kept by the same entry")
    }
}

/// An array in which any iteration may store anywhere, and none reads.
pub(super) fn describe_whole<U: Element>(cells: &Cells<U>, arguments: &mut Arguments, counted: bool, needs_old: bool) {
    arguments.definitions.note::<U>();
    let window = Window { is_checked: true, ..buffer::<U>(cells.pointer(0), 0..cells.len(), Vec::new()) };
    let window = of_array::<U>(window, cells.len());
    let (dense, reads_its_own) = (false, false);
    arguments.outputs.push(job::OutputWindow {
        window,
        dense,
        input: None,
        reads_its_own,
        counted,
        needs_old,
        staging_copy: None,
    });
}

/// The numbers that are in both.
pub(super) fn common(one: Range<u64>, other: Range<u64>) -> Range<u64> {
    one.start.max(other.start)..one.end.min(other.end)
}

/// Where `reads` lead over the iterations of `span`, in an array of `length` elements.
pub(super) fn uses(span: &Span, reads: &[Affine], length: usize) -> Result<Vec<Strided>, FallbackReason> {
    reads.iter().map(|&read| span.stride(read, length).ok_or(FallbackReason::IndexOutOfRange)).collect()
}

/// The part of an array of `length` elements that has all `uses`; all of it for none.
pub(super) fn window(uses: &[Strided], length: usize) -> Range<usize> {
    let bounds = uses.iter().map(Strided::bounds);
    let bounds = bounds.reduce(|(least, greatest), (low, high)| (least.min(low), greatest.max(high)));
    bounds.map_or(0..length, |(low, high)| low..high + 1)
}

/// The elements `window` of an array, as a device sees them, and where the iterations use them.
pub(super) fn buffer<U>(start: *mut U, window: Range<usize>, uses: Vec<Strided>) -> Window {
    let element = size_of::<U>();
    let (pointer, bytes) = (start.cast(), window.len() * element);
    Window { pointer, bytes, element, from: window.start as i64, uses, is_checked: false, whole: None }
}

/// The window as a part of an array of `length` elements.
pub(super) fn of_array<U: Element>(window: Window, length: usize) -> Window {
    let skipped = window.from as usize * window.element;
    let pointer = window.pointer.wrapping_sub(skipped);
    let whole = Whole { pointer, bytes: length * window.element, kind: TypeId::of::<U>(), any_bytes: U::ANY_BYTES };
    Window { whole: Some(whole), ..window }
}
