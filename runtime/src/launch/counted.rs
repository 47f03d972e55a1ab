//! Arrays that a loop stores into where it counts: `if keep { out[k] = x[i]; k += 1; }`.
//!
//! **Counted places are a tile's own.** A counter never goes back, and goes on beyond whatever is stored at it, so a tile stores between
//! its value before the tile and after it, and nobody else does. There a kernel may store what is stored over later. A tile looks whether
//! there is room before it stores anything; what has no room has none in any later tile either, so what has been stored when a launch fails
//! is what the loop as written stores before it panics (`panics_between_tiles`). On the host `Counted` holds every store against its tile.
//! Where no carried value changes unless the one condition of all stores holds (`render/kept.rs`), a sparse tile visits what is kept alone.

use super::arguments::{Argument, Arguments};
use super::arrays::Entry;
use super::entries::{uncombined, unstaged, unviewed};
use super::pushed;
use super::written::{Stores, Written};
use crate::model::element::Element;
use crate::model::job::{OutputWindow, Stored};
use crate::model::range::Span;
use crate::model::reason::FallbackReason;
use crate::model::value::Value;
use std::marker::PhantomData;
use std::ops::Range;

/// The bytes of a value above which nothing is stored in vain.
const LARGE: usize = 32;
/// So many counters may say where one array is stored.
const MOST: usize = 4;
/// With more iterations than this a counter could go through all numbers.
const MOST_ITERATIONS: u64 = 1 << 46;

/// A sum among the carried values, a `usize`, that says where an iteration stores: at the sum before it, plus `offset`.
///
/// It never goes back, and goes on beyond whatever is stored from there on.
#[derive(Clone, Copy, Debug)]
pub struct Counter {
    carried: usize,
    offset: i64,
    dense: bool,
}

impl Counter {
    /// Carried value `carried`, counted from 0, and what is added to it.
    pub const fn new(carried: usize, offset: i64) -> Self {
        Self { carried, offset, dense: false }
    }

    /// It goes on by one where something is stored at it, and not at all elsewhere: it leaves none out.
    #[must_use]
    pub const fn dense(self) -> Self {
        Self { dense: true, ..self }
    }

    /// The place for what is carried; `None` where there is none.
    fn place<T: Value>(self, carried: &T) -> Option<usize> {
        let sum = carried.part(self.carried)?.downcast_ref::<usize>()?;
        usize::try_from(i128::try_from(*sum).ok()? + i128::from(self.offset)).ok()
    }
}

/// Where iterations in a row may store: for each counter the first place, and how many there are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Places([(usize, usize); MOST]);

impl Places {
    #[inline]
    fn has(&self, place: usize) -> bool {
        self.0.iter().any(|(first, count)| place.wrapping_sub(*first) < *count)
    }

    #[inline]
    fn check(&self, place: usize, is_right: bool) {
        assert!(is_right, "an iteration stores at {place}, where its counters do not lead");
    }
}

/// What an iteration stores where the loop counts, each value with its place: something or nothing, or several times that.
pub trait Placed<U> {
    /// So often it may store.
    const MOST: u64;
    /// Whether it stores nothing unless its counter goes on.
    const SELECTS: bool = false;

    /// Calls `store` with each, at one of the `places`.
    ///
    /// # Panics
    /// If there is none for it.
    fn each(self, places: Places, store: impl FnMut(usize, U));
}

impl<U> Placed<U> for Option<(usize, U)> {
    const MOST: u64 = 1;

    #[inline]
    fn each(self, places: Places, store: impl FnMut(usize, U)) {
        [self].each(places, store);
    }
}

impl<U, const N: usize> Placed<U> for [Option<(usize, U)>; N] {
    const MOST: u64 = N as u64;

    #[inline]
    fn each(self, places: Places, mut store: impl FnMut(usize, U)) {
        for (place, value) in self.into_iter().flatten() {
            places.check(place, places.has(place));
            store(place, value);
        }
    }
}

/// What an iteration selects where this is so, at the first counter alone. It is stored without a branch: what is not selected is stored over
/// by what is, the next time, which comes before the tile's places end. A processor cannot foresee which elements are selected.
impl<U> Placed<U> for (bool, usize, U) {
    const MOST: u64 = 1;
    const SELECTS: bool = true;

    #[inline]
    fn each(self, places: Places, mut store: impl FnMut(usize, U)) {
        let ((is_selected, place, value), (first, count)) = (self, places.0[0]);
        // What is large takes longer to store than a branch that is foreseen wrongly now and then.
        if size_of::<U>() > LARGE && !is_selected {
            return;
        }
        if place.wrapping_sub(first) < count {
            store(place, value);
        } else {
            places.check(place, !is_selected);
        }
    }
}

