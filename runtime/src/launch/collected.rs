//! The `Vec` that a loop makes: `x.iter().scan(…).collect()`.

use super::arguments::{Argument, Arguments};
use super::arrays::Entry;
use super::cells::Cells;
use super::entries::{nowhere, uncombined, unviewed};
use super::outputs::streamed;
use super::pushed::zeroed;
use super::written::{Kept, Stores, Written};
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
    stores: Stores<'static, U, Strided>,
}

impl<U: Element> Collected<U> {
    pub(super) fn new() -> Self {
        Self { values: Vec::new(), stores: Stores::new(&mut []) }
    }
}

impl<U: Element> Argument for Collected<U> {
    fn describe(&self, arguments: &mut Arguments) {
        let mut output = self.stores.strided();
        // It is the host's from the end of the launch on.
        output.window.whole = None;
        arguments.output::<U>(output);
    }

    fn written(&self) -> Option<&dyn Written> {
        Some(self)
    }
}

impl<U: Element> Written for Collected<U> {
    /// Nothing: there is no array before the loop.
    fn save(&self) -> Result<Box<dyn Any>, FallbackReason> {
        Ok(Box::new(Kept::<U> { from: 0, whole: true, values: Vec::new() }))
    }

    fn restore(&self, _kept: &dyn Any) {}

    fn exchange(&self, kept: &mut dyn Any) {
        let kept = Kept::<U>::of_mut(kept);
        if self.stores.valid() {
            // SAFETY: all elements are values; the allocation is owned by `self`, and no launch is under way.
            kept.values = unsafe { self.stores.cells.slice(self.stores.window.clone()) }.to_vec();
        }
    }

    fn fragile(&self) -> bool {
        self.stores.fragile()
    }

    fn valid(&self) -> bool {
        self.stores.valid()
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
        self.stores.window = 0..length;
        Ok(())
    }

    #[inline]
    unsafe fn store<L>(&self, k: u64, (before, value): (L, U), _places: ()) -> L {
        // SAFETY: there is an element for each iteration; the rest is the caller's promise.
        unsafe { self.stores.cells.write(k as usize, value) };
        before
    }

    unsafe fn collected<L>(mut self, _before: L) -> Vec<U> {
        // SAFETY: the capacity has that many elements, and every one has been stored by the caller's promise.
        unsafe { self.values.set_len(self.stores.cells.len()) };
        self.values
    }
}
