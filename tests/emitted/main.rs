//! What `scanc build` writes for every shape of loop, compiled here without the macro (`build.rs` has it written), and run on the device and
//! on host threads beside the loops as written. The annotated source itself goes through the macro and must give the same.
//!
//! `out/` holds what is to be read and reviewed of that (`UPDATE_GOLDEN=1` writes it anew): the IR of every loop, and of some functions,
//! which stand for the ways through the templates and through the host code, all of the text.

use scan_runtime::DeviceKind;
use scan_runtime::declared::Vouched;
use scan_runtime::{Monoid, Mul, Place, Report, Semigroup, Settings, declared_struct, devices, last_report};
use scan_tests::Random;
use std::fmt::Debug;

/// Through the macro.
#[expect(clippy::needless_range_loop, reason = "indices are a shape of loop, also where a reduction needs none")]
#[expect(clippy::manual_checked_ops, reason = "a guarded division is what is tested")]
#[path = "loops.rs"]
mod annotated;
/// Loops that read ahead in place.
#[expect(clippy::needless_range_loop, reason = "indices are a shape of loop")]
#[path = "ahead.rs"]
mod annotated_ahead;
/// Derived operators of loops that continue what is further back.
#[path = "apart.rs"]
mod annotated_apart;
/// Loops that are many scans.
#[path = "batches.rs"]
mod annotated_batches;
/// What stands between the loops of a function.
#[expect(
    clippy::needless_range_loop,
    clippy::match_single_binding,
    reason = "indices are a shape of loop, and patterns of a statement"
)]
#[path = "between.rs"]
mod annotated_between;
/// Loops that combine at computed places.
#[expect(clippy::assign_op_pattern, reason = "the element on either side is a spelling")]
#[path = "bins.rs"]
mod annotated_bins;
/// Fields of declared structs and calls of declared functions.
#[expect(clippy::needless_range_loop, reason = "indices are a shape of loop")]
#[path = "declared.rs"]
mod annotated_declared;
/// Operators that are derived.
#[path = "derived.rs"]
mod annotated_derived;
/// Loops at whose ends only a condition keeps an index in range.
#[path = "ends.rs"]
mod annotated_ends;
/// Iterators that come to a value.
#[expect(clippy::suspicious_map, reason = "what is computed though nobody looks at it is what is tested")]
#[path = "iterators.rs"]
mod annotated_iterators;
/// Operators of a program's own.
#[path = "operators.rs"]
mod annotated_operators;
/// Parts of elements.
#[expect(clippy::needless_range_loop, reason = "indices are a shape of loop")]
#[path = "parts.rs"]
mod annotated_parts;
/// Loops that push.
#[expect(clippy::needless_range_loop, reason = "indices are a shape of loop")]
#[path = "pushes.rs"]
mod annotated_pushes;
/// Data regions.
#[expect(clippy::needless_range_loop, reason = "indices are a shape of loop")]
#[path = "regions.rs"]
mod annotated_regions;

/// Stores at computed places.
#[expect(clippy::needless_range_loop, reason = "indices are a shape of loop")]
#[path = "scatter.rs"]
mod annotated_scatter;

/// Arrays of tuples.
#[expect(clippy::needless_range_loop, clippy::manual_memcpy, reason = "indices are a shape of loop")]
#[path = "tuples.rs"]
mod annotated_tuples;
/// Enums' variants.
#[path = "variants.rs"]
mod annotated_variants;

/// As emitted; not files to be formatted.
#[rustfmt::skip]
#[allow(unused_qualifications, reason = "`launch::Mul` beside an import of `Mul`: what is emitted must not depend on a file's imports")]
#[allow(clippy::redundant_slicing, reason = "an array may be a slice already where a register's last value is read from it")]
#[expect(clippy::needless_range_loop, clippy::manual_checked_ops, clippy::match_single_binding, reason = "as above")]
#[expect(clippy::nonminimal_bool, clippy::if_same_then_else, reason = "a condition that skips, and what both branches push")]
#[expect(clippy::let_and_return, clippy::suspicious_map, reason = "a name for a clause, and what nobody looks at")]
#[expect(clippy::assign_op_pattern, clippy::manual_memcpy, reason = "the element on either side is a spelling, and so are copies")]
mod as_emitted {
    include!(concat!(env!("OUT_DIR"), "/emitted.rs"));
}
use as_emitted::ahead as emitted_ahead;
use as_emitted::apart as emitted_apart;
use as_emitted::batches as emitted_batches;
use as_emitted::between as emitted_between;
use as_emitted::bins as emitted_bins;
use as_emitted::declared as emitted_declared;
use as_emitted::derived as emitted_derived;
use as_emitted::ends as emitted_ends;
use as_emitted::iterators as emitted_iterators;
use as_emitted::loops as emitted;
use as_emitted::operators as emitted_operators;
use as_emitted::parts as emitted_parts;
use as_emitted::pushes as emitted_pushes;
use as_emitted::regions as emitted_regions;
use as_emitted::scatter as emitted_scatter;
use as_emitted::tuples as emitted_tuples;
use as_emitted::variants as emitted_variants;

mod golden;
mod results;
mod results_of_ahead;
mod results_of_apart;
mod results_of_batches;
mod results_of_between;
mod results_of_bins;
mod results_of_declared;
mod results_of_derived;
mod results_of_ends;
mod results_of_iterators;
mod results_of_operators;
mod results_of_panics;
mod results_of_parts;
mod results_of_pushes;
mod results_of_regions;
mod results_of_scatter;
mod results_of_tuples;
mod results_of_variants;
#[expect(clippy::needless_range_loop, reason = "indices are a shape of loop")]
mod sequential;

