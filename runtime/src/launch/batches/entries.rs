//! What a launch of batches works on, one by one.

use super::grid::{Grid, Lattice};
use crate::launch::arguments::{Argument, ArgumentList, Arguments};
use crate::launch::cells::Old;
use crate::launch::entries::buffer;
use crate::launch::inputs::Fixed;
use crate::launch::written::{Stores, Written};
use crate::model::element::Element;
use crate::model::job::{OutputWindow, bytes_of_slice};
use crate::model::range::Affine;
use crate::model::reason::FallbackReason;
use std::ops::Range;

/// A list of [`BatchEntry`]s, or `()`; as for a launch of one scan.
pub trait BatchArrays<B>: ArgumentList + Sync {
    /// What the store closure returns: a value for each output, nested like the list.
    type Values;
    /// The old values that the closures get, nested likewise.
    type Views<'o>: Copy;

    /// Finds the elements that the batches use, and checks that the arrays have them and that no two store one.
    fn place(&mut self, grid: &mut Grid, per_batch: &[B]) -> Result<(), FallbackReason>;
    /// The old values of what iteration `k` of a batch stores, and of nothing else.
    ///
    /// # Safety
    /// [`place`](Self::place) has succeeded, `k` is an iteration of the batch, the arrays are borrowed, and while a reference into the
    /// result lives nobody stores the values of that iteration.
    unsafe fn views<'o>(&self, batch: u64, k: u64) -> Self::Views<'o>;
    /// Stores the values of iteration `k` of a batch.
    ///
    /// # Safety
    /// [`place`](Self::place) has succeeded, `k` is an iteration of the batch, no other thread stores its values, and no reference to
    /// what it stores lives.
    unsafe fn store(&self, batch: u64, k: u64, values: Self::Values);
    /// Adds the tables of what batches have of their own to the kernels' arguments.
    fn tabulate(&self, per_batch: &[B], arguments: &mut Arguments);
}

impl<B> BatchArrays<B> for () {
    type Values = ();
    type Views<'o> = ();

    fn place(&mut self, _grid: &mut Grid, _per_batch: &[B]) -> Result<(), FallbackReason> {
        Ok(())
    }

    #[inline]
    unsafe fn views<'o>(&self, _batch: u64, _k: u64) -> Self::Views<'o> {}

    #[inline]
    unsafe fn store(&self, _batch: u64, _k: u64, _values: ()) {}

    fn tabulate(&self, _per_batch: &[B], _arguments: &mut Arguments) {}
}

/// One entry of a list.
pub trait BatchEntry<B>: Argument {
    /// [`BatchArrays::Values`] of a list that ends with this entry, from those of the list before it.
    type Values<L>;
    /// [`BatchArrays::Views`] likewise.
    type Views<'o, L: Copy>: Copy;

    /// As [`BatchArrays::place`].
    fn place(&mut self, _grid: &mut Grid, _per_batch: &[B]) -> Result<(), FallbackReason> {
        Ok(())
    }

    /// As [`BatchArrays::views`], after those of the list before.
    ///
    /// # Safety
    /// As for the list.
    unsafe fn views<'o, L: Copy>(&self, before: L, batch: u64, k: u64) -> Self::Views<'o, L>;

    /// As [`BatchArrays::store`]; returns the values of the list before.
    ///
    /// # Safety
    /// As for the list.
    unsafe fn store<L>(&self, batch: u64, k: u64, values: Self::Values<L>) -> L;

    /// As [`BatchArrays::tabulate`].
    fn tabulate(&self, _per_batch: &[B], _arguments: &mut Arguments) {}
}

impl<B, L: BatchArrays<B>, X: BatchEntry<B>> BatchArrays<B> for (L, X) {
    type Values = X::Values<L::Values>;
    type Views<'o> = X::Views<'o, L::Views<'o>>;

    fn place(&mut self, grid: &mut Grid, per_batch: &[B]) -> Result<(), FallbackReason> {
        self.0.place(grid, per_batch)?;
        self.1.place(grid, per_batch)
    }

    #[inline]
    unsafe fn views<'o>(&self, batch: u64, k: u64) -> Self::Views<'o> {
        // SAFETY: the caller's promise is for the whole list.
        unsafe { self.1.views(self.0.views(batch, k), batch, k) }
    }

    #[inline]
    unsafe fn store(&self, batch: u64, k: u64, values: Self::Values) {
        // SAFETY: the caller's promise is for the whole list.
        unsafe { self.0.store(batch, k, self.1.store(batch, k, values)) };
    }

    fn tabulate(&self, per_batch: &[B], arguments: &mut Arguments) {
        self.0.tabulate(per_batch, arguments);
        self.1.tabulate(per_batch, arguments);
    }
}

/// The methods of an entry that neither shows old values nor stores.
macro_rules! only_read {
    () => {
        type Values<L> = L;
        type Views<'o, L: Copy> = L;

        #[inline]
        unsafe fn views<'o, L: Copy>(&self, before: L, _batch: u64, _k: u64) -> Self::Views<'o, L> {
            before
        }

        #[inline]
        unsafe fn store<L>(&self, _batch: u64, _k: u64, values: L) -> L {
            values
        }
    };
}

impl<B, X: Fixed> BatchEntry<B> for X {
    only_read!();

    fn place(&mut self, _grid: &mut Grid, _per_batch: &[B]) -> Result<(), FallbackReason> {
        self.check()
    }
}

