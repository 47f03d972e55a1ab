//! Loops on whatever OpenCL device there is, from hand-written kernels on the templates' launch interface.
//!
//! Without a device there is nothing to test, and the tests pass; with `SCAN_TESTS_NEED_DEVICE` set they fail instead.

mod failures;
mod loops;
mod resident;
mod selection;
mod sharing;
mod slices;
mod stored;
mod team;

use std::sync::OnceLock;

use scan_opencl::{DeviceInfo, Kind};

use super::select::find;
use super::{Device, Error};
use crate::model::choice::{CacheChoice, DeviceChoice};
use crate::model::job::{Bytes, Job, Outcome, OutputWindow, Window};
use crate::model::kernels::Kernels;
use crate::model::range::Strided;
use crate::model::site::{Algorithm, DeviceKind};

/// Lengths around the sizes of groups, blocks and tiles, and with two and three levels of block sums.
const LENGTHS: [usize; 13] = [1, 2, 3, 4, 5, 255, 256, 257, 511, 1023, 1025, 262_145, 1_000_003];

const ALGORITHMS: [Algorithm; 4] = [Algorithm::Lookback, Algorithm::ReduceThenScan, Algorithm::Blelloch, Algorithm::HillisSteele];

/// The device to test with.
fn device() -> Option<&'static Device> {
    match find(DeviceChoice::Kind(DeviceKind::Any)) {
        Ok(device) => Some(device),
        Err(error) if std::env::var_os("SCAN_TESTS_NEED_DEVICE").is_some() => panic!("{error}"),
        Err(error) => {
            eprintln!("not tested: {error}");
            None
        }
    }
}

/// The device as it is, and taken for a GPU with memory of its own, to which everything must be copied.
fn both_ways() -> Vec<&'static Device> {
    static GPU: OnceLock<Option<Device>> = OnceLock::new();
    let gpu = GPU.get_or_init(|| {
        let device = device()?;
        Some(device.taken_for(DeviceInfo { kind: Kind::Gpu, shares_memory: false, ..device.info.clone() }))
    });
    device().into_iter().chain(gpu).collect()
}

/// Every way to run a loop.
fn everywhere() -> impl Iterator<Item = (&'static Device, Algorithm)> {
    both_ways().into_iter().flat_map(|device| ALGORITHMS.map(|algorithm| (device, algorithm)))
}

