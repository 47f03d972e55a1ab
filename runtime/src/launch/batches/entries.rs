//! What a launch of batches works on, one by one.

use super::grid::{Direction, Grid, Lattice};
use crate::launch::arguments::{Argument, ArgumentList, Arguments};
use crate::launch::cells::{Cells, Old};
use crate::launch::entries::buffer;
use crate::launch::inputs::Fixed;
use crate::launch::written::{Stores, Written};
use crate::model::element::Element;
use crate::model::job::{OutputWindow, Window, bytes_of_slice};
use crate::model::range::Affine;
use crate::model::reason::FallbackReason;
use std::ops::Range;

/// A list of [`BatchEntry`]s, or `()`; as for a launch of one scan.
pub trait BatchArrays<B>: ArgumentList + Sync {
    /// Whether the closures read what the loops write.
    const IN_PLACE: bool;
    /// What the store closure returns: a value for each output, nested like the list.
    type Values;
    /// The old values that the closures get, nested likewise.
    type Views<'o>: Copy;
    /// Where iterations one after the other store.
    type Line: Copy;

    /// Finds the elements that the batches use, and checks that the arrays have them and that no two store one.
    fn place(&mut self, grid: &mut Grid, per_batch: &[B]) -> Result<(), FallbackReason>;
    /// Where iteration `k` of a batch stores, and those that follow it in a direction. A copy, so that no store may change it.
    fn line(&self, batch: u64, k: u64, direction: Direction) -> Self::Line;
    /// The old values of what the iteration `at` in a line stores, and of nothing else.
    ///
    /// # Safety
    /// [`place`](Self::place) has succeeded, `at` is an iteration of the line, the arrays are borrowed, and while a reference into the
    /// result lives nobody stores the values of that iteration.
    unsafe fn views<'o>(line: Self::Line, at: u64) -> Self::Views<'o>;
    /// Stores the values of the iteration `at` in a line.
    ///
    /// # Safety
    /// [`place`](Self::place) has succeeded, `at` is an iteration of the line, no other thread stores its values, and no reference to
    /// what it stores lives.
    unsafe fn store(line: Self::Line, at: u64, values: Self::Values);
    /// Adds the tables of what batches have of their own to the kernels' arguments.
    fn tabulate(&self, per_batch: &[B], arguments: &mut Arguments);
}

impl<B> BatchArrays<B> for () {
    const IN_PLACE: bool = false;
    type Values = ();
    type Views<'o> = ();
    type Line = ();

    fn place(&mut self, _grid: &mut Grid, _per_batch: &[B]) -> Result<(), FallbackReason> {
        Ok(())
    }

    fn line(&self, _batch: u64, _k: u64, _direction: Direction) {}

    #[inline]
    unsafe fn views<'o>(_line: (), _at: u64) -> Self::Views<'o> {}

    #[inline]
    unsafe fn store(_line: (), _at: u64, _values: ()) {}

    fn tabulate(&self, _per_batch: &[B], _arguments: &mut Arguments) {}
}

/// One entry of a list.
pub trait BatchEntry<B>: Argument {
    /// As [`BatchArrays::IN_PLACE`].
    const IN_PLACE: bool = false;
    /// [`BatchArrays::Values`] of a list that ends with this entry, from those of the list before it.
    type Values<L>;
    /// [`BatchArrays::Views`] likewise.
    type Views<'o, L: Copy>: Copy;
    /// What this entry has of [`BatchArrays::Line`].
    type Line: Copy;

    /// As [`BatchArrays::place`].
    fn place(&mut self, _grid: &mut Grid, _per_batch: &[B]) -> Result<(), FallbackReason> {
        Ok(())
    }

    /// As [`BatchArrays::line`].
    fn line(&self, batch: u64, k: u64, direction: Direction) -> Self::Line;

    /// As [`BatchArrays::views`], after those of the list before.
    ///
    /// # Safety
    /// As for the list.
    unsafe fn views<'o, L: Copy>(before: L, line: Self::Line, at: u64) -> Self::Views<'o, L>;

    /// As [`BatchArrays::store`]; returns the values of the list before.
    ///
    /// # Safety
    /// As for the list.
    unsafe fn store<L>(line: Self::Line, at: u64, values: Self::Values<L>) -> L;

    /// As [`BatchArrays::tabulate`].
    fn tabulate(&self, _per_batch: &[B], _arguments: &mut Arguments) {}
}

impl<B, L: BatchArrays<B>, X: BatchEntry<B>> BatchArrays<B> for (L, X) {
    const IN_PLACE: bool = L::IN_PLACE || X::IN_PLACE;
    type Values = X::Values<L::Values>;
    type Views<'o> = X::Views<'o, L::Views<'o>>;
    type Line = (L::Line, X::Line);

