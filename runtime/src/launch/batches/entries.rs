//! What a launch of batches works on, one by one.

use super::grid::{Grid, Lattice};
use crate::launch::arrays::Arguments;
use crate::launch::cells::{Cells, Old};
use crate::launch::entries::{Kept, of_array};
use crate::launch::unseen::{Call, Part};
use crate::model::element::Element;
use crate::model::function::Function;
use crate::model::job::{self, Window, bytes_of_slice};
use crate::model::range::Affine;
use crate::model::reason::FallbackReason;
use std::any::Any;
use std::marker::PhantomData;
use std::ops::Range;

/// The tables of what batches have of their own.
type Tables = Vec<Box<job::Bytes>>;

/// A list of entries, or `()`; as for a launch of one scan.
pub trait BatchArrays<B: Copy>: Sized + Sync {
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
    /// Adds the kernels' arguments.
    fn describe(&self, per_batch: &[B], arguments: &mut Arguments, tables: &mut Tables);
    /// The elements that may be stored, as they are now.
    fn save(&self, saved: &mut Vec<Box<dyn Any>>) -> Result<(), FallbackReason>;
    /// Puts back what [`save`](Self::save) kept, whatever is there now.
    fn restore(&self, saved: &mut dyn Iterator<Item = &Box<dyn Any>>);
    /// Exchanges these elements with what [`save`](Self::save) kept.
    fn exchange(&self, saved: &mut dyn Iterator<Item = &mut Box<dyn Any>>);
    /// Whether a device could store bytes that are no values.
    fn fragile(&self) -> bool;
    /// Whether all that may be stored are values of their types.
    fn valid(&self) -> bool;
}

impl<B: Copy> BatchArrays<B> for () {
    type Values = ();
    type Views<'o> = ();

    fn place(&mut self, _grid: &mut Grid, _per_batch: &[B]) -> Result<(), FallbackReason> {
        Ok(())
    }

    #[inline]
    unsafe fn views<'o>(&self, _batch: u64, _k: u64) -> Self::Views<'o> {}

    #[inline]
    unsafe fn store(&self, _batch: u64, _k: u64, _values: ()) {}

    fn describe(&self, _per_batch: &[B], _arguments: &mut Arguments, _tables: &mut Tables) {}

    fn save(&self, _saved: &mut Vec<Box<dyn Any>>) -> Result<(), FallbackReason> {
        Ok(())
    }

    fn restore(&self, _saved: &mut dyn Iterator<Item = &Box<dyn Any>>) {}

    fn exchange(&self, _saved: &mut dyn Iterator<Item = &mut Box<dyn Any>>) {}

    fn fragile(&self) -> bool {
        false
    }

    fn valid(&self) -> bool {
        true
    }
}

