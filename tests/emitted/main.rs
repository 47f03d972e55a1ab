//! What `scanc build` writes for every shape of loop, and the IR behind it: golden files to be read and reviewed (`UPDATE_GOLDEN=1`
//! writes them anew), compiled here without the macro, and run on the device and on host threads beside the loops as written. The
//! annotated source itself goes through the macro and must give the same.

use scan_runtime::launch::DeviceKind;
use scan_runtime::{Monoid, Mul, Place, Report, Semigroup, Settings, declared_struct, devices, last_report};
use scan_tests::Random;
use scanc::cli::{Source, compile_file};
use std::fmt::Debug;
use std::path::{Path, PathBuf};

/// Through the macro.
#[expect(clippy::needless_range_loop, reason = "indices are a shape of loop, also where a reduction needs none")]
#[path = "loops.rs"]
mod annotated;
/// As emitted; not a file to be formatted.
#[rustfmt::skip]
#[allow(unused_qualifications, reason = "`launch::Mul` beside an import of `Mul`: what is emitted must not depend on a file's imports")]
#[expect(clippy::needless_range_loop, reason = "as above")]
#[path = "out/loops.rs"]
mod emitted;

/// Operators of a program's own: through the macros, and as emitted.
#[path = "operators.rs"]
mod annotated_operators;
#[rustfmt::skip]
#[allow(unused_qualifications, reason = "as above")]
#[path = "out/operators.rs"]
mod emitted_operators;
mod results_of_operators;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("emitted")
}

#[test]
fn the_files_are_the_golden_ones() {
    ["loops.rs", "operators.rs"].into_iter().for_each(check_golden);
}

fn check_golden(file: &str) {
    let source = Source::read(&folder().join(file)).expect("the source is there");
    let compiled = compile_file(&source);
    assert!(!compiled.has_errors(), "{:?}", compiled.findings);
    compare(file, &compiled.host.expect("a file without errors has a host file"));
    for one in &compiled.loops {
        compare(&one.kernel_file, &one.compiled.text.source);
    }
    // What each loop means, all in one file: it is short.
    let ir: Vec<_> = compiled.loops.iter().map(|one| one.compiled.kernel.to_string()).collect();
    compare(&file.replace(".rs", ".ir"), &ir.join("\n"));
}

fn compare(name: &str, text: &str) {
    let path = folder().join("out").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, text).expect("the golden file can be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(golden == text, "{name} differs; UPDATE_GOLDEN=1 rewrites it. Now:\n{text}");
}

#[test]
fn kernels_with_an_operator_of_the_file_are_complete() {
    let compiled = compile_file(&Source::read(&folder().join("operators.rs")).expect("the source is there"));
    let open = |kernel: &str| kernel.contains("The runtime puts the definitions of");
    let left: Vec<&str> =
        compiled.loops.iter().filter(|one| open(&one.compiled.text.source)).map(|one| &*one.kernel_file).collect();
    assert_eq!(left, ["operators.products_of_any.0.cl"]);
    let values =
        &compiled.loops.iter().find(|one| one.kernel_file == "operators.values.0.cl").expect("a loop").compiled.text.source;
    let code = values.split_once("#pragma OPENCL FP_CONTRACT OFF\n\n").expect("the header ends so").1;
    assert!(code.starts_with("typedef struct {\n    int x;\n    int y;\n} Pair;\n"), "{code}");
}

/// Runs `function` as written, on host threads, on the device, on the device in slices, and on all devices, and compares.
fn check<R: PartialEq + Debug>(name: &str, length: usize, function: &dyn Fn() -> R) {
    let settings = |kind: DeviceKind| Settings::from_environment().device(kind);
    let expected = settings(DeviceKind::Loop).scope(function);
    assert_eq!(last_report().map(|report| report.place), Some(Place::Loop));
    let run = |how: &str, settings: Settings, is_right: &dyn Fn(&Report) -> bool| {
        assert!(settings.scope(function) == expected, "{name} at {length} {how}");
        let report = last_report().expect("a report");
        assert!(is_right(&report), "{name} at {length} {how}: {report}");
    };
    let on_device = |report: &Report| matches!(report.place, Place::Device { .. }) || beyond_oclgrind(report);
    run("on host threads", settings(DeviceKind::Host), &|report| matches!(report.place, Place::HostThreads { .. }));
    run("on the device", settings(DeviceKind::Any), &on_device);
    run("in slices", settings(DeviceKind::Any).device_memory(SLICE), &|report| {
        let is_too_little = report.reason.as_ref().is_some_and(|reason| reason.contains("more than the"));
        match length < LONG {
            // A device with memory of its own may not even have room for three of the least slices.
            true => on_device(report) || is_too_little,
            false => on_device(report) && (report.slices > 1 || beyond_oclgrind(report)),
        }
    });
    run("on all devices", settings(DeviceKind::All), &|report| match (&report.place, several()) {
        (Place::Devices { names, .. }, Some(several)) => names.len() == several || length < LONG,
        (_, Some(_)) => length < LONG,
        (_, None) => matches!(report.place, Place::Devices { .. }) || on_device(report),
    });
}

