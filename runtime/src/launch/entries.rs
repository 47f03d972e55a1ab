//! What a launch works on, one by one: the arrays, the captures, the types that kernels leave open.

use super::arrays::{Arguments, Entry};
use super::cells::{Cells, Old, stored};
use super::pushed;
use crate::host::streams::{self, Stage};
use crate::model::element::Element;
use crate::model::job::{self, Whole, Window};
use crate::model::range::{Affine, Span, Strided};
use crate::model::reason::FallbackReason;
use crate::model::value::Value;
use crate::region::Region;
use std::any::{Any, TypeId};
use std::marker::PhantomData;
use std::ops::Range;

/// What an entry is that is not stored into where a loop counts.
macro_rules! nowhere {
    () => {
        type Places = ();

        #[inline]
        fn places<T: Value>(&self, _start: &T, _before: &T, _after: &T) -> Option<()> {
            Some(())
        }
    };
}

/// The methods of an entry that neither shows old values nor stores.
macro_rules! passive {
    () => {
        type Values<L> = L;
        type Views<'o, L: Copy> = L;
        type Collected<L> = L;
        nowhere!();

        #[inline]
        unsafe fn views<'o, L: Copy>(&self, before: L, _tile: &Range<u64>) -> Self::Views<'o, L> {
            before
        }

        #[inline]
        unsafe fn store<L>(&self, _k: u64, values: L, _places: ()) -> L {
            values
        }

        type Staged = ();
        type Own = ();

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

        unsafe fn collected<L>(self, before: L) -> L {
            before
        }
    };
}

pub(super) use {nowhere, passive};

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

/// An array that the loop only reads.
pub struct Input<'a, U> {
    array: &'a [U],
    reads: &'a [Affine],
    uses: Vec<Strided>,
    window: Range<usize>,
    /// It is read at other indices as well.
    is_gathered: bool,
}

impl<'a, U> Input<'a, U> {
    pub(super) fn new(array: &'a [U], reads: &'a [Affine]) -> Self {
        Self { array, reads, uses: Vec::new(), window: 0..0, is_gathered: false }
    }

    pub(super) fn gathered(array: &'a [U], reads: &'a [Affine]) -> Self {
        Self { is_gathered: true, ..Self::new(array, reads) }
    }
}

impl<U: Element> Entry for Input<'_, U> {
    passive!();

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

    fn describe(&self, arguments: &mut Arguments) {
        let read = &self.array[self.window.clone()];
        arguments.definitions.note::<U>();
        let window = buffer::<U>(read.as_ptr().cast_mut(), self.window.clone(), self.uses.clone());
        arguments.inputs.push(of_array::<U>(Window { is_checked: self.is_gathered, ..window }, self.array.len()));
    }
}

/// The data region that the loop is in.
pub struct Within<'a>(pub(super) &'a Region);

impl Entry for Within<'_> {
    passive!();

    fn region(&self) -> Option<&Region> {
        Some(self.0)
    }
}

/// A value from outside the loop.
pub struct Capture<C>(pub(super) C);

impl<C: Element> Entry for Capture<C> {
    passive!();

    fn describe(&self, arguments: &mut Arguments) {
        arguments.definitions.note::<C>();
        arguments.captures.push(job::bytes_of(&self.0).into());
    }
}

/// A type that the kernels name and do not define.
pub struct OpenType<U>(pub(super) &'static str, pub(super) PhantomData<fn() -> U>);

impl<U: Element> Entry for OpenType<U> {
    passive!();

    fn describe(&self, arguments: &mut Arguments) {
        arguments.definitions.add_type::<U>(self.0);
    }
}

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
    type Views<'o, L: Copy> = L;
    type Collected<L> = L;
    const DIVISIBLE: bool = true;
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

    #[inline]
    unsafe fn views<'o, L: Copy>(&self, before: L, _tile: &Range<u64>) -> Self::Views<'o, L> {
        before
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
    type Views<'o, L: Copy> = L;
    type Collected<L> = L;
    const DIVISIBLE: bool = true;
    nowhere!();
    kept_by_stores!();
    unstaged!();

    fn place(&mut self, span: &Span) -> Result<(), FallbackReason> {
        self.stores.place(span, self.write)
    }

    #[inline]
    unsafe fn views<'o, L: Copy>(&self, before: L, _tile: &Range<u64>) -> Self::Views<'o, L> {
        before
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

    unsafe fn collected<L>(self, before: L) -> L {
        before
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
    type Collected<L> = L;
    const IN_PLACE: bool = true;
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

    unsafe fn collected<L>(self, before: L) -> L {
        before
    }
}

/// The numbers that are in both.
pub(super) fn common(one: Range<u64>, other: Range<u64>) -> Range<u64> {
    one.start.max(other.start)..one.end.min(other.end)
}

/// Where `reads` lead over the iterations of `span`, in an array of `length` elements.
fn uses(span: &Span, reads: &[Affine], length: usize) -> Result<Vec<Strided>, FallbackReason> {
    reads.iter().map(|&read| span.stride(read, length).ok_or(FallbackReason::IndexOutOfRange)).collect()
}

/// The part of an array of `length` elements that has all `uses`; all of it for none.
fn window(uses: &[Strided], length: usize) -> Range<usize> {
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

#[cfg(test)]
mod tests {
    use super::super::arrays::Arrays;
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
