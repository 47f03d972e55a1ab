//! Many scans on the host's threads: each batch in the loop's own order, neighbouring ones side by side where their cells are.
//!
//! Nothing is stored before it is known that nothing panics: what the loops compute is computed once for that, and again to be stored.

use super::entries::BatchArrays;
use super::grid::Grid;
use crate::host::{self, on_threads, unless_panic};
use crate::model::operator::{Semigroup, in_domain};
use crate::model::range::{Index, Range};
use crate::model::reason::FallbackReason;
use std::marker::PhantomData;
use std::num::NonZeroUsize;

/// So many batches are walked side by side: some cache lines of each row.
const TOGETHER: u64 = 64;
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
    /// Runs them. After an error nothing was stored.
    pub fn run(&self, threads: Option<NonZeroUsize>) -> Result<(), FallbackReason> {
        let share = self.grid.count().div_ceil(RUNS * host::threads(threads) as u64);
        let together = if self.grid.is_side_by_side() { share.clamp(1, TOGETHER) } else { 1 };
        on_threads(threads, &|| {
            unless_panic(&|| self.pass::<false>(together))?;
            self.pass::<true>(together);
            Ok(())
        })?
    }

    fn pass<const STORE: bool>(&self, together: u64) {
        let runs = self.grid.count().div_ceil(together) as usize;
        host::for_each(runs, &|run| {
            let begin = run as u64 * together;
            self.side_by_side::<STORE>(begin, (begin + together).min(self.grid.count()));
        });
    }

    /// The batches from `begin` to before `end`: of each the first iteration, then of each the second, and so on.
    fn side_by_side<const STORE: bool>(&self, begin: u64, end: u64) {
        let mut carried = self.starts[begin as usize..end as usize].to_vec();
        let per_batch = &self.per_batch[begin as usize..end as usize];
        let (along, across) = self.grid.steps();
        let mut first = self.range.value(self.grid.iteration(begin, 0));
        // The first batch is the longest.
        for k in 0..self.grid.length(begin) {
            let mut i = first;
            let rest = self.grid.rest(k, end) - begin;
            for ((batch, carried), per_batch) in (begin..begin + rest).zip(&mut carried).zip(per_batch) {
                // SAFETY: placed; this thread alone stores the values of this batch, and does so when the closures have returned.
                let views = unsafe { self.arrays.views(batch, k) };
                let before = *carried;
                *carried = T::combine(before, in_domain((self.element)(i, *per_batch, views)));
                let values = (self.store)(i, before, *carried, *per_batch, views);
                if STORE {
                    // SAFETY: placed; `k` is an iteration of the batch, which no other thread has; the closures have returned.
                    unsafe { self.arrays.store(batch, k, values) };
                }
                i = i.advance(across);
            }
            first = first.advance(along);
        }
    }
}
