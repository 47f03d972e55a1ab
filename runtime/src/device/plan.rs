//! How a job is divided: the work-items of a group, and the iterations of each.

use ocl::ffi::size_t;
use scan_opencl::{DeviceInfo, Kind};

use super::Error;
use super::check::check_buffer;
use crate::job::Job;
use crate::launch::Algorithm;

/// The work-items of a group where nothing asks for another number.
const GROUP_SIZE: usize = 256;
/// On a GPU, the iterations of a work-item of `reduce_then_scan`.
const GPU_ITEMS: usize = 16;
/// The tile of the deterministic order, one work-item's. The host's threads have the same.
const DETERMINISTIC_ITEMS: usize = 1024;
/// On a CPU device a work-item has a tile: the bytes of a large one, which a core's second cache holds, and the iterations of a
/// small one. There are two sizes and no more, as each is a program to build.
const CPU_TILE_BYTES: usize = 64 * 1024;
const CPU_SMALL_TILE: usize = 1024;
/// With fewer large tiles than this for every compute unit, small ones share the work more evenly.
const TILES_PER_UNIT: u64 = 4;

/// How a job is divided. With the source and the definitions it says which program is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Plan {
    pub(super) algorithm: Algorithm,
    /// `GROUP_SIZE`: a power of two.
    pub(super) group_size: usize,
    /// `ITEMS`: a power of two; `reduce_then_scan` only.
    pub(super) items: usize,
    /// `SEQUENTIAL_TOTALS`.
    pub(super) is_sequential: bool,
    /// The division and square roots of `f32` are to be rounded correctly.
    rounds_division: bool,
}

impl Plan {
    pub(super) fn new(info: &DeviceInfo, job: &Job<'_>) -> Result<Plan, Error> {
        let algorithm = job.kernels.algorithm;
        let rounds_division = job.kernels.needs_rounded_division;
        let (group_size, items) = match algorithm {
            Algorithm::ReduceThenScan if job.deterministic => (1, DETERMINISTIC_ITEMS),
            Algorithm::ReduceThenScan if info.kind == Kind::Gpu => (wish(job, GROUP_SIZE), GPU_ITEMS),
            Algorithm::ReduceThenScan => cpu_tile(info, job),
            Algorithm::Blelloch | Algorithm::HillisSteele => (wish(job, GROUP_SIZE), 1),
        };
        let plan = Plan { algorithm, group_size, items, is_sequential: job.deterministic, rounds_division };
        plan.within(info.max_group_size)?.within_local_memory(info, job.carried)
    }

    /// The iterations of a group.
    pub(super) fn group_iterations(&self) -> u64 {
        (self.group_size * self.items) as u64 * if self.algorithm == Algorithm::Blelloch { 2 } else { 1 }
    }

    /// How many groups `n` iterations, or block sums, are for.
    pub(super) fn groups(&self, n: u64) -> u64 {
        n.div_ceil(self.group_iterations())
    }

    /// The plan with no more than `most` work-items in a group.
    pub(super) fn within(self, most: usize) -> Result<Plan, Error> {
        let mut plan = self;
        while plan.group_size > most {
            plan = plan.smaller()?;
        }
        Ok(plan)
    }

    fn within_local_memory(self, info: &DeviceInfo, carried: usize) -> Result<Plan, Error> {
        let mut plan = self;
        while plan.local_values().saturating_mul(carried as u64) > info.local_memory {
            plan = plan.smaller()?;
        }
        Ok(plan)
    }

    fn smaller(self) -> Result<Plan, Error> {
        // The blocked algorithms get nowhere with blocks of one.
        let least = if self.algorithm == Algorithm::HillisSteele { 2 } else { 1 };
        let group_size = self.group_size / 2;
        if group_size < least {
            return Err(Error::Unsupported("room for the values of even a small group"));
        }
        Ok(Plan { group_size, ..self })
    }

    /// The carried values that a group holds in local memory.
    fn local_values(&self) -> u64 {
        match self.algorithm {
            Algorithm::ReduceThenScan if self.group_size == 1 => 0,
            Algorithm::ReduceThenScan | Algorithm::HillisSteele => 2 * self.group_size as u64,
            Algorithm::Blelloch => 2 * self.group_size as u64 + 1,
        }
    }

    /// Whether the algorithm's own buffers are not too large for the device.
    pub(super) fn check_scratch(&self, info: &DeviceInfo, job: &Job<'_>) -> Result<(), Error> {
        let values = match self.algorithm {
            Algorithm::ReduceThenScan => self.groups(job.n) + 1,
            Algorithm::Blelloch | Algorithm::HillisSteele => job.n,
        };
        check_buffer(info, values.saturating_mul(job.carried as u64))?;
        let work_items = self.groups(job.n).checked_mul(self.group_size as u64);
        let is_countable = work_items.is_some_and(|count| size_t::try_from(count).is_ok());
        if is_countable { Ok(()) } else { Err(Error::Unsupported("room for so many work-items")) }
    }

    /// The options of the compiler. OpenCL C 1.2 is what every device has.
    pub(super) fn options(&self) -> String {
        let mut options = format!("-cl-std=CL1.2 -D GROUP_SIZE={}", self.group_size);
        if self.algorithm == Algorithm::ReduceThenScan {
            options += &format!(" -D ITEMS={}", self.items);
        }
        if self.is_sequential {
            options += " -D SEQUENTIAL_TOTALS";
        }
        if self.rounds_division {
            options += " -cl-fp32-correctly-rounded-divide-sqrt";
        }
        options
    }

    /// The kernels of the algorithm.
    pub(super) fn kernel_names(&self) -> &'static [&'static str] {
        match self.algorithm {
            Algorithm::ReduceThenScan => &["reduce_tiles", "scan_totals", "scan_tiles"],
            Algorithm::Blelloch | Algorithm::HillisSteele => &["scan_blocks", "scan_block_sums", "add_prefixes", "finish"],
        }
    }
}

/// The clause's group size, as a power of two, or `default`.
fn wish(job: &Job<'_>, default: usize) -> usize {
    let least = if job.kernels.algorithm == Algorithm::HillisSteele { 2 } else { 1 };
    let asked = job.group_size.unwrap_or(default).max(least);
    1 << asked.ilog2()
}

/// A work-item for each tile, or, where the clause asks for a group, a group.
fn cpu_tile(info: &DeviceInfo, job: &Job<'_>) -> (usize, usize) {
    let elements = job.inputs.iter().chain(job.outputs.iter().map(|output| &output.window));
    let bytes: usize = elements.map(|window| window.element).sum();
    let large = 1usize << (CPU_TILE_BYTES / bytes.max(1)).max(CPU_SMALL_TILE).ilog2();
    let has_many = job.n / large as u64 >= TILES_PER_UNIT * u64::from(info.compute_units);
    let group_size = wish(job, 1);
    let tile = if has_many { large } else { CPU_SMALL_TILE };
    (group_size, (tile / group_size).max(1))
}
