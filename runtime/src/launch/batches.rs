//! Many scans in one launch: those of an outer loop's iterations, or those of a loop that continues what an earlier iteration than the
//! previous one has stored.
//!
//! Whether the scans depend on each other is seen here, where the strides are known, and in exact arithmetic: every index of every
//! batch is within its array, and no two iterations of different batches use one cell of what is written. Otherwise [`Batches::run`]
//! answers with what is to run [`Instead`].
//!
//! The compiler takes an outer loop whose iterations have no effects but their scans. Such a site has two kernels and two host blocks, one
//! inside the other: where all at once cannot be, `Instead` has the inner loops launched alone, or run as written. To a data region it is
//! one loop, whose outer `let`s the host evaluates; before the inner loops run alone the host takes their arrays back, and they know
//! nothing of the region.

mod entries;
mod grid;
mod host;
mod instead;

pub use instead::Instead;

use super::inputs::{Capture, OpenType};
use super::on_devices::{InRegion, first, no_value, run_job};
use super::run::{self, Done};
use super::told::{Told, told};
use super::unseen::{Call, Part};
use super::verify;
use crate::device::Device;
use crate::host::{check_size, threads};
use crate::model::element::Element;
use crate::model::function::{Function, Type};
use crate::model::job::{self, bytes_of, bytes_of_slice};
use crate::model::operator::{Operator, Semigroup};
use crate::model::range::{Affine, Index, Range};
use crate::model::reason::FallbackReason;
use crate::model::site::{Algorithm, DeviceKind};
use crate::placement::Loop;
use crate::placement::dispatch::Choice;
use crate::region::Region;
use crate::settings::Settings;
use entries::{BatchArrays, Gathered, InPlace, Input, Output, Table};
use grid::Grid;
use host::HostBatches;
use std::marker::PhantomData;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// Fewer batches than threads, of more iterations than this, are better scanned one after the other, each by all threads.
const LONG: u64 = 1 << 14;

/// One run of scans that do not depend on each other, being put together like a [`Launch`](super::Launch).
///
/// `B` is what each batch has of its own: what the indices and the closures need of the outer loop's iteration.
#[must_use = "a launch does nothing before it is run"]
pub struct Batches<'r, B, I, T, Op, A> {
    told: Told<'r, A>,
    grid: Grid,
    range: Range<I>,
    /// Where to run, and what each batch has of its own and starts from.
    chosen: Result<Chosen<B, T>, FallbackReason>,
    operator: PhantomData<fn(Op)>,
}

struct Chosen<B, T> {
    choice: Choice,
    settings: Settings,
    per_batch: Vec<B>,
    starts: Vec<T>,
}

impl<'r, B: Copy + Send + Sync, I: Index, T: Copy, Op> Batches<'r, B, I, T, Op, ()> {
    /// The scans over `range`, one for each value of `outer`, in a data region or in none. `each` says what a batch has of its own, and
    /// the value carried into its first iteration; `None` where there is none to be read, or where what it has of its own is not what the
    /// kernels take for granted.
    pub fn outer<J: Index>(
        region: Option<&'r Region>,
        site: &'static Loop,
        outer: Range<J>,
        range: Range<I>,
        operator: Op,
        each: impl Fn(J) -> Option<(B, T)>,
    ) -> Self {
        let grid = Grid::outer(outer.span(), range.span());
        Self::new(region, site, grid, range, operator, |batch| each(outer.value(batch)))
    }

    /// The scans of a loop over `range` in which an iteration continues what was stored `lag` iterations before. `each` says for the
    /// first iteration of each, by its loop variable, what is carried into it.
    pub fn lagged(
        region: Option<&'r Region>,
        site: &'static Loop,
        range: Range<I>,
        lag: i128,
        operator: Op,
        each: impl Fn(I) -> Option<(B, T)>,
    ) -> Self {
        let grid = Grid::lagged(range.span(), lag);
        Self::new(region, site, grid, range, operator, |batch| each(range.value(batch)))
    }

    fn new(
        region: Option<&'r Region>,
        site: &'static Loop,
        grid: Grid,
        range: Range<I>,
        _operator: Op,
        each: impl Fn(u64) -> Option<(B, T)>,
    ) -> Self {
        let chosen = choose(site, region, &grid, each);
        Self { told: Told::of(site, region), grid, range, chosen, operator: PhantomData }
    }
}

