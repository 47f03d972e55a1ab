//! The tiles of a loop, folded and scanned several side by side: each is a chain in which every step waits for the one before it, and
//! while one chain waits the processor works on the others. Integers are combined so fast that nothing waits, and large values have so
//! much to combine that nothing is idle: their tiles go one by one, with fewer addresses and values to keep.
//!
//! All this is compiled for every loop anew. So what a loop does not need is left out by conditions that are constants, which the compiler
//! sees to before it generates code, in debug builds too; and no function is called with a closure that a loop would do for.

use super::body::{Body, Elements};
use super::chunks::{self, Manner, Stretch};
use super::selected;
use super::streams::STREAMED_FROM;
use super::vectors::{self, avx2};
use crate::model::operator::{Role, Semigroup};
use crate::model::range::{Index, Range};
use crate::model::site::Site;
use crate::model::value::Value;
use std::marker::PhantomData;
use std::ops;
use std::panic::resume_unwind;

/// Iterations a tile; the elements that a work-item of a deterministic kernel takes. Miri interprets each, and is to see many tiles.
pub(crate) const TILE: u64 = if cfg!(miri) { 16 } else { 1024 };
/// Where an iteration has loops of its own there are so many tiles, or such as have [`TILE`] iterations.
const TILES_WITH_LOOPS: u64 = 4096;
/// Tiles side by side.
pub(super) const CHAINS: usize = 4;
/// Floats that are scanned by themselves before what is carried is combined with them.
const LANES: usize = 4;
/// The bytes of a value from which on an operation is worth saving, and waiting for one costs little.
const WIDE: usize = 32;

/// An array of what an expression gives for each index; of `from_fn` every loop would have ten functions of its own.
macro_rules! each {
    ($count:expr, $index:ident => $value:expr) => {{
        let $index = 0;
        let mut values = [$value; $count];
        for $index in 1..$count {
            values[$index] = $value;
        }
        values
    }};
}

/// The iterations of a loop, tile by tile.
pub(super) struct Tiles<'l, I, T, Op, A, B> {
    range: Range<I>,
    start: T,
    arrays: &'l A,
    pub(super) body: &'l B,
    /// They are folded and scanned in vectors, chunk by chunk: there is AVX2.
    in_chunks: bool,
    /// What they store goes past the caches.
    pub(super) is_streamed: bool,
    /// Nothing but what iterations select is stored, and none of it panics.
    selects: bool,
    /// What they select is counted in vectors: there is AVX2.
    counts_in_vectors: bool,
    /// The iterations of a tile.
    pub(super) tile: u64,
    /// So many iterations fewer has the first tile, so that the others begin where a line of the cache does.
    missing: u64,
    operator: PhantomData<fn(Op) -> T>,
}

