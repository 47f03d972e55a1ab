//! Scans on the host's threads: reduce each tile, scan the totals, scan each tile from its prefix (3 n memory traffic).
//!
//! A tile is [`TILE`] consecutive iterations, whatever the number of threads. The order of combination is therefore fixed:
//! `prefix[0] = start`, `prefix[t + 1] = prefix[t] ⊕ total[t]`, `total[t]` a left fold of the tile's elements, and within a tile a left
//! fold from its prefix. Kernels of a `deterministic` loop combine in the same order.
//!
//! # Panics of the loop's own code
//! The loop as written stores what precedes a panic and nothing after it. So nothing may be stored before it is known that nothing
//! panics: the first pass evaluates every element, and where the operator or the store closure may panic, another pass evaluates those
//! too and throws the results away. Only then are values stored. A closure that nevertheless panics there is not a function of its
//! arguments, and the panic goes on to the caller.

use crate::dispatch::Why;
use crate::launch::{Arrays, Body};
use crate::operator::Semigroup;
use crate::range::{Index, Range};
use crate::settings::Settings;
use rayon::{ThreadPool, ThreadPoolBuilder, prelude::*};
use std::collections::HashMap;
use std::marker::PhantomData;
use std::ops;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Iterations a tile; the elements that a work-item of a deterministic kernel takes.
pub(crate) const TILE: u64 = 1024;
/// Tiles a task: enough work to be worth handing to another thread. (Miri is to see every tile on another one.)
const TILES_A_TASK: usize = if cfg!(miri) { 1 } else { 8 };

/// A loop to be scanned: its body, and what that works on.
pub(crate) struct HostScan<'l, I, T, Op, A, B> {
    range: Range<I>,
    arrays: &'l A,
    body: &'l B,
    /// Only the element closure may panic.
    stores_never_panic: bool,
    /// A thread panicked: the others need not go on.
    stop: AtomicBool,
    operator: PhantomData<fn(Op) -> T>,
}

