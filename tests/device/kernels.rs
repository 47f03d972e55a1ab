//! Every template on a real OpenCL device, against the loop as written: lengths around every boundary, several group and tile sizes,
//! operators that do not commute, uninitialised buffers that are poisoned.
//!
//! `SCAN_TEST_MAX_LENGTH` leaves the longer ones out: under Oclgrind a kernel is interpreted.

mod cases;
mod driver;

use cases::Case;
use driver::{Configuration, Device, Done, Stall, Work};
use ocl::core::Program;
use scan_tests::lengths;
use scanc::parse::Algorithm;
use std::path::Path;

const LENGTHS: [usize; 15] = [1, 2, 3, 31, 255, 256, 257, 511, 512, 513, 1023, 1025, 4097, 65_537, 999_983];
/// Beyond it a length is tried with sizes that a runtime would choose.
const LONG: u64 = 10_000;

/// What every loop is tried with.
const COMMON: &[Configuration] = &[
    lookback(1, 1024),
    lookback(256, 15),
    reduce_then_scan(1, 1024),
    reduce_then_scan(256, 16),
    blelloch(256),
    hillis_steele(256),
];
/// What one loop is tried with besides: sizes of 1, and such as are no power of two.
const ODD: &[Configuration] = &[
    lookback(1, 1),
    lookback(1, 3),
    lookback(1, 7),
    lookback(2, 1),
    lookback(7, 3),
    lookback(64, 4),
    Configuration { stall: Stall::Impatience, ..lookback(1, 64) },
    Configuration { stall: Stall::Impatience, ..lookback(16, 4) },
    reduce_then_scan(1, 1),
    reduce_then_scan(1, 7),
    reduce_then_scan(2, 1),
    reduce_then_scan(7, 3),
    reduce_then_scan(64, 4),
    Configuration { deterministic: true, ..reduce_then_scan(1, 4) },
    Configuration { deterministic: true, ..reduce_then_scan(8, 64) },
    Configuration { deterministic: true, ..reduce_then_scan(3, 32) },
    blelloch(1),
    blelloch(2),
    blelloch(3),
    blelloch(100),
    hillis_steele(2),
    hillis_steele(3),
    hillis_steele(100),
];

/// Loops of which every iteration reads no more of an array in place than it stores, in one buffer: as on CPU devices, in lanes.
const IN_PLACE: &[Configuration] = &[
    Configuration { in_place: true, ..lookback(1, 1024) },
    Configuration { in_place: true, ..lookback(1, 3) },
    Configuration { in_place: true, ..lookback(1, 64) },
];

/// Scans of structs, which go past the caches from a size on.
const STREAMED: &[Configuration] = &[
    Configuration { streams: true, ..lookback(1, 1024) },
    Configuration { streams: true, ..lookback(1, 3) },
    Configuration { streams: true, stall: Stall::Impatience, ..lookback(1, 64) },
];

const fn lookback(group_size: usize, items: usize) -> Configuration {
    Configuration { algorithm: Algorithm::Lookback, ..reduce_then_scan(group_size, items) }
}

const fn reduce_then_scan(group_size: usize, items: usize) -> Configuration {
    let algorithm = Algorithm::ReduceThenScan;
    Configuration { algorithm, group_size, items, deterministic: false, stall: Stall::Nothing, in_place: false, streams: false }
}

const fn blelloch(group_size: usize) -> Configuration {
    Configuration { algorithm: Algorithm::Blelloch, ..reduce_then_scan(group_size, 1) }
}

const fn hillis_steele(group_size: usize) -> Configuration {
    Configuration { algorithm: Algorithm::HillisSteele, ..reduce_then_scan(group_size, 1) }
}