impl<'l, I, T, Op, A, B> Tiles<'l, I, T, Op, A, B>
where
    I: Index,
    T: Semigroup<Op>,
    A: Elements,
    B: Body<I, T, A>,
{
    /// # Safety
    /// `arrays` have been placed on the range, a snapshot has been taken, and they are not used otherwise than by [`scan`](Self::scan)
    /// while this lives.
    pub(super) unsafe fn new(range: Range<I>, start: T, arrays: &'l A, body: &'l B, site: &Site) -> Self {
        let stored = (size_of::<A::Values>() as u64).saturating_mul(range.len());
        let is_in_order = site.deterministic && vectors::rounds::<T, Op>();
        let is_large = stored >= STREAMED_FROM;
        let is_possible = range.span().step == 1 && !is_in_order && avx2::is_there() && are_consecutive::<T, A>(arrays);
        let in_chunks = is_possible && vectors::are_best::<T, Op>(is_large);
        let selects = const { A::COUNTS && A::SELECTS } && site.stores_never_panic;
        let counts_in_vectors = is_possible && selects && const { vectors::are_combined::<T, Op>() };
        let is_streamed = in_chunks && is_large && arrays.can_be_staged();
        let tile = match site.kernels.have_loops && !site.deterministic {
            true => (range.len() / TILES_WITH_LOOPS).clamp(1, TILE),
            false => TILE,
        };
        let until_line = if is_streamed { arrays.whole_lines(&(0..range.len())).start % tile } else { 0 };
        let missing = (tile - until_line) % tile;
        Self {
            range,
            start,
            arrays,
            body,
            in_chunks,
            is_streamed,
            selects,
            counts_in_vectors,
            tile,
            missing,
            operator: PhantomData,
        }
    }

    /// What is carried into the first.
    pub(super) fn start(&self) -> T {
        self.start
    }

    /// What they work on.
    pub(super) fn arrays(&self) -> &'l A {
        self.arrays
    }

    /// How many iterations there are.
    pub(super) fn iterations(&self) -> u64 {
        self.range.len()
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        (self.range.len() + self.missing).div_ceil(self.tile) as usize
    }

    /// The left folds of the tiles from `first` on.
    ///
    /// # Safety
    /// Nobody scans these tiles meanwhile, unless no array is in place.
    pub(super) unsafe fn fold(&self, first: usize, totals: &mut [T]) {
        if const { vectors::are_combined::<T, Op>() } && (self.in_chunks || self.counts_in_vectors) {
            for (tile, total) in (first..).zip(totals) {
                // SAFETY: the caller's promise; there is AVX2.
                *total = unsafe { chunks::fold::<I, T, Op, A, B>(self.body, self.arrays, self.stretch(tile, 1)) };
            }
            return;
        }
        if const { matches!(T::ROLE, Role::Chooses) } && self.step() == 1 {
            // SAFETY: the caller's promise.
            return unsafe { self.fold_choices(first, totals) };
        }
        for (tile, totals) in (first..).step_by(CHAINS).zip(totals.chunks_mut(CHAINS)) {
            // SAFETY: the caller's promise.
            unsafe { self.fold_side_by_side(tile, totals) };
        }
    }

    /// The same of no more than [`CHAINS`] tiles.
    #[inline(always)]
    pub(super) unsafe fn fold_side_by_side(&self, first: usize, totals: &mut [T]) {
        // SAFETY: the caller's promise.
        unsafe {
            // A block need not be a multiple of so many tiles.
            if const { !is_busy_alone::<T>() }
                && self.are_full(first)
                && let Ok(totals) = <&mut [T; CHAINS]>::try_from(&mut *totals)
            {
                *totals = self.fold_chains(first);
                return;
            }
            for (tile, total) in (first..).zip(totals) {
                [*total] = self.fold_chains(tile);
            }
        }
    }

    /// Combines what `count` tiles from `first` on give with what a thread has for itself.
    pub(super) fn combine(&self, first: usize, count: usize, own: &mut A::Own) {
        // SAFETY: nothing is stored while threads combine for themselves.
        let stretch = unsafe { self.stretch(first, count) };
        match self.step() {
            1 => combine::<I, T, A, B, true>(self.body, stretch, (self.start, 1), own),
            step => combine::<I, T, A, B, false>(self.body, stretch, (self.start, step), own),
        }
    }

    /// What follows a tile that begins with `carried` and has this total.
    ///
    /// # Panics
    /// Where the tile has no room of its own for what is stored where the loop counts. So no two tiles of one scan store in one place: each
    /// begins where the one before it ends, which is not before where that begins.
    #[inline]
    pub(super) fn next(&self, carried: T, total: T) -> T {
        let after = T::combine(carried, total);
        if A::COUNTS {
            self.places_of(carried, after);
        }
        after
    }

    /// Where all may store that ends with `last`; `None` where there is no room.
    pub(super) fn places(&self, start: T, last: T) -> Option<A::Places> {
        self.arrays.places(&start, &start, &last)
    }

    /// Computes what the tiles from `first` on store, each from its prefix, and throws it away.
    ///
    /// # Panics
    /// Where an element, the operator or a store does.
    ///
    /// # Safety
    /// Nobody scans these tiles meanwhile.
    pub(super) unsafe fn try_out(&self, first: usize, prefixes: &[T]) {
        for (tile, prefix) in (first..).zip(prefixes) {
            // SAFETY: the caller's promise.
            try_out::<I, T, Op, A, B>(self.body, unsafe { self.stretch(tile, 1) }, (*prefix, self.step()));
        }
    }

    /// Scans the tiles from `first` on, each from its prefix, and stores what that gives. What follows the last of them is `after`. Tiles
    /// that come `ahead` iterations later, if it is not 0, are likely to be what this thread has to do next.
    ///
    /// # Panics
    /// Where there is no room for what is stored where the loop counts, before anything is stored in the tile.
    ///
    /// # Safety
    /// Nobody scans these tiles meanwhile, nor folds them unless no array is in place. All tiles' prefixes are those of one scan, each found
    /// by [`next`](Self::next) from the one before it.
    pub(super) unsafe fn scan(&self, first: usize, prefixes: &[T], after: T, ahead: u64) {
        let end_of = |tile: usize| prefixes.get(tile + 1 - first).copied().unwrap_or(after);
        if const { A::COUNTS && A::SELECTS } && self.is_sparse(prefixes[0], after, prefixes.len() as u64 * self.tile) {
            // SAFETY: the caller's promise.
            unsafe { self.scan_sparse(first, prefixes, &end_of) };
            return;
        }
        if const { vectors::are_combined::<T, Op>() } && self.in_chunks {
            // SAFETY: the caller's promise.
            unsafe { self.scan_chunks(first, prefixes.len(), prefixes[0], self.places_of(prefixes[0], after), ahead) };
            return;
        }
        for (tile, prefixes) in (first..).step_by(CHAINS).zip(prefixes.chunks(CHAINS)) {
            // SAFETY: the caller's promise.
            unsafe {
                if const { !is_busy_alone::<T>() }
                    && self.are_full(tile)
                    && let Some(prefixes) = prefixes.first_chunk::<CHAINS>()
                {
                    let places = each!(CHAINS, chain => self.places_of(prefixes[chain], end_of(tile + chain)));
                    self.scan_chains(tile, *prefixes, places);
                    continue;
                }
                for (tile, prefix) in (tile..).zip(prefixes) {
                    self.scan_chains(tile, [*prefix], [self.places_of(*prefix, end_of(tile))]);
                }
            }
        }
    }

    /// Tiles of which few iterations select something: each as is best for its own.
    ///
    /// # Safety
    /// As for [`scan`](Self::scan).
    unsafe fn scan_sparse(&self, first: usize, prefixes: &[T], end_of: &dyn Fn(usize) -> T) {
        for (tile, prefix) in (first..).zip(prefixes) {
            let end = end_of(tile);
            let places = self.places_of(*prefix, end);
            // SAFETY: the caller's promise for this tile.
            unsafe {
                if self.is_sparse(*prefix, end, self.tile) {
                    self.scan_selected(tile, *prefix, places);
                } else {
                    self.scan_chains(tile, [*prefix], [places]);
                }
            }
        }
    }

    /// Where a tile may store.
    fn places_of(&self, prefix: T, end: T) -> A::Places {
        let places = self.arrays.places(&self.start, &prefix, &end);
        // The loop as written says what is wrong.
        places.unwrap_or_else(|| resume_unwind(Box::new("no room")))
    }

    /// Scans `count` tiles from `first` on, whose start is known, and stores what that gives. Returns what is carried out of them.
    /// Floats may be combined in another order than tile by tile from the left.
    ///
    /// # Safety
    /// As for [`scan`](Self::scan).
    pub(super) unsafe fn scan_on(&self, first: usize, count: usize, start: T) -> T {
        // No more is known than the value before a tile: it must not matter where the loop counts.
        if const { vectors::are_combined::<T, Op>() } && self.in_chunks {
            // SAFETY: the caller's promise for these tiles.
            return unsafe { self.scan_chunks(first, count, start, self.places_of(start, start), 0) };
        }
        let mut carried = start;
        for tile in first..first + count {
            // SAFETY: the caller's promise for these tiles.
            carried = unsafe {
                if const { vectors::is_float::<T>() } {
                    self.scan_lanes(tile, carried)
                } else {
                    self.scan_chains(tile, [carried], [self.places_of(carried, carried)])[0]
                }
            };
        }
        carried
    }

    /// Whether there are [`CHAINS`] full tiles from `first` on.
    fn are_full(&self, first: usize) -> bool {
        (first + CHAINS) as u64 * self.tile <= self.range.len()
    }

    unsafe fn fold_chains<const N: usize>(&self, first: usize) -> [T; N] {
        // SAFETY: the caller's promise for these tiles.
        let chains = unsafe { self.chains::<N>(first) };
        match self.step() {
            1 => fold::<I, T, Op, A, B, N, true>(self.body, chains, 1),
            step => fold::<I, T, Op, A, B, N, false>(self.body, chains, step),
        }
    }

    /// The calling thread has a [`Fence`](super::streams::Fence).
    ///
    /// # Safety
    /// As for [`scan`](Self::scan), for `count` tiles from `first` on.
    unsafe fn scan_chunks(&self, first: usize, count: usize, carried: T, places: A::Places, ahead: u64) -> T {
        let end = self.tile(first + count - 1).end;
        let ahead = (ahead > 0 && end + ahead <= self.range.len()).then_some(ahead);
        let manner = Manner { is_streamed: self.is_streamed, ahead };
        // SAFETY: the caller's promise for these tiles; there is AVX2.
        unsafe { chunks::scan::<I, T, Op, A, B>(self.body, self.arrays, self.stretch(first, count), (carried, places), manner) }
    }

    /// `count` tiles from `first` on.
    ///
    /// # Safety
    /// As for [`chains`](Self::chains).
    pub(super) unsafe fn stretch(&self, first: usize, count: usize) -> Stretch<I, A::Views<'l>> {
        let iterations = self.tile(first).start..self.tile(first + count - 1).end;
        // SAFETY: the arrays are placed; the rest is the caller's promise.
        let views = unsafe { self.arrays.views(&iterations) };
        Stretch {
            first: iterations.start,
            i: self.range.value(iterations.start),
            length: iterations.end - iterations.start,
            views,
        }
    }

    unsafe fn scan_lanes(&self, tile: usize, carried: T) -> T {
        // SAFETY: the caller's promise for this tile.
        unsafe {
            let chains = self.chains::<1>(tile);
            let from = (carried, self.places_of(carried, carried));
            match self.step() {
                1 => scan_lanes::<I, T, Op, A, B, true>(self.body, self.arrays, chains, 1, from),
                step => scan_lanes::<I, T, Op, A, B, false>(self.body, self.arrays, chains, step, from),
            }
        }
    }

    unsafe fn scan_chains<const N: usize>(&self, first: usize, prefixes: [T; N], places: [A::Places; N]) -> [T; N] {
        // SAFETY: the caller's promise for these tiles.
        unsafe {
            let chains = self.chains::<N>(first);
            match self.step() {
                1 => scan::<I, T, Op, A, B, N, true>(self.body, self.arrays, chains, 1, (prefixes, places)),
                step => scan::<I, T, Op, A, B, N, false>(self.body, self.arrays, chains, step, (prefixes, places)),
            }
        }
    }

    /// A tile of which no more is to be stored than few iterations select.
    ///
    /// # Safety
    /// As for [`scan`](Self::scan).
    unsafe fn scan_selected(&self, tile: usize, prefix: T, places: A::Places) {
        // SAFETY: the caller's promise for this tile.
        let stretch = unsafe { self.stretch(tile, 1) };
        let from = (prefix, places);
        // SAFETY: the caller's promise for this tile; where they are counted in vectors there is AVX2.
        unsafe {
            match self.step() {
                1 if self.counts_in_vectors => selected::scan_wide::<I, T, Op, A, B>(self.body, self.arrays, stretch, from),
                step => selected::scan::<I, T, Op, A, B>(self.body, self.arrays, stretch, step, from),
            }
        }
    }

    /// Whether so few of these iterations select something, from `prefix` to `end`, that it is worth looking which do.
    fn is_sparse(&self, prefix: T, end: T, iterations: u64) -> bool {
        self.selects && selected::count(prefix, end).is_some_and(|count| count.saturating_mul(selected::SPARSE) <= iterations)
    }

    /// The tiles from `first` on: all full, or one.
    ///
    /// # Safety
    /// Nobody scans these tiles while the views are used, unless no array is in place: then there are none.
    unsafe fn chains<const N: usize>(&self, first: usize) -> Chains<I, A::Views<'l>, N> {
        // None of them is streamed.
        let starts = each!(N, chain => (first + chain) as u64 * self.tile);
        // SAFETY: the arrays are placed; the rest is the caller's promise.
        let views = each!(N, chain => unsafe { self.arrays.views(&self.tile(first + chain)) });
        let one = self.tile(first);
        Chains { length: one.end - one.start, first: starts, i: values(&self.range, starts), views }
    }

    /// The iterations of a tile.
    fn tile(&self, tile: usize) -> ops::Range<u64> {
        let end = (tile as u64 + 1) * self.tile - self.missing;
        (end.saturating_sub(self.tile))..self.range.len().min(end)
    }

    /// What an iteration adds to the loop variable. A range of more than one value has a step that 64 bits hold.
    fn step(&self) -> i64 {
        self.range.span().step as i64
    }
}

