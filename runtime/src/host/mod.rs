//! Scans on the host's threads.
//!
//! A tile is [`TILE`] consecutive iterations, whatever the number of threads, or fewer where these have loops of their own; the first has
//! fewer where all others are to begin with a line of the cache. In a `deterministic` loop the order of combination is
//! fixed: `prefix[0] = start`, `prefix[t + 1] = prefix[t] ⊕ total[t]`, `total[t]` a left fold of the tile's elements, and within a tile a
//! left fold from its prefix. Its kernels combine in the same order.
//!
//! Where it may, a scan makes a single pass (2 n memory traffic): threads take blocks of tiles in order, fold a block's tiles, find
//! the value before the block, publish the value after it, and scan the block, which the cache still has. A block of primitive or
//! large values whose start is known already is scanned at once. No thread waits for another that may have been put aside. Otherwise a
//! scan makes two passes, and folds everything before it scans anything (3 n).
//!
//! Primitive values are combined in vectors, and what is much is stored past the caches (`chunks`), by the time a block has been folded,
//! and so is in the cache; what the thread is likely to need next is fetched meanwhile.
//!
//! In place nobody folds what another thread may scan by now. A block of which it is not known what is carried into it is put off, folded,
//! until that is told; so a thread that has been put aside is waited for at the end alone, as at the end of every loop on threads.
//!
//! # Panics of the loop's own code
//! The loop as written stores what precedes a panic and nothing after it. In a single pass nothing after the panic is stored in
//! the block that panics, nor is any block after it, as whoever needs its totals panics too; what is before it the loop as written stores
//! again, and then panics. So it needs outputs that the loop does not read, and an operator and stores that do not panic; or, in place,
//! that nothing panics. Where iterations are independent the stores may panic, too: one that does so stores nothing, and which of the
//! others have run is left open.
//!
//! What is combined at computed places goes to what each thread has for itself, what is stored there to memory that all share, and only when
//! all have come to the end to the arrays.
//!
//! With two passes nothing is stored before it is known that nothing panics: the first pass evaluates every element, and where the
//! operator or the store closure may panic, another pass evaluates those too and throws the results away. A closure that nevertheless
//! panics when values are stored is not a function of its arguments, and the panic goes on to the caller.

mod body;
mod chosen;
mod chunks;
mod published;
mod search;
mod selected;
pub(crate) mod streams;
#[cfg(feature = "threads")]
mod threads;
#[cfg(not(feature = "threads"))]
#[path = "no_threads.rs"]
mod threads;
mod tiles;
mod vectors;

use crate::model::operator::{Role, Semigroup};
use crate::model::range::{Index, Range};
use crate::model::reason::FallbackReason;
use crate::model::site::{Algorithm, Site};
use crate::system::lock::lock;
use published::{Published, Ticket};
use std::collections::VecDeque;
use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use tiles::{Tiles, scans_at_once};

pub(crate) use search::first;
pub(crate) use threads::{for_each, has_several, has_threads, threads, waking};
pub(crate) use tiles::TILE;

pub(crate) use body::Closures;
pub use body::{Body, Elements, ScanKind};

/// Tiles a block: few enough for a core's cache, and enough to be worth handing to another thread.
const BLOCK: usize = published::MOST_TILES;
/// Parts of a loop that chooses one of its values, for all threads, where they have at least a block's tiles, and no more than these.
const PARTS: usize = 64;
const MOST_CHOSEN: usize = 128;
/// The bytes of a carried value, and so more or less of an element, from which on blocks have fewer tiles.
const BLOCK_VALUE: usize = 8;

/// So many iterations take as long as to make an element of a thread's own, and to combine it with what is there.
const COPYING: u64 = 2;

/// What is carried is no larger than this: threads keep some tens of such values on their stacks, which are smaller than the program's.
const MOST_BYTES: usize = 8 * 1024;

/// Whether threads may carry values of this type.
pub(crate) fn check_size<T>() -> Result<(), FallbackReason> {
    if size_of::<T>() > MOST_BYTES { Err(FallbackReason::LargeValues) } else { Ok(()) }
}