/// Runs the kernels of `case` in each configuration and compares every byte with the loop's.
fn check(case: &Case, configurations: &[Configuration]) {
    let device = Device::first();
    let carried = case.work(1).start.len();
    let configurations = configurations.iter().map(|configuration| device.fitting(*configuration, carried));
    let configurations: Vec<_> = configurations.collect();
    let programs: Vec<_> = configurations.iter().map(|configuration| build(&device, case, configuration)).collect();
    for n in lengths(&LENGTHS).map(|n| n as u64) {
        let work = case.work(n);
        let expected = case.expected(&work);
        for (configuration, program) in configurations.iter().zip(&programs).filter(|(configuration, _)| suits(configuration, n))
        {
            let done = device.run(program, *configuration, &work);
            assert_same(&done, &expected, &work, configuration);
        }
    }
}

fn build(device: &Device, case: &Case, configuration: &Configuration) -> Program {
    let text = scanc::render::render(&case.kernel, configuration.how(), "the tests");
    assert!(text.scans_in_lanes || !configuration.in_place, "the runtime writes in place with kernels that scan in lanes alone");
    device.build(&format!("{}{}", case.definitions, text.in_groups_of(configuration.group_size)), &options(device, configuration))
}

fn options(device: &Device, configuration: &Configuration) -> String {
    let Configuration { group_size, items, stall, in_place, streams, .. } = configuration;
    let in_place = if *in_place { " -D IN_PLACE=1 -D restrict=" } else { " -D IN_PLACE=0" };
    let spins = if *stall == Stall::Nothing { 1024 } else { 1 };
    let streamed_from = if *streams { "0" } else { "16777216" };
    // Other algorithms know nothing of the last ones.
    let ahead = if device.is_cpu() { " -D AHEAD=2" } else { "" };
    format!("-D GROUP_SIZE={group_size} -D ITEMS={items} -D SPINS={spins} -D STREAMED_FROM={streamed_from}{ahead}{in_place}")
}

fn suits(configuration: &Configuration, n: u64) -> bool {
    n <= LONG || configuration.group_size * configuration.items >= 64
}

fn assert_same(done: &Done, (outputs, carry): &(Vec<Vec<u8>>, Vec<u8>), work: &Work, configuration: &Configuration) {
    let of = format!("of {} iterations, {configuration:?}", work.n);
    for (number, (output, expected)) in done.outputs.iter().zip(outputs).enumerate() {
        // Memory is compared at once; only a difference is looked for.
        let differing = (output != expected).then(|| output.iter().zip(expected).position(|(now, right)| now != right)).flatten();
        let element = differing.map(|byte| byte / work.outputs[number].element);
        assert_eq!(element, None, "the first wrong element of output {number}, {of}");
    }
    assert_eq!(&done.carry, carry, "the carried value {of}");
    assert!(!done.panicked, "no iteration panics {of}");
}

#[test]
fn a_sum() {
    check(&cases::prefix_sum(), COMMON);
}

#[test]
fn an_exclusive_reverse_maximum() {
    check(&cases::maximum_to_the_right(), COMMON);
}

#[test]
fn an_exclusive_minimum() {
    check(&cases::least_before(), COMMON);
}

/// What every reduction is tried with.
const REDUCTIONS: &[Configuration] = &[
    reduce(1, 1024),
    reduce(256, 16),
    reduce(1, 1),
    reduce(1, 7),
    reduce(1, 70),
    reduce(2, 1),
    reduce(8, 3),
    Configuration { deterministic: true, ..reduce(1, 1024) },
    Configuration { deterministic: true, ..reduce(8, 64) },
];

const fn reduce(group_size: usize, items: usize) -> Configuration {
    Configuration { algorithm: Algorithm::Reduce, ..reduce_then_scan(group_size, items) }
}

#[test]
fn two_scans_fused() {
    check(&cases::sum_and_most(), COMMON);
    let in_order = Configuration { deterministic: true, ..reduce_then_scan(8, 64) };
    check(&cases::sum_and_most(), &[lookback(7, 3), lookback(1, 70), reduce_then_scan(7, 3), in_order]);
}

#[test]
fn two_reductions_fused() {
    check(&cases::sum_and_parity(), REDUCTIONS);
}