/// Whether a value is so large that combining two keeps a core busy for longer than it waits for the result.
const fn is_wide<T>() -> bool {
    size_of::<T>() >= WIDE
}

/// Whether what vectors would load and store without closures lies one after the other.
fn are_consecutive<T: Value, A: Elements>(arrays: &A) -> bool {
    (const { !A::READS_ELEMENTS } || arrays.elements::<T>(&(0..1)).is_some())
        && (const { A::SCAN.is_none() } || arrays.scanned::<T>(0).is_some())
}

/// Whether a chain of combinations is as good as chains side by side.
const fn is_busy_alone<T: Value>() -> bool {
    vectors::is_integer::<T>() || is_wide::<T>()
}

/// Whether tiles whose start is known are best scanned at once, in a chain or in lanes, without being folded first.
pub(super) const fn scans_at_once<T: Value>() -> bool {
    is_busy_alone::<T>() || vectors::is_float::<T>()
}

// What follows depends on no loop, and so is compiled for all loops once.

/// The loop variable of these iterations.
fn values<I: Index, const N: usize>(range: &Range<I>, iterations: [u64; N]) -> [I; N] {
    each!(N, chain => range.value(iterations[chain]))
}

/// Tiles of one length, side by side.
struct Chains<I, V, const N: usize> {
    length: u64,
    /// Each one's first iteration, its loop variable, and its old values.
    first: [u64; N],
    i: [I; N],
    views: [V; N],
}

