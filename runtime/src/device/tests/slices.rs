//! What does not fit at once goes through in slices, with the same results.

use super::*;

/// The device with no more memory than for a few buffers of so many bytes.
fn small(device: &Device, bytes: u64) -> Device {
    device.taken_for(DeviceInfo { memory: 4 * bytes, max_buffer: bytes, ..device.info.clone() })
}

/// `SUM` over all of `x`, as `run_sum`, in windows that say what each iteration uses.
fn run_sum_sliced(device: &Device, algorithm: Algorithm, x: &[i32], y: &mut [i32]) -> Result<Outcome, Error> {
    let kernels = SUM.kernels(algorithm);
    let output = output(y, 1);
    let outputs = vec![OutputWindow { window: used(output.window, &[each(1, x.len())]), ..output }];
    let inputs = vec![used(window(x, 0), &[each(0, x.len())])];
    let captures = vec![capture(&3i32.to_ne_bytes())];
    run(device, &Job { inputs, outputs, captures, ..job(&kernels, x.len(), &7i32.to_ne_bytes()) })
}

#[test]
fn out_of_place() {
    for (device, algorithm) in everywhere() {
        for (n, bytes) in [(5000, 14_000), (100_003, 200_000), (1_000_003, 1_500_000)] {
            let x = numbers(n);
            let mut y = vec![-1; n];
            let outcome = run_sum_sliced(&small(device, bytes), algorithm, &x, &mut y).expect("it runs");
            assert!(outcome.slices > 1, "{algorithm:?}, {n}: {outcome:?}");
            assert_eq!(y, sums(&x, 3, 7), "{algorithm:?}, {n}");
            assert_eq!(outcome.carry, y[n - 1].to_ne_bytes(), "{algorithm:?}, {n}");
        }
    }
}

#[test]
fn the_users_limit_is_one() {
    let Some(device) = device() else { return };
    let x = numbers(50_000);
    let mut y = vec![-1; x.len()];
    let kernels = SUM.kernels(Algorithm::Lookback);
    let output = output(&mut y, 1);
    let outputs = vec![OutputWindow { window: used(output.window, &[each(1, x.len())]), ..output }];
    let inputs = vec![used(window(&x, 0), &[each(0, x.len())])];
    let captures = vec![capture(&3i32.to_ne_bytes())];
    let start = 7i32.to_ne_bytes();
    let job = Job { inputs, outputs, captures, memory: Some(64 << 10), ..job(&kernels, x.len(), &start) };
    assert_eq!(run(device, &job).expect("it runs").slices, 4);
    assert_eq!(y, sums(&x, 3, 7));
}

#[test]
fn what_each_iteration_may_use_all_of_cannot_be_cut() {
    for (device, algorithm) in everywhere() {
        let x = numbers(50_000);
        let mut y = vec![-1; x.len()];
        let error = run_sum(&small(device, 150_000), algorithm, &x, &mut y).expect_err("too large");
        assert!(matches!(error, Error::OutOfMemory { .. }), "{error}");
        assert!(y.iter().all(|&y| y == -1));
    }
}

/// `for i in 1..=n { y[i] = y[i - 1] + old[i - 1] + 5 * old[i + 700] }`, where `old` is `y` before the loop: it reads what an earlier
/// iteration has overwritten, and what a later one will.
static READS_AROUND: Sources = sources!(
    "typedef int scan_t;
     scan_t scan_op(const scan_t left, const scan_t right) { return as_int(as_uint(left) + as_uint(right)); }
     #define STEP 1
     #define LOOP_PARAMETERS __global const int *y, const long y_from, const long first, const ulong n
     #define STORE_PARAMETERS __global const int *y, const long y_from, __global int *y_out, const long y_out_from, \\
         const long first, const ulong n
     #define LOOP_ARGUMENTS y, y_from, first, n
     #define ELEMENT(i) (y[(i) - 1 - y_from] + 5 * y[(i) + 700 - y_from])
     #define STORE(i, before, after) y_out[(i) - y_out_from] = after
    "
);

