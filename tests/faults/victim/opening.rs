//! Programs that are left to themselves while OpenCL is opened beside them.

use std::io::stderr;
use std::time::{Duration, Instant};

use scan_runtime::{Place, Report, devices, last_report, scan};

use crate::programs::Program;
use crate::threads::child_is_right;

/// The programs, by name.
pub const ALL: [(&str, Program); 6] = [
    ("learning", || devices().is_empty() || run_until(is_on_device)),
    ("opening", || run_until(is_opening) && run_until(is_on_device)),
    ("opening_and_ending", || run_until(is_opening)),
    ("opening_and_forking", || run_until(is_opening) && child_is_right() && run_until(is_on_device)),
    ("opening_in_silence", || run_until(is_opening) && fork_with_the_log_locked()),
    ("ending", run_at_the_end),
];

/// Whoever takes longer hangs.
const DEADLINE: Duration = Duration::from_secs(60);

#[scan(+ : count)]
fn odd(x: &[u32], kept: &mut [u32]) -> usize {
    let mut count = 0;
    for &value in x {
        if value & 1 == 1 {
            kept[count] = value;
            count += 1;
        }
    }
    count
}

/// Runs a loop that a device runs best, over and over, until this is so of a run. Whether the results were right, and it came to that.
fn run_until(is_so: fn(&Report) -> bool) -> bool {
    let x: Vec<u32> = (0..1 << 20).map(|k: u32| k.wrapping_mul(2_654_435_761) >> 7).collect();
    let expected: Vec<u32> = x.iter().copied().filter(|x| x & 1 == 1).collect();
    let mut kept = vec![0; x.len()];
    let began = Instant::now();
    while began.elapsed() < DEADLINE {
        let count = odd(&x, &mut kept);
        if kept[..count] != expected {
            return false;
        }
        if last_report().is_some_and(|report| is_so(&report)) {
            return true;
        }
    }
    false
}

fn is_on_device(report: &Report) -> bool {
    matches!(report.place, Place::Device { .. })
}

fn is_opening(report: &Report) -> bool {
    !is_on_device(report) && report.reason.as_ref().is_some_and(|why| why.starts_with("OpenCL is being opened"))
}

/// What is logged of OpenCL waits for this thread, which waits for OpenCL.
fn fork_with_the_log_locked() -> bool {
    let _log = stderr().lock();
    child_is_right()
}

/// Has a loop run after the libraries that OpenCL has loaded have ended.
fn run_at_the_end() -> bool {
    extern "C" fn run() {
        if !run_until(|_| true) {
            // SAFETY: a call that does not return.
            unsafe { libc::_exit(1) }
        }
    }
    // SAFETY: a function that does not unwind.
    let is_registered = unsafe { libc::atexit(run) } == 0;
    // A driver ends before what was registered before it began.
    devices();
    is_registered
}