/// The iterations' step, where the compiler makes more of one that it knows.
const fn known<const UNIT: bool>(step: i64) -> i64 {
    if UNIT { 1 } else { step }
}

// Bodies and arrays are parameters of functions that are not inlined: so the compiler knows that no store changes them, and keeps what
// they hold in registers.

#[inline(never)]
fn fold<I: Index, T: Semigroup<Op>, Op, A: Elements, B: Body<I, T, A>, const N: usize, const UNIT: bool>(
    body: &B,
    chains: Chains<I, A::Views<'_>, N>,
    step: i64,
) -> [T; N] {
    let Chains { length, mut i, views, .. } = chains;
    let mut totals = each!(N, chain => body.element(i[chain], views[chain]));
    for _ in 1..length {
        for chain in 0..N {
            i[chain] = i[chain].advance(known::<UNIT>(step));
            totals[chain] = T::combine(totals[chain], body.element(i[chain], views[chain]));
        }
    }
    totals
}

#[inline(never)]
fn combine<I: Index, T: Copy, A: Elements, B: Body<I, T, A>, const UNIT: bool>(
    body: &B,
    stretch: Stretch<I, A::Views<'_>>,
    (carried, step): (T, i64),
    own: &mut A::Own,
) {
    let Stretch { first, mut i, length, views } = stretch;
    for k in first..first + length {
        A::combine(own, k, body.store(i, carried, carried, views));
        i = i.advance(known::<UNIT>(step));
    }
}

