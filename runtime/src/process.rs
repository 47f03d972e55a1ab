//! The process that loops run in: whether it is the child of a `fork`, and whether the system lets it have threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// This process is the child of a `fork` after which nothing but the calling thread was left.
static IS_CHILD: AtomicBool = AtomicBool::new(false);

/// Whether this process was forked off one that has run loops. Threads and devices have stayed behind, and who holds a lock may be gone:
/// here nothing but the loops as written can run, and nothing is locked.
pub(crate) fn is_child() -> bool {
    watch();
    IS_CHILD.load(Ordering::Relaxed)
}

/// Sees to it that a child of a later `fork` knows.
#[cfg(unix)]
fn watch() {
    static IS_WATCHED: AtomicBool = AtomicBool::new(false);
    if IS_WATCHED.load(Ordering::Relaxed) || IS_WATCHED.swap(true, Ordering::Relaxed) {
        return;
    }
    extern "C" fn note() {
        IS_CHILD.store(true, Ordering::Relaxed);
    }
    // SAFETY: the handler does nothing but store to an atomic, which is allowed there.
    if unsafe { libc::pthread_atfork(None, None, Some(note)) } != 0 {
        log::warn!("loops in children of `fork` will not know that they are");
    }
}

#[cfg(not(unix))]
fn watch() {}

/// Whether the system lets this process have as many threads as a driver is likely to make. Some drivers end the process where not.
pub(crate) fn can_have_threads() -> bool {
    let wanted = thread::available_parallelism().map_or(1, usize::from);
    let gate = Mutex::new(());
    let Ok(closed) = gate.lock() else { return false };
    thread::scope(|scope| {
        let wait = || drop(gate.lock());
        let are_there = (0..wanted).all(|_| thread::Builder::new().spawn_scoped(scope, wait).is_ok());
        drop(closed);
        are_there
    })
}
