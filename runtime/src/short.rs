//! Loops that are too short for anything but themselves: the way on which a nanosecond counts.
//!
//! Such a loop costs one look at its own limit, one at a counter of the process (does any setting ask for anything?), and a note for
//! [`last_report`](crate::last_report).

use crate::model::site::Site;
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many ask that short loops are looked at too: at first the environment, which nobody has read yet.
static ASKING: AtomicUsize = AtomicUsize::new(1);

thread_local! {
    /// The loop that was left alone last, and its iterations, unless another one has been launched since.
    static LAST: Cell<Option<(&'static Site, u64)>> = const { Cell::new(None) };
}

/// As long as it lives, short loops are looked at.
#[derive(Debug)]
pub(crate) struct Asking(());

impl Asking {
    pub(crate) fn new() -> Self {
        ASKING.fetch_add(1, Ordering::Relaxed);
        Self(())
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        ASKING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The environment has been read, once, and asks for nothing but what loops are anyway.
pub(crate) fn environment_is_silent() {
    ASKING.fetch_sub(1, Ordering::Relaxed);
}

/// Whether nobody asks for anything that short loops have to be looked at for.
#[inline]
pub(crate) fn nobody_asks() -> bool {
    ASKING.load(Ordering::Relaxed) == 0
}

/// Whether the loop is to be left alone, of which fewer iterations than `short_below` are; it is noted.
#[inline]
pub(crate) fn leave(site: &'static Site, iterations: u64, short_below: u64) -> bool {
    let is_left = iterations < short_below && nobody_asks();
    if is_left {
        note(site, iterations);
    }
    is_left
}

/// Notes that the loop was left alone.
#[inline]
pub(crate) fn note(site: &'static Site, iterations: u64) {
    LAST.set(Some((site, iterations)));
}

/// The loop that was left alone last, if nothing has been launched since.
pub(crate) fn last() -> Option<(&'static Site, u64)> {
    LAST.get()
}

/// Another loop has been launched.
pub(crate) fn forget_last() {
    LAST.set(None);
}
