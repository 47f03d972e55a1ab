//! What is counted: calls by function, objects by kind. Written down when the program ends, as lines `calls clFinish 3`,
//! `created event 12`, `released event 12`.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// By what is counted (`calls`, `created`, `released`) and of what.
type Counts = BTreeMap<(&'static str, &'static str), u64>;

fn counts() -> MutexGuard<'static, Counts> {
    static COUNTS: Mutex<Counts> = Mutex::new(BTreeMap::new());
    COUNTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts a call. Returns its number, from 1.
pub fn call(function: &'static str) -> u64 {
    static AT_EXIT: Once = Once::new();
    AT_EXIT.call_once(|| {
        // SAFETY: the function takes no arguments and does not unwind; the library is never closed.
        unsafe { libc::atexit(write_down) };
    });
    if let Some(kind) = function.strip_prefix("clRelease").and_then(kind_of) {
        add("released", kind);
    } else if let Some(kind) = function.strip_prefix("clRetain").and_then(kind_of) {
        add("created", kind);
    }
    add("calls", function)
}

/// Counts an object that a function has made.
pub fn made_by(function: &'static str) {
    let made = function.strip_prefix("clCreate").or_else(|| function.strip_prefix("clLink"));
    if let Some(kind) = made.and_then(kind_of) {
        add("created", kind);
    }
}

/// Counts the event of a command.
pub fn event() {
    add("created", "event");
}

fn add(what: &'static str, of: &'static str) -> u64 {
    let mut counts = counts();
    let count = counts.entry((what, of)).or_default();
    *count += 1;
    *count
}

/// The kind of an object, by what follows the verb in the name of a function.
fn kind_of(rest: &str) -> Option<&'static str> {
    let kinds = [
        ("Context", "context"),
        ("CommandQueue", "queue"),
        ("Program", "program"),
        ("Kernel", "kernel"),
        ("MemObject", "buffer"),
        ("Buffer", "buffer"),
        ("Event", "event"),
        ("UserEvent", "event"),
    ];
    kinds.into_iter().find(|(name, _)| rest.starts_with(name)).map(|(_, kind)| kind)
}

extern "C" fn write_down() {
    let Some(path) = env::var_os("FAULTS_COUNTS") else { return };
    let mut text = String::new();
    for ((what, of), count) in &*counts() {
        // A `String` takes all that is written.
        let _ = writeln!(text, "{what} {of} {count}");
    }
    if let Err(error) = std::fs::write(&path, text) {
        eprintln!("FAULTS_COUNTS={}: {error}", path.display());
    }
}
