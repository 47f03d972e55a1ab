//! What a launch works on, as a type-level list in the order of the kernels' parameters: `((((), Input), Output), Capture)`.
//!
//! Each entry adds itself to the list's types: an output to the values that the store closure returns, an array in place to the views
//! of old values that the closures get as well. The launch lives on the stack, so a loop too short to launch pays for nothing.

use super::arguments::{Argument, ArgumentList};
use super::entries::common;
use crate::host::{Elements, ScanKind};
use crate::model::job::Stored;
use crate::model::range::Span;
use crate::model::reason::FallbackReason;
use crate::model::value::Value;
use std::ops::Range;

/// A list of [`Entry`]s, or `()`.
///
/// As [`Elements`], its types are nested like the list: a value for each output, an [`Old`](super::Old) for each array in place, the
/// [`Places`](super::counted::Places) of each array where the loop counts.
pub trait Arrays: Elements + ArgumentList + Sized {
    /// The `Vec` that `collect()` makes, or `()`.
    type Collected;

    /// Whether parts of the loop can run one after the other, each on these arrays placed anew.
    const DIVISIBLE: bool;

    /// Finds the elements that the iterations of `span` use, and checks that the arrays have them, but for what is guarded.
    fn place(&mut self, span: &Span) -> Result<(), FallbackReason>;
    /// The iterations of `span` in which arrays also have what a guarded index leads to: some in a row, perhaps none.
    fn within(&self, span: &Span) -> Range<u64>;
    /// Copies what a tile reads and another tile overwrites.
    fn snapshot(&mut self) -> Result<(), FallbackReason>;
    /// Adds what of each output is stored between these carried values; `None` where that is not possible.
    fn stored<T: Value>(&self, start: &T, last: &T, stored: &mut Vec<Stored>) -> Option<()>;
    /// The collected elements.
    ///
    /// # Safety
    /// Every iteration has been stored.
    unsafe fn collected(self) -> Self::Collected;
}

impl Elements for () {
    type Values = ();
    type Views<'o> = ();
    type Places = ();
    type Staged = ();
    const STORES: bool = false;
    const COUNTS: bool = false;
    const SELECTS: bool = true;
    const IN_PLACE: bool = false;
    const COMBINES: bool = false;
    type Own = ();

    #[inline]
    unsafe fn views<'o>(&self, _tile: &Range<u64>) -> Self::Views<'o> {}

    #[inline]
    fn places<T: Value>(&self, _start: &T, _before: &T, _after: &T) -> Option<()> {
        Some(())
    }

    #[inline]
    unsafe fn store(&self, _k: u64, _values: (), _places: ()) {}

    fn can_be_staged(&self) -> bool {
        true
    }

    fn whole_lines(&self, tile: &Range<u64>) -> Range<u64> {
        0..tile.end - tile.start
    }

    #[inline]
    fn aim(&self, _staged: &mut (), _first: u64) {}

    #[inline]
    unsafe fn stage(_staged: &mut (), _number: usize, _values: ()) {}

    #[inline]
    unsafe fn stream(_staged: &(), _numbers: Range<usize>) {}

    #[inline]
    fn fetch(&self, _chunk: &Range<u64>) {}

    fn own_len(&self) -> u64 {
        0
    }

    fn own(&self) -> Option<()> {
        Some(())
    }

    #[inline]
    fn combine(_own: &mut (), _k: u64, _values: ()) {}

    unsafe fn merge(&self, _own: ()) {}
}

impl Arrays for () {
    type Collected = ();
    const DIVISIBLE: bool = true;

    fn place(&mut self, _span: &Span) -> Result<(), FallbackReason> {
        Ok(())
    }

    fn within(&self, span: &Span) -> Range<u64> {
        0..span.len
    }

    fn snapshot(&mut self) -> Result<(), FallbackReason> {
        Ok(())
    }

    fn stored<T: Value>(&self, _start: &T, _last: &T, _stored: &mut Vec<Stored>) -> Option<()> {
        Some(())
    }

    unsafe fn collected(self) {}
}

