//! Arrays of which iterations store elements at places that they compute, no two of them at one: `y[p[i]] = x[i]`.

use super::arguments::{Argument, Arguments};
use super::arrays::Entry;
use super::cells::Cells;
use super::entries::{merged, nowhere, uncollected, unstaged, unviewed};
use super::written::{Stores, Written};
use crate::model::element::Element;
use crate::model::job::OutputWindow;
use crate::model::range::Span;
use crate::model::reason::FallbackReason;
use crate::model::value::Value;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::panic::resume_unwind;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// An array that the loop stores into at computed places, and does not read.
pub struct Scattered<'a, U> {
    stores: Stores<'a, U>,
    /// `None` where there is no memory for it.
    aside: OnceLock<Option<Arc<Aside<U>>>>,
}

impl<'a, U: Element> Scattered<'a, U> {
    pub(super) fn new(array: &'a mut [U]) -> Self {
        Self { stores: Stores::new(array), aside: OnceLock::new() }
    }
}

/// What threads store until it is known that no two iterations have one place: the values, of which those have been stored whose bits are
/// set. The bit is taken before the value is stored, so that each is stored once.
struct Aside<U> {
    taken: Vec<AtomicU64>,
    values: Cells<U>,
    /// What `values` are the elements of.
    memory: Vec<MaybeUninit<U>>,
}

impl<U: Element> Aside<U> {
    fn new(length: usize) -> Option<Self> {
        let (mut taken, mut memory) = (Vec::new(), Vec::new());
        taken.try_reserve_exact(length.div_ceil(64)).ok()?;
        taken.resize_with(length.div_ceil(64), AtomicU64::default);
        memory.try_reserve_exact(length).ok()?;
        // SAFETY: there is room for so many, and they need no values.
        unsafe { memory.set_len(length) };
        let start = NonNull::from(memory.as_mut_slice()).cast();
        // SAFETY: one allocation, which moves with `memory`, and is accessed by `values` alone.
        let values = unsafe { Cells::from_raw(start, length) };
        Some(Self { taken, values, memory })
    }

    fn store(&self, place: usize, value: U) {
        if place >= self.memory.len() {
            // The loop as written says what is wrong.
            resume_unwind(Box::new(FallbackReason::Panicked));
        }
        let bit = 1 << (place % 64);
        if self.taken[place / 64].fetch_or(bit, Ordering::Relaxed) & bit != 0 {
            resume_unwind(Box::new(FallbackReason::StoresOverlap));
        }
        // SAFETY: within the memory; nobody else has, or will have, set its bit, so nobody else writes it, and nobody reads it before all
        // threads have come to their ends.
        unsafe { self.values.write(place, value) };
    }
}

/// A thread's share of what is stored aside.
pub struct Own<U> {
    aside: Arc<Aside<U>>,
    /// One of the threads has it put where it belongs.
    merges: bool,
}

impl<U: Element> Argument for Scattered<'_, U> {
    fn describe(&self, arguments: &mut Arguments) {
        arguments.output::<U>(OutputWindow { needs_old: true, ..self.stores.anywhere() });
    }

    fn written(&self) -> Option<&dyn Written> {
        Some(&self.stores)
    }
}

impl<U: Element> Entry for Scattered<'_, U> {
    merged!();

    fn own_len(&self) -> u64 {
        // All that is not stored is a word of bits to look at.
        (self.stores.cells.len() / 64) as u64
    }

    fn own(&self) -> Option<Own<U>> {
        let mut merges = false;
        let aside = self.aside.get_or_init(|| {
            merges = true;
            Aside::new(self.stores.cells.len()).map(Arc::new)
        });
        aside.clone().map(|aside| Own { aside, merges })
    }

    #[inline]
    fn combine<L>(own: &mut Own<U>, _k: u64, (before, value): (L, Option<(usize, U)>)) -> L {
        if let Some((place, value)) = value {
            own.aside.store(place, value);
        }
        before
    }

    unsafe fn merge(&self, Own { aside, merges }: Own<U>) {
        let words = aside.taken.iter().enumerate().filter(|_| merges);
        for (word, bits) in words {
            let mut bits = bits.load(Ordering::Relaxed);
            while bits != 0 {
                let place = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                // SAFETY: elements of the array, which is borrowed by `self`, and of the memory aside, where one has been stored whose bit
                // is set; nobody else uses them, by the caller's promise.
                unsafe { self.stores.cells.write(place, aside.values.pointer(place).read()) };
            }
        }
    }
}
