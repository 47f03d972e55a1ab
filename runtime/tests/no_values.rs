//! Devices that leave bytes which are no values of a `bool` or an enum, as a fault would: whoever looks at the arrays sees what the loop
//! leaves, and in release builds too.

mod common;

use common::KERNELS;
use scan_runtime::declared::Vouched;
use scan_runtime::launch::{self, Affine, Algorithm, Along, DeviceKind, Flipped, Kernels, Launch, Loop};
use scan_runtime::{Element, Place, Settings, declared_enum, declared_struct, devices, last_report};

const INCLUSIVE: &str = include_str!("common/inclusive.cl");

#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Letter {
    A = 3,
    B = 5,
}

declared_enum! {
    Letter: u8 = "Letter" { A, B }
    // SAFETY: it is such a number.
    unsafe { Vouched::new(&["typedef uchar Letter;"]) }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
struct Flagged {
    number: u32,
    is_set: bool,
}

declared_struct! {
    Flagged = "Flagged" { number: u32 = "number", is_set: bool = "is_set" }
    // SAFETY: it defines such a struct.
    unsafe { Vouched::new(&["typedef struct {\n    uint number;\n    uchar is_set;\n} Flagged;"]) }
}

/// The operator that gives the later of two values.
const LATER: Flipped<Along> = Flipped(Along);

/// Settings under which loops run on the device, with its own copies and on the host's memory; none without one, which fails where one
/// is needed.
fn on_device() -> Vec<Settings> {
    if devices().is_empty() {
        assert!(std::env::var_os("SCAN_TESTS_NEED_DEVICE").is_none(), "no OpenCL device");
        eprintln!("skipped: no OpenCL device");
        return Vec::new();
    }
    [false, true].map(|copy| Settings::default().device(DeviceKind::Any).threads(2).copy(copy)).into()
}

/// A loop of kernels that are changed by these definitions.
fn lying(definitions: &str) -> &'static Loop {
    let source = format!("{definitions}\n{INCLUSIVE}").leak();
    // SAFETY: the kernels take an input and an output, as `scanned` does; what they store is what is tested.
    Box::leak(Box::new(unsafe { Loop::new("lying", "no_values.rs", 1, KERNELS.any(source)) }.stores_never_panic()))
}

const N: usize = 40_000;

/// `for i in 1..N { y[i] = x[i] }` by kernels that are changed by `definitions`. The bytes of `y` where it was launched.
fn scanned<T: Element>(settings: &Settings, definitions: &str, x: &[T], y: &mut [T]) -> bool {
    let site = lying(definitions);
    let range = launch::Range::ascending(1, N);
    let carry = settings.clone().scope(|| {
        Launch::new(site, range, y.first().copied(), LATER)
            .open_scan()
            .open_type("x_t", x)
            .input(x, &[Affine::new(1, 0)])
            .output(&mut *y, Affine::new(1, 0))
            .run(|i, ()| x[i], |_i, _before, after, ()| ((), after))
    });
    let report = last_report().expect("a loop has run");
    assert!(carry.is_some_and(|carry| carry.describe() == x[N - 1].describe()));
    match report.place {
        Place::Device { .. } => true,
        place => {
            assert_eq!(place, Place::HostThreads { threads: 2 });
            let reason = report.reason.expect("why not on the device");
            assert!(reason.contains("stored bytes that are no value of the type"), "{reason}");
            false
        }
    }
}

#[track_caller]
fn check<T: Element + PartialEq + std::fmt::Debug>(values: [T; 2], definitions: &[&str]) {
    let x: Vec<T> = (0..N).map(|i| values[i % 7 % 2]).collect();
    for settings in on_device() {
        let run = |definitions| {
            let mut y = vec![values[0]; N];
            let is_there = scanned(&settings, definitions, &x, &mut y);
            assert_eq!(y[1..], x[1..], "{definitions}");
            is_there
        };
        assert!(run(""), "the kernels as they are run on the device");
        for definitions in definitions {
            assert!(!run(definitions), "{definitions}");
        }
    }
}

