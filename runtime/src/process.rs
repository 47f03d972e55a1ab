//! Whether this process is still the one that threads and devices belong to.

use std::sync::atomic::{AtomicBool, Ordering};

static IS_FORKED: AtomicBool = AtomicBool::new(false);

/// Whether this is the child of a process that has run annotated loops: of the threads and the devices' drivers there is nothing left in
/// it but memory, and who waits for them waits for ever. What other threads had locked stays locked.
pub(crate) fn is_forked() -> bool {
    IS_FORKED.load(Ordering::Relaxed)
}

/// Has forks noted from now on; where there is no memory for that, they go unnoticed.
#[cfg(unix)]
pub(crate) fn watch_forks() {
    extern "C" fn child() {
        IS_FORKED.store(true, Ordering::Relaxed);
    }
    // SAFETY: the function stores to a static and nothing else, which it may do in the child of a process with many threads.
    let _ = unsafe { libc::pthread_atfork(None, None, Some(child)) };
}

/// There are no forks.
#[cfg(not(unix))]
pub(crate) fn watch_forks() {}