/// Where to run, and what the batches start from.
fn choose<B, T>(
    site: &'static Loop,
    region: Option<&Region>,
    grid: &Grid,
    each: impl Fn(u64) -> Option<(B, T)>,
) -> Result<Chosen<B, T>, FallbackReason> {
    verify::begin();
    let (choice, settings) = run::choose(site, region, &grid.total())?;
    if !grid.is_sound() {
        return Err(FallbackReason::StoresOverlap);
    }
    // A GPU cuts few batches itself. Alone, a deterministic scan would be combined in another order.
    let cuts = matches!(choice, Choice::Devices(devices) if devices.iter().all(|device| device.kind() == DeviceKind::Gpu));
    let may_be_alone = grid.is_outer() && !cuts && !site.about.deterministic;
    if may_be_alone && grid.count() < threads(settings.threads) as u64 && grid.inner().len >= LONG {
        return Err(FallbackReason::FewBatches);
    }
    let count = usize::try_from(grid.count()).or(Err(FallbackReason::NoMemory))?;
    let (mut per_batch, mut starts) = (Vec::new(), Vec::new());
    per_batch.try_reserve_exact(count).or(Err(FallbackReason::NoMemory))?;
    starts.try_reserve_exact(count).or(Err(FallbackReason::NoMemory))?;
    // What the loop computes before its scans may panic; it will panic again, at the right moment.
    let computed = catch_unwind(AssertUnwindSafe(|| {
        for batch in 0..grid.count() {
            let (of_batch, start) = each(batch).ok_or(FallbackReason::NoBatch)?;
            per_batch.push(of_batch);
            starts.push(start);
        }
        Ok(())
    }));
    computed.unwrap_or(Err(FallbackReason::Panicked))?;
    Ok(Chosen { choice, settings, per_batch, starts })
}