#[test]
fn a_2_for_a_bool_is_no_value() {
    check(
        [false, true],
        &["#define STORED(value, k) 2", "#define STORED(value, k) (k == 39998 ? 255 : value)", "#define CARRIED(value) 2"],
    );
}

#[test]
fn a_number_of_no_variant_is_no_value() {
    check([Letter::A, Letter::B], &["#define STORED(value, k) (k == 4096 ? 4 : value)", "#define CARRIED(value) 0"]);
}

#[test]
fn a_struct_with_a_2_for_a_bool_is_no_value() {
    let [off, on] = [false, true].map(|is_set| Flagged { number: 7, is_set });
    check([off, on], &["#define STORED(value, k) ((Flagged){value.number, k == 7 ? 2 : value.is_set})"]);
}

/// Where the loop as written panics, what it has not come to is as it was: nothing of what the device left is to be seen.
#[test]
fn what_the_loop_does_not_come_to_is_as_it_was() {
    for settings in on_device() {
        let site = lying("#define STORED(value, k) 2");
        let (x, mut y) = (vec![true; N], vec![false; N]);
        let range = launch::Range::ascending(1, N);
        let element = |i: usize, ()| if i == N / 2 { panic!("half way") } else { x[i] };
        let carry = settings.scope(|| {
            Launch::new(site, range, Some(false), LATER)
                .open_scan()
                .open_type("x_t", &x)
                .input(&x, &[Affine::new(1, 0)])
                .output(&mut y, Affine::new(1, 0))
                .run(element, |_i, _before, after, ()| ((), after))
        });
        assert!(carry.is_none(), "an iteration panics on host threads too");
        // SAFETY: as many bytes, all of them initialised.
        let bytes = unsafe { std::slice::from_raw_parts(y.as_ptr().cast::<u8>(), N) };
        assert!(bytes.iter().all(|byte| *byte < 2) && bytes[N / 2..].iter().all(|byte| *byte == 0));
    }
}

const BATCHES: &str = "
#ifndef BATCHES
#define BATCHES 1
#endif
__kernel void scan_batches(
    __global uchar *y, const long y_from, const long first, const ulong n, __global const uchar *starts, const long first_batch,
    const ulong batches)
{
    for (ulong batch = get_global_id(0) * BATCHES; batch < min(batches, (get_global_id(0) + 1) * BATCHES); batch++)
        for (ulong k = 0; k < n; k++)
            y[batch * n + k - y_from] = STORED;
}";

#[test]
fn batches_that_store_a_2_for_a_bool_have_stored_no_value() {
    const WIDTH: usize = 200;
    for settings in on_device() {
        for (stored, is_value) in [("1", true), ("2", false)] {
            let source = format!("#define STORED {stored}\n{BATCHES}").leak();
            let kernels = Kernels::new(Algorithm::Batched).any(source);
            // SAFETY: the kernel takes an output, as the launch below has; what it stores is what is tested.
            let site: &'static Loop = Box::leak(Box::new(unsafe { Loop::new("batches", "no_values.rs", 1, kernels) }));
            let mut y = vec![false; N];
            let (outer, range) = (launch::Range::ascending(0, N / WIDTH), launch::Range::ascending(0, WIDTH));
            let launched = settings.clone().scope(|| {
                launch::Batches::outer(None, site, outer, range, launch::Or, |r| Some((r, false)))
                    .output::<bool, _>(&mut y, |r| Affine::new(1, launch::wide(r) * launch::wide(WIDTH)))
                    .run(|_, _, ()| true, |_, _, after, _, ()| ((), after))
            });
            let report = last_report().expect("a loop has run");
            assert!(launched.is_ok(), "{report}");
            assert_eq!(matches!(report.place, Place::Device { .. }), is_value, "{report}");
            assert_eq!(y, vec![true; N]);
        }
    }
}