/// An array that the loop only writes, where it counts: each iteration what `S` is.
pub struct Counted<'a, U, S = Option<(usize, U)>> {
    stores: Stores<'a, U>,
    counters: &'a [Counter],
    /// The array is what it grows by.
    pushed: Option<&'a mut Vec<U>>,
    placed: PhantomData<fn() -> S>,
}

/// Into which each iteration selects something or nothing.
pub type Selected<'a, U> = Counted<'a, U, (bool, usize, U)>;

/// One of whose elements each iteration stores up to `N`.
pub type Several<'a, U, const N: usize> = Counted<'a, U, [Option<(usize, U)>; N]>;

impl<'a, U: Element, S> Counted<'a, U, S> {
    pub(super) fn new(array: &'a mut [U], counters: &'a [Counter]) -> Self {
        Self { stores: Stores::new(array), counters, pushed: None, placed: PhantomData }
    }

    pub(super) fn pushed(values: &'a mut Vec<U>, counters: &'a [Counter]) -> Self {
        Self { pushed: Some(values), ..Self::new(&mut [], counters) }
    }
}

impl<U, S> Counted<'_, U, S> {
    /// Whether all of a range is stored that a counter goes through.
    fn is_dense(&self) -> bool {
        self.counters.iter().all(|counter| counter.dense)
    }
}

/// Whether the places of two counters are apart, as far as they have come.
fn are_apart(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.end <= other.start || other.end <= one.start
}

impl<U: Element, S: Placed<U>> Argument for Counted<'_, U, S> {
    fn describe(&self, arguments: &mut Arguments) {
        arguments.output::<U>(OutputWindow { counted: self.is_dense(), ..self.stores.anywhere() });
    }

    fn written(&self) -> Option<&dyn Written> {
        Some(&self.stores)
    }
}

impl<U: Element, S: Placed<U>> Entry for Counted<'_, U, S> {
    type Values<L> = (L, S);
    type Collected<L> = L;
    type Places = Places;
    unviewed!();
    unstaged!();
    uncombined!();
    const STORES: bool = true;
    const COUNTS: bool = true;
    const SELECTS: bool = S::SELECTS;
    const DIVISIBLE: bool = true;

    fn place(&mut self, span: &Span) -> Result<(), FallbackReason> {
        // A part of the loop goes into the room that there is for all of it.
        if let Some(values) = &mut self.pushed
            && self.stores.cells.len() == 0
        {
            let most = span.len.checked_mul(S::MOST).ok_or(FallbackReason::NoMemory)?;
            self.stores.cells = pushed::room(values, most, true)?;
            self.stores.window = 0..self.stores.cells.len();
        }
        let is_possible = self.counters.len() <= MOST && span.len <= MOST_ITERATIONS;
        if is_possible { Ok(()) } else { Err(FallbackReason::IndexOutOfRange) }
    }

    fn places<T: Value>(&self, start: &T, before: &T, after: &T) -> Option<Places> {
        let mut places = Places::default();
        let mut ranges: [Range<usize>; MOST] = Default::default();
        for (number, counter) in self.counters.iter().enumerate() {
            let (start, before, after) = (counter.place(start)?, counter.place(before)?, counter.place(after)?);
            let range = start..after;
            let is_in_order = start <= before && before <= after && after <= self.stores.cells.len();
            if !is_in_order || !ranges[..number].iter().all(|other| are_apart(&range, other)) {
                return None;
            }
            places.0[number] = (before, after - before);
            ranges[number] = range;
        }
        Some(places)
    }

    fn stored<T: Value>(&self, start: &T, last: &T) -> Option<Stored> {
        let places = self.places(start, start, last)?;
        let element = size_of::<U>();
        let start = self.stores.cells.pointer(0).addr();
        let range = |&(first, count): &(usize, usize)| start + first * element..start + (first + count) * element;
        Some(if self.is_dense() { Stored::Ranges(places.0.iter().map(range).collect()) } else { Stored::Window })
    }

    #[inline]
    unsafe fn store<L>(&self, _k: u64, (before, values): (L, S), places: Places) -> L {
        values.each(places, |place, value| {
            // SAFETY: `places` are within the array, and no other thread has any of them, by the caller's promise.
            unsafe { self.stores.cells.write(place, value) };
        });
        before
    }

    unsafe fn collected<L>(self, before: L) -> L {
        if let Some(values) = self.pushed {
            // SAFETY: all are zeroed, which are values, or have been stored.
            unsafe { pushed::grow(values, self.stores.cells.len()) };
        }
        before
    }
}
