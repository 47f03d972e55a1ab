//! Events that tell of a failure which was none, or of one that was made.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ocl::ffi::{cl_event, cl_int};

/// The status of the events that have failed, by address.
fn failed() -> MutexGuard<'static, Option<HashMap<usize, cl_int>>> {
    static FAILED: Mutex<Option<HashMap<usize, cl_int>>> = Mutex::new(None);
    FAILED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on the event's status is `code`.
pub fn fail(event: cl_event, code: cl_int) {
    failed().get_or_insert_default().insert(event.addr(), code);
}

/// The status of an event that has failed.
pub fn status(event: cl_event) -> Option<cl_int> {
    failed().as_ref()?.get(&event.addr()).copied()
}

/// Another event may come to lie there.
pub fn forget(event: cl_event) {
    if let Some(failed) = failed().as_mut() {
        failed.remove(&event.addr());
    }
}
