//! A loop as the host's threads see it: what an iteration computes, and what it reads and stores.
//!
//! **Safe code reaches no undefined behaviour.** What is trusted is OpenCL C, and that kernels and launches belong together; to vouch for
//! that is `unsafe`: `Loop::new`, `Vouched::new`, and implementing `Value`, `Element`, `Semigroup`, `Function`. The compiler does so in
//! what it emits, where nothing of the user's stands in an `unsafe` block. All else is checked at run time: the closures that host threads
//! call hold the user's text, and may do and return anything. A thread stores in places of its own whatever they say, and what one has told
//! of a tile that counts holds for all.

use crate::model::operator::{Semigroup, in_domain};
use crate::model::value::Value;
use std::marker::PhantomData;
use std::ops::Range;

/// Which scan it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanKind {
    /// An iteration stores what is carried into it.
    Exclusive,
    /// An iteration stores what is carried out of it.
    Inclusive,
}

/// The elements that a loop reads and stores, as the closures and the threads take them.
pub trait Elements: Sync {
    /// What the store closure returns: a value for each output.
    type Values;
    /// The old values that the closures get.
    type Views<'o>: Copy;
    /// Where a part of the loop may store into arrays where it counts.
    type Places: Copy;
    /// For each output the values of [`CHUNK`](super::streams::CHUNK) iterations, on their way past the caches, and where they go.
    type Staged: Default;
    /// Whether anything is stored.
    const STORES: bool;
    /// Whether it is stored where the loop counts.
    const COUNTS: bool;
    /// Whether an iteration stores nothing unless it counts, all in arrays where the loop counts.
    const SELECTS: bool;
    /// Whether anything that is stored is read as well, other than as the carried value.
    const IN_PLACE: bool;
    /// Whether it is combined with what is there, or stored, at places that iterations compute.
    const COMBINES: bool;
    /// Whether an iteration combines an element of an array, as it is, into the carried value.
    const READS_ELEMENTS: bool = false;
    /// The scan that is stored, if an iteration stores that, as it is, into one array, and nothing else.
    const SCAN: Option<ScanKind> = None;
    /// What a thread combines for itself then.
    type Own: Send;

    /// The old values for the iterations `tile`.
    ///
    /// # Safety
    /// The elements have been placed on a range. While the result is used nobody writes what these iterations store, nor, without a
    /// snapshot, anything at all; and the arrays are borrowed.
    unsafe fn views<'o>(&self, tile: &Range<u64>) -> Self::Views<'o>;
    /// Where iterations may store that begin with the carried value `before` and end with `after`, in a loop that begins with `start`;
    /// `None` where there is no room.
    ///
    /// Parts of the loop have no place in common if each begins with what the one before it ends with.
    fn places<T: Value>(&self, start: &T, before: &T, after: &T) -> Option<Self::Places>;
    /// Stores the values of iteration `k`.
    ///
    /// # Panics
    /// If a place is none of `places`.
    ///
    /// # Safety
    /// The elements have been placed on a range, `k` is an iteration of it, no other thread stores the values of `k`, nor has `places`
    /// in common with these, and no reference into what `k` stores lives.
    unsafe fn store(&self, k: u64, values: Self::Values, places: Self::Places);
    /// Whether all that is stored can be staged: each iteration stores a small element after that of the one before it.
    fn can_be_staged(&self) -> bool;
    /// The number of the first of the iterations `tile` that store whole lines of the cache, and of the first after them.
    fn whole_lines(&self, tile: &Range<u64>) -> Range<u64>;
    /// What is staged from now on is of a chunk that begins with iteration `first`.
    fn aim(&self, staged: &mut Self::Staged, first: u64);
    /// Puts the values of an iteration where those of a chunk's iteration `number` wait.
    ///
    /// # Safety
    /// The elements [can be staged](Self::can_be_staged), and `number` is less than [`CHUNK`](super::streams::CHUNK).
    unsafe fn stage(staged: &mut Self::Staged, number: usize, values: Self::Values);
    /// Stores what has been staged of a chunk's iterations `numbers`, past the caches. Other threads see it after a
    /// [`Fence`](super::streams::Fence).
    ///
    /// # Safety
    /// As for [`store`](Self::store), for each of them; all have been staged, [aimed](Self::aim) at the chunk; an x86-64 processor has AVX2.
    unsafe fn stream(staged: &Self::Staged, numbers: Range<usize>);
    /// Has the processor fetch what the iterations `chunk` read, as far as that is known.
    fn fetch(&self, chunk: &Range<u64>);
    /// The elements that some iterations combine ([`READS_ELEMENTS`](Self::READS_ELEMENTS)), if they lie one after the other.
    fn elements<T: Value>(&self, _iterations: &Range<u64>) -> Option<&[T]> {
        None
    }
    /// Where iteration `k` stores the [scan](Self::SCAN), if those after it do so one after the other.
    fn scanned<T: Value>(&self, _k: u64) -> Option<*mut T> {
        None
    }
    /// How many elements a thread has for itself.
    fn own_len(&self) -> u64;
    /// What a thread begins with, for itself; `None` where there is no memory for it.
    fn own(&self) -> Option<Self::Own>;
    /// Combines the values of iteration `k` with what a thread has.
    ///
    /// # Panics
    /// If a place is past an array's end, or not free, with the [`FallbackReason`](crate::model::reason::FallbackReason), or if anything
    /// else is to be stored.
    fn combine(own: &mut Self::Own, k: u64, values: Self::Values);
    /// Combines what is there with what a thread has.
    ///
    /// # Safety
    /// The arrays are still borrowed, and nobody else uses them meanwhile.
    unsafe fn merge(&self, own: Self::Own);
}

/// What an iteration computes. It has no effects.
pub trait Body<I, T, A: Elements>: Sync {
    /// What iteration `i` combines into the carried value.
    fn element<'o>(&self, i: I, old: A::Views<'o>) -> T;
    /// What iteration `i` stores, given the carried value before and after it.
    fn store<'o>(&self, i: I, before: T, after: T, old: A::Views<'o>) -> A::Values;
}

/// The closures, of a loop with the operator `Op`: an element outside of its domain is a panic.
pub(crate) struct Closures<E, S, Op> {
    element: E,
    store: S,
    operator: PhantomData<fn(Op)>,
}

impl<E, S, Op> Closures<E, S, Op> {
    pub(crate) fn new(element: E, store: S) -> Self {
        Self { element, store, operator: PhantomData }
    }
}

impl<I, T, A, E, S, Op> Body<I, T, A> for Closures<E, S, Op>
where
    T: Semigroup<Op>,
    A: Elements,
    E: for<'o> Fn(I, A::Views<'o>) -> T + Sync,
    S: for<'o> Fn(I, T, T, A::Views<'o>) -> A::Values + Sync,
{
    #[inline]
    fn element<'o>(&self, i: I, old: A::Views<'o>) -> T {
        in_domain((self.element)(i, old))
    }

    #[inline]
    fn store<'o>(&self, i: I, before: T, after: T, old: A::Views<'o>) -> A::Values {
        (self.store)(i, before, after, old)
    }
}
