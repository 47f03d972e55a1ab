//! What a launch of batches answers where the loops must run as they stand.

use crate::dispatch::Why;
use std::cell::Cell;
use std::marker::PhantomData;

thread_local! {
    /// How many [`Instead`]s of this thread have inner loops run as written.
    static AS_WRITTEN: Cell<u32> = const { Cell::new(0) };
}

/// The loops run as they stand. While this lives, the inner loop is not launched on its own, unless that may pay where all at once did
/// not.
#[derive(Debug)]
pub struct Instead {
    as_written: bool,
    /// It counts in its thread.
    thread: PhantomData<*const ()>,
}

impl Instead {
    /// There is no iteration.
    pub fn of_nothing() -> Self {
        Self::as_written()
    }

    /// Inner loops run as written.
    pub(super) fn as_written() -> Self {
        Self::new(true)
    }

    /// What is to be done after a launch failed.
    pub(super) fn after(why: &Why) -> Self {
        Self::new(!matches!(why, Why::StoresOverlap | Why::FewBatches))
    }

    fn new(as_written: bool) -> Self {
        AS_WRITTEN.set(AS_WRITTEN.get() + u32::from(as_written));
        Self { as_written, thread: PhantomData }
    }
}

impl Drop for Instead {
    fn drop(&mut self) {
        AS_WRITTEN.set(AS_WRITTEN.get() - u32::from(self.as_written));
    }
}

/// Whether loops of this thread are to run as written: they are inner loops of one that does.
#[inline]
pub(crate) fn is_as_written() -> bool {
    AS_WRITTEN.get() > 0
}