    fn place(&mut self, grid: &mut Grid, per_batch: &[B]) -> Result<(), FallbackReason> {
        self.0.place(grid, per_batch)?;
        self.1.place(grid, per_batch)
    }

    #[inline]
    fn line(&self, batch: u64, k: u64, direction: Direction) -> Self::Line {
        (self.0.line(batch, k, direction), self.1.line(batch, k, direction))
    }

    #[inline]
    unsafe fn views<'o>((before, line): Self::Line, at: u64) -> Self::Views<'o> {
        // SAFETY: the caller's promise is for the whole list.
        unsafe { X::views(L::views(before, at), line, at) }
    }

    #[inline]
    unsafe fn store((before, line): Self::Line, at: u64, values: Self::Values) {
        // SAFETY: the caller's promise is for the whole list.
        unsafe { L::store(before, at, X::store(line, at, values)) };
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
        type Line = ();

        #[inline]
        fn line(&self, _batch: u64, _k: u64, _direction: Direction) {}

        #[inline]
        unsafe fn views<'o, L: Copy>(before: L, _line: (), _at: u64) -> Self::Views<'o, L> {
            before
        }

        #[inline]
        unsafe fn store<L>(_line: (), _at: u64, values: L) -> L {
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

/// An array that the loops only read, anywhere.
pub struct Gathered<'a, U>(pub(super) &'a [U]);

impl<U: Element> Fixed for Gathered<'_, U> {
    fn check(&self) -> Result<(), FallbackReason> {
        // A kernel that finds an index out of range loads the first element instead.
        if self.0.is_empty() { Err(FallbackReason::IndexOutOfRange) } else { Ok(()) }
    }
}

impl<U: Element> Argument for Gathered<'_, U> {
    fn describe(&self, arguments: &mut Arguments) {
        let window = buffer(self.0.as_ptr().cast_mut(), self.0.len(), 0..self.0.len(), Vec::new());
        arguments.input::<U>(Window { is_checked: true, ..window });
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

    #[inline]
    fn row(&self, batch: u64, k: u64, direction: Direction) -> Row<U> {
        let Stores { at, cells, .. } = &self.stores;
        let stride = match direction {
            Direction::Along => at.along,
            Direction::Across => at.across,
        };
        Row { cells: *cells, first: at.index(batch, k), stride }
    }
}

/// The cells of an array in a line.
#[derive(Clone, Copy)]
pub struct Row<U> {
    cells: Cells<U>,
    first: usize,
    stride: isize,
}

impl<U> Row<U> {
    #[inline]
    fn index(&self, at: u64) -> usize {
        self.first.wrapping_add((at as usize).wrapping_mul(self.stride as usize))
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
    type Line = Row<U>;

    fn place(&mut self, grid: &mut Grid, per_batch: &[B]) -> Result<(), FallbackReason> {
        let (stores, write) = (&mut self.stores, &self.write);
        let index = |batch: u64| write(per_batch[batch as usize]);
        (stores.at, stores.window) = grid.cells(index, stores.cells.len(), self.carried)?;
        self.dense = stores.window.len() as u64 == grid.total().len;
        Ok(())
    }

    #[inline]
    fn line(&self, batch: u64, k: u64, direction: Direction) -> Row<U> {
        self.row(batch, k, direction)
    }

    #[inline]
    unsafe fn views<'o, L: Copy>(before: L, _line: Row<U>, _at: u64) -> Self::Views<'o, L> {
        before
    }

    #[inline]
    unsafe fn store<L>(line: Row<U>, at: u64, (before, value): (L, U)) -> L {
        // SAFETY: `place` has checked the index of every iteration; the rest is the caller's promise.
        unsafe { line.cells.write(line.index(at), value) };
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
    const IN_PLACE: bool = true;
    type Values<L> = (L, U);
    type Views<'o, L: Copy> = (L, Old<'o, U>);
    type Line = Row<U>;

    fn place(&mut self, grid: &mut Grid, per_batch: &[B]) -> Result<(), FallbackReason> {
        self.0.place(grid, per_batch)
    }

    #[inline]
    fn line(&self, batch: u64, k: u64, direction: Direction) -> Row<U> {
        self.0.row(batch, k, direction)
    }

    #[inline]
    unsafe fn views<'o, L: Copy>(before: L, line: Row<U>, at: u64) -> Self::Views<'o, L> {
        let index = line.index(at);
        let cell = line.cells.pointer(index).cast_const();
        // SAFETY: `place` has checked the index of every iteration; who writes the cell is the caller's promise.
        (before, unsafe { Old::new(cell, index, 1, line.cells.len()) })
    }

    #[inline]
    unsafe fn store<L>(line: Row<U>, at: u64, values: (L, U)) -> L {
        // SAFETY: the caller's promise.
        unsafe { <Output<'_, U, W> as BatchEntry<B>>::store(line, at, values) }
    }
}