#[inline(never)]
fn try_out<I: Index, T: Semigroup<Op>, Op, A: Elements, B: Body<I, T, A>>(
    body: &B,
    stretch: Stretch<I, A::Views<'_>>,
    (mut carried, step): (T, i64),
) {
    let Stretch { mut i, length, views, .. } = stretch;
    for _ in 0..length {
        let after = T::combine(carried, body.element(i, views));
        body.store(i, carried, after, views);
        carried = after;
        i = i.advance(step);
    }
}

/// # Safety
/// As for [`Tiles::scan`].
#[inline(never)]
unsafe fn scan<I: Index, T: Semigroup<Op>, Op, A: Elements, B: Body<I, T, A>, const N: usize, const UNIT: bool>(
    body: &B,
    arrays: &A,
    chains: Chains<I, A::Views<'_>, N>,
    step: i64,
    (prefixes, places): ([T; N], [A::Places; N]),
) -> [T; N] {
    let Chains { length, first, mut i, views } = chains;
    let mut carried = prefixes;
    for k in 0..length {
        for chain in 0..N {
            let before = carried[chain];
            let after = T::combine(before, body.element(i[chain], views[chain]));
            let values = body.store(i[chain], before, after, views[chain]);
            // SAFETY: an iteration of the range on which the arrays were placed, which no other thread stores; no reference into
            // what it stores is left, as the closures have returned.
            unsafe { arrays.store(first[chain] + k, values, places[chain]) };
            carried[chain] = after;
            i[chain] = i[chain].advance(known::<UNIT>(step));
        }
    }
    carried
}

