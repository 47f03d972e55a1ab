//! What a launch writes: where that is in an array, and what is kept of it for a loop that has to run after all, or is compared.

use super::cells::Cells;
use super::entries::buffer;
use super::pushed;
use crate::model::element::Element;
use crate::model::job::{OutputWindow, Window};
use crate::model::range::{Affine, Span, Strided};
use crate::model::reason::FallbackReason;
use std::any::Any;
use std::marker::PhantomData;
use std::ops::Range;

/// What is written as it was, for each entry that is; and after an exchange as the scan left it.
pub type Saved = Vec<Box<dyn Any>>;

/// What is written of an entry.
pub trait Written {
    /// The elements that may be stored, as they are now.
    fn save(&self) -> Result<Box<dyn Any>, FallbackReason>;
    /// Puts back what [`save`](Self::save) kept.
    fn restore(&self, kept: &dyn Any);
    /// Exchanges these elements with what [`save`](Self::save) kept.
    fn exchange(&self, kept: &mut dyn Any);
    /// Whether a device could store bytes that are no values.
    fn fragile(&self) -> bool;
    /// Whether all that may be stored are values.
    fn valid(&self) -> bool;
}

/// All that a launch writes, in the order of its entries.
#[derive(Default)]
pub struct AllWritten<'w>(Vec<&'w dyn Written>);

impl<'w> AllWritten<'w> {
    /// Adds what is written of the next entry, if any of it is.
    pub fn add(&mut self, written: Option<&'w dyn Written>) {
        self.0.extend(written);
    }

    /// The elements that may be stored, as they are now.
    pub fn save(&self) -> Result<Saved, FallbackReason> {
        self.0.iter().map(|written| written.save()).collect()
    }

    /// Puts back what [`save`](Self::save) kept, whatever is there now.
    pub fn restore(&self, saved: &Saved) {
        self.0.iter().zip(saved).for_each(|(written, kept)| written.restore(kept.as_ref()));
    }

    /// Exchanges these elements with what [`save`](Self::save) kept.
    pub fn exchange(&self, saved: &mut Saved) {
        self.0.iter().zip(saved).for_each(|(written, kept)| written.exchange(kept.as_mut()));
    }

    /// Whether a device could store bytes that are no values.
    pub fn fragile(&self) -> bool {
        self.0.iter().any(|written| written.fragile())
    }

    /// Whether all that may be stored are values of their types.
    pub fn valid(&self) -> bool {
        self.0.iter().all(|written| written.valid())
    }
}

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

/// The elements of an array that may be stored.
pub(super) struct Stores<'a, U, At = ()> {
    pub cells: Cells<U>,
    /// Where iterations store; `()` where that is not known beforehand.
    pub at: At,
    /// From the least element that may be stored to the greatest.
    pub window: Range<usize>,
    /// Nothing is there before the loop, not even zeros.
    pub is_blank: bool,
    borrow: PhantomData<&'a mut [U]>,
}

impl<'a, U: Element, At: Default> Stores<'a, U, At> {
    /// Anywhere in the array, until it is known where.
    pub fn new(array: &'a mut [U]) -> Self {
        let (cells, window) = (Cells::new(array), 0..array.len());
        Self { cells, at: At::default(), window, is_blank: false, borrow: PhantomData }
    }
}

impl<U: Element, At> Stores<'_, U, At> {
    /// What kernels write, of which they may leave out some, and read nothing.
    pub fn output(&self, uses: Vec<Strided>) -> OutputWindow {
        OutputWindow {
            window: buffer(self.cells.pointer(0), self.cells.len(), self.window.clone(), uses),
            dense: false,
            input: None,
            reads_its_own: false,
            counted: false,
            needs_old: false,
            staging_copy: None,
        }
    }
}

impl<U: Element> Stores<'_, U> {
    /// What kernels write anywhere.
    pub fn anywhere(&self) -> OutputWindow {
        let output = self.output(Vec::new());
        OutputWindow { window: Window { is_checked: true, ..output.window }, ..output }
    }
}

impl<U: Element> Stores<'_, U, Strided> {
    /// Checks that every iteration has an element of its own.
    pub fn place(&mut self, span: &Span, write: Affine) -> Result<(), FallbackReason> {
        self.at = span.stride(write, self.cells.len()).ok_or(FallbackReason::IndexOutOfRange)?;
        let (low, high) = self.at.bounds();
        self.window = low..high + 1;
        if self.at.stride == 0 && span.len > 1 { Err(FallbackReason::StoresOverlap) } else { Ok(()) }
    }

    /// What kernels write, each iteration an element.
    pub fn strided(&self) -> OutputWindow {
        OutputWindow { dense: self.at.stride.unsigned_abs() <= 1, ..self.output(vec![self.at]) }
    }
}

impl<U: Element, At> Written for Stores<'_, U, At> {
    fn save(&self) -> Result<Box<dyn Any>, FallbackReason> {
        if self.is_blank && !pushed::zero(&self.cells) {
            return Err(FallbackReason::NoMemory);
        }
        // SAFETY: the array is borrowed by `self`, and no launch is under way, so nobody writes.
        let values = unsafe { self.cells.copied(self.window.clone()) }.ok_or(FallbackReason::NoMemory)?;
        Ok(Box::new(Kept { from: self.window.start, whole: false, values }))
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

    fn fragile(&self) -> bool {
        !U::ANY_BYTES
    }

    fn valid(&self) -> bool {
        // SAFETY: the array is borrowed by `self`, and no launch is under way.
        unsafe { self.cells.valid(self.window.clone()) }
    }
}
