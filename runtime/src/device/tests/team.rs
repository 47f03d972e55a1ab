//! Several devices share a loop. Here they are one device several times over, each with objects of its own, some taken for a GPU.

use super::slices::{float_bits, floats};
use super::*;
use crate::device::run_together;

/// As many devices, the second one taken for a GPU, each with `bytes` of memory.
fn team(size: usize, bytes: u64) -> Vec<Device> {
    let Some(device) = device() else { return Vec::new() };
    let info = DeviceInfo {
        memory: bytes.min(device.info.memory),
        max_buffer: bytes.min(device.info.max_buffer),
        ..device.info.clone()
    };
    let gpu = DeviceInfo { kind: Kind::Gpu, shares_memory: false, ..info.clone() };
    (0..size).map(|number| device.taken_for(if number == 1 { gpu.clone() } else { info.clone() })).collect()
}

/// Runs a job of these tests on all devices.
fn run_all(devices: &[Device], job: &Job<'_>) -> Result<(Outcome, usize), (usize, Error)> {
    // SAFETY: as for `run`.
    unsafe { run_together(devices, job) }
}

/// `for i in 1..=n { y[i] = y[i - 1] * y[i + 3] }`, in place, on maps, which do not commute.
static MAPS_IN_PLACE: Sources = sources!(
    "typedef struct { uint a, b; } map_t;
     typedef map_t scan_t;
     scan_t scan_op(const scan_t left, const scan_t right)
     {
         const scan_t both = { left.a * right.a, left.b * right.a + right.b };
         return both;
     }
     #define STEP 1
     #define LOOP_PARAMETERS __global const map_t *y, const long y_from, const long first, const ulong n
     #define STORE_PARAMETERS __global const map_t *y, const long y_from, __global map_t *y_out, const long y_out_from, \\
         const long first, const ulong n
     #define LOOP_ARGUMENTS y, y_from, first, n
     #define ELEMENT(i) y[(i) + 3 - y_from]
     #define STORE(i, before, after) y_out[(i) - y_out_from] = after
    "
);

fn run_maps(devices: &[Device], algorithm: Algorithm, y: &mut [[u32; 2]]) -> Result<(Outcome, usize), (usize, Error)> {
    let n = y.len() - 4;
    let kernels = MAPS_IN_PLACE.kernels(algorithm);
    let start = [y[0][0].to_ne_bytes(), y[0][1].to_ne_bytes()].concat();
    let pointer: *mut u8 = y.as_mut_ptr().cast();
    let read = Window {
        pointer: pointer.wrapping_add(8 * 4),
        bytes: 8 * n,
        element: 8,
        from: 4,
        uses: vec![each(4, n)],
        is_checked: false,
        whole: None,
    };
    let stored = Window {
        pointer: pointer.wrapping_add(8),
        bytes: 8 * n,
        element: 8,
        from: 1,
        uses: vec![each(1, n)],
        is_checked: false,
        whole: None,
    };
    let outputs = vec![OutputWindow {
        window: stored,
        dense: true,
        input: Some(0),
        reads_its_own: false,
        staging_copy: None,
        counted: false,
        needs_old: false,
    }];
    run_all(devices, &Job { inputs: vec![read], outputs, ..job(&kernels, n, &start) })
}

fn maps(n: usize) -> Vec<[u32; 2]> {
    (0..n as u32).map(|k| [k.wrapping_mul(7) | 1, k.wrapping_mul(2_654_435_761)]).collect()
}

/// What `MAPS_IN_PLACE` leaves.
fn scanned(y: &[[u32; 2]]) -> Vec<[u32; 2]> {
    let mut expected = y.to_vec();
    for i in 1..y.len() - 3 {
        let (left, right) = (expected[i - 1], y[i + 3]);
        expected[i] = [left[0].wrapping_mul(right[0]), left[1].wrapping_mul(right[0]).wrapping_add(right[1])];
    }
    expected
}

#[test]
fn the_order_is_that_of_the_iterations() {
    for size in [1, 2, 3, 5] {
        let devices = team(size, u64::MAX);
        for algorithm in ALGORITHMS.into_iter().filter(|_| !devices.is_empty()) {
            for n in [1, 1024, 1025, 2049, 10_000, 262_145] {
                let mut y = maps(n + 4);
                let expected = scanned(&y);
                let (outcome, used) = run_maps(&devices, algorithm, &mut y).expect("it runs");
                assert_eq!(used, size.min(n.div_ceil(n.div_ceil(size).next_multiple_of(1024))), "{n}");
                assert!(y == expected, "{algorithm:?}, {n} on {size}");
                assert_eq!(outcome.carry, [y[n][0].to_ne_bytes(), y[n][1].to_ne_bytes()].concat());
            }
        }
    }
}

#[test]
fn what_is_too_large_for_all_goes_in_rounds() {
    for algorithm in ALGORITHMS {
        let devices = team(3, 200_000);
        if devices.is_empty() {
            return;
        }
        let n = 100_003;
        let mut y = maps(n + 4);
        let expected = scanned(&y);
        let (outcome, used) = run_maps(&devices, algorithm, &mut y).expect("it runs");
        assert!(outcome.slices > 1 && used == 3, "{outcome:?}");
        assert!(y == expected, "{algorithm:?}");
        assert_eq!(outcome.carry, [y[n][0].to_ne_bytes(), y[n][1].to_ne_bytes()].concat());
    }
}

#[test]
fn the_deterministic_order_is_that_of_one_device() {
    let devices = team(3, u64::MAX);
    let Some(first) = devices.first() else { return };
    let x = floats(100_003);
    let (alone, _) = float_bits(&x, |job| run(first, job), Algorithm::Lookback);
    for devices in [&devices, &team(3, 50_000)] {
        let together = |job: &Job<'_>| run_all(devices, job).map(|(outcome, _)| outcome).map_err(|(_, error)| error);
        let (shared, outcome) = float_bits(&x, together, Algorithm::Lookback);
        assert_eq!(outcome.algorithm, Algorithm::ReduceThenScan);
        assert!(alone == shared);
    }
}

#[test]
fn a_device_that_fails_is_named_and_nothing_has_changed() {
    let mut devices = team(3, u64::MAX);
    if devices.is_empty() {
        return;
    }
    // No group is small enough for it.
    devices[2] = devices[0].taken_for(DeviceInfo { max_group_size: 0, ..devices[0].info.clone() });
    let mut y = maps(50_004);
    let (number, error) = run_maps(&devices, Algorithm::Lookback, &mut y).expect_err("the third cannot");
    assert!(number == 2 && matches!(error, Error::Unsupported(_)), "{error}");
    assert!(y == maps(50_004));
}

#[test]
fn a_panic_on_one_device_is_one_of_the_loop() {
    let devices = team(3, u64::MAX);
    let n = 60_000;
    for at in [0, 30_000, n - 1].into_iter().filter(|_| !devices.is_empty()) {
        let kernels = failures::QUOTIENTS.kernels(Algorithm::Blelloch).may_panic();
        let (mut x, mut y) = (vec![3; n], vec![-1; n]);
        x[at] = 0;
        let output = output(&mut y, 1);
        let outputs = vec![OutputWindow { window: used(output.window, &[each(1, n)]), ..output }];
        let inputs = vec![used(window(&x, 0), &[each(0, n)])];
        let error = run_all(&devices, &Job { inputs, outputs, ..job(&kernels, n, &0i32.to_ne_bytes()) });
        assert!(matches!(error, Err((_, Error::Panicked))));
        assert!(y.iter().all(|&y| y == -1));
    }
}