/// The methods of a list that ends with an entry that is not stored into.
macro_rules! passive {
    () => {
        type Values = L::Values;
        type Views<'o> = L::Views<'o>;

        #[inline]
        unsafe fn views<'o>(&self, batch: u64, k: u64) -> Self::Views<'o> {
            // SAFETY: the caller's promise is for the whole list.
            unsafe { self.0.views(batch, k) }
        }

        #[inline]
        unsafe fn store(&self, batch: u64, k: u64, values: Self::Values) {
            // SAFETY: the caller's promise is for the whole list.
            unsafe { self.0.store(batch, k, values) }
        }

        fn save(&self, saved: &mut Vec<Box<dyn Any>>) -> Result<(), FallbackReason> {
            self.0.save(saved)
        }

        fn restore(&self, saved: &mut dyn Iterator<Item = &Box<dyn Any>>) {
            self.0.restore(saved);
        }

        fn exchange(&self, saved: &mut dyn Iterator<Item = &mut Box<dyn Any>>) {
            self.0.exchange(saved);
        }

        fn fragile(&self) -> bool {
            self.0.fragile()
        }

        fn valid(&self) -> bool {
            self.0.valid()
        }
    };
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

impl<B: Copy, L: BatchArrays<B>, U: Element, R: Fn(B) -> X + Sync, X: AsRef<[Affine]>> BatchArrays<B> for (L, Input<'_, U, R>) {
    passive!();

    fn place(&mut self, grid: &mut Grid, per_batch: &[B]) -> Result<(), FallbackReason> {
        self.0.place(grid, per_batch)?;
        let input = &mut self.1;
        let bounds = grid.bounds(|batch| (input.reads)(per_batch[batch as usize]), input.array.len())?;
        input.window = bounds.map_or(0..input.array.len(), |(low, high)| low..high + 1);
        Ok(())
    }

    fn describe(&self, per_batch: &[B], arguments: &mut Arguments, tables: &mut Tables) {
        self.0.describe(per_batch, arguments, tables);
        let read = &self.1.array[self.1.window.clone()];
        arguments.definitions.note::<U>();
        let window = buffer(read.as_ptr().cast_mut(), self.1.window.clone());
        arguments.inputs.push(of_array::<U>(window, self.1.array.len()));
    }
}

/// A value from outside both loops.
pub struct Capture<C>(pub(super) C);

impl<B: Copy, L: BatchArrays<B>, C: Element> BatchArrays<B> for (L, Capture<C>) {
    passive!();

    fn place(&mut self, grid: &mut Grid, per_batch: &[B]) -> Result<(), FallbackReason> {
        self.0.place(grid, per_batch)
    }

    fn describe(&self, per_batch: &[B], arguments: &mut Arguments, tables: &mut Tables) {
        self.0.describe(per_batch, arguments, tables);
        arguments.definitions.note::<C>();
        arguments.captures.push(job::bytes_of(&self.1.0).into());
    }
}

/// A value that each batch has of its own.
pub struct Table<F>(pub(super) F);

impl<B: Copy, L: BatchArrays<B>, C: Element, F: Fn(B) -> C + Sync> BatchArrays<B> for (L, Table<F>) {
    passive!();

    fn place(&mut self, grid: &mut Grid, per_batch: &[B]) -> Result<(), FallbackReason> {
        self.0.place(grid, per_batch)
    }

    fn describe(&self, per_batch: &[B], arguments: &mut Arguments, tables: &mut Tables) {
        self.0.describe(per_batch, arguments, tables);
        arguments.definitions.note::<C>();
        let values: Vec<C> = per_batch.iter().map(|per_batch| (self.1.0)(*per_batch)).collect();
        tables.push(bytes_of_slice(&values).into());
    }
}

/// A type that the kernels name and do not define.
pub struct OpenType<U>(pub(super) &'static str, pub(super) PhantomData<fn() -> U>);

impl<B: Copy, L: BatchArrays<B>, U: Element> BatchArrays<B> for (L, OpenType<U>) {
    passive!();

    fn place(&mut self, grid: &mut Grid, per_batch: &[B]) -> Result<(), FallbackReason> {
        self.0.place(grid, per_batch)
    }

    fn describe(&self, per_batch: &[B], arguments: &mut Arguments, tables: &mut Tables) {
        self.0.describe(per_batch, arguments, tables);
        arguments.definitions.add_type::<U>(self.1.0);
    }
}

impl<B: Copy, L: BatchArrays<B>, F: Function> BatchArrays<B> for (L, Call<F>) {
    passive!();

    fn place(&mut self, grid: &mut Grid, per_batch: &[B]) -> Result<(), FallbackReason> {
        self.0.place(grid, per_batch)
    }

    fn describe(&self, per_batch: &[B], arguments: &mut Arguments, tables: &mut Tables) {
        self.0.describe(per_batch, arguments, tables);
        self.1.define(&mut arguments.definitions);
    }
}

impl<B: Copy, L: BatchArrays<B>> BatchArrays<B> for (L, Part) {
    passive!();

    fn place(&mut self, grid: &mut Grid, per_batch: &[B]) -> Result<(), FallbackReason> {
        self.0.place(grid, per_batch)?;
        self.1.check()
    }

    fn describe(&self, per_batch: &[B], arguments: &mut Arguments, tables: &mut Tables) {
        self.0.describe(per_batch, arguments, tables);
    }
}

/// An array that the loops write (and read as the carried value).
pub struct Output<'a, U, W> {
    cells: Cells<U>,
    write: W,
    /// The cell before a batch's first is where the batch starts.
    carried: bool,
    at: Lattice,
    window: Range<usize>,
    /// Every element in the window is stored.
    dense: bool,
    borrow: PhantomData<&'a mut [U]>,
}

impl<'a, U: Element, W> Output<'a, U, W> {
    pub(super) fn new(array: &'a mut [U], write: W, carried: bool) -> Self {
        let at = Lattice { first: 0, across: 0, along: 0 };
        Self { cells: Cells::new(array), write, carried, at, window: 0..0, dense: false, borrow: PhantomData }
    }

    fn place<B: Copy>(&mut self, grid: &mut Grid, per_batch: &[B]) -> Result<(), FallbackReason>
    where
        W: Fn(B) -> Affine,
    {
        let (write, length) = (&self.write, self.cells.len());
        let index = |batch: u64| write(per_batch[batch as usize]);
        (self.at, self.window) = grid.cells(index, length, self.carried)?;
        self.dense = self.window.len() as u64 == grid.total().len;
        Ok(())
    }

    fn window(&self, input: Option<usize>) -> job::OutputWindow {
        let window = buffer(self.cells.pointer(self.window.start), self.window.clone());
        let window = of_array::<U>(window, self.cells.len());
        job::OutputWindow {
            window,
            dense: self.dense,
            input,
            reads_its_own: true,
            counted: false,
            needs_old: false,
            staging_copy: None,
        }
    }

    fn save(&self) -> Result<Box<dyn Any>, FallbackReason> {
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

    fn valid(&self) -> bool {
        // SAFETY: the array is borrowed by `self`, and no launch is under way.
        unsafe { self.cells.valid(self.window.clone()) }
    }
}

/// The methods of a list that ends with an entry that is stored into; `$output` is its [`Output`].
macro_rules! stored_into {
    ($($output:tt)*) => {
        type Values = (L::Values, U);

        fn place(&mut self, grid: &mut Grid, per_batch: &[B]) -> Result<(), FallbackReason> {
            self.0.place(grid, per_batch)?;
            self.1$($output)*.place(grid, per_batch)
        }

        #[inline]
        unsafe fn store(&self, batch: u64, k: u64, (before, value): Self::Values) {
            let output = &self.1$($output)*;
            // SAFETY: `place` has checked the index of every iteration; the rest is the caller's promise.
            unsafe {
                output.cells.write(output.at.index(batch, k), value);
                self.0.store(batch, k, before);
            }
        }

        fn save(&self, saved: &mut Vec<Box<dyn Any>>) -> Result<(), FallbackReason> {
            self.0.save(saved)?;
            saved.push(self.1$($output)*.save()?);
            Ok(())
        }

        fn restore(&self, saved: &mut dyn Iterator<Item = &Box<dyn Any>>) {
            self.0.restore(saved);
            let kept = saved.next().expect("every entry that is stored into was saved");
            self.1$($output)*.restore(kept.as_ref());
        }

        fn exchange(&self, saved: &mut dyn Iterator<Item = &mut Box<dyn Any>>) {
            self.0.exchange(saved);
            let kept = saved.next().expect("every entry that is stored into was saved");
            self.1$($output)*.exchange(kept.as_mut());
        }

        fn fragile(&self) -> bool {
            self.0.fragile() || !U::ANY_BYTES
        }

        fn valid(&self) -> bool {
            self.0.valid() && self.1$($output)*.valid()
        }
    };
}

impl<B: Copy, L: BatchArrays<B>, U: Element, W: Fn(B) -> Affine + Sync> BatchArrays<B> for (L, Output<'_, U, W>) {
    type Views<'o> = L::Views<'o>;
    stored_into!();

    #[inline]
    unsafe fn views<'o>(&self, batch: u64, k: u64) -> Self::Views<'o> {
        // SAFETY: the caller's promise is for the whole list.
        unsafe { self.0.views(batch, k) }
    }

    fn describe(&self, per_batch: &[B], arguments: &mut Arguments, tables: &mut Tables) {
        self.0.describe(per_batch, arguments, tables);
        arguments.definitions.note::<U>();
        arguments.outputs.push(self.1.window(None));
    }
}

/// An array of which an iteration reads the element that it writes.
pub struct InPlace<'a, U, W>(pub(super) Output<'a, U, W>);

impl<B: Copy, L: BatchArrays<B>, U: Element, W: Fn(B) -> Affine + Sync> BatchArrays<B> for (L, InPlace<'_, U, W>) {
    type Views<'o> = (L::Views<'o>, Old<'o, U>);
    stored_into!(.0);

    #[inline]
    unsafe fn views<'o>(&self, batch: u64, k: u64) -> Self::Views<'o> {
        let output = &self.1.0;
        let index = output.at.index(batch, k);
        let cell = output.cells.pointer(index).cast_const();
        // SAFETY: `place` has checked the index of every iteration; who writes the cell is the caller's promise.
        unsafe { (self.0.views(batch, k), Old::new(cell, index, 1, output.cells.len())) }
    }

    fn describe(&self, per_batch: &[B], arguments: &mut Arguments, tables: &mut Tables) {
        self.0.describe(per_batch, arguments, tables);
        arguments.definitions.note::<U>();
        let output = self.1.0.window(Some(arguments.inputs.len()));
        arguments.inputs.push(output.window.clone());
        arguments.outputs.push(output);
    }
}

/// The elements `window` of an array, as a device sees them.
fn buffer<U>(start: *mut U, window: Range<usize>) -> Window {
    let element = size_of::<U>();
    Window {
        pointer: start.cast(),
        bytes: window.len() * element,
        element,
        from: window.start as i64,
        uses: Vec::new(),
        is_checked: false,
        whole: None,
    }
}
