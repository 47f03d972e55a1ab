//! The results are the loop's, for every algorithm and length.

use super::*;
use crate::device::buffers::may_write_in_place;
use crate::device::plan::{Passes, Plan};
use crate::model::job::Batches;

#[test]
fn out_of_place() {
    for (device, algorithm) in everywhere() {
        for n in LENGTHS {
            let x = numbers(n);
            let mut y = vec![-1; n];
            let outcome = run_sum(device, algorithm, &x, &mut y).expect("it runs");
            assert_eq!(y, sums(&x, 3, 7), "{algorithm:?}, {n}");
            assert_eq!(outcome.carry, y[n - 1].to_ne_bytes(), "{algorithm:?}, {n}");
        }
    }
}

/// `for i in 1..=n { y[i] += y[i - 1] }`
static IN_PLACE: Sources = sources!(
    "typedef int scan_t;
     scan_t scan_op(const scan_t left, const scan_t right) { return as_int(as_uint(left) + as_uint(right)); }
     #define STEP 1
     #define LOOP_PARAMETERS __global const int *y, const long y_from, const long first, const ulong n
     #define STORE_PARAMETERS __global const int *y, const long y_from, __global int *y_out, const long y_out_from, \\
         const long first, const ulong n
     #define LOOP_ARGUMENTS y, y_from, first, n
     #define ELEMENT(i) y[(i) - y_from]
     #define STORE(i, before, after) y_out[(i) - y_out_from] = after
    "
);

#[test]
fn in_place() {
    for ((device, algorithm), reads_its_own) in everywhere().flat_map(|how| [(how, false), (how, true)]) {
        for n in LENGTHS {
            let kernels = IN_PLACE.kernels(algorithm).in_lanes();
            let mut y = numbers(n + 2);
            let mut expected = y.clone();
            for i in 1..=n {
                expected[i] = expected[i].wrapping_add(expected[i - 1]);
            }
            let start = y[0].to_ne_bytes();
            let inputs = vec![window(&y[1..=n], 1)];
            let outputs = vec![OutputWindow { input: Some(0), reads_its_own, ..output(&mut y[1..=n], 1) }];
            let job = Job { inputs, outputs, ..job(&kernels, n, &start) };
            let plan = Plan::new(&device.info, &job, Passes::Any).expect("a plan");
            let is_direct = plan.in_place(&job, may_write_in_place(device, &job)).in_place;
            let may_be = reads_its_own && device.kind() == DeviceKind::Cpu && plan.algorithm == Algorithm::Lookback;
            assert_eq!(is_direct, may_be, "{algorithm:?}, {n}");
            let outcome = run(device, &job).expect("it runs");
            assert_eq!(y, expected, "{algorithm:?}, {n}");
            assert_eq!(outcome.carry, y[n].to_ne_bytes());
        }
    }
}

/// `for i in (0..n).rev() { y[2 * i] = y[2 * i + 2] * x[i] }` for maps `a * t + b`, applied one after the other; types and operator
/// are left open.
static MAPS: Sources = sources!(
    "#define STEP -1
     #define LOOP_PARAMETERS __global const map_t *x, const long x_from, const long first, const ulong n
     #define STORE_PARAMETERS __global const map_t *x, const long x_from, __global map_t *y, const long y_from, \\
         const long first, const ulong n
     #define LOOP_ARGUMENTS x, x_from, first, n
     #define ELEMENT(i) x[(i) - x_from]
     #define STORE(i, before, after) y[2 * (i) - y_from] = after
    "
);

const MAP_DEFINITIONS: &str = "typedef struct { uint a, b; } map_t;
typedef map_t scan_t;
scan_t scan_op(const scan_t left, const scan_t right)
{
    const scan_t both = { left.a * right.a, left.b * right.a + right.b };
    return both;
}
";

/// First `left`, then `right`.
fn compose(left: [u32; 2], right: [u32; 2]) -> [u32; 2] {
    [left[0].wrapping_mul(right[0]), left[1].wrapping_mul(right[0]).wrapping_add(right[1])]
}