#[test]
fn in_place_every_slice_reads_the_old_values() {
    for (device, algorithm) in everywhere() {
        for n in [9_000, 40_961, 300_007] {
            let kernels = READS_AROUND.kernels(algorithm);
            let mut y = numbers(n + 701);
            let old = y.clone();
            let mut expected = y.clone();
            for i in 1..=n {
                expected[i] = expected[i - 1].wrapping_add(old[i - 1]).wrapping_add(5 * old[i + 700]);
            }
            let start = y[0].to_ne_bytes();
            let pointer: *mut u8 = y.as_mut_ptr().cast();
            let all = Window {
                pointer,
                bytes: 4 * y.len(),
                element: 4,
                from: 0,
                uses: vec![each(0, n), each(701, n)],
                is_checked: false,
                whole: None,
            };
            let stored = used(output(&mut y[1..=n], 1).window, &[each(1, n)]);
            let outputs = vec![OutputWindow {
                window: stored,
                dense: true,
                input: Some(0),
                reads_its_own: false,
                staging_copy: None,
                counted: false,
                needs_old: false,
            }];
            let small = small(device, n as u64 * 3);
            let outcome = run(&small, &Job { inputs: vec![all], outputs, ..job(&kernels, n, &start) }).expect("it runs");
            assert!(outcome.slices > 1, "{outcome:?}");
            assert!(y == expected, "{algorithm:?}, {n}");
        }
    }
}

/// `for i in 1..=n { let next = x[i]; y[i] = y[i - 1] + older; older = aux; aux = next; }`, whose reads are at `i` as it is written.
static DELAYED: Sources = sources!(
    "typedef int scan_t;
     scan_t scan_op(const scan_t left, const scan_t right) { return as_int(as_uint(left) + as_uint(right)); }
     #ifndef CONTINUES
     #define CONTINUES 0
     #endif
     #define STEP 1
     #define LOOP_PARAMETERS __global const int *x, const long x_from, const int aux, const int older, const long first, const ulong n
     #define STORE_PARAMETERS __global const int *x, const long x_from, __global int *y, const long y_from, \\
         const int aux, const int older, const long first, const ulong n
     #define LOOP_ARGUMENTS x, x_from, aux, older, first, n
     #define ELEMENT(i) (!CONTINUES && (i) <= first + 1 ? ((i) == first ? older : aux) : x[(i) - 2 - x_from])
     #define STORE(i, before, after) y[(i) - y_from] = after
    "
);

#[test]
fn a_delay_register_goes_on_where_the_last_slice_ended() {
    for (device, algorithm) in everywhere() {
        let n = 30_000;
        let kernels = DELAYED.kernels(algorithm).asks_for_first();
        let (x, mut y) = (numbers(n + 1), vec![0; n + 1]);
        let mut expected = y.clone();
        let (mut aux, mut older) = (1234, 77);
        for i in 1..=n {
            expected[i] = expected[i - 1] + older;
            older = aux;
            aux = x[i];
        }
        let output = output(&mut y[1..], 1);
        let outputs = vec![OutputWindow { window: used(output.window, &[each(1, n)]), ..output }];
        let inputs = vec![used(window(&x[1..], 1), &[each(1, n)])];
        let captures = vec![capture(&1234i32.to_ne_bytes()), capture(&77i32.to_ne_bytes())];
        let job = Job { inputs, outputs, captures, ..job(&kernels, n, &[0; 4]) };
        let small = small(device, 50_000);
        assert!(run(&small, &job).expect("it runs").slices > 1);
        assert!(y == expected, "{algorithm:?}");
    }
}

/// `for i in (0..n).rev() { y[2 * i] = y[2 * i + 2] * x[3 * i + 1] * x[-2 * i + 2 * n] }` for maps, which do not commute.
static STRIDES: Sources = sources!(
    "typedef struct { uint a, b; } map_t;
     typedef map_t scan_t;
     scan_t scan_op(const scan_t left, const scan_t right)
     {
         const scan_t both = { left.a * right.a, left.b * right.a + right.b };
         return both;
     }
     #define STEP -1
     #define LOOP_PARAMETERS __global const map_t *x, const long x_from, __global const map_t *z, const long z_from, \\
         const long count, const long first, const ulong n
     #define STORE_PARAMETERS __global const map_t *x, const long x_from, __global const map_t *z, const long z_from, \\
         __global map_t *y, const long y_from, const long count, const long first, const ulong n
     #define LOOP_ARGUMENTS x, x_from, z, z_from, count, first, n
     #define ELEMENT(i) scan_op(x[3 * (i) + 1 - x_from], z[-2 * (i) + 2 * count - z_from])
     #define STORE(i, before, after) y[2 * (i) - y_from] = after
    "
);

