//! What a launch only reads: arrays, values from outside the loop, and the types that kernels leave open.

use super::arguments::{Argument, Arguments};
use super::arrays::Entry;
use super::entries::{buffer, common, nowhere, passive, uncollected, unviewed, uses, window};
use crate::host::streams;
use crate::model::element::Element;
use crate::model::job::{self, Window};
use crate::model::range::{Affine, Span, Strided};
use crate::model::reason::FallbackReason;
use crate::model::value::{Value, is_same_type};
use std::marker::PhantomData;
use std::ops::Range;
use std::slice;

/// An array that the loop only reads; `IS_COMBINED` as it is, an element in each iteration.
pub struct Input<'a, U, const IS_COMBINED: bool = false> {
    array: &'a [U],
    reads: &'a [Affine],
    uses: Vec<Strided>,
    window: Range<usize>,
    /// It is read at other indices as well.
    is_gathered: bool,
}

impl<'a, U, const IS_COMBINED: bool> Input<'a, U, IS_COMBINED> {
    pub(super) fn new(array: &'a [U], reads: &'a [Affine]) -> Self {
        Self { array, reads, uses: Vec::new(), window: 0..0, is_gathered: false }
    }

    pub(super) fn gathered(array: &'a [U], reads: &'a [Affine]) -> Self {
        Self { is_gathered: true, ..Self::new(array, reads) }
    }
}

impl<U: Element, const IS_COMBINED: bool> Argument for Input<'_, U, IS_COMBINED> {
    fn describe(&self, arguments: &mut Arguments) {
        let window = buffer(self.array.as_ptr().cast_mut(), self.array.len(), self.window.clone(), self.uses.clone());
        arguments.input::<U>(Window { is_checked: self.is_gathered, ..window });
    }
}

impl<U: Element, const IS_COMBINED: bool> Entry for Input<'_, U, IS_COMBINED> {
    const READS_ELEMENTS: bool = IS_COMBINED;
    passive!();

    fn elements<T: Value>(&self, iterations: &Range<u64>) -> Option<&[T]> {
        let read = self.uses.first().filter(|read| read.stride == 1)?.part(iterations);
        let elements = &self.array[read.first..=read.last];
        // SAFETY: the elements are of this type.
        is_same_type::<U, T>().then(|| unsafe { slice::from_raw_parts(elements.as_ptr().cast(), elements.len()) })
    }

    #[inline]
    fn fetch(&self, chunk: &Range<u64>) {
        // What else it reads is near, or in another row.
        if let Some(read) = self.uses.first().filter(|read| read.stride.unsigned_abs() == 1) {
            let (low, high) = read.part(chunk).bounds();
            streams::fetch(self.array[low..=high].as_ptr_range());
        }
    }

    fn place(&mut self, span: &Span) -> Result<(), FallbackReason> {
        self.uses = uses(span, self.reads, self.array.len()).or_else(|reason| {
            // What a guard keeps in range the closures check, and a device gets other iterations.
            let checked: Vec<Affine> = self.reads.iter().copied().filter(|read| !read.is_guarded()).collect();
            if checked.len() < self.reads.len() { uses(span, &checked, self.array.len()) } else { Err(reason) }
        })?;
        if self.is_gathered {
            // Each iteration may use all of it. A kernel that finds an index out of range loads the first element instead.
            self.uses.clear();
            if self.array.is_empty() {
                return Err(FallbackReason::IndexOutOfRange);
            }
        }
        self.window = window(&self.uses, self.array.len());
        Ok(())
    }

    fn within(&self, span: &Span) -> Range<u64> {
        let guarded = self.reads.iter().filter(|read| read.is_guarded());
        guarded.fold(0..span.len, |within, &read| common(within, span.within(read, self.array.len())))
    }
}

/// An entry that is the same in all iterations, of one scan or of many.
pub trait Fixed: Argument {
    /// Whether kernels may run with it.
    fn check(&self) -> Result<(), FallbackReason> {
        Ok(())
    }
}

impl<X: Fixed> Entry for X {
    passive!();

    fn place(&mut self, _span: &Span) -> Result<(), FallbackReason> {
        self.check()
    }
}

/// A value from outside the loop.
pub struct Capture<C>(pub(super) C);

impl<C: Element> Fixed for Capture<C> {}

impl<C: Element> Argument for Capture<C> {
    fn describe(&self, arguments: &mut Arguments) {
        arguments.definitions.note::<C>();
        arguments.captures.push(job::bytes_of(&self.0).into());
    }
}

/// A type that the kernels name and do not define.
pub struct OpenType<U>(pub(super) &'static str, pub(super) PhantomData<fn() -> U>);

impl<U: Element> Fixed for OpenType<U> {}

impl<U: Element> Argument for OpenType<U> {
    fn describe(&self, arguments: &mut Arguments) {
        arguments.definitions.add_type::<U>(self.0);
    }
}