/// Runs `function` as written, on host threads, on the device, on the device in slices, and on all devices, and compares.
fn check<R: PartialEq + Debug>(name: &str, length: usize, function: &dyn Fn() -> R) {
    let expected = check_whole(name, length, function);
    expected.run("in slices", settings(DeviceKind::Any).device_memory(SLICE), &|report| {
        let is_too_little = report.reason.as_ref().is_some_and(|reason| reason.contains("more than the"));
        // A device with memory of its own may not even have room for three of the least slices, which are longer on a GPU.
        let may_have_no_room = length < LONG || devices().iter().all(|device| device.kind == DeviceKind::Gpu);
        on_device(report) && (length < LONG || report.slices > 1 || beyond_device(report)) || may_have_no_room && is_too_little
    });
    expected.run("on all devices", settings(DeviceKind::All), &|report| match (&report.place, several()) {
        (Place::Devices { names, .. }, Some(several)) => names.len() == several || length < LONG,
        (_, Some(_)) => length < LONG,
        (_, None) => matches!(report.place, Place::Devices { .. }) || on_device(report),
    });
}

/// Runs `function` on host threads and on the device, where it ends up as written, and compares.
fn runs_as_written<R: PartialEq + Debug>(name: &str, function: &dyn Fn() -> R) {
    let length = 0;
    let results = settings(DeviceKind::Loop).scope(function);
    let expected = Expected { name, length, function, results };
    for kind in [DeviceKind::Host, DeviceKind::Any] {
        expected.run("as written", settings(kind), &|report| matches!(report.place, Place::Loop));
    }
}

fn settings(kind: DeviceKind) -> Settings {
    Settings::from_environment().device(kind)
}

fn on_device(report: &Report) -> bool {
    matches!(report.place, Place::Device { .. }) || beyond_device(report)
}

/// A function beside what it gives as written.
struct Expected<'f, R> {
    name: &'f str,
    length: usize,
    function: &'f dyn Fn() -> R,
    results: R,
}

impl<R: PartialEq + Debug> Expected<'_, R> {
    /// Runs it another way, and compares.
    fn run(&self, how: &str, settings: Settings, is_right: &dyn Fn(&Report) -> bool) {
        let Self { name, length, function, results } = self;
        assert!(settings.scope(*function) == *results, "{name} at {length} {how}");
        let report = last_report().expect("a report");
        assert!(is_right(&report), "{name} at {length} {how}: {report}");
    }
}

/// Runs `function` as written, on host threads and on the device, and compares.
fn check_whole<'f, R: PartialEq + Debug>(name: &'f str, length: usize, function: &'f dyn Fn() -> R) -> Expected<'f, R> {
    let results = settings(DeviceKind::Loop).scope(function);
    assert_eq!(last_report().map(|report| report.place), Some(Place::Loop));
    let expected = Expected { name, length, function, results };
    expected.run("on host threads", settings(DeviceKind::Host), &|report| matches!(report.place, Place::HostThreads { .. }));
    expected.run("on the device", settings(DeviceKind::Any), &on_device);
    expected
}

/// As `check`, for loops that cannot be cut: every iteration may use all of an array. An array that is stored so is on one device.
fn check_uncut<R: PartialEq + Debug>(name: &str, length: usize, function: &dyn Fn() -> R) {
    let is_elsewhere = |report: &Report| report.place != Place::Loop || report.reason.is_some();
    let expected = check_whole(name, length, function);
    expected.run("with little memory", settings(DeviceKind::Any).device_memory(SLICE), &is_elsewhere);
    expected.run("on all devices", settings(DeviceKind::All), &is_elsewhere);
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
    let run = || {
        let this = std::env::current_exe().expect("this test");
        std::process::Command::new(this)
            .args(["results::annotated", "results_of_operators"])
            .envs([("POCL_DEVICES", "pthread pthread basic"), ("SCAN_TESTS_SEVERAL_DEVICES", "3")])
            .output()
            .expect("it runs again")
    };
    // PoCL 3.1 has a race between its devices, and once in a while stops at an assertion of its own.
    let is_pocls = |child: &std::process::Output| String::from_utf8_lossy(&child.stderr).contains("pocl_release_dlhandle_cache");
    let child = Some(run()).filter(|child| !is_pocls(child)).unwrap_or_else(run);
    let output = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success(), "{output}{}", String::from_utf8_lossy(&child.stderr));
    assert!(output.contains("results::annotated::gives_the_results_of_the_loops ... ok"), "{output}");
}

/// Oclgrind's device and Intel's for processors do not promise correctly rounded division and roots of `f32`: the runtime is right to refuse
/// such kernels there. PoCL's do.
fn beyond_device(report: &Report) -> bool {
    let text = report.to_string();
    text.contains("correctly rounded") && !text.contains("pthread")
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
    // SAFETY: it defines such a struct.
    unsafe { Vouched::new(&["typedef struct {\n    uint scale;\n    uint shift;\n} Map;"]) }
}

impl std::ops::Mul for Map {
    type Output = Self;

    fn mul(self, later: Self) -> Self {
        let shift = self.shift.wrapping_mul(later.scale).wrapping_add(later.shift);
        Self { scale: self.scale.wrapping_mul(later.scale), shift }
    }
}

// SAFETY: the text multiplies and adds numbers without sign.
unsafe impl Semigroup<Mul> for Map {
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