/// Less memory than any array of `LONG` elements has.
const SLICE: u64 = 110_000;
const LONG: usize = 120_011;

/// How many devices there must be, in the process that `several_devices_share_the_loops` starts.
fn several() -> Option<usize> {
    std::env::var("SCAN_TESTS_SEVERAL_DEVICES").ok().map(|number| number.parse().expect("a number"))
}

/// PoCL shows several devices where a variable says so, which it reads once in a process.
#[test]
fn several_devices_share_the_loops() {
    if !devices().iter().any(|device| device.platform == "Portable Computing Language") || several().is_some() {
        return;
    }
    let this = std::env::current_exe().expect("this test");
    let child = std::process::Command::new(this)
        .args(["results::annotated", "results_of_operators"])
        .envs([("POCL_DEVICES", "pthread pthread basic"), ("SCAN_TESTS_SEVERAL_DEVICES", "3")])
        .output()
        .expect("it runs again");
    let output = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success(), "{output}{}", String::from_utf8_lossy(&child.stderr));
    assert!(output.contains("results::annotated::gives_the_results_of_the_loops ... ok"), "{output}");
}

/// Oclgrind's device does not promise correctly rounded division and roots of `f32`: the runtime is right to refuse such kernels there.
fn beyond_oclgrind(report: &Report) -> bool {
    let text = report.to_string();
    text.contains("Oclgrind") && text.contains("correctly rounded")
}

/// Small integers, so that sums of floats are exact in any order.
fn draw<T>(length: usize, of: fn(u64) -> T) -> Vec<T> {
    let random = &mut Random::new(length as u64);
    (0..length).map(|_| of(random.next() >> 32)).collect()
}

/// `v ↦ scale * v + shift`, whose product, the left map first, does not commute.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
struct Map {
    scale: u32,
    shift: u32,
}

declared_struct! {
    Map = "Map" { scale: u32 = "scale", shift: u32 = "shift" }
    &["typedef struct {\n    uint scale;\n    uint shift;\n} Map;"]
}

impl std::ops::Mul for Map {
    type Output = Self;

    fn mul(self, later: Self) -> Self {
        let shift = self.shift.wrapping_mul(later.scale).wrapping_add(later.shift);
        Self { scale: self.scale.wrapping_mul(later.scale), shift }
    }
}

impl Semigroup<Mul> for Map {
    const COMBINE: &'static str = "return (Map){ left.scale * right.scale, left.shift * right.scale + right.shift };";

    fn combine(earlier: Self, later: Self) -> Self {
        earlier * later
    }
}

impl Monoid<Mul> for Map {
    fn identity() -> Self {
        Self { scale: 1, shift: 0 }
    }
}

