//! How long a loop as written takes: from the launch that left it alone to the call that follows it.

use super::Loop;
use super::costs::Target;
use super::dispatch;
use crate::profile;
use crate::report::last_recorded;
use std::cell::Cell;
use std::time::Instant;

thread_local! {
    /// The loop that this thread is in.
    static RUNNING: Cell<Option<Running>> = const { Cell::new(None) };
}

#[derive(Clone, Copy)]
struct Running {
    site: &'static Loop,
    iterations: u64,
    purpose: Purpose,
    began: Instant,
}

/// Who wants to know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Purpose {
    /// The dispatcher, which compares.
    pub(crate) dispatch: bool,
    /// The user.
    pub(crate) profile: bool,
}

/// The loop begins, if anybody wants to know.
pub(crate) fn start(site: &'static Loop, iterations: u64, purpose: Purpose) {
    if purpose.dispatch || purpose.profile {
        RUNNING.set(Some(Running { site, iterations, purpose, began: Instant::now() }));
    }
}

/// Whatever was running has been left by a panic: a launch begins.
pub(crate) fn reset() {
    RUNNING.set(None);
}

/// The loop is over, if it is this one that began last.
pub(crate) fn stop(site: &'static Loop) {
    let Some(running) = RUNNING.take().filter(|running| std::ptr::eq(running.site, site)) else { return };
    let took = running.began.elapsed();
    if running.purpose.dispatch {
        dispatch::note(site, running.iterations, Target::Loop, took);
    }
    if running.purpose.profile {
        last_recorded().into_iter().for_each(|report| profile::note(report, running.began, took));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placement::costs::LEAST;

    const PURPOSE: Purpose = Purpose { dispatch: true, profile: false };

    fn runs(site: &Loop) -> u32 {
        site.costs().trials(LEAST, Target::Loop)
    }

    #[test]
    fn a_loop_that_ends_is_noted_once() {
        static SITE: Loop = Loop::without_kernels("f", 1);
        start(&SITE, LEAST, PURPOSE);
        assert_eq!(runs(&SITE), 0);
        stop(&SITE);
        stop(&SITE);
        assert_eq!(runs(&SITE), 1);
    }

    #[test]
    fn a_loop_left_by_a_panic_is_not_noted_when_another_ends() {
        static SITE: Loop = Loop::without_kernels("f", 1);
        static OTHER: Loop = Loop::without_kernels("g", 2);
        start(&SITE, LEAST, PURPOSE);
        stop(&OTHER);
        stop(&SITE);
        start(&SITE, LEAST, PURPOSE);
        reset();
        stop(&SITE);
        assert_eq!((runs(&SITE), runs(&OTHER)), (0, 0));
    }
}