#[test]
fn backwards_with_gaps_and_an_operator_that_does_not_commute() {
    for (device, algorithm) in everywhere() {
        for n in LENGTHS {
            let kernels = MAPS.kernels(algorithm);
            let x: Vec<[u32; 2]> = (0..n as u32).map(|k| [k.wrapping_mul(7) | 1, k.wrapping_mul(2_654_435_761)]).collect();
            let mut y = vec![[9, 9]; 2 * n];
            let mut expected = y.clone();
            let mut last = [3, 5];
            for i in (0..n).rev() {
                last = compose(last, x[i]);
                expected[2 * i] = last;
            }
            let start = [3u32.to_ne_bytes(), 5u32.to_ne_bytes()].concat();
            let outcome = run(
                device,
                &Job {
                    definitions: MAP_DEFINITIONS.to_owned(),
                    first: n as i64 - 1,
                    inputs: vec![window(&x, 0)],
                    outputs: vec![OutputWindow { dense: false, ..output(&mut y[..2 * n - 1], 0) }],
                    ..job(&kernels, n, &start)
                },
            );
            let carry = [last[0].to_ne_bytes(), last[1].to_ne_bytes()].concat();
            assert_eq!(outcome.expect("it runs").carry, carry, "{algorithm:?}, {n}");
            assert!(y == expected, "{algorithm:?}, {n}");
        }
    }
}

#[test]
fn every_group_size_that_a_clause_may_ask_for() {
    let Some(device) = device() else { return };
    let x = numbers(10_000);
    for algorithm in ALGORITHMS {
        for group_size in [1, 2, 3, 64, 1000, 1 << 20] {
            let kernels = SUM.kernels(algorithm);
            let mut y = vec![0; x.len()];
            let outcome = run(
                device,
                &Job {
                    group_size: Some(group_size),
                    inputs: vec![window(&x, 0)],
                    outputs: vec![output(&mut y, 1)],
                    captures: vec![capture(&1i32.to_ne_bytes())],
                    ..job(&kernels, x.len(), &0i32.to_ne_bytes())
                },
            );
            let outcome = outcome.expect("it runs");
            assert!(outcome.group_size <= group_size.max(2) && outcome.group_size.is_power_of_two(), "{outcome:?}");
            assert_eq!(y, sums(&x, 1, 0), "{algorithm:?}, {group_size}");
        }
    }
}

#[test]
fn the_deterministic_order_has_tiles_of_one_work_item_and_never_looks_back() {
    let Some(device) = device() else { return };
    let x = numbers(5000);
    for algorithm in [Algorithm::ReduceThenScan, Algorithm::Lookback] {
        let kernels = SUM.in_order(algorithm);
        let mut y = vec![0; x.len()];
        let outcome = run(
            device,
            &Job {
                deterministic: true,
                group_size: Some(64),
                inputs: vec![window(&x, 0)],
                outputs: vec![output(&mut y, 1)],
                captures: vec![capture(&1i32.to_ne_bytes())],
                ..job(&kernels, x.len(), &0i32.to_ne_bytes())
            },
        );
        let outcome = outcome.expect("it runs");
        assert_eq!((outcome.algorithm, outcome.group_size), (Algorithm::ReduceThenScan, 1));
        assert_eq!(y, sums(&x, 1, 0));
    }
}

/// A carried value of 4,096 bytes: the sum of two arrays, each in one of its ends.
static LARGE: Sources = sources!(
    "typedef struct { int low; int between[1022]; int high; } scan_t;
     scan_t scan_op(const scan_t left, const scan_t right)
     {
         scan_t both = left;
         both.low += right.low;
         both.high += right.high;
         return both;
     }
     #define STEP 1
     #define LOOP_PARAMETERS __global const int *x, const long x_from, const long first, const ulong n
     #define STORE_PARAMETERS __global const int *x, const long x_from, __global int *y, const long y_from, \\
         const long first, const ulong n
     #define LOOP_ARGUMENTS x, x_from, first, n
     scan_t of(const int x) { scan_t one; one.low = x; one.high = -x; return one; }
     #define ELEMENT(i) of(x[(i) - 1 - x_from])
     #define STORE(i, before, after) y[(i) - y_from] = after.low - after.high
    "
);

