//! The compiler's front on thousands of texts that are almost programs: none of them panics, or takes memory without bound. `tests/fuzz`
//! has the same ways in for `cargo fuzz`. `SCAN_TEST_SEED=4711` tries that text alone.

use scan_tests::hostile::{ENTRIES, mutant, seeds};
use std::alloc::{GlobalAlloc, Layout, System};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// A text may take so many bytes.
const MOST_BYTES: usize = 512 << 20;
/// As much as a compiler's thread has.
const STACK: usize = 64 << 20;
/// Whoever takes longer hangs. Nothing is said of those who take less.
const DEADLINE: Duration = Duration::from_secs(300);

/// Counts what is in use, and ends the process where that is too much: there may be no memory left to say more.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
/// The text that is tried, to be named.
static SEED: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all is the system's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let in_use = IN_USE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        if in_use > MOST_BYTES && in_use - layout.size() <= MOST_BYTES {
            let seed = SEED.load(Ordering::Relaxed);
            IN_USE.store(0, Ordering::Relaxed);
            eprintln!("SCAN_TEST_SEED={seed} takes more than {MOST_BYTES} bytes");
            std::process::abort();
        }
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn almost_programs_neither_panic_nor_take_memory_without_bound() {
    let all = seeds();
    assert!(all.len() > 100, "{} texts to begin with", all.len());
    let one = std::env::var("SCAN_TEST_SEED").ok().map(|seed| seed.parse::<u64>().expect("a number"));
    let count = if scan_tests::long() { 100_000 } else { 1_500 };
    let numbers = one.map_or(0..count, |seed| seed..seed + 1);
    let mut failures = Vec::new();
    for seed in numbers {
        let text = mutant(&all, seed);
        SEED.store(seed as usize, Ordering::Relaxed);
        failures.extend(failure(&text).map(|(entry, why)| format!("SCAN_TEST_SEED={seed}: {entry}: {why}\n{text}\n")));
    }
    assert!(failures.is_empty(), "{} texts\n{}", failures.len(), failures.join("\n"));
}

/// The way in by which a text panics, and why. Each text has a thread of its own, and what that remembers of spans goes with it.
fn failure(text: &str) -> Option<(&'static str, String)> {
    let (done, is_done) = channel();
    thread::scope(|scope| {
        let run = move || {
            let failed = ENTRIES.into_iter().find_map(|(name, entry)| {
                let panic = catch_unwind(AssertUnwindSafe(|| entry(text))).err()?;
                let why =
                    panic.downcast_ref::<String>().cloned().or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
                Some((name, why.unwrap_or_default()))
            });
            // Whoever waits has not gone.
            let _ = done.send(());
            failed
        };
        let running = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).expect("the system gives a thread");
        if is_done.recv_timeout(DEADLINE) == Err(RecvTimeoutError::Timeout) {
            eprintln!("SCAN_TEST_SEED={} hangs\n{text}", SEED.load(Ordering::Relaxed));
            std::process::abort();
        }
        running.join().expect("panics are caught")
    })
}