/// One entry of a list. The defaults are those of an entry that nothing is stored into.
pub trait Entry: Argument {
    /// [`Elements::Values`] of a list that ends with this entry, from those of the list before it.
    type Values<L>;
    /// [`Elements::Views`] likewise.
    type Views<'o, L: Copy>: Copy;
    /// [`Arrays::Collected`] likewise.
    type Collected<L>;
    /// [`Elements::Places`] of this entry alone.
    type Places: Copy;
    /// [`Elements::Staged`] of this entry alone.
    type Staged: Default;
    /// Whether it is stored into.
    const STORES: bool = false;
    /// As [`Elements::COUNTS`].
    const COUNTS: bool = false;
    /// As [`Elements::SELECTS`].
    const SELECTS: bool = !Self::STORES;
    /// As [`Elements::IN_PLACE`].
    const IN_PLACE: bool = false;
    /// As [`Elements::COMBINES`].
    const COMBINES: bool = false;
    /// As [`Elements::READS_ELEMENTS`].
    const READS_ELEMENTS: bool = false;
    /// As [`Elements::SCAN`].
    const SCAN: Option<ScanKind> = None;
    /// As [`Arrays::DIVISIBLE`].
    const DIVISIBLE: bool = !Self::STORES;
    /// [`Elements::Own`] of this entry alone.
    type Own: Send;

    /// As [`Arrays::place`].
    fn place(&mut self, _span: &Span) -> Result<(), FallbackReason> {
        Ok(())
    }

    /// As [`Arrays::within`].
    fn within(&self, span: &Span) -> Range<u64> {
        0..span.len
    }

    /// As [`Arrays::snapshot`].
    fn snapshot(&mut self) -> Result<(), FallbackReason> {
        Ok(())
    }

    /// As [`Elements::views`], after those of the list before.
    ///
    /// # Safety
    /// As for the list.
    unsafe fn views<'o, L: Copy>(&self, before: L, tile: &Range<u64>) -> Self::Views<'o, L>;

    /// As [`Elements::places`].
    fn places<T: Value>(&self, start: &T, before: &T, after: &T) -> Option<Self::Places>;

    /// As [`Elements::store`]; returns the values of the list before.
    ///
    /// # Safety
    /// As for the list.
    unsafe fn store<L>(&self, k: u64, values: Self::Values<L>, places: Self::Places) -> L;

    /// As [`Elements::can_be_staged`].
    fn can_be_staged(&self) -> bool {
        !Self::STORES
    }

    /// As [`Elements::whole_lines`].
    fn whole_lines(&self, tile: &Range<u64>) -> Range<u64> {
        0..tile.end - tile.start
    }

    /// As [`Elements::aim`].
    #[inline]
    fn aim(&self, _staged: &mut Self::Staged, _first: u64) {}

    /// As [`Elements::stage`]; returns the values of the list before.
    ///
    /// # Safety
    /// As for the list.
    unsafe fn stage<L>(staged: &mut Self::Staged, number: usize, values: Self::Values<L>) -> L;

    /// As [`Elements::stream`].
    ///
    /// # Safety
    /// As for the list.
    #[inline]
    unsafe fn stream(_staged: &Self::Staged, _numbers: Range<usize>) {}

    /// As [`Elements::fetch`].
    #[inline]
    fn fetch(&self, _chunk: &Range<u64>) {}

    /// As [`Elements::elements`].
    fn elements<T: Value>(&self, _iterations: &Range<u64>) -> Option<&[T]> {
        None
    }

    /// As [`Elements::scanned`].
    fn scanned<T: Value>(&self, _k: u64) -> Option<*mut T> {
        None
    }

    /// As [`Elements::own_len`].
    fn own_len(&self) -> u64 {
        0
    }

    /// As [`Elements::own`].
    fn own(&self) -> Option<Self::Own>;

    /// As [`Elements::combine`]; returns the values of the list before.
    fn combine<L>(own: &mut Self::Own, k: u64, values: Self::Values<L>) -> L;

    /// As [`Elements::merge`].
    ///
    /// # Safety
    /// As for the list.
    unsafe fn merge(&self, _own: Self::Own) {}

    /// What is stored between these carried values.
    fn stored<T: Value>(&self, _start: &T, _last: &T) -> Option<Stored> {
        Some(Stored::Window)
    }

    /// As [`Arrays::collected`], from that of the list before.
    ///
    /// # Safety
    /// As for the list.
    unsafe fn collected<L>(self, before: L) -> Self::Collected<L>;
}