fn compose(left: [u32; 2], right: [u32; 2]) -> [u32; 2] {
    [left[0].wrapping_mul(right[0]), left[1].wrapping_mul(right[0]).wrapping_add(right[1])]
}

#[test]
fn windows_follow_their_strides_and_gaps_are_left_as_they_were() {
    for (device, algorithm) in everywhere() {
        for n in [7_001, 50_000] {
            let kernels = STRIDES.kernels(algorithm);
            let maps =
                |n: usize| (0..n as u32).map(|k| [k.wrapping_mul(7) | 1, k.wrapping_mul(2_654_435_761)]).collect::<Vec<_>>();
            let (x, z) = (maps(3 * n), maps(2 * n + 1));
            let mut y = vec![[9u32, 9]; 2 * n];
            let mut expected = y.clone();
            let mut last = [3, 5];
            for i in (0..n).rev() {
                last = compose(last, compose(x[3 * i + 1], z[2 * n - 2 * i]));
                expected[2 * i] = last;
            }
            let start = [3u32.to_ne_bytes(), 5u32.to_ne_bytes()].concat();
            let of_x = Strided { first: 3 * n - 2, last: 1, stride: -3 };
            let of_z = Strided { first: 2, last: 2 * n, stride: 2 };
            let of_y = Strided { first: 2 * n - 2, last: 0, stride: -2 };
            let stored = used(output(&mut y[..2 * n - 1], 0).window, &[of_y]);
            let job = Job {
                first: n as i64 - 1,
                step: -1,
                inputs: vec![used(window(&x[1..=3 * n - 2], 1), &[of_x]), used(window(&z[2..], 2), &[of_z])],
                outputs: vec![OutputWindow {
                    window: stored,
                    dense: false,
                    input: None,
                    reads_its_own: false,
                    staging_copy: None,
                    counted: false,
                    needs_old: false,
                }],
                captures: vec![capture(&(n as i64).to_ne_bytes())],
                ..job(&kernels, n, &start)
            };
            let outcome = run(&small(device, 10 * n as u64), &job).expect("it runs");
            assert!(outcome.slices > 1, "{outcome:?}");
            assert_eq!(outcome.carry, [last[0].to_ne_bytes(), last[1].to_ne_bytes()].concat());
            assert!(y == expected, "{algorithm:?}, {n}");
        }
    }
}

/// `for i in 1..=n { y[i] = y[i - 1] + 100 / y[i] }`, in place, where a division by zero panics.
static QUOTIENTS_IN_PLACE: Sources = sources!(
    "typedef int scan_t;
     scan_t scan_op(const scan_t left, const scan_t right) { return left + right; }
     #define STEP 1
     #define LOOP_PARAMETERS __global const int *y, const long y_from, const long first, const ulong n, __global int *panicked
     #define STORE_PARAMETERS __global const int *y, const long y_from, __global int *y_out, const long y_out_from, \\
         const long first, const ulong n, __global int *panicked
     #define LOOP_ARGUMENTS y, y_from, first, n, panicked
     int quotient(const int divisor, __global int *panicked)
     {
         if (divisor == 0)
             *panicked = 1;
         return divisor == 0 ? 0 : 100 / divisor;
     }
     #define ELEMENT(i) quotient(y[(i) - y_from], panicked)
     #define STORE(i, before, after) y_out[(i) - y_out_from] = after
    "
);

