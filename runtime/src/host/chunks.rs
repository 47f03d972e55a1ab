//! Iterations in three steps: the elements of some of them, what is carried after each, and what they store, chunk by chunk. Each step is
//! a loop of its own, within the innermost cache, of which the compiler makes vectors, also where an element checks its indices. Elements that
//! are those of an array, and a scan that goes to one, need no step of theirs: vectors are loaded and stored there.

use super::body::{Body, Elements, ScanKind};
use super::streams::{self, CHUNK};
use super::vectors::{self, ROW, avx2};
use crate::model::operator::Semigroup;
use crate::model::range::Index;
use crate::model::value::Value;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::ptr;

/// The bytes of values that are computed and scanned together: they stay in the innermost cache, beside what they come from. Where an
/// element checks its indices the compiler leaves some tens out of its vectors, so they should not be too few. What is more than two
/// kilobytes the C library copies by an instruction that waits for all before it, and has all after it wait.
const BYTES: usize = 2048;
/// Rows for which is fetched ahead at once.
const FETCHED: usize = 2;

/// Consecutive tiles of a loop whose variable goes up by one.
#[derive(Clone, Copy)]
pub(super) struct Stretch<I, V> {
    /// The first iteration, and the loop variable there.
    pub(super) first: u64,
    pub(super) i: I,
    /// How many iterations there are, at least one.
    pub(super) length: u64,
    pub(super) views: V,
}

/// How they are scanned.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    /// What is stored goes past the caches.
    pub(super) is_streamed: bool,
    /// Meanwhile it is fetched what the iterations read that come so many later.
    pub(super) ahead: Option<u64>,
}

impl<I, V> Stretch<I, V> {
    /// Some of them, of the loop's.
    fn part(&self, part: &Range<u64>) -> Range<u64> {
        self.first + part.start..self.first + part.end
    }
}

impl Manner {
    /// What is done beside a row of these iterations.
    #[inline(always)]
    fn fetch<A: Elements>(self, arrays: &A, iterations: &Range<u64>, row: usize) {
        if let Some(ahead) = self.ahead
            && row.is_multiple_of(FETCHED)
        {
            let later = iterations.start + ahead..iterations.end + ahead;
            let first = later.start + (row * ROW) as u64;
            arrays.fetch(&(first..later.end.min(first + (FETCHED * ROW) as u64)));
        }
    }
}

/// Their elements, combined. Of floats, sums and products are rounded in another order than from the left.
///
/// # Safety
/// The processor has AVX2.
#[cfg_attr(all(target_arch = "x86_64", not(miri)), target_feature(enable = "avx2"))]
pub(super) unsafe fn fold<I: Index, T: Semigroup<Op>, Op, A: Elements, B: Body<I, T, A>>(
    body: &B,
    arrays: &A,
    stretch: Stretch<I, A::Views<'_>>,
) -> T {
    if const { A::READS_ELEMENTS } {
        // SAFETY: the caller's promise.
        return unsafe { avx2::fold::<T, Op>(read(arrays, &stretch.part(&(0..stretch.length)))) };
    }
    if const { !vectors::are_folded::<T, Op>() } {
        // The compiler knows that integers may be combined in any order.
        let Stretch { mut i, length, views, .. } = stretch;
        let mut total = body.element(i, views);
        for _ in 1..length {
            i = i.advance(1);
            total = T::combine(total, body.element(i, views));
        }
        return total;
    }
    let mut partials = Partials([MaybeUninit::uninit(); CHUNK]);
    let mut total = None;
    for part in parts(0..stretch.length, chunk::<T>()) {
        let partials = elements::<I, T, A, B>(body, &stretch, &part, &mut partials);
        // SAFETY: the caller's promise.
        let later = unsafe { avx2::fold::<T, Op>(partials) };
        total = Some(if let Some(earlier) = total { T::combine(earlier, later) } else { later });
    }
    total.expect("there is an iteration")
}

/// Scans the iterations from what is carried into them and stores what that gives; returns what is carried out of them. Of floats, sums and
/// products are rounded in another order than from the left.
///
/// What has been streamed others see after a [`Fence`](super::streams::Fence).
///
/// # Safety
/// The processor has AVX2; and as for [`Tiles::scan`](super::tiles::Tiles::scan).
#[cfg_attr(all(target_arch = "x86_64", not(miri)), target_feature(enable = "avx2"))]
pub(super) unsafe fn scan<I: Index, T: Semigroup<Op>, Op, A: Elements, B: Body<I, T, A>>(
    body: &B,
    arrays: &A,
    stretch: Stretch<I, A::Views<'_>>,
    (mut carried, places): (T, A::Places),
    manner: Manner,
) -> T {
    if const { A::SCAN.is_some() } {
        // SAFETY: the caller's promise.
        return unsafe { scan_to_array::<I, T, Op, A, B>(body, arrays, stretch, carried, manner) };
    }
    let mut partials = Partials([MaybeUninit::uninit(); CHUNK]);
    let mut staged = A::Staged::default();
    // So many values are staged, and streamed while the next are scanned: a processor that has to wait for memory has something to do.
    let mut waiting = 0;
    // The first and the last line, which are stored in parts, are not streamed. A processor does not go on to store before it has read them,
    // so there are only two in all.
    let all = 0..stretch.length;
    let lines =
        if manner.is_streamed { arrays.whole_lines(&(stretch.first..stretch.first + stretch.length)) } else { all.end..all.end };
    let size = chunk::<T>();
    for chunk in parts(0..lines.start, size).chain(parts(lines.clone(), size)).chain(parts(lines.end..all.end, size)) {
        let partials = elements::<I, T, A, B>(body, &stretch, &chunk, &mut partials);
        let iterations = stretch.part(&chunk);
        let mut streamed = 0;
        let beside = |row: usize| {
            let (first, end) = (row * ROW, (row + 1) * ROW);
            manner.fetch(arrays, &iterations, row);
            if end <= waiting {
                // SAFETY: as below.
                unsafe { A::stream(&staged, first..end) };
                streamed = end;
            }
        };
        // SAFETY: the caller's promise.
        let last = unsafe {
            let pointer = partials.as_mut_ptr();
            avx2::scan::<T, Op, false>((pointer, pointer), partials.len(), carried, beside)
        };
        // SAFETY: as below.
        unsafe { A::stream(&staged, streamed..waiting) };
        waiting = 0;
        let mut i = stretch.i.advance(chunk.start as i64);
        let mut values = |after: T| {
            let before = std::mem::replace(&mut carried, after);
            let values = body.store(i, before, after, stretch.views);
            i = i.advance(1);
            values
        };
        // SAFETY: iterations of the range on which the arrays were placed, which no other thread stores; no reference into what they
        // store is left, as the closures have returned; what is streamed has been staged.
        unsafe {
            if lines.contains(&chunk.start) {
                arrays.aim(&mut staged, iterations.start);
                for (number, after) in partials.iter().enumerate() {
                    A::stage(&mut staged, number, values(*after));
                }
                waiting = partials.len();
            } else {
                for (k, after) in iterations.zip(&*partials) {
                    arrays.store(k, values(*after), places);
                }
            }
        }
        carried = last;
    }
    // SAFETY: as above.
    unsafe { A::stream(&staged, 0..waiting) };
    carried
}

