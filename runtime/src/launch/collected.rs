//! The `Vec` that a loop makes: `x.iter().scan(…).collect()`.

use super::arrays::{Arguments, Entry};
use super::cells::Cells;
use super::entries::{Kept, nowhere, uncombined, unviewed};
use super::outputs::{Stores, streamed};
use super::pushed::zeroed;
use crate::host::streams::{self, Stage};
use crate::model::element::Element;
use crate::model::range::{Span, Strided};
use crate::model::reason::FallbackReason;
use crate::model::value::Value;
use std::any::Any;
use std::ops::Range;
use std::ptr::NonNull;

/// A `Vec` that the loop makes: iteration `k` stores element `k`.
pub struct Collected<U: Element> {
    /// Empty; its capacity holds an element for each iteration, zeroed at first.
    values: Vec<U>,
    stores: Stores<'static, U>,
}

impl<U: Element> Collected<U> {
    pub(super) fn new() -> Self {
        Self { values: Vec::new(), stores: Stores::new(&mut []) }
    }
}

impl<U: Element> Entry for Collected<U> {
    type Values<L> = (L, U);
    type Collected<L> = Vec<U>;
    nowhere!();
    unviewed!();
    streamed!();
    uncombined!();
    const STORES: bool = true;

    fn place(&mut self, span: &Span) -> Result<(), FallbackReason> {
        let length = usize::try_from(span.len).or(Err(FallbackReason::NoMemory))?;
        self.values = zeroed(length).ok_or(FallbackReason::NoMemory)?;
        let start = NonNull::new(self.values.as_mut_ptr()).expect("a `Vec` has an address");
        // SAFETY: the allocation that `self` owns, from now on used through these cells alone.
        self.stores.cells = unsafe { Cells::from_raw(start, length) };
        self.stores.at = Strided { first: 0, last: length - 1, stride: 1 };
        Ok(())
    }

    #[inline]
    unsafe fn store<L>(&self, k: u64, (before, value): (L, U), _places: ()) -> L {
        // SAFETY: there is an element for each iteration; the rest is the caller's promise.
        unsafe { self.stores.cells.write(k as usize, value) };
        before
    }

    fn describe(&self, arguments: &mut Arguments) {
        self.stores.describe(arguments, None, false);
        // It is the host's from the end of the launch on.
        arguments.outputs.last_mut().into_iter().for_each(|output| output.window.whole = None);
    }

    /// Nothing: there is no array before the loop.
    fn save(&self) -> Result<Option<Box<dyn Any>>, FallbackReason> {
        Ok(Some(Box::new(Kept::<U> { from: 0, whole: true, values: Vec::new() })))
    }

    fn exchange(&self, kept: &mut dyn Any) {
        let kept = Kept::<U>::of_mut(kept);
        if self.stores.valid() {
            // SAFETY: all elements are values; the allocation is owned by `self`, and no launch is under way.
            kept.values = unsafe { self.stores.cells.slice(self.stores.window()) }.to_vec();
        }
    }

    fn fragile(&self) -> bool {
        !U::ANY_BYTES
    }

    fn valid(&self) -> bool {
        self.stores.valid()
    }

    unsafe fn collected<L>(mut self, _before: L) -> Vec<U> {
        // SAFETY: the capacity has that many elements, and every one has been stored by the caller's promise.
        unsafe { self.values.set_len(self.stores.cells.len()) };
        self.values
    }
}
