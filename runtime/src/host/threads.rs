//! The threads that scans run on: the pool of the program's, or one of the size that is set.

use crate::settings::Settings;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::collections::HashMap;
use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// How many threads a scan uses.
pub(crate) fn threads(settings: &Settings) -> usize {
    let all = || if has_threads() { rayon::current_num_threads() } else { 1 };
    settings.threads.map_or_else(all, usize::from)
}

/// Whether this thread has others to share work with, or may have. Where the system gives none to this process, the pool of the program's
/// cannot be, and rayon would panic.
pub(crate) fn has_threads() -> bool {
    static POOL: OnceLock<Result<(), ThreadPoolBuildError>> = OnceLock::new();
    static IS_TOLD: AtomicBool = AtomicBool::new(false);
    // Whoever makes the pool starts its threads, and does nothing that could come back here.
    let make = || match ThreadPoolBuilder::new().build_global() {
        Err(error) if error.source().is_some() => Err(error),
        // An error that has no source says that it is there already.
        _ => Ok(()),
    };
    if rayon::current_thread_index().is_some() {
        return true;
    }
    match POOL.get_or_init(make) {
        Ok(()) => true,
        Err(error) => {
            if !IS_TOLD.swap(true, Ordering::Relaxed) {
                log::warn!("loops run on the threads that they are on, as no others are to be had: {error}");
            }
            false
        }
    }
}

/// Runs `work` in the pool of the size that is set, or in the one that the program uses.
pub(crate) fn on_threads<R: Send>(settings: &Settings, work: impl FnOnce() -> R + Send) -> R {
    match settings.threads.and_then(|threads| pool(threads.into())) {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

type Pools = HashMap<usize, Arc<ThreadPool>>;

fn pools() -> MutexGuard<'static, Option<Pools>> {
    static POOLS: Mutex<Option<Pools>> = Mutex::new(None);
    POOLS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The pool of that many threads, made once. If two threads make it at the same time, the later one's is given up.
fn pool(threads: usize) -> Option<Arc<ThreadPool>> {
    let known = pools().get_or_insert_default().get(&threads).cloned();
    if known.is_some() {
        return known;
    }
    let built = ThreadPoolBuilder::new().num_threads(threads).thread_name(|number| format!("scan-{number}")).build();
    let fresh = Arc::new(built.inspect_err(|error| log::error!("no {threads} threads for scans: {error}")).ok()?);
    let pool = Arc::clone(pools().get_or_insert_default().entry(threads).or_insert_with(|| Arc::clone(&fresh)));
    Some(pool)
}
