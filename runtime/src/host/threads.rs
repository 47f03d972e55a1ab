//! The threads that scans run on: the pool of the program's, or one of the size that is set.
//!
//! Rayon's functions take work of any type, and each is compiled anew for each type, some hundred of them for every loop. So no other file
//! calls them, and here they are called with references to `dyn Fn`, once for a block of tiles.

use crate::model::reason::FallbackReason;
use crate::system::lock::lock;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::error::Error;
use std::num::NonZeroUsize;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::Duration;

/// So many pools are kept, of a program that asks for one after the other.
const MOST_POOLS: usize = 4;

/// How many threads a scan uses of which so many are `asked` for: 1 where the system gives none.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> usize {
    let usual = || if has_threads() { rayon::current_num_threads() } else { 1 };
    asked.map_or_else(usual, usize::from)
}

/// Threads have run a scan.
static AWAKE: AtomicBool = AtomicBool::new(false);
/// What the first scan on them takes longer.
const WAKING: Duration = Duration::from_micros(300);

/// How much longer a scan will take because threads must be made first.
pub(crate) fn waking() -> Duration {
    if AWAKE.load(Ordering::Relaxed) { Duration::ZERO } else { WAKING }
}

/// Whether there are several threads, or will be: nobody makes them in order to count them.
pub(crate) fn has_several(asked: Option<NonZeroUsize>) -> bool {
    static SEVERAL: OnceLock<bool> = OnceLock::new();
    let are_several = || *SEVERAL.get_or_init(|| thread::available_parallelism().is_ok_and(|threads| threads.get() > 1));
    match asked {
        Some(threads) => threads.get() > 1,
        None if AWAKE.load(Ordering::Relaxed) => threads(None) > 1,
        None => are_several(),
    }
}

/// Runs `work` once, in the pool of the size that is `asked` for, or in the one that the program uses.
pub(super) fn in_pool(asked: Option<NonZeroUsize>, work: &mut (dyn FnMut() + Send)) -> Result<(), FallbackReason> {
    AWAKE.store(true, Ordering::Relaxed);
    match asked.and_then(|threads| pool(threads.into())) {
        Some(pool) => pool.install(work),
        None if has_threads() => work(),
        None => return Err(FallbackReason::NoThreads),
    }
    Ok(())
}

/// How many threads the pool has that this one is in, or the program's.
pub(super) fn here() -> usize {
    rayon::current_num_threads()
}

/// Runs `work` for every number below `count`, on all threads.
pub(crate) fn for_each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(work);
}

/// Runs `work` on so many threads. This one begins while the others wake up.
pub(super) fn side_by_side(threads: usize, work: &(dyn Fn() + Sync)) {
    rayon::in_place_scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| work());
        }
        work();
    });
}

/// Whether this thread is in a pool, or the program has one or can make it. Rayon panics where it cannot.
pub(crate) fn has_threads() -> bool {
    static HAS_USUAL: OnceLock<bool> = OnceLock::new();
    if rayon::current_thread_index().is_some() {
        return true;
    }
    let mut failure = None;
    let has_usual = HAS_USUAL.get_or_init(|| match ThreadPoolBuilder::new().build_global() {
        Ok(()) => true,
        Err(error) if error.source().is_some() => {
            failure = Some(error);
            false
        }
        // Somebody has made it before, or has failed to.
        Err(_) => catch_unwind(rayon::current_num_threads).is_ok(),
    });
    failure.into_iter().for_each(|error| log::error!("no threads for scans: {error}"));
    *has_usual
}

/// The pool of that many threads, made once; `None` where it cannot be.
fn pool(threads: usize) -> Option<Arc<ThreadPool>> {
    type Pools = Vec<(usize, Option<Arc<ThreadPool>>)>;
    static POOLS: Mutex<Pools> = Mutex::new(Vec::new());
    let mut pools = lock(&POOLS);
    if let Some((_, known)) = pools.iter().find(|(known, _)| *known == threads) {
        return known.clone();
    }
    let built =
        ThreadPoolBuilder::new().num_threads(threads).thread_name(|number| format!("scan-{number}")).build().map(Arc::new);
    let oldest = if pools.len() == MOST_POOLS { Some(pools.remove(0)) } else { None };
    pools.push((threads, built.as_ref().ok().cloned()));
    drop(pools);
    // Its threads end when nobody uses it any more.
    drop(oldest);
    built.inspect_err(|error| log::error!("no {threads} threads for scans: {error}")).ok()
}
