//! Work beside the program's own, which ends before the program does.

use super::process;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

/// What a thread has begun, which its end waits for: a library whose initialisers run while the process ends finds parts of itself gone.
struct Begun(Cell<Option<JoinHandle<()>>>);

thread_local! {
    static BEGUN: Begun = const { Begun(Cell::new(None)) };
}

/// Does `work` on a thread of its own. The end of this thread and its forks, whose children would have half of what is done, wait for that.
///
/// Returns whether it does so: the first time, on the [main thread](process::is_main_thread). The end of no other thread precedes that of the
/// process.
pub(crate) fn begin(work: impl FnOnce() + Send + 'static) -> bool {
    static IS_BEGUN: AtomicBool = AtomicBool::new(false);
    // At the end of a thread its locals may be gone.
    let is_possible = process::is_main_thread() && !process::is_forked() && BEGUN.try_with(|_| ()).is_ok();
    if !is_possible || IS_BEGUN.swap(true, Ordering::Relaxed) || !wait_before_forks() {
        return false;
    }
    let thread = thread::Builder::new().name("scan-background".to_owned()).spawn(work);
    thread.is_ok_and(|thread| BEGUN.try_with(|begun| begun.0.set(Some(thread))).is_ok())
}

impl Begun {
    fn wait(&self) {
        // A panic of the work has been told.
        self.0.take().filter(|_| !process::is_forked()).map(JoinHandle::join);
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        self.wait();
    }
}

/// Has forks of this thread wait from now on, if the system can.
#[cfg(unix)]
fn wait_before_forks() -> bool {
    extern "C" fn prepare() {
        // Of a thread that ends nothing is left to wait for.
        let _ = BEGUN.try_with(Begun::wait);
    }
    // SAFETY: the function may wait, as no thread that it waits for forks by this one.
    unsafe { libc::pthread_atfork(Some(prepare), None, None) == 0 }
}

/// There are no forks.
#[cfg(not(unix))]
fn wait_before_forks() -> bool {
    true
}