/// As [`scan`], of iterations of which all that they store is the scan: from vectors to where it goes.
///
/// # Safety
/// As there.
#[inline]
#[cfg_attr(all(target_arch = "x86_64", not(miri)), target_feature(enable = "avx2"))]
unsafe fn scan_to_array<I: Index, T: Semigroup<Op>, Op, A: Elements, B: Body<I, T, A>>(
    body: &B,
    arrays: &A,
    stretch: Stretch<I, A::Views<'_>>,
    mut carried: T,
    manner: Manner,
) -> T {
    let mut partials = Partials([MaybeUninit::uninit(); CHUNK]);
    let mut to = arrays.scanned::<T>(stretch.first).expect("it is stored in consecutive places");
    let is_exclusive = const { matches!(A::SCAN, Some(ScanKind::Exclusive)) };
    // What is carried out of an iteration the next one stores: the last one's is another stretch's.
    let length = if is_exclusive { stretch.length - 1 } else { stretch.length };
    if is_exclusive {
        // SAFETY: the place of the first iteration, and then that of the next, or the end.
        unsafe {
            to.write(carried);
            to = to.add(1);
        }
    }
    // As in `scan`.
    let lines = if manner.is_streamed { streams::whole_lines(to, length) } else { length..length };
    let size = if const { A::READS_ELEMENTS } { stretch.length as usize } else { chunk::<T>() };
    for chunk in parts(0..lines.start, size).chain(parts(lines.clone(), size)).chain(parts(lines.end..length, size)) {
        let iterations = stretch.part(&chunk);
        let elements: &[T] = if const { A::READS_ELEMENTS } {
            read::<T, A>(arrays, &iterations)
        } else {
            elements::<I, T, A, B>(body, &stretch, &chunk, &mut partials)
        };
        let beside = |row| manner.fetch(arrays, &iterations, row);
        // SAFETY: the caller's promise; iterations of the range on which the arrays were placed, which no other thread stores; whole lines
        // begin and end where vectors do.
        carried = unsafe {
            let places = (elements.as_ptr(), to.add(chunk.start as usize));
            if lines.contains(&chunk.start) {
                avx2::scan::<T, Op, true>(places, elements.len(), carried, beside)
            } else {
                avx2::scan::<T, Op, false>(places, elements.len(), carried, beside)
            }
        };
    }
    if is_exclusive {
        carried = T::combine(carried, body.element(stretch.i.advance(length as i64), stretch.views));
    }
    carried
}

/// The elements of some iterations, where they lie.
fn read<'a, T: Value, A: Elements>(arrays: &'a A, iterations: &Range<u64>) -> &'a [T] {
    arrays.elements(iterations).expect("they lie one after the other")
}

/// The iterations of a chunk.
#[inline(always)]
const fn chunk<T>() -> usize {
    if size_of::<T>() * CHUNK <= BYTES { CHUNK } else { BYTES / size_of::<T>() }
}

/// The parts of `iterations`, of `size` each but for the last.
#[inline(always)]
fn parts(iterations: Range<u64>, size: usize) -> impl Iterator<Item = Range<u64>> {
    let end = iterations.end;
    iterations.step_by(size).map(move |start| start..end.min(start + size as u64))
}

/// The elements of some of the iterations.
#[inline(always)]
fn elements<'p, I: Index, T: Copy, A: Elements, B: Body<I, T, A>>(
    body: &B,
    stretch: &Stretch<I, A::Views<'_>>,
    part: &Range<u64>,
    partials: &'p mut Partials<T>,
) -> &'p mut [T] {
    let partials = &mut partials.0[..(part.end - part.start) as usize];
    let mut i = stretch.i.advance(part.start as i64);
    for partial in &mut *partials {
        partial.write(body.element(i, stretch.views));
        i = i.advance(1);
    }
    // SAFETY: each has been written just now.
    unsafe { &mut *(ptr::from_mut(partials) as *mut [T]) }
}

/// The values of a part, where vectors are loaded from.
#[repr(align(64))]
struct Partials<T>([MaybeUninit<T>; CHUNK]);
