//! What the log is told, when nobody waits for this thread: of calls that failed and did no harm, once of every call and code.

use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::CallError;

/// What the log has been told, and what it is still to be told.
struct Survived {
    told: Vec<CallError>,
    held_back: Vec<String>,
    silences: usize,
}

fn survived() -> MutexGuard<'static, Survived> {
    static SURVIVED: Mutex<Survived> = Mutex::new(Survived { told: Vec::new(), held_back: Vec::new(), silences: 0 });
    SURVIVED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl CallError {
    /// Says that the call failed and that it did no harm, the first time; at once, or when the next [`Silence`] ends.
    pub fn tell_survived(self) {
        let mut survived = survived();
        if survived.told.contains(&self) {
            return;
        }
        survived.told.push(self);
        drop(survived);
        warn(format!("{self}; nothing is lost by that"));
    }
}

/// Logs a warning, at once or when the next [`Silence`] ends.
pub(crate) fn warn(warning: String) {
    let mut survived = survived();
    if survived.silences > 0 {
        survived.held_back.push(warning);
    } else {
        drop(survived);
        log::warn!("{warning}");
    }
}

/// As long as one lives nothing is logged here: its thread has something that others wait for, and whoever writes the log may be one of them.
/// What was held back is logged by the first thread that ends a silence, which is to have nothing then.
#[derive(Debug)]
pub struct Silence(());

impl Silence {
    /// Begins one.
    pub fn begin() -> Silence {
        survived().silences += 1;
        Silence(())
    }
}

impl Drop for Silence {
    fn drop(&mut self) {
        let held_back = {
            let mut survived = survived();
            survived.silences -= 1;
            mem::take(&mut survived.held_back)
        };
        held_back.iter().for_each(|warning| log::warn!("{warning}"));
    }
}

/// Makes a call that can be repeated once more if it fails. Where it goes well then, the log is told of the first time.
pub fn again<R>(mut call: impl FnMut() -> Result<R, CallError>) -> Result<R, CallError> {
    call().or_else(|error| call().inspect(|_| error.tell_survived()))
}