/// Runs `work` in the pool of the size that is `asked` for, or in the one that the program uses.
pub(crate) fn on_threads<R: Send>(asked: Option<NonZeroUsize>, work: &(dyn Fn() -> R + Sync)) -> Result<R, FallbackReason> {
    let mut result = None;
    threads::in_pool(asked, &mut || result = Some(work()))?;
    result.ok_or(FallbackReason::NoThreads)
}

/// Runs `work` once for each of `parts`, with its number, on all threads.
pub(crate) fn for_each_of<P: Send>(parts: &mut dyn Iterator<Item = P>, work: &(dyn Fn(usize, P) + Sync)) {
    let parts: Vec<Mutex<Option<P>>> = parts.map(|part| Mutex::new(Some(part))).collect();
    for_each(parts.len(), &|number| {
        let part = lock(&parts[number]).take();
        if let Some(part) = part {
            work(number, part);
        }
    });
}

/// What `work` gives for every number below `count`, worked out on all threads.
pub(crate) fn map<R: Send>(count: usize, work: &(dyn Fn(usize) -> R + Sync)) -> Vec<R> {
    let mut results: Vec<Option<R>> = (0..count).map(|_| None).collect();
    for_each_of(&mut results.iter_mut(), &|number, result: &mut Option<R>| *result = Some(work(number)));
    results.into_iter().flatten().collect()
}

/// What `pass` gives, or why the loop has to run as written: it panics.
pub(crate) fn unless_panic<R>(pass: &dyn Fn() -> R) -> Result<R, FallbackReason> {
    let mut result = None;
    run_unless_panic(&mut || result = Some(pass()))?;
    result.ok_or(FallbackReason::Panicked)
}

fn run_unless_panic(pass: &mut dyn FnMut()) -> Result<(), FallbackReason> {
    // The closures are `Fn`, and what they return is thrown away or stored again: nothing is left half done. The panic's message
    // was for the panic hook; the loop as written will panic again.
    catch_unwind(AssertUnwindSafe(pass)).map_err(|payload| payload.downcast().map_or(FallbackReason::Panicked, |reason| *reason))
}

/// A loop to be scanned: its body, and what that works on.
pub(crate) struct HostScan<'l, I, T, Op, A, B> {
    tiles: Tiles<'l, I, T, Op, A, B>,
    /// Only the element closure may panic.
    stores_never_panic: bool,
    /// Nor may that.
    elements_never_panic: bool,
    /// Iterations are independent: it is left open which of them have stored when one panics.
    are_independent: bool,
    /// One order of combination, whatever the threads do.
    deterministic: bool,
    /// A thread panicked: the others need not go on.
    stop: AtomicBool,
    operator: PhantomData<fn(Op) -> T>,
}