/// An array that the loops only read.
pub struct Input<'a, U, R> {
    array: &'a [U],
    reads: R,
    window: Range<usize>,
}

impl<'a, U, R> Input<'a, U, R> {
    pub(super) fn new(array: &'a [U], reads: R) -> Self {
        Self { array, reads, window: 0..0 }
    }
}

impl<U: Element, R: Sync> Argument for Input<'_, U, R> {
    fn describe(&self, arguments: &mut Arguments) {
        let start = self.array.as_ptr().cast_mut();
        arguments.input::<U>(buffer(start, self.array.len(), self.window.clone(), Vec::new()));
    }
}

impl<B: Copy, U: Element, R: Fn(B) -> X + Sync, X: AsRef<[Affine]>> BatchEntry<B> for Input<'_, U, R> {
    only_read!();

    fn place(&mut self, grid: &mut Grid, per_batch: &[B]) -> Result<(), FallbackReason> {
        let bounds = grid.bounds(|batch| (self.reads)(per_batch[batch as usize]), self.array.len())?;
        self.window = bounds.map_or(0..self.array.len(), |(low, high)| low..high + 1);
        Ok(())
    }
}

/// A value that each batch has of its own.
pub struct Table<F>(pub(super) F);

impl<F: Sync> Argument for Table<F> {}

impl<B: Copy, C: Element, F: Fn(B) -> C + Sync> BatchEntry<B> for Table<F> {
    only_read!();

    fn tabulate(&self, per_batch: &[B], arguments: &mut Arguments) {
        let values: Vec<C> = per_batch.iter().map(|per_batch| (self.0)(*per_batch)).collect();
        arguments.definitions.note::<C>();
        arguments.tables.push(bytes_of_slice(&values).into());
    }
}

/// An array that the loops write (and read as the carried value).
pub struct Output<'a, U, W> {
    stores: Stores<'a, U, Lattice>,
    write: W,
    /// The cell before a batch's first is where the batch starts.
    carried: bool,
    /// Every element in the window is stored.
    dense: bool,
}

impl<'a, U: Element, W> Output<'a, U, W> {
    pub(super) fn new(array: &'a mut [U], write: W, carried: bool) -> Self {
        Self { stores: Stores::new(array), write, carried, dense: false }
    }

    fn output(&self) -> OutputWindow {
        OutputWindow { dense: self.dense, reads_its_own: true, ..self.stores.output(Vec::new()) }
    }
}

impl<U: Element, W: Sync> Argument for Output<'_, U, W> {
    fn describe(&self, arguments: &mut Arguments) {
        arguments.output::<U>(self.output());
    }

    fn written(&self) -> Option<&dyn Written> {
        Some(&self.stores)
    }
}

impl<B: Copy, U: Element, W: Fn(B) -> Affine + Sync> BatchEntry<B> for Output<'_, U, W> {
    type Values<L> = (L, U);
    type Views<'o, L: Copy> = L;

    fn place(&mut self, grid: &mut Grid, per_batch: &[B]) -> Result<(), FallbackReason> {
        let (stores, write) = (&mut self.stores, &self.write);
        let index = |batch: u64| write(per_batch[batch as usize]);
        (stores.at, stores.window) = grid.cells(index, stores.cells.len(), self.carried)?;
        self.dense = stores.window.len() as u64 == grid.total().len;
        Ok(())
    }

    #[inline]
    unsafe fn views<'o, L: Copy>(&self, before: L, _batch: u64, _k: u64) -> Self::Views<'o, L> {
        before
    }

    #[inline]
    unsafe fn store<L>(&self, batch: u64, k: u64, (before, value): (L, U)) -> L {
        // SAFETY: `place` has checked the index of every iteration; the rest is the caller's promise.
        unsafe { self.stores.cells.write(self.stores.at.index(batch, k), value) };
        before
    }
}

/// An array of which an iteration reads the element that it writes.
pub struct InPlace<'a, U, W>(pub(super) Output<'a, U, W>);

impl<U: Element, W: Sync> Argument for InPlace<'_, U, W> {
    fn describe(&self, arguments: &mut Arguments) {
        let output = OutputWindow { input: Some(arguments.inputs.len()), ..self.0.output() };
        arguments.input::<U>(output.window.clone());
        arguments.output::<U>(output);
    }

    fn written(&self) -> Option<&dyn Written> {
        self.0.written()
    }
}

impl<B: Copy, U: Element, W: Fn(B) -> Affine + Sync> BatchEntry<B> for InPlace<'_, U, W> {
    type Values<L> = (L, U);
    type Views<'o, L: Copy> = (L, Old<'o, U>);

    fn place(&mut self, grid: &mut Grid, per_batch: &[B]) -> Result<(), FallbackReason> {
        self.0.place(grid, per_batch)
    }

    #[inline]
    unsafe fn views<'o, L: Copy>(&self, before: L, batch: u64, k: u64) -> Self::Views<'o, L> {
        let stores = &self.0.stores;
        let index = stores.at.index(batch, k);
        let cell = stores.cells.pointer(index).cast_const();
        // SAFETY: `place` has checked the index of every iteration; who writes the cell is the caller's promise.
        (before, unsafe { Old::new(cell, index, 1, stores.cells.len()) })
    }

    #[inline]
    unsafe fn store<L>(&self, batch: u64, k: u64, values: (L, U)) -> L {
        // SAFETY: the caller's promise.
        unsafe { BatchEntry::<B>::store(&self.0, batch, k, values) }
    }
}
