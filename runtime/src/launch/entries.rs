//! What the entries of a list have in common: methods that some kinds share, and windows.

use crate::model::element::Element;
use crate::model::job::{Whole, Window};
use crate::model::range::{Affine, Span, Strided};
use crate::model::reason::FallbackReason;
use std::any::TypeId;
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

/// The methods of an entry that is stored into, or combined with, at computed places: threads do so with what is their own, and
/// `merge` brings that to where the field `stores` says.
macro_rules! merged {
    () => {
        type Values<L> = (L, Option<(usize, U)>);
        type Own = Own<U>;
        nowhere!();
        unviewed!();
        uncollected!();
        unstaged!();
        const STORES: bool = true;
        const COMBINES: bool = true;

        fn place(&mut self, _span: &Span) -> Result<(), FallbackReason> {
            // A kernel that finds a place past the end takes the first element, or its bit, instead.
            if self.stores.cells.len() == 0 { Err(FallbackReason::IndexOutOfRange) } else { Ok(()) }
        }

        unsafe fn store<L>(&self, _k: u64, _values: Self::Values<L>, _places: ()) -> L {
            unreachable!("threads store into what is their own")
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

/// The elements `window` of an array of `length` from `start`, as a device sees them, and where the iterations use them.
pub(super) fn buffer<U: Element>(start: *mut U, length: usize, window: Range<usize>, uses: Vec<Strided>) -> Window {
    assert!(window.end <= length, "a part of the array");
    let element = size_of::<U>();
    let whole = Whole { pointer: start.cast(), bytes: length * element, kind: TypeId::of::<U>(), any_bytes: U::ANY_BYTES };
    Window {
        pointer: start.wrapping_add(window.start).cast(),
        bytes: window.len() * element,
        element,
        from: window.start as i64,
        uses,
        is_checked: false,
        whole: Some(whole),
    }
}