#[test]
fn the_first_of_the_greatest() {
    check(&cases::first_greatest(), REDUCTIONS);
}

#[test]
fn a_reduction_of_floats() {
    check(&cases::least(), REDUCTIONS);
}

/// What independent iterations are tried with.
const MAPS: &[Configuration] = &[map(1, 1024), map(256, 1), map(1, 1), map(1, 7), map(2, 1), map(7, 3), map(64, 4)];

const fn map(group_size: usize, items: usize) -> Configuration {
    Configuration { algorithm: Algorithm::Map, ..reduce_then_scan(group_size, items) }
}

#[test]
fn independent_iterations() {
    check(&cases::flipped_bits(), MAPS);
}

#[test]
fn a_tile_that_never_runs_stops_no_other() {
    let device = Device::first();
    for case in [cases::prefix_sum(), cases::matrices()] {
        for (group_size, items) in [(1, 64), (16, 5)] {
            let configuration = Configuration { stall: Stall::FirstTile, ..lookback(group_size, items) };
            let program = build(&device, &case, &configuration);
            let work = case.work(3001);
            let (expected, carry) = case.expected(&work);
            let done = device.run(&program, configuration, &work);
            let rest = group_size * items * work.outputs[0].element;
            assert!(done.outputs[0][rest..] == expected[0][rest..], "{configuration:?}");
            assert_eq!(done.carry, carry, "{configuration:?}");
        }
    }
}

#[test]
fn a_sum_in_place() {
    check(&cases::accumulate(), COMMON);
    check(&cases::accumulate(), IN_PLACE);
}

#[test]
fn a_logical_or() {
    check(&cases::seen_so_far(), COMMON);
}

#[test]
fn captured_values() {
    check(&cases::running_check(), COMMON);
}

#[test]
fn two_outputs_one_of_them_in_place() {
    check(&cases::both_sides(), COMMON);
}

#[test]
fn an_exclusive_sum_that_loads_the_element_before() {
    check(&cases::delayed(), COMMON);
}

#[test]
fn a_division_that_never_panics() {
    check(&cases::quotients(false), COMMON);
}

#[test]
fn a_division_by_zero_is_told_to_the_host() {
    let device = Device::first();
    let case = cases::quotients(true);
    for configuration in COMMON {
        let program = build(&device, &case, configuration);
        assert!(device.run(&program, *configuration, &case.work(100)).panicked, "{configuration:?}");
    }
}

#[test]
fn an_operator_that_does_not_commute() {
    check(&cases::matrices(), COMMON);
    check(&cases::matrices(), STREAMED);
}

#[test]
fn an_operator_that_does_not_commute_with_the_carried_value_on_its_right() {
    check(&cases::matrices_backwards(), COMMON);
}

#[test]
fn the_operator_sees_consecutive_initialised_partials_only() {
    check(&cases::intervals(), COMMON);
    check(&cases::intervals(), ODD);
}

#[test]
fn the_operator_sees_consecutive_initialised_partials_only_backwards() {
    check(&cases::intervals_backwards(), COMMON);
}

#[test]
fn every_golden_file_builds() {
    let device = Device::first();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    let entries = std::fs::read_dir(folder).expect("the golden files").map(|entry| entry.expect("an entry").path());
    for path in entries.filter(|path| path.extension().is_some_and(|extension| extension == "cl")) {
        let source = std::fs::read_to_string(&path).expect("a golden file");
        let open = source.contains("// The runtime puts the definitions");
        let definitions = if open { cases::matrices().definitions } else { String::new() };
        // What the runtime gives to all of them.
        let definitions_of_runtime =
            if path.to_string_lossy().ends_with(".gpu.cl") { "-D GROUP_SIZE=256" } else { "-D GROUP_SIZE=2" };
        device.build(
            &format!("{definitions}{source}"),
            &format!("{definitions_of_runtime} -D ITEMS=15 -D SPINS=1024 -D STREAMED_FROM=16777216 -D IN_PLACE=0"),
        );
    }
}
