//! The first iteration of which something holds, looked for by all threads. They take parts in order, so that none of them is far past the
//! place where it is found.

use super::{on_threads, run_unless_panic, threads};
use crate::model::reason::FallbackReason;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
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
    let (next, part) = (AtomicU64::new(all.start), AtomicU64::new(FIRST_PART));
    // The least that was found, and where the first part begins that panics.
    let (found, panicked) = (AtomicU64::new(u64::MAX), AtomicU64::new(u64::MAX));
    let take_parts = || {
        loop {
            let count = part.load(Ordering::Relaxed);
            // Every number before what is found is in a part that some thread has taken by then.
            let begin = next.fetch_add(count, Ordering::Relaxed);
            if begin >= all.end || begin > found.load(Ordering::Relaxed) || begin > panicked.load(Ordering::Relaxed) {
                return;
            }
            let (began, mut number) = (Instant::now(), None);
            let end = all.end.min(begin.saturating_add(count));
            if run_unless_panic(&mut || number = find(begin..end)).is_err() {
                panicked.fetch_min(begin, Ordering::Relaxed);
            }
            number.into_iter().for_each(|number| _ = found.fetch_min(number, Ordering::Relaxed));
            if count < MOST && began.elapsed() < PART_TAKES {
                part.fetch_max(count * 2, Ordering::Relaxed);
            }
        }
    };
    on_threads(asked, &|| threads::side_by_side(threads::here(), &take_parts))?;
    match (panicked.into_inner(), found.into_inner()) {
        // What panics after it is nobody's business.
        (panicked, found) if panicked < found => Err(FallbackReason::Panicked),
        (_, u64::MAX) => Ok(None),
        (_, number) => Ok(Some(number)),
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
        // But not behind what is found.
        let find = |part: Range<u64>| if part.contains(&600) { Some(600) } else { find(part) };
        assert_eq!(first(None, &(0..10_000), &find), Ok(Some(600)));
    }
}
