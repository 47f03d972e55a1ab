//! How long a loop as written takes: from the launch that left it alone to the call that follows it.

use crate::costs::Spot;
use crate::dispatch;
use crate::launch::Loop;
use crate::short;
use std::cell::Cell;
use std::time::Instant;

thread_local! {
    /// The loop that this thread is in, its iterations, and when it began.
    static RUNNING: Cell<Option<(&'static Loop, u64, Instant)>> = const { Cell::new(None) };
}

/// The loop begins.
pub(crate) fn start(site: &'static Loop, iterations: u64) {
    short::set_unsettled(true);
    RUNNING.set(Some((site, iterations, Instant::now())));
}

/// Whatever was running has been left by a panic: a launch begins.
pub(crate) fn reset() {
    RUNNING.set(None);
}

/// The loop is over, if it is this one that began last.
pub(crate) fn stop(site: &'static Loop) {
    if let Some((running, iterations, began)) = RUNNING.take()
        && std::ptr::eq(running, site)
    {
        dispatch::note(site, iterations, Spot::Loop, began.elapsed());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::costs::LEAST;
    use crate::launch::{Algorithm, Kernels};

    const KERNELS: Kernels = Kernels {
        algorithm: Algorithm::Lookback,
        source: "",
        may_panic: false,
        needs_fp64: false,
        needs_rounded_division: false,
    };

    fn runs(site: &Loop) -> u32 {
        site.costs().trials(LEAST, Spot::Loop)
    }

    #[test]
    fn a_loop_that_ends_is_noted_once() {
        static SITE: Loop = Loop::new("f", "f.rs", 1, KERNELS);
        start(&SITE, LEAST);
        assert_eq!(runs(&SITE), 0);
        stop(&SITE);
        stop(&SITE);
        assert_eq!(runs(&SITE), 1);
    }

    #[test]
    fn a_loop_left_by_a_panic_is_not_noted_when_another_ends() {
        static SITE: Loop = Loop::new("f", "f.rs", 1, KERNELS);
        static OTHER: Loop = Loop::new("g", "f.rs", 2, KERNELS);
        start(&SITE, LEAST);
        stop(&OTHER);
        stop(&SITE);
        start(&SITE, LEAST);
        reset();
        stop(&SITE);
        assert_eq!((runs(&SITE), runs(&OTHER)), (0, 0));
    }
}
