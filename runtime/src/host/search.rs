//! The first iteration of which something holds, looked for by all threads. They take parts in order, so that none of them is far past the
//! place where it is found.

use super::{on_threads, run_unless_panic, threads};
use crate::model::reason::FallbackReason;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A thread takes so many to begin with, and twice as many as before where it has looked through them in less than [`PART_TAKES`].
const FIRST_PART: u64 = 64;
const MOST: u64 = 1 << 16;
const PART_TAKES: Duration = Duration::from_micros(20);

/// The least number in `all` that `find` finds, which looks through a part of it. `asked` is how many threads are.
pub(crate) fn first(
    asked: Option<NonZeroUsize>,
    all: &Range<u64>,
    find: &(dyn Fn(Range<u64>) -> Option<u64> + Sync),
) -> Result<Option<u64>, FallbackReason> {
    let (next, found, panicked) = (AtomicU64::new(all.start), AtomicU64::new(u64::MAX), AtomicBool::new(false));
    let part = AtomicU64::new(FIRST_PART);
    let search = || {
        let mut take_parts = || {
            loop {
                let count = part.load(Ordering::Relaxed);
                // Every number before what is found is in a part that some thread has taken by then.
                let begin = next.fetch_add(count, Ordering::Relaxed);
                if begin >= all.end || begin > found.load(Ordering::Relaxed) || panicked.load(Ordering::Relaxed) {
                    return;
                }
                let began = Instant::now();
                if let Some(number) = find(begin..all.end.min(begin + count)) {
                    found.fetch_min(number, Ordering::Relaxed);
                }
                if count < MOST && began.elapsed() < PART_TAKES {
                    part.fetch_max(count * 2, Ordering::Relaxed);
                }
            }
        };
        if run_unless_panic(&mut take_parts).is_err() {
            panicked.store(true, Ordering::Relaxed);
        }
    };
    on_threads(asked, &|| threads::side_by_side(threads::here(), &search))?;
    match (panicked.into_inner(), found.into_inner()) {
        (true, _) => Err(FallbackReason::Panicked),
        (false, u64::MAX) => Ok(None),
        (false, number) => Ok(Some(number)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_is_found_whoever_finds_it() {
        for number in [0, 1, 63, 64, 65, 4_000, 9_999] {
            let find = |part: Range<u64>| part.into_iter().find(|at| *at == number || *at > 9_000 && *at > number);
            assert_eq!(first(None, &(0..10_000), &find), Ok(Some(number)));
        }
    }

    #[test]
    fn there_may_be_none() {
        assert_eq!(first(NonZeroUsize::new(3), &(5..10_000), &|_| None), Ok(None));
        assert_eq!(first(None, &(5..5), &|part| Some(part.start)), Ok(None));
    }

    #[test]
    fn a_panic_is_told() {
        let find = |part: Range<u64>| if part.contains(&700) { std::panic::resume_unwind(Box::new(())) } else { None };
        assert_eq!(first(None, &(0..10_000), &find), Err(FallbackReason::Panicked));
    }
}