/// The sources of a loop, given by macros, for each algorithm.
struct Sources([&'static str; 4]);

impl Sources {
    fn kernels(&self, algorithm: Algorithm) -> Kernels {
        Kernels::new(algorithm).any(self.of(algorithm)).reduce_then_scan(self.of(Algorithm::ReduceThenScan))
    }

    /// The kernels of the clause `deterministic`.
    fn in_order(&self, algorithm: Algorithm) -> Kernels {
        Kernels::new(algorithm).cpu(self.of(Algorithm::ReduceThenScan))
    }

    fn of(&self, algorithm: Algorithm) -> &'static str {
        self.0[ALGORITHMS.iter().position(|&each| each == algorithm).expect("one of all")]
    }
}

macro_rules! sources {
    ($($loop:literal),+) => {
        Sources([
            concat!($($loop),+, include_str!("fixtures/lookback.cl")),
            concat!($($loop),+, include_str!("fixtures/reduce_then_scan.cl")),
            concat!("#define BLOCK (2 * GROUP_SIZE)\n", $($loop),+, include_str!("fixtures/blocked.cl")),
            concat!("#define BLOCK GROUP_SIZE\n", $($loop),+, include_str!("fixtures/blocked.cl")),
        ])
    };
}
use sources;

/// `for i in 1..=n { y[i] = y[i - 1] + x[i - 1] * alpha }` on `i32`, wrapping.
static SUM: Sources = sources!(
    "typedef int scan_t;
     scan_t scan_op(const scan_t left, const scan_t right) { return as_int(as_uint(left) + as_uint(right)); }
     #define STEP 1
     #define LOOP_PARAMETERS __global const int *x, const long x_from, const int alpha, const long first, const ulong n
     #define STORE_PARAMETERS __global const int *x, const long x_from, __global int *y, const long y_from, \\
         const int alpha, const long first, const ulong n
     #define LOOP_ARGUMENTS x, x_from, alpha, first, n
     #define ELEMENT(i) (x[(i) - 1 - x_from] * alpha)
     #define STORE(i, before, after) y[(i) - y_from] = after
    "
);

/// A job that all else is to be filled in of.
fn job<'a>(kernels: &'a Kernels, n: usize, start: &'a [u8]) -> Job<'a> {
    Job {
        batches: None,
        name: "test",
        kernels,
        definitions: String::new(),
        declared: Vec::new(),
        layouts: Vec::new(),
        group_size: None,
        panics_between_tiles: false,
        deterministic: false,
        n: n as u64,
        first: 1,
        step: 1,
        continues: false,
        carried: start.len(),
        start: memory(start),
        inputs: Vec::new(),
        outputs: Vec::new(),
        captures: Vec::new(),
        emit_dir: None,
        cache: &CacheChoice::Nothing,
        memory: None,
        copies: false,
        asks_for_times: true,
    }
}

/// Runs a job of these tests.
fn run(device: &Device, job: &Job<'_>) -> Result<Outcome, Error> {
    // SAFETY: the windows of the tests are slices that live longer than the jobs, or memory that is too large to be touched.
    unsafe { device.run(job) }
}

fn window<T>(slice: &[T], from: i64) -> Window {
    let bytes = size_of_val(slice);
    Window {
        pointer: slice.as_ptr().cast_mut().cast(),
        bytes,
        element: size_of::<T>(),
        from,
        uses: Vec::new(),
        is_checked: false,
        whole: None,
    }
}

/// The window, of whose elements the iterations use these.
fn used(window: Window, uses: &[Strided]) -> Window {
    Window { uses: uses.to_vec(), ..window }
}

/// One element for each of `n` iterations, from index `first` on.
fn each(first: usize, n: usize) -> Strided {
    Strided { first, last: first + n - 1, stride: 1 }
}

fn output<T>(slice: &mut [T], from: i64) -> OutputWindow {
    let bytes = size_of_val(slice);
    let window = Window {
        pointer: slice.as_mut_ptr().cast(),
        bytes,
        element: size_of::<T>(),
        from,
        uses: Vec::new(),
        is_checked: false,
        whole: None,
    };
    OutputWindow { window, dense: true, input: None, reads_its_own: false, staging_copy: None, counted: false, needs_old: false }
}

fn capture(bytes: &[u8]) -> Box<Bytes> {
    memory(bytes).into()
}

/// Bytes as the memory of a value.
fn memory(bytes: &[u8]) -> &Bytes {
    // SAFETY: the same memory, of which less is claimed.
    unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len()) }
}

/// Numbers without a pattern.
fn numbers(n: usize) -> Vec<i32> {
    (0..n as u32).map(|k| (k.wrapping_mul(2_654_435_761) >> 9) as i32 % 1000 - 500).collect()
}

/// What `SUM` stores, from `start` on.
fn sums(x: &[i32], alpha: i32, start: i32) -> Vec<i32> {
    let step = |sum: &mut i32, &x: &i32| {
        *sum = sum.wrapping_add(x.wrapping_mul(alpha));
        Some(*sum)
    };
    x.iter().scan(start, step).collect()
}

/// Runs `SUM` over all of `x`.
fn run_sum(device: &Device, algorithm: Algorithm, x: &[i32], y: &mut [i32]) -> Result<Outcome, Error> {
    let kernels = SUM.kernels(algorithm);
    run(
        device,
        &Job {
            inputs: vec![window(x, 0)],
            outputs: vec![output(y, 1)],
            captures: vec![capture(&3i32.to_ne_bytes())],
            ..job(&kernels, x.len(), &7i32.to_ne_bytes())
        },
    )
}