impl<'l, I, T, Op, A, B> HostScan<'l, I, T, Op, A, B>
where
    I: Index,
    T: Semigroup<Op>,
    A: Arrays,
    B: Body<I, T, A>,
{
    /// The scan of the iterations of `range`; there is at least one.
    ///
    /// # Safety
    /// `arrays` have been placed on the range, a snapshot has been taken, and they are not used otherwise until [`run`](Self::run)
    /// has returned.
    pub(crate) unsafe fn new(range: Range<I>, arrays: &'l A, body: &'l B, stores_never_panic: bool) -> Self {
        Self { range, arrays, body, stores_never_panic, stop: AtomicBool::new(false), operator: PhantomData }
    }

    /// Runs it from `start` and returns the final carried value. After an error nothing was stored.
    pub(crate) fn run(&self, start: T, settings: &Settings) -> Result<T, Why> {
        on_threads(settings, || {
            let (prefixes, last) = self.unless_panic(|| self.prefixes(start))?;
            if A::STORES {
                if !self.stores_never_panic || T::MAY_PANIC {
                    self.unless_panic(|| self.scan_tiles(&prefixes, |_, _| ()))?;
                }
                // SAFETY: `k` is an iteration of the range, on which the arrays were placed; each is stored once, by the thread
                // that has its tile; `scan_tile` holds no view any more.
                let store = |k, values| unsafe { self.arrays.store(k, values) };
                catch_unwind(AssertUnwindSafe(|| self.scan_tiles(&prefixes, store))).unwrap_or_else(|panic| resume_unwind(panic));
            }
            Ok(last)
        })
    }

    /// Each tile's prefix, and the final carried value. Evaluates every element.
    fn prefixes(&self, start: T) -> (Vec<T>, T) {
        let tiles = self.range.len().div_ceil(TILE) as usize;
        let totals = (0..tiles).into_par_iter().with_min_len(TILES_A_TASK);
        let mut prefixes: Vec<T> = totals.map(|tile| self.total(self.tile(tile)).unwrap_or(start)).collect();
        let mut carried = start;
        for prefix in &mut prefixes {
            let total = std::mem::replace(prefix, carried);
            carried = T::combine(carried, total);
        }
        (prefixes, carried)
    }

    /// The left fold of a tile's elements; `None` after a panic elsewhere.
    fn total(&self, tile: ops::Range<u64>) -> Option<T> {
        let watch = self.watch()?;
        // SAFETY: the arrays are placed, and nothing is stored in this pass.
        let views = unsafe { self.arrays.views(&tile) };
        let step = self.step();
        let mut i = self.range.value(tile.start);
        let mut total = self.body.element(i, views);
        for _ in tile.start + 1..tile.end {
            i = i.advance(step);
            total = T::combine(total, self.body.element(i, views));
        }
        watch.over();
        Some(total)
    }

    /// Scans every tile from its prefix and hands `sink` the values of each iteration.
    fn scan_tiles(&self, prefixes: &[T], sink: impl Fn(u64, A::Values) + Sync) {
        let prefixes = prefixes.par_iter().enumerate().with_min_len(TILES_A_TASK);
        prefixes.for_each(|(tile, &prefix)| self.scan_tile(self.tile(tile), prefix, &sink));
    }

    #[inline]
    fn scan_tile(&self, tile: ops::Range<u64>, prefix: T, sink: impl Fn(u64, A::Values)) {
        let Some(watch) = self.watch() else { return };
        // SAFETY: the arrays are placed, and `sink` stores only what belongs to this tile, after the closures have returned.
        let views = unsafe { self.arrays.views(&tile) };
        let step = self.step();
        let mut i = self.range.value(tile.start);
        let mut before = prefix;
        for k in tile {
            let after = T::combine(before, self.body.element(i, views));
            sink(k, self.body.store(i, before, after, views));
            before = after;
            i = i.advance(step);
        }
        watch.over();
    }

    /// The iterations of a tile.
    fn tile(&self, tile: usize) -> ops::Range<u64> {
        let start = tile as u64 * TILE;
        start..self.range.len().min(start + TILE)
    }

    /// What an iteration adds to the loop variable. A range of more than one value has a step that 64 bits hold.
    fn step(&self) -> i64 {
        self.range.span().step as i64
    }

    /// `None` after a panic elsewhere; otherwise what tells the others of a panic here.
    fn watch(&self) -> Option<Watch<'_>> {
        (!self.stop.load(Ordering::Relaxed)).then_some(Watch(&self.stop))
    }

    fn unless_panic<R>(&self, pass: impl FnOnce() -> R) -> Result<R, Why> {
        // The closures are `Fn`, what they return is thrown away, and nothing has been stored: nothing is left half done. The panic's
        // message was for the panic hook; the loop as written will panic again.
        catch_unwind(AssertUnwindSafe(pass)).or(Err(Why::Panicked))
    }
}

/// Sets the flag unless it is told that all is over: when a panic drops it. (`thread::panicking` would not do: a scan may run in a
/// destructor while its thread unwinds from something else.)
struct Watch<'f>(&'f AtomicBool);

impl Watch<'_> {
    fn over(self) {
        std::mem::forget(self);
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// How many threads a scan uses.
pub(crate) fn threads(settings: &Settings) -> usize {
    settings.threads.map_or_else(rayon::current_num_threads, usize::from)
}

/// Runs `work` in the pool of the size that is set, or in the one that the program uses.
fn on_threads<R: Send>(settings: &Settings, work: impl FnOnce() -> R + Send) -> R {
    match settings.threads.and_then(|threads| pool(threads.into())) {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

/// The pool of that many threads, made once.
fn pool(threads: usize) -> Option<Arc<ThreadPool>> {
    static POOLS: Mutex<Option<HashMap<usize, Arc<ThreadPool>>>> = Mutex::new(None);
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let pools = pools.get_or_insert_default();
    if let Some(pool) = pools.get(&threads) {
        return Some(Arc::clone(pool));
    }
    let built = ThreadPoolBuilder::new().num_threads(threads).thread_name(|number| format!("scan-{number}")).build();
    let pool = built.inspect_err(|error| log::error!("no {threads} threads for scans: {error}")).ok()?;
    Some(Arc::clone(pools.entry(threads).or_insert(Arc::new(pool))))
}
