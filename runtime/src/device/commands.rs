//! The commands of devices and when each ran, for whoever [wants to know](begin): until it is taken, as much as there is room for.

use crate::system::lock::lock;
use std::mem;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A log of more commands would be of no use to anybody, and take memory.
const MOST: usize = 1 << 20;

static IS_WANTED: AtomicBool = AtomicBool::new(false);
static LOG: Mutex<Log> = Mutex::new(Log { commands: Vec::new(), left_out: 0 });

/// What devices have done.
#[derive(Default)]
pub(crate) struct Log {
    /// The commands, and the names of their devices.
    pub(crate) commands: Vec<(String, Command)>,
    /// Those that came when there was no more room.
    pub(crate) left_out: usize,
}

/// A command of a device on the host's clock.
pub(crate) struct Command {
    /// `upload`, `kernel`, `download`
    pub(crate) name: &'static str,
    /// When the device began with it.
    pub(crate) began: Instant,
    /// How long it took.
    pub(crate) took: Duration,
}

/// From now on what devices do is noted.
pub(crate) fn begin() {
    IS_WANTED.store(true, Ordering::Relaxed);
}

/// Whether anybody wants to know what devices do.
pub(super) fn are_wanted() -> bool {
    IS_WANTED.load(Ordering::Relaxed)
}

/// Notes what a device did, if anybody wants to know.
pub(super) fn note<C: IntoIterator<Item = Command>>(device: &str, commands: impl FnOnce() -> C) {
    if !are_wanted() {
        return;
    }
    let commands = commands();
    let mut log = lock(&LOG);
    for command in commands {
        if log.commands.len() < MOST {
            log.commands.push((device.to_owned(), command));
        } else {
            log.left_out += 1;
        }
    }
}

/// What was noted since the last time.
pub(crate) fn take() -> Log {
    mem::take(&mut lock(&LOG))
}