#[test]
fn a_panic_in_a_later_slice_leaves_an_array_in_place_as_it_was() {
    for (device, algorithm) in everywhere() {
        let n = 50_000;
        let kernels = QUOTIENTS_IN_PLACE.kernels(algorithm).may_panic();
        let mut y = vec![3; n];
        y[n - 3] = 0;
        let run = |y: &mut [i32]| {
            let output = output(y, 1);
            let inputs = vec![used(output.window.clone(), &[each(1, n)])];
            let outputs = vec![OutputWindow { window: used(output.window, &[each(1, n)]), input: Some(0), ..output }];
            run(&small(device, 150_000), &Job { inputs, outputs, ..job(&kernels, n, &0i32.to_ne_bytes()) })
        };
        let error = run(&mut y).expect_err("a division by zero");
        assert!(matches!(error, Error::Panicked), "{error}");
        assert!(y.iter().enumerate().all(|(i, &y)| y == if i == n - 3 { 0 } else { 3 }), "{algorithm:?}");
        y[n - 3] = 3;
        assert!(run(&mut y).expect("it runs").slices > 1);
        assert!(y.iter().enumerate().all(|(i, &y)| y == 33 * (i as i32 + 1)));
    }
}

#[test]
fn a_panic_in_a_later_slice_stores_nothing_after_it() {
    let Some(device) = device() else { return };
    let n = 50_000;
    let kernels = failures::QUOTIENTS.kernels(Algorithm::Lookback).may_panic();
    let mut x = vec![3; n];
    let mut y = vec![-1; n];
    x[30_000] = 0;
    let output = output(&mut y, 1);
    let outputs = vec![OutputWindow { window: used(output.window, &[each(1, n)]), ..output }];
    let inputs = vec![used(window(&x, 0), &[each(0, n)])];
    let error = run(&small(device, 100_000), &Job { inputs, outputs, ..job(&kernels, n, &0i32.to_ne_bytes()) });
    assert!(matches!(error, Err(Error::Panicked)));
    assert!(y.iter().enumerate().all(|(i, &y)| y == 33 * (i as i32 + 1) || y == -1));
    assert!(y[30_000..].iter().all(|&y| y == -1));
}

/// `for i in 1..=n { y[i] = y[i - 1] + x[i - 1] }` on `f32`.
static FLOATS: Sources = sources!(
    "typedef float scan_t;
     scan_t scan_op(const scan_t left, const scan_t right) { return left + right; }
     #define STEP 1
     #define LOOP_PARAMETERS __global const float *x, const long x_from, const long first, const ulong n
     #define STORE_PARAMETERS __global const float *x, const long x_from, __global float *y, const long y_from, \\
         const long first, const ulong n
     #define LOOP_ARGUMENTS x, x_from, first, n
     #define ELEMENT(i) x[(i) - 1 - x_from]
     #define STORE(i, before, after) y[(i) - y_from] = after
    "
);

/// A deterministic sum of floats, as bits, and how it ran.
pub(super) fn float_bits(
    x: &[f32],
    run: impl Fn(&Job<'_>) -> Result<Outcome, Error>,
    algorithm: Algorithm,
) -> (Vec<u32>, Outcome) {
    let (n, kernels) = (x.len(), FLOATS.in_order(algorithm));
    let mut y = vec![0f32; n];
    let output = output(&mut y, 1);
    let outputs = vec![OutputWindow { window: used(output.window, &[each(1, n)]), ..output }];
    let inputs = vec![used(window(x, 0), &[each(0, n)])];
    let outcome = run(&Job { deterministic: true, inputs, outputs, ..job(&kernels, n, &0.1f32.to_ne_bytes()) });
    (y.into_iter().map(f32::to_bits).collect(), outcome.expect("it runs"))
}

/// Floats whose sums round.
pub(super) fn floats(n: usize) -> Vec<f32> {
    numbers(n).into_iter().map(|x| x as f32 * 0.37).collect()
}

#[test]
fn the_deterministic_order_is_the_same_in_slices() {
    for device in both_ways() {
        let x = floats(100_003);
        let (whole, _) = float_bits(&x, |job| run(device, job), Algorithm::Lookback);
        let small = small(device, 100_000);
        let (sliced, outcome) = float_bits(&x, |job| run(&small, job), Algorithm::Lookback);
        assert!(outcome.slices > 1);
        assert!(whole == sliced);
    }
}