impl<'l, I, T, Op, A, B> HostScan<'l, I, T, Op, A, B>
where
    I: Index,
    T: Semigroup<Op>,
    A: Elements,
    B: Body<I, T, A>,
{
    /// The scan of the iterations of `range`, of which there is at least one, from `start`.
    ///
    /// # Safety
    /// `arrays` have been placed on the range, a snapshot has been taken, and they are not used otherwise until [`run`](Self::run)
    /// has returned.
    pub(crate) unsafe fn new(range: Range<I>, start: T, arrays: &'l A, body: &'l B, site: &Site) -> Self {
        // SAFETY: the caller's promise.
        let tiles = unsafe { Tiles::new(range, start, arrays, body, site) };
        Self {
            tiles,
            stores_never_panic: site.stores_never_panic,
            elements_never_panic: site.elements_never_panic,
            are_independent: site.kernels.algorithm == Algorithm::Map,
            deterministic: site.deterministic,
            stop: AtomicBool::new(false),
            operator: PhantomData,
        }
    }

    /// Runs it and returns the final carried value. After an error nothing was stored but what the loop as written stores
    /// again. `threads` is how many of them are asked for.
    pub(crate) fn run(&self, threads: Option<NonZeroUsize>) -> Result<T, FallbackReason> {
        let start = self.tiles.start();
        let only_elements_panic = self.stores_never_panic && !T::MAY_PANIC;
        on_threads(threads, &|| {
            if A::COMBINES {
                return self.combine().map(|()| start);
            }
            if (only_elements_panic || self.are_independent) && A::STORES && !A::IN_PLACE {
                return unless_panic(&|| self.single_pass(start));
            }
            if only_elements_panic && self.elements_never_panic && A::IN_PLACE && !A::COUNTS && !self.are_independent {
                return Ok(self.single_pass(start));
            }
            let (prefixes, last) = unless_panic(&|| self.prefixes(start))?;
            if A::STORES {
                self.tiles.places(start, last).ok_or(FallbackReason::Panicked)?;
                // SAFETY: nobody else has the tiles, and nobody has a view of them any more.
                let (try_out, scan) = (
                    |first, prefixes: &[T], _| unsafe { self.tiles.try_out(first, prefixes) },
                    |first, prefixes: &[T], after| unsafe { self.tiles.scan(first, prefixes, after, 0) },
                );
                if !only_elements_panic {
                    unless_panic(&|| self.for_blocks(&prefixes, last, &try_out))?;
                }
                self.for_blocks(&prefixes, last, &scan);
            }
            Ok(last)
        })?
    }

    /// Folds and scans block after block, every thread the next one that is left. Returns the final carried value.
    fn single_pass(&self, start: T) -> T {
        let published = Published::new(start, self.tiles.count(), block::<T>());
        let threads = threads::here().min(published.blocks());
        threads::side_by_side(threads, &|| self.take_blocks(&published, threads));
        published.last()
    }

    /// What one of the `threads` does in a single pass.
    fn take_blocks(&self, published: &Published<T>, threads: usize) {
        let _fence = streams::Fence;
        // In place: blocks of which it is not known yet what is carried into them.
        let mut put_off = VecDeque::new();
        while let Some(block) = published.take_ticket()
            && let Some(watch) = self.watch()
        {
            put_off.extend(self.take_block(published, block, threads).err());
            self.resume(&mut put_off, published, threads);
            watch.over();
        }
        while !put_off.is_empty()
            && let Some(watch) = self.watch()
        {
            self.resume(&mut put_off, published, threads);
            watch.over();
            thread::yield_now();
        }
    }

    /// Scans what has been put off, as far as is known what is carried into it.
    fn resume(&self, put_off: &mut VecDeque<Ticket>, published: &Published<T>, threads: usize) {
        while let Some(block) = put_off.pop_front() {
            if let Err(block) = self.scan_block(published, block, &mut [published.start(); BLOCK], threads) {
                return put_off.push_front(block);
            }
        }
    }

    /// Folds a block and scans it, or gives it back, folded.
    fn take_block(&self, published: &Published<T>, block: Ticket, threads: usize) -> Result<(), Ticket> {
        let tiles = self::block::<T>();
        let first = block.number() * tiles;
        let mut prefixes = [published.start(); BLOCK];
        let count = self.tiles_of(&block);
        // Where stores go past the caches a fold, which brings the block into them, takes less than it saves others of waiting for its end.
        if !A::IN_PLACE
            && const { scans_at_once::<T>() }
            && (threads == 1 || !self.tiles.is_streamed)
            && !A::COUNTS
            && !self.deterministic
            && let Some(carried) = published.carried_into(&block)
        {
            // There is no need to fold what may be scanned at once.
            // SAFETY: nobody else scans these tiles, and what others fold is not what is stored.
            let after = unsafe { self.tiles.scan_on(first, count, carried) };
            published.conclude(block, after);
            return Ok(());
        }
        // SAFETY: this thread has the block, and has not scanned it.
        unsafe { self.tiles.fold(first, &mut prefixes[..count]) };
        self.scan_block(published, block, &mut prefixes, threads)
    }

    /// Scans a block that has been folded. Gives it back where nobody has told what is carried into it, and this thread may not find out.
    fn scan_block(&self, published: &Published<T>, block: Ticket, totals: &mut [T; BLOCK], threads: usize) -> Result<(), Ticket> {
        let tiles = self::block::<T>();
        let (first, prefixes) = (block.number() * tiles, &mut totals[..self.tiles_of(&block)]);
        let fold = |block: usize, totals: &mut [T]| {
            if !A::IN_PLACE {
                // SAFETY: what is stored is nothing that a fold reads.
                unsafe { self.tiles.fold(block * tiles, totals) };
            }
            !A::IN_PLACE
        };
        let next = |carried, total| self.tiles.next(carried, total);
        let carried = published.exchange(block, prefixes, &next, &fold)?;
        let after = self.exclusive(prefixes, carried);
        // SAFETY: nobody else scans these tiles, nor folds them where that would read what is stored.
        unsafe { self.tiles.scan(first, prefixes, after, (threads * tiles) as u64 * self.tiles.tile) };
        Ok(())
    }

    /// How many tiles a block has.
    fn tiles_of(&self, block: &Ticket) -> usize {
        let tiles = self::block::<T>();
        tiles.min(self.tiles.count() - block.number() * tiles)
    }

    /// Has every thread combine for itself, with no iteration of any other, or store aside, and then all that they have with what is there.
    fn combine(&self) -> Result<(), FallbackReason> {
        let blocks = self.tiles.count().div_ceil(BLOCK);
        let threads = threads::here().min(blocks);
        let elements = self.tiles.arrays().own_len().saturating_mul(threads as u64);
        if elements.saturating_mul(COPYING) > self.tiles.iterations() {
            return Err(FallbackReason::ManyBins);
        }
        let next = AtomicUsize::new(0);
        let take = || {
            let block = next.fetch_add(1, Ordering::Relaxed);
            (block < blocks).then_some(block)
        };
        let combined = |_| {
            let mut own = self.tiles.arrays().own()?;
            // After a panic elsewhere nobody looks at what is combined here.
            while let Some(block) = take()
                && let Some(watch) = self.watch()
            {
                let first = block * BLOCK;
                self.tiles.combine(first, BLOCK.min(self.tiles.count() - first), &mut own);
                watch.over();
            }
            Some(own)
        };
        let owns = unless_panic(&|| map(threads, &combined))?;
        for own in owns.into_iter().collect::<Option<Vec<_>>>().ok_or(FallbackReason::NoMemory)? {
            // SAFETY: the arrays are borrowed by the launch, whose threads are all done.
            unsafe { self.tiles.arrays().merge(own) };
        }
        Ok(())
    }

    /// Each tile's prefix, and the final carried value. Evaluates every element.
    fn prefixes(&self, start: T) -> (Vec<T>, T) {
        let mut prefixes = vec![start; self.tiles.count()];
        // The more tiles in a row, the fewer of which something is chosen.
        let is_chosen = const { matches!(T::ROLE, Role::Chooses) };
        let size = if is_chosen { (prefixes.len() / PARTS).clamp(block::<T>(), MOST_CHOSEN) } else { block::<T>() };
        for_each_of(&mut prefixes.chunks_mut(size), &|number, totals: &mut [T]| {
            let Some(watch) = self.watch() else { return };
            // SAFETY: nothing is scanned in this pass.
            unsafe { self.tiles.fold(number * size, totals) };
            watch.over();
        });
        let last = self.exclusive(&mut prefixes, start);
        (prefixes, last)
    }

    /// Turns tiles' totals into what precedes them, from `carried` on; returns what follows the last.
    fn exclusive(&self, totals: &mut [T], mut carried: T) -> T {
        for total in totals {
            let before = std::mem::replace(total, carried);
            carried = self.tiles.next(carried, before);
        }
        carried
    }

    /// Has every block of tiles worked on, given its first tile, their prefixes, and what follows the last.
    fn for_blocks(&self, prefixes: &[T], last: T, work: &(dyn Fn(usize, &[T], T) + Sync)) {
        let tiles = block::<T>();
        for_each(prefixes.len().div_ceil(tiles), &|number| {
            let Some(watch) = self.watch() else { return };
            let _fence = streams::Fence;
            let rest = &prefixes[number * tiles..];
            let (these, after) = (&rest[..tiles.min(rest.len())], rest.get(tiles).copied().unwrap_or(last));
            work(number * tiles, these, after);
            watch.over();
        });
    }

    /// `None` after a panic elsewhere; otherwise what tells the others of a panic here.
    fn watch(&self) -> Option<Watch<'_>> {
        (!self.stop.load(Ordering::Relaxed)).then_some(Watch(&self.stop))
    }
}

/// The tiles of a block.
fn block<T>() -> usize {
    (BLOCK * BLOCK_VALUE / size_of::<T>().max(BLOCK_VALUE)).max(1)
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
