//! What the tests of launches share.

#![allow(dead_code, reason = "every test uses its part")]

pub mod map;

use scan_runtime::launch::{Algorithm, DeviceKind, Kernels, Loop};
use scan_runtime::{Place, Settings, last_report};

/// Kernels that no device is asked to run.
pub const KERNELS: Kernels = Kernels::new(Algorithm::ReduceThenScan);

/// A loop that no device is asked to run.
pub const fn on_host(name: &'static str) -> Loop {
    // SAFETY: there is no kernel.
    unsafe { Loop::new(name, file!(), line!(), KERNELS) }
}

/// Lengths around nothing, a tile, and many tiles.
pub const LENGTHS: &[usize] =
    if cfg!(miri) { &[0, 1, 2, 3, 5, 17, 300] } else { &[0, 1, 2, 3, 4, 5, 1023, 1024, 1025, 2048, 100_003] };

/// Settings under which every loop is launched on `threads` host threads.
pub fn host(threads: usize) -> Settings {
    Settings::default().device(DeviceKind::Host).threads(threads)
}

/// Runs `body` on two host threads, and as written; both must leave the same. Fails if the launch did not happen, where `n > 0`.
#[track_caller]
pub fn check<R: PartialEq + std::fmt::Debug>(iterations: usize, body: impl Fn() -> R) {
    let launched = host(2).scope(&body);
    let report = last_report().expect("a loop has run");
    assert_eq!(report.iterations, iterations as u64, "{report}");
    let expected = if iterations == 0 { Place::Loop } else { Place::HostThreads { threads: 2 } };
    assert_eq!(report.place, expected, "{report}");
    let as_written = Settings::default().device(DeviceKind::Loop).scope(&body);
    assert_eq!(last_report().map(|report| report.place), Some(Place::Loop));
    assert!(launched == as_written, "the launch and the loop differ ({report})");
}

/// Numbers without a pattern.
pub fn numbers(n: usize) -> Vec<i32> {
    let mut state = 12345u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as i32 - (1 << 23)
    };
    (0..n).map(|_| next()).collect()
}