impl<'r, B: Copy + Send + Sync, I: Index, T: Copy, Op, A: BatchArrays<B>> Batches<'r, B, I, T, Op, A> {
    /// An array that the loop only reads, in a batch at these indices.
    pub fn input<'a, U: Element, R: Fn(B) -> X + Sync, X: AsRef<[Affine]>>(
        self,
        array: &'a [U],
        reads: R,
    ) -> Batches<'r, B, I, T, Op, (A, Input<'a, U, R>)> {
        self.with(Input::new(array, reads))
    }

    /// An array that the loop only reads, at indices that the kernels check.
    pub fn gathered<U: Element>(self, array: &[U]) -> Batches<'r, B, I, T, Op, (A, Gathered<'_, U>)> {
        self.with(Gathered(array))
    }

    /// An array that the loop writes, in a batch at this index. It is not read.
    pub fn output<U: Element, W: Fn(B) -> Affine + Sync>(
        self,
        array: &mut [U],
        write: W,
    ) -> Batches<'r, B, I, T, Op, (A, Output<'_, U, W>)> {
        self.with(Output::new(array, write, false))
    }

    /// An array that the loop writes and that carries a value: the first iteration of a batch reads one.
    pub fn carried<U: Element, W: Fn(B) -> Affine + Sync>(
        self,
        array: &mut [U],
        write: W,
    ) -> Batches<'r, B, I, T, Op, (A, Output<'_, U, W>)> {
        self.with(Output::new(array, write, true))
    }

    /// As [`output`](Self::output); an iteration reads what the array held before at the index that it writes. The closures get the
    /// old values, as an [`Old`](super::Old).
    pub fn in_place<U: Element, W: Fn(B) -> Affine + Sync>(
        self,
        array: &mut [U],
        write: W,
    ) -> Batches<'r, B, I, T, Op, (A, InPlace<'_, U, W>)> {
        self.with(InPlace(Output::new(array, write, false)))
    }

    /// As [`carried`](Self::carried), read as by [`in_place`](Self::in_place).
    pub fn carried_in_place<U: Element, W: Fn(B) -> Affine + Sync>(
        self,
        array: &mut [U],
        write: W,
    ) -> Batches<'r, B, I, T, Op, (A, InPlace<'_, U, W>)> {
        self.with(InPlace(Output::new(array, write, true)))
    }

    /// A value that each batch has of its own, and that kernels take from a table.
    pub fn table<C: Element, F: Fn(B) -> C + Sync>(self, value: F) -> Batches<'r, B, I, T, Op, (A, Table<F>)> {
        self.with(Table(value))
    }

    /// All indices are linear in the outer loop's variable, with one slope in the inner loop's.
    pub fn linear(mut self) -> Self {
        self.grid.set_linear();
        self
    }

    /// As [`Launch::function`](super::Launch::function).
    pub fn function<F: Function, V: 'static>(
        mut self,
        name: &'static str,
        function: &V,
        _arguments: F::Arguments,
        _result: F::Result,
    ) -> Batches<'r, B, I, T, Op, (A, Call<F>)> {
        self.told.requires(F::is(function), FallbackReason::AnotherFunction(std::any::type_name::<V>()));
        self.with(Call::new(name))
    }

    told!(Batches<'r, B, I, T, Op>);

    fn with<X>(self, entry: X) -> Batches<'r, B, I, T, Op, (A, X)> {
        let Self { told, grid, range, chosen, operator } = self;
        Batches { told: told.with(entry), grid, range, chosen, operator }
    }

    /// Runs the loops.
    ///
    /// `element(i, per_batch, old)` is what iteration `i` of a batch combines into the carried value, and
    /// `store(i, before, after, per_batch, old)` what it stores, as for [`Launch::run`](super::Launch::run); `per_batch` is what the batch
    /// has of its own.
    ///
    /// # Errors
    /// What is to run instead. Everything that the loops read is as it was before.
    ///
    /// # Panics
    /// As for [`Launch::run`](super::Launch::run).
    pub fn run<E, S>(mut self, element: E, store: S) -> Result<(), Instead>
    where
        T: Semigroup<Op>,
        E: for<'o> Fn(I, B, A::Views<'o>) -> T + Sync,
        S: for<'o> Fn(I, T, T, B, A::Views<'o>) -> A::Values + Sync,
    {
        let chosen = mem::replace(&mut self.chosen, Err(FallbackReason::NoIterations));
        match chosen.and_then(|chosen| self.carry_out(chosen, &element, &store)) {
            Ok(carry) => carry.map(|_| ()).ok_or(Instead::AsWritten),
            Err(reason) => {
                let instead = Instead::after(&reason);
                self.told.give_up(self.grid.total().len, reason);
                Err(instead)
            }
        }
    }

    /// Runs where it was chosen to, and returns what one of the batches starts from. `None`: the loops run as written, and are compared
    /// with the result.
    fn carry_out<E, S>(&mut self, chosen: Chosen<B, T>, element: &E, store: &S) -> Result<Option<T>, FallbackReason>
    where
        T: Semigroup<Op>,
        E: for<'o> Fn(I, B, A::Views<'o>) -> T + Sync,
        S: for<'o> Fn(I, T, T, B, A::Views<'o>) -> A::Values + Sync,
    {
        if let Some(reason) = self.told.unfit.take() {
            return Err(reason);
        }
        let began = Instant::now();
        let Chosen { choice, settings, per_batch, starts } = chosen;
        if !starts.iter().all(T::is_in_domain) {
            return Err(FallbackReason::StartOutOfRange);
        }
        self.told.arrays.place(&mut self.grid, &per_batch)?;
        let total = self.grid.total();
        let saved = self.told.saved(&choice, &settings)?;
        let (range, grid, arrays, operator) = (self.range, &self.grid, &self.told.arrays, self.operator);
        let are_independent = self.told.site.about.kernels.algorithm == Algorithm::Map;
        let (per_batch, starts) = (&per_batch[..], &starts[..]);
        let scans = HostBatches { range, grid, arrays, per_batch, starts, element, store, are_independent, operator };
        let on_threads = |reason| {
            let began = Instant::now();
            check_size::<T>()?;
            scans.run(settings.threads)?;
            Ok(Done::on_threads(starts[0], began, reason, &settings))
        };
        let done = match choice {
            Choice::HostThreads(reason) => {
                self.told.leave()?;
                on_threads(reason)?
            }
            Choice::Devices(devices) => match self.on_device(devices, per_batch, starts, &settings) {
                Ok(done) => done,
                Err(reason) => on_threads(Some(self.told.instead(reason, &saved, &total, &settings)?))?,
            },
        };
        Ok(self.told.conclude((done, saved), total.len, began, &settings))
    }

    /// On the first of `devices`: it has all batches.
    fn on_device(
        &self,
        devices: &'static [Device],
        per_batch: &[B],
        starts: &[T],
        settings: &Settings,
    ) -> Result<Done<T>, FallbackReason>
    where
        T: Semigroup<Op>,
    {
        if self.grid.has_ends() {
            return Err(FallbackReason::Guarded);
        }
        let Told { site, region, arrays, .. } = &self.told;
        let mut arguments = self.told.arguments::<T, Op>();
        arrays.tabulate(per_batch, &mut arguments);
        let tables = mem::take(&mut arguments.tables);
        let first = self.grid.outer_span().map(first).transpose()?;
        let (count, side_by_side) = (self.grid.count(), self.grid.is_side_by_side());
        let batches = job::Batches { count, first, starts: bytes_of_slice(starts), tables, side_by_side };
        // What has to be looked at has to be on the host.
        let region = region.filter(|region| region.is_open() && !arrays.written().fragile());
        let region = InRegion { region, stored: &|_| Some(Vec::new()), leave: &|| self.told.leave() };
        let (inner, devices, start) = (self.grid.inner(), &devices[..1], bytes_of(&starts[0]));
        let (outcome, _) = run_job(site, &inner, devices, arguments, start, settings, (Some(&batches), region))?;
        if arrays.written().fragile() && !arrays.written().valid() {
            return Err(no_value());
        }
        Ok(Done::on_devices(starts[0], devices, outcome))
    }
}