macro_rules! check_module {
    ($($module:ident)*) => {
        $(mod $module {
            use super::super::$module as loops;
            use super::super::{Map, check, draw};

            #[test]
            fn gives_the_results_of_the_loops() {
                scan_tests::lengths(&[2, 3, 1025, 2500, 120_011]).for_each(check_length);
            }

            fn check_length(n: usize) {
                let ints = &draw(n, |bits| bits as i32);
                check("array_carried", n, &|| {
                    let mut y = vec![9; n];
                    loops::array_carried(ints, &mut y);
                    y
                });
                check("in_place_backwards", n, &|| {
                    let mut y = draw(n, |bits| bits | 1);
                    loops::in_place_backwards(&mut y);
                    y
                });
                check("scalar_inclusive", n, &|| {
                    let mut y = vec![0; n];
                    let last = loops::scalar_inclusive(&draw(n, |b| b as u8), &draw(2 * n, |b| b as i16), -3, &mut y);
                    (y, last)
                });
                check("scalar_exclusive", n, &|| {
                    let mut y = vec![0.0; n];
                    let best = loops::scalar_exclusive(&draw(n, |b| b as f32), &mut y);
                    (y, best)
                });
                check("delay_register", n, &|| {
                    let mut x = ints.clone();
                    loops::delay_register(&mut x);
                    x
                });
                check("any_so_far", n, &|| {
                    let mut y = vec![false; n];
                    loops::any_so_far(ints, i32::MAX - 1_000_000, &mut y);
                    y
                });
                check("by_while", n, &|| {
                    let mut y = vec![0; n];
                    let after = loops::by_while(&draw(n, |bits| bits as u16), &mut y);
                    (y, after)
                });
                check("by_iterator", n, &|| loops::by_iterator(&draw(n, |bits| (bits % 100) as f64)));
                check("by_subtraction", n, &|| {
                    let mut y = vec![5; n];
                    loops::by_subtraction(ints, &mut y);
                    y
                });
                check("zipped_by_value", n, &|| {
                    let mut y = vec![0; n];
                    let highest = loops::zipped_by_value(&draw(n, |bits| bits as i16), &mut y);
                    (y, highest)
                });
                check("two_outputs", n, &|| {
                    let (mut before, mut mean) = (vec![0; n], vec![0.0; n]);
                    let sum = loops::two_outputs(ints, &mut before, &mut mean);
                    (before, mean, sum)
                });
                check("conditional", n, &|| {
                    let mut rank = vec![0; n];
                    let count = loops::conditional(ints, &mut rank);
                    (rank, count)
                });
                let maps = &draw(n, |bits| Map { scale: bits as u32 | 1, shift: (bits >> 3) as u32 });
                check("carried_on_the_right", n, &|| {
                    let mut y = maps.clone();
                    loops::carried_on_the_right(maps, &mut y);
                    y
                });
                check("carried_on_the_left", n, &|| {
                    let mut y = maps.clone();
                    loops::carried_on_the_left(maps, &mut y);
                    y
                });
                check("with_options", n, &|| {
                    let mut levels = vec![0.0; n];
                    loops::with_options(&draw(n, |bits| bits as i32 as f32), 100.0, &mut levels);
                    levels
                });
                check("may_panic", n, &|| {
                    let mut y = vec![0; n];
                    loops::may_panic(&draw(n, |bits| bits as i64), -3, &mut y);
                    y
                });
                check("sum_and_maximum", n, &|| {
                    let (mut y, mut tops) = (vec![3; n], vec![0; n]);
                    let highest = loops::sum_and_maximum(ints, &mut y, &mut tops);
                    (y, tops, highest)
                });
                check("two_arrays", n, &|| {
                    let (mut sums, mut products, mut both) = (vec![7; n], vec![9; n], vec![0; n]);
                    loops::two_arrays(&draw(n, |bits| bits as u32), &mut sums, &mut products, &mut both);
                    (sums, products, both)
                });
                check("sum_and_any", n, &|| {
                    let mut y = vec![0; n];
                    let results = loops::sum_and_any(ints, i32::MAX - 100_000, &mut y);
                    (y, results)
                });
                check("delayed_beside_a_maximum", n, &|| {
                    let mut x = ints.clone();
                    let results = loops::delayed_beside_a_maximum(&mut x);
                    (x, results)
                });
                check("reduced", n, &|| loops::reduced(ints));
                check("reduced_in_order", n, &|| {
                    let mut most = -0.0;
                    loops::reduced_in_order(&draw(n, |bits| if bits % 2 == 0 { 0.0 } else { -0.0 }), &mut most);
                    most.to_bits()
                });
                check("moments", n, &|| loops::moments(&draw(n, |bits| (bits % 1000) as f64 - 300.0)));
                // Few values, so that there are many equals.
                let few = &draw(n, |bits| (bits % 50) as i32);
                check("arg_max", n, &|| loops::arg_max(few));
                check("arg_min_backwards", n, &|| {
                    let x = draw(n, |bits| if bits % 7 == 0 { f32::NAN } else { (bits % 31) as f32 });
                    loops::arg_min_backwards(&x, &draw(n, |bits| bits as u16))
                });
                check("arg_max_so_far", n, &|| {
                    let mut places = vec![0; n];
                    let most = loops::arg_max_so_far(&draw(n, |bits| (bits % 900) as i16), &mut places);
                    (places, most)
                });
                check("product_of_any", n, &|| loops::product_of_any(maps, Map { scale: 3, shift: 1 }));
                check("reduction_that_may_panic", n, &|| loops::reduction_that_may_panic(&draw(n, |bits| bits as i64), -3));
                check("settle", n, &|| {
                    let mut account = loops::Account { payments: ints.clone(), balances: vec![0; n], highest: 10 };
                    account.settle();
                    (account.balances, account.highest)
                });
            }
        })*
    };
}

mod results {
    check_module! { annotated emitted }
}