/// The elements of some iterations are scanned by themselves, by Sklansky's network, which does not wait for what is carried into them.
///
/// # Safety
/// As for [`Tiles::scan`].
#[inline(never)]
unsafe fn scan_lanes<I: Index, T: Semigroup<Op>, Op, A: Elements, B: Body<I, T, A>, const UNIT: bool>(
    body: &B,
    arrays: &A,
    chains: Chains<I, A::Views<'_>, 1>,
    step: i64,
    (mut carried, places): (T, A::Places),
) -> T {
    let Chains { length, first: [first], i: [mut i], views: [views] } = chains;
    // SAFETY: as below: an iteration of the tile.
    let store = |k: u64, values| unsafe { arrays.store(first + k, values, places) };
    let in_lanes = length - length % LANES as u64;
    for k in (0..in_lanes).step_by(LANES) {
        let mut indices = [i; LANES];
        for lane in 1..LANES {
            indices[lane] = indices[lane - 1].advance(known::<UNIT>(step));
        }
        let mut partials = each!(LANES, lane => body.element(indices[lane], views));
        let mut half = 1;
        while half < LANES {
            for lane in half..LANES {
                if lane & half != 0 {
                    partials[lane] = T::combine(partials[(lane & !(half - 1)) - 1], partials[lane]);
                }
            }
            half *= 2;
        }
        let after = each!(LANES, lane => T::combine(carried, partials[lane]));
        for lane in 0..LANES {
            let before = if lane == 0 { carried } else { after[lane - 1] };
            store(k + lane as u64, body.store(indices[lane], before, after[lane], views));
        }
        carried = after[LANES - 1];
        i = indices[LANES - 1].advance(known::<UNIT>(step));
    }
    for k in in_lanes..length {
        let after = T::combine(carried, body.element(i, views));
        store(k, body.store(i, carried, after, views));
        carried = after;
        i = i.advance(known::<UNIT>(step));
    }
    carried
}