#[test]
fn groups_shrink_for_large_values() {
    let Some(device) = device() else { return };
    let x = numbers(300);
    for algorithm in ALGORITHMS {
        let kernels = LARGE.kernels(algorithm);
        let mut y = vec![0; x.len()];
        let outcome = run(
            device,
            &Job { inputs: vec![window(&x, 0)], outputs: vec![output(&mut y, 1)], ..job(&kernels, x.len(), &[0; 4096]) },
        );
        let most = device.info.local_memory as usize / 4096;
        let outcome = outcome.expect("it runs");
        // Only `hillis_steele` has its values once.
        let of_an_item = if algorithm == Algorithm::HillisSteele { 1 } else { 2 };
        assert!(outcome.group_size == 1 || of_an_item * outcome.group_size <= most, "{algorithm:?}: {outcome:?}");
        assert_eq!(y, sums(&x, 2, 0), "{algorithm:?}");
    }
}

/// A reduction has no tile in local memory, where large values would leave room for few iterations.
#[test]
fn only_tiles_in_local_memory_shrink() {
    let Some(device) = device() else { return };
    let info = DeviceInfo { kind: Kind::Gpu, max_group_size: 256, local_memory: 48 << 10, ..device.info.clone() };
    let start = [0; 32];
    let iterations =
        |kernels: &Kernels| Plan::new(&info, &job(kernels, 1 << 20, &start), Passes::Any).expect("a plan").group_iterations();
    let scan = Kernels::new(Algorithm::ReduceThenScan).any("");
    let reduction = Kernels::new(Algorithm::Reduce).any("");
    assert!(iterations(&scan) * 32 <= info.local_memory);
    assert!(iterations(&reduction) * 32 > info.local_memory);
}

/// What a group shares is the business of the other program.
#[test]
fn a_work_item_alone_scans_whole_batches() {
    let Some(device) = device() else { return };
    let kernels = Kernels::new(Algorithm::Batched).gpu("groups").cpu("alone");
    let batches = Batches { count: 3, first: Some(0), starts: memory(&[0; 12]), tables: Vec::new(), side_by_side: false };
    for (group_size, max_group_size, is_alone) in
        [(None, 256, false), (Some(64), 256, false), (Some(1), 256, true), (None, 1, true)]
    {
        let info = DeviceInfo { kind: Kind::Gpu, max_group_size, ..device.info.clone() };
        let job = Job { batches: Some(&batches), group_size, ..job(&kernels, 1 << 20, &[0; 4]) };
        let plan = Plan::new(&info, &job, Passes::Any).expect("a plan");
        assert_eq!(plan.source(&kernels).ok(), Some(if is_alone { "alone" } else { "groups" }));
        assert_eq!(plan.options().contains("BATCHES"), is_alone, "{}", plan.options());
        assert_eq!(plan.segments(&job, &batches).count == 1, is_alone);
    }
}

#[test]
fn reduce_then_scan_stands_in_where_lookback_has_no_atomics() {
    let Some(device) = device() else { return };
    let x = numbers(5000);
    let mut y = vec![0; x.len()];
    let without = device.taken_for(DeviceInfo { extensions: String::new(), ..device.info.clone() });
    let with = device.info.extensions.contains("int64_base_atomics");
    for (device, expected) in
        [(device, if with { Algorithm::Lookback } else { Algorithm::ReduceThenScan }), (&without, Algorithm::ReduceThenScan)]
    {
        let outcome = run_sum(device, Algorithm::Lookback, &x, &mut y).expect("it runs");
        assert_eq!(outcome.algorithm, expected);
        assert_eq!(y, sums(&x, 3, 7));
    }
}
