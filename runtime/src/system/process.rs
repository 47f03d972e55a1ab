//! Whether this process is still the one that threads and devices belong to, and whether the system lets it have more threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
#[cfg(all(feature = "opencl", target_os = "linux"))]
use std::{cell::Cell, mem::MaybeUninit, ptr};

static IS_FORKED: AtomicBool = AtomicBool::new(false);

/// Whether this is the child of a process that has run annotated loops: of the threads and the devices' drivers there is nothing left in
/// it but memory, and who waits for them waits for ever. What other threads had locked stays locked.
pub(crate) fn is_forked() -> bool {
    IS_FORKED.load(Ordering::Relaxed)
}

/// Has forks noted from now on; where there is no memory for that, they go unnoticed.
#[cfg(unix)]
pub(crate) fn watch_forks() {
    static IS_WATCHED: AtomicBool = AtomicBool::new(false);
    extern "C" fn child() {
        IS_FORKED.store(true, Ordering::Relaxed);
    }
    if !IS_WATCHED.swap(true, Ordering::Relaxed) {
        // SAFETY: the function stores to a static and nothing else, which it may do in the child of a process with many threads.
        let _ = unsafe { libc::pthread_atfork(None, None, Some(child)) };
    }
}

/// There are no forks.
#[cfg(not(unix))]
pub(crate) fn watch_forks() {}

#[cfg(feature = "opencl")]
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Whether libraries may have ended that had begun when this was [watched](watch_end) last: loops may run after them, where a program has
/// something done at its end.
#[cfg(feature = "opencl")]
pub(crate) fn is_ending() -> bool {
    IS_ENDING.load(Ordering::Relaxed)
}

/// Has the end noted, before the end of all that has begun by now; where there is no memory for that, it goes unnoticed.
#[cfg(feature = "opencl")]
pub(crate) fn watch_end() {
    extern "C" fn note() {
        IS_ENDING.store(true, Ordering::Relaxed);
    }
    // SAFETY: the function stores to a static and nothing else.
    let _ = unsafe { libc::atexit(note) };
}

/// Whether this thread is the process's first, whose end is that of the process. Where nobody can tell, it is not.
#[cfg(feature = "opencl")]
pub(crate) fn is_main_thread() -> bool {
    #[cfg(target_os = "linux")]
    // SAFETY: neither touches memory.
    return unsafe { libc::gettid() == libc::getpid() };
    #[cfg(not(target_os = "linux"))]
    false
}

/// The bytes of stack that this thread has left, as many as there can be where nobody can tell. What is too deep for a thread's stack ends
/// the process.
#[cfg(feature = "opencl")]
pub(crate) fn stack_left() -> usize {
    #[cfg(target_os = "linux")]
    {
        thread_local!(static END: Cell<usize> = const { Cell::new(0) });
        let here = 0_u8;
        if END.get() == 0 {
            END.set(stack_end());
        }
        (&raw const here).addr().saturating_sub(END.get())
    }
    #[cfg(not(target_os = "linux"))]
    usize::MAX
}

/// The lowest address of this thread's stack, or 1 if the system does not say.
#[cfg(all(feature = "opencl", target_os = "linux"))]
fn stack_end() -> usize {
    let (mut low, mut size) = (ptr::without_provenance_mut(1), 0);
    let mut attributes = MaybeUninit::uninit();
    // SAFETY: the first call initialises the attributes if it succeeds, and only then are they read, and given back.
    unsafe {
        if libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()) == 0 {
            libc::pthread_attr_getstack(attributes.as_ptr(), &mut low, &mut size);
            libc::pthread_attr_destroy(attributes.as_mut_ptr());
        }
    }
    low.addr()
}

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
