//! Many scans on the host's threads: each batch in the loop's own order, neighbouring ones side by side where their cells are.
//!
//! Nothing is stored before it is known that nothing panics: what the loops compute is computed once for that, and again to be stored, but
//! where iterations are independent, so that it is left open which of them have stored.

use super::entries::BatchArrays;
use super::grid::{Direction, Grid};
use crate::host::{self, on_threads, unless_panic};
use crate::model::operator::{Semigroup, in_domain};
use crate::model::range::{Index, Range};
use crate::model::reason::FallbackReason;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::num::NonZeroUsize;

/// So many batches are walked side by side: some cache lines of each row.
const TOGETHER: u64 = 64;
/// Batches of no more iterations than this are walked side by side too.
const SHORT: u64 = 8;
/// So many iterations of a batch are computed before the first is stored.
const CHUNK: usize = 128;
/// Runs of batches for each thread, so that all are busy to the end.
const RUNS: u64 = 4;

/// Batches to be scanned.
pub(super) struct HostBatches<'l, B, I, T, Op, A, E, S> {
    pub range: Range<I>,
    pub grid: &'l Grid,
    pub arrays: &'l A,
    pub per_batch: &'l [B],
    pub starts: &'l [T],
    pub element: &'l E,
    pub store: &'l S,
    /// Iterations are independent.
    pub are_independent: bool,
    pub operator: PhantomData<fn(Op)>,
}

impl<B, I, T, Op, A, E, S> HostBatches<'_, B, I, T, Op, A, E, S>
where
    B: Copy + Send + Sync,
    I: Index,
    T: Semigroup<Op>,
    A: BatchArrays<B>,
    E: for<'o> Fn(I, B, A::Views<'o>) -> T + Sync,
    S: for<'o> Fn(I, T, T, B, A::Views<'o>) -> A::Values + Sync,
{
    /// Runs them. After an error nothing was stored but what the loops as written store again.
    pub fn run(&self, threads: Option<NonZeroUsize>) -> Result<(), FallbackReason> {
        let share = self.grid.count().div_ceil(RUNS * host::threads(threads) as u64);
        let is_short = self.grid.inner().len <= SHORT;
        let together = if self.grid.is_side_by_side() || is_short { share.clamp(1, TOGETHER) } else { 1 };
        on_threads(threads, &|| {
            if self.are_independent && !A::IN_PLACE {
                return unless_panic(&|| self.pass::<true>(together));
            }
            unless_panic(&|| self.pass::<false>(together))?;
            self.pass::<true>(together);
            Ok(())
        })?
    }

    fn pass<const STORE: bool>(&self, together: u64) {
        let runs = self.grid.count().div_ceil(together) as usize;
        host::for_each(runs, &|run| {
            let begin = run as u64 * together;
            match together {
                1 => self.alone::<STORE>(begin),
                _ => self.side_by_side::<STORE>(begin, (begin + together).min(self.grid.count())),
            }
        });
    }

    /// A batch, some iterations at a time: while they are computed nothing is stored that anything else could be thought to lie in.
    fn alone<const STORE: bool>(&self, batch: u64) {
        let (own, mut carried) = (self.per_batch[batch as usize], self.starts[batch as usize]);
        let (line, step) = (self.arrays.line(batch, 0, Direction::Along), self.grid.steps().0);
        let (mut i, length) = (self.range.value(self.grid.iteration(batch, 0)), self.grid.length(batch));
        let mut values = [const { MaybeUninit::uninit() }; CHUNK];
        let mut begin = 0;
        while begin < length {
            let count = (CHUNK as u64).min(length - begin) as usize;
            for (at, value) in (begin..).zip(&mut values[..count]) {
                // SAFETY: placed; this thread alone stores the values of this batch, and does so when the closures have returned.
                let views = unsafe { A::views(line, at) };
                let before = carried;
                carried = T::combine(before, in_domain((self.element)(i, own, views)));
                value.write((self.store)(i, before, carried, own, views));
                i = i.advance(step);
            }
            if STORE {
                for (at, value) in (begin..).zip(&values[..count]) {
                    // SAFETY: it has just been written; placed, `at` is an iteration of the batch, which no other thread has, and the
                    // closures have returned.
                    unsafe { A::store(line, at, value.assume_init_read()) };
                }
            }
            begin += count as u64;
        }
    }

    /// The batches from `begin` to before `end`: of each the first iteration, then of each the second, and so on.
    fn side_by_side<const STORE: bool>(&self, begin: u64, end: u64) {
        let mut carried = self.starts[begin as usize..end as usize].to_vec();
        let per_batch = &self.per_batch[begin as usize..end as usize];
        let (along, across) = self.grid.steps();
        let mut first = self.range.value(self.grid.iteration(begin, 0));
        // The first batch is the longest.
        for k in 0..self.grid.length(begin) {
            let (mut i, line) = (first, self.arrays.line(begin, k, Direction::Across));
            let rest = self.grid.rest(k, end) - begin;
            for ((at, carried), own) in (0..rest).zip(&mut carried).zip(per_batch) {
                // SAFETY: placed; this thread alone stores the values of these batches, and does so when the closures have returned.
                let views = unsafe { A::views(line, at) };
                let before = *carried;
                *carried = T::combine(before, in_domain((self.element)(i, *own, views)));
                let values = (self.store)(i, before, *carried, *own, views);
                if STORE {
                    // SAFETY: placed; `k` is an iteration of the batch, which no other thread has; the closures have returned.
                    unsafe { A::store(line, at, values) };
                }
                i = i.advance(across);
            }
            first = first.advance(along);
        }
    }
}
