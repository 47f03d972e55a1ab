//! What stands in the place of `threads` in builds without them: scans are refused, and run as written.

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

pub(crate) fn on_threads<R: Send>(_: Option<NonZeroUsize>, _: impl FnOnce() -> R + Send) -> Result<R, FallbackReason> {
    Err(FallbackReason::WithoutThreads)
}
