//! What stands in the place of `threads` in builds without them: scans are refused, and run as written. What is to be done on all threads
//! is done on this one.

use crate::model::reason::FallbackReason;
use std::num::NonZeroUsize;
use std::time::Duration;

pub(crate) fn threads(_: Option<NonZeroUsize>) -> usize {
    1
}

pub(crate) fn waking() -> Duration {
    Duration::ZERO
}

pub(crate) fn has_several(_: Option<NonZeroUsize>) -> bool {
    false
}

pub(crate) fn has_threads() -> bool {
    false
}

pub(super) fn in_pool(_: Option<NonZeroUsize>, _: &mut (dyn FnMut() + Send)) -> Result<(), FallbackReason> {
    Err(FallbackReason::WithoutThreads)
}

pub(super) fn here() -> usize {
    1
}

pub(crate) fn for_each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).for_each(work);
}

pub(super) fn side_by_side(_: usize, work: &(dyn Fn() + Sync)) {
    work();
}