impl<L: Arrays, X: Entry> Elements for (L, X) {
    type Values = X::Values<L::Values>;
    type Views<'o> = X::Views<'o, L::Views<'o>>;
    type Places = (L::Places, X::Places);
    type Staged = (L::Staged, X::Staged);
    const STORES: bool = L::STORES || X::STORES;
    const COUNTS: bool = L::COUNTS || X::COUNTS;
    const SELECTS: bool = L::SELECTS && X::SELECTS;
    const IN_PLACE: bool = L::IN_PLACE || X::IN_PLACE;
    const COMBINES: bool = L::COMBINES || X::COMBINES;
    type Own = (L::Own, X::Own);
    const READS_ELEMENTS: bool = L::READS_ELEMENTS || X::READS_ELEMENTS;
    const SCAN: Option<ScanKind> = if !X::STORES {
        L::SCAN
    } else if !L::STORES {
        X::SCAN
    } else {
        None
    };

    #[inline]
    unsafe fn views<'o>(&self, tile: &Range<u64>) -> Self::Views<'o> {
        // SAFETY: the caller's promise is for the whole list.
        unsafe { self.1.views(self.0.views(tile), tile) }
    }

    #[inline]
    fn places<T: Value>(&self, start: &T, before: &T, after: &T) -> Option<Self::Places> {
        Some((self.0.places(start, before, after)?, self.1.places(start, before, after)?))
    }

    #[inline]
    unsafe fn store(&self, k: u64, values: Self::Values, (others, places): Self::Places) {
        // SAFETY: the caller's promise is for the whole list.
        unsafe {
            let before = self.1.store(k, values, places);
            self.0.store(k, before, others);
        }
    }

    fn can_be_staged(&self) -> bool {
        self.0.can_be_staged() && self.1.can_be_staged()
    }

    fn whole_lines(&self, tile: &Range<u64>) -> Range<u64> {
        if X::STORES { self.1.whole_lines(tile) } else { self.0.whole_lines(tile) }
    }

    #[inline]
    fn aim(&self, staged: &mut Self::Staged, first: u64) {
        self.0.aim(&mut staged.0, first);
        self.1.aim(&mut staged.1, first);
    }

    #[inline]
    unsafe fn stage(staged: &mut Self::Staged, number: usize, values: Self::Values) {
        // SAFETY: the caller's promise is for the whole list.
        unsafe { L::stage(&mut staged.0, number, X::stage(&mut staged.1, number, values)) };
    }

    #[inline]
    unsafe fn stream(staged: &Self::Staged, numbers: Range<usize>) {
        // SAFETY: the caller's promise is for the whole list.
        unsafe {
            L::stream(&staged.0, numbers.clone());
            X::stream(&staged.1, numbers);
        }
    }

    #[inline]
    fn fetch(&self, chunk: &Range<u64>) {
        self.0.fetch(chunk);
        self.1.fetch(chunk);
    }

    fn elements<T: Value>(&self, iterations: &Range<u64>) -> Option<&[T]> {
        if const { X::READS_ELEMENTS } { self.1.elements(iterations) } else { self.0.elements(iterations) }
    }

    fn scanned<T: Value>(&self, k: u64) -> Option<*mut T> {
        if const { X::STORES } { self.1.scanned(k) } else { self.0.scanned(k) }
    }

    fn own_len(&self) -> u64 {
        self.0.own_len().saturating_add(self.1.own_len())
    }

    fn own(&self) -> Option<Self::Own> {
        Some((self.0.own()?, self.1.own()?))
    }

    #[inline]
    fn combine((others, own): &mut Self::Own, k: u64, values: Self::Values) {
        L::combine(others, k, X::combine(own, k, values));
    }

    unsafe fn merge(&self, (others, own): Self::Own) {
        // SAFETY: the caller's promise is for the whole list.
        unsafe {
            self.0.merge(others);
            self.1.merge(own);
        }
    }
}

impl<L: Arrays, X: Entry> Arrays for (L, X) {
    type Collected = X::Collected<L::Collected>;
    const DIVISIBLE: bool = L::DIVISIBLE && X::DIVISIBLE;

    fn place(&mut self, span: &Span) -> Result<(), FallbackReason> {
        self.0.place(span)?;
        self.1.place(span)
    }

    fn within(&self, span: &Span) -> Range<u64> {
        common(self.0.within(span), self.1.within(span))
    }

    fn snapshot(&mut self) -> Result<(), FallbackReason> {
        self.0.snapshot()?;
        self.1.snapshot()
    }

    fn stored<T: Value>(&self, start: &T, last: &T, stored: &mut Vec<Stored>) -> Option<()> {
        self.0.stored(start, last, stored)?;
        if X::STORES {
            stored.push(self.1.stored(start, last)?);
        }
        Some(())
    }

    unsafe fn collected(self) -> Self::Collected {
        // SAFETY: the caller's promise is for the whole list.
        unsafe { self.1.collected(self.0.collected()) }
    }
}
