//! Calls of OpenCL that take long, side by side. Where the system has no threads to give, they are done one after the other.

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::thread::{self, ScopedJoinHandle};

use crate::system::lock::lock;

/// Does both, the first on another thread.
pub(super) fn side_by_side<A: Send, B>(first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B) -> (A, B) {
    // Whoever comes first takes it: the other thread, or, if there is none, this one.
    let first = Mutex::new(Some(first));
    let take = || lock(&first).take();
    thread::scope(|scope| {
        let thread = thread::Builder::new().spawn_scoped(scope, || take().map(|first| first()));
        let second = second();
        let done = thread.ok().and_then(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        let done = done.or_else(|| take().map(|first| first()));
        (done.expect("one of the two has taken it"), second)
    })
}

/// Does something with each, all at once.
pub(super) fn with_each<T: Send, R: Send>(all: Vec<T>, act: impl Fn(T) -> R + Sync) -> Vec<R> {
    let places: Vec<Mutex<Option<T>>> = all.into_iter().map(|one| Mutex::new(Some(one))).collect();
    // Whoever comes first takes it, as above.
    let take = |place: &Mutex<Option<T>>| {
        let one = lock(place).take();
        one.map(&act)
    };
    let take = &take;
    thread::scope(|scope| {
        let threads: Vec<_> =
            places.iter().map(|place| thread::Builder::new().spawn_scoped(scope, move || take(place)).ok()).collect();
        let wait = |thread: Option<ScopedJoinHandle<'_, Option<R>>>| {
            thread.and_then(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
        };
        let ends = threads.into_iter().zip(&places).map(|(thread, place)| wait(thread).or_else(|| take(place)));
        ends.map(|done| done.expect("one of the two has taken it")).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_are_done_and_each_in_its_order() {
        assert_eq!(side_by_side(|| 1, || "two"), (1, "two"));
        assert_eq!(with_each(vec![3, 1, 2], |number| number * 10), [30, 10, 20]);
    }
}
