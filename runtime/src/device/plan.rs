//! How a job is divided: the work-items of a group, and the iterations of each.

use scan_opencl::{DeviceInfo, Kind};

use super::batches::{Segments, Sharing, is_narrow, shared};
use super::error::Error;
use super::sizes::{bits_bytes, state_bytes};
use crate::model::job::{Batches, Job};
use crate::model::kernels::Kernels;
use crate::model::site::Algorithm;

/// The work-items of a group where nothing asks for another number.
const GROUP_SIZE: usize = 256;
/// On a GPU, the iterations of a work-item, at most: an odd number, so that work-items don't meet in the banks of local memory.
const GPU_ITEMS: usize = 19;
/// The bytes of local memory that a work-item with a run of a tile may take on a GPU, or it has fewer iterations. Of multiprocessors with
/// 64 KB for 1,024 work-items more than half would be idle with 128; a group holds a little besides its values.
const GPU_ITEM_BYTES: u64 = 120;
/// The tile of the deterministic order, one work-item's. The host's threads have the same.
const DETERMINISTIC_ITEMS: usize = 1024;
/// The work-items of a group, on a GPU, each of which has such a tile, and the values that each has in local memory.
const DETERMINISTIC_GROUP: usize = 64;
const DETERMINISTIC_ROW: u64 = 33;
/// On a CPU device a work-item has a tile: the bytes of a large one, which a core's second cache holds, and the iterations of a
/// small one. There are two sizes and no more, as each is a program to build.
const CPU_TILE_BYTES: usize = 64 * 1024;
/// The same for kernels that scan a tile in runs side by side: every run is a stream that the processor must notice before it reads
/// ahead.
const CPU_RUNS_TILE_BYTES: usize = 256 * 1024;
/// The iterations of a group of `bins`, many beside the elements of which it has copies.
const GPU_BINS_TILE: usize = 16 * 1024;
const CPU_BINS_TILE: usize = 64 * 1024;
/// How often a tile of `lookback` polls a predecessor that has published nothing before it does that one's work itself.
const SPINS: u32 = 1024;
/// From so many bytes on what a CPU device stores goes past its caches, which could not hold it.
const STREAMED_FROM: u64 = 16 << 20;
/// What `lookback` needs of a device besides OpenCL 1.2.
const ATOMICS: &str = "cl_khr_int64_base_atomics";
/// The tiles that a group of `lookback` looks at together, in local memory, are no more than these.
const WINDOW: u64 = 32;
const CPU_SMALL_TILE: usize = 1024;
/// The same where an iteration has loops of its own, so that few are much work, and some more than others.
const CPU_TILE_WITH_LOOPS: usize = 256;
const CPU_SMALL_TILE_WITH_LOOPS: usize = 8;
/// The work-items of a group on a GPU, each of which has one such iteration.
const GROUP_WITH_LOOPS: usize = 64;
/// With fewer large tiles than this for every compute unit, small ones share the work more evenly.
const TILES_PER_UNIT: u64 = 4;

/// How a job is divided. With the source and the definitions it says which program is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Plan {
    pub(super) algorithm: Algorithm,
    /// The kernels are those of `lookback`, in whose place `reduce_then_scan` runs.
    stands_in: bool,
    /// `GROUP_SIZE`: a power of two.
    pub(super) group_size: usize,
    /// `ITEMS`, where a work-item has several iterations; `BATCHES`, where it has several batches.
    pub(super) items: usize,
    /// `AHEAD`: on a CPU device `lookback` fetches the tile so far ahead, one for each core.
    ahead: Option<u32>,
    /// The division and square roots of `f32` are to be rounded correctly.
    rounds_division: bool,
    /// What is stored in place goes where it was read, so that the kernels' `restrict` must go.
    pub(super) in_place: bool,
    /// A group has its tile in local memory.
    holds_tile: bool,
    /// A tile is a work-item's, of a group of several too.
    has_item_tiles: bool,
    /// `GROUP_A_BATCH`: a group scans a batch, or a segment of one.
    is_by_groups: bool,
    /// The work-items, or groups, among which few batches are divided.
    workers: Option<u64>,
    /// `SIDE_BY_SIDE`: a work-item walks its batches together.
    is_side_by_side: bool,
    /// `CONTINUES`: the first iteration is not the loop's, and the kernels want to know.
    continues: bool,
}

/// How often an algorithm goes through the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passes {
    /// As the kernels' algorithm does.
    Any,
    /// Once to combine the elements of each tile or block, and once more from what comes before each.
    Two,
}

impl Plan {
    pub(super) fn new(info: &DeviceInfo, job: &Job<'_>, passes: Passes) -> Result<Plan, Error> {
        let has_two = passes == Passes::Two || job.deterministic || !has_atomics(info);
        let stands_in = job.kernels.algorithm == Algorithm::Lookback && has_two;
        let algorithm = if stands_in { Algorithm::ReduceThenScan } else { job.kernels.algorithm };
        let rounds_division = job.kernels.needs_rounded_division;
        let ahead = (info.kind == Kind::Cpu).then_some(info.compute_units);
        let sharing = if algorithm == Algorithm::Batched {
            shared(info, job, job.group_size.map(|_| wish(job, 1)))
        } else {
            Sharing::ALONE
        };
        let Sharing { is_by_groups, workers, .. } = sharing;
        let (group_size, items) = match algorithm {
            Algorithm::Batched => (sharing.group_size, sharing.items),
            Algorithm::ReduceThenScan | Algorithm::Reduce if job.deterministic => {
                let has_groups = info.kind == Kind::Gpu && job.kernels.has_program_for_groups();
                (if has_groups { DETERMINISTIC_GROUP } else { 1 }, DETERMINISTIC_ITEMS)
            }
            Algorithm::Lookback | Algorithm::ReduceThenScan | Algorithm::Reduce if info.kind == Kind::Gpu => {
                (wish(job, GROUP_SIZE), if job.kernels.have_loops { 1 } else { GPU_ITEMS })
            }
            Algorithm::Map | Algorithm::Scatter if info.kind == Kind::Gpu => {
                (wish(job, if job.kernels.have_loops { GROUP_WITH_LOOPS } else { GROUP_SIZE }), 1)
            }
            Algorithm::Bins => {
                let (group_size, tile) = if info.kind == Kind::Gpu { (GROUP_SIZE, GPU_BINS_TILE) } else { (1, CPU_BINS_TILE) };
                let group_size = wish(job, group_size);
                (group_size, (tile / group_size).max(1))
            }
            Algorithm::Lookback | Algorithm::ReduceThenScan | Algorithm::Reduce | Algorithm::Map | Algorithm::Scatter => {
                cpu_tile(info, job, algorithm)
            }
            Algorithm::Blelloch | Algorithm::HillisSteele => (wish(job, GROUP_SIZE), 1),
        };
        let continues = job.continues && job.kernels.asks_for_first;
        // Batches that groups scan never lie side by side.
        let of_outer = job.batches.filter(|batches| batches.first.is_some());
        let is_side_by_side = of_outer.is_some_and(|batches| match algorithm {
            Algorithm::Map => batches.side_by_side || group_size > 1 && is_narrow(job, batches),
            _ => items > 1 && batches.side_by_side,
        });
        let has_item_tiles = job.deterministic && matches!(algorithm, Algorithm::ReduceThenScan | Algorithm::Reduce);
        let is_scan = matches!(algorithm, Algorithm::Lookback | Algorithm::ReduceThenScan);
        let holds_tile = is_by_groups || is_scan && group_size > 1 && !has_item_tiles;
        let plan = Plan {
            algorithm,
            stands_in,
            group_size,
            items,
            ahead,
            rounds_division,
            in_place: false,
            holds_tile,
            has_item_tiles,
            is_by_groups,
            workers,
            is_side_by_side,
            continues,
        };
        plan.within(info.max_group_size)?.beside_others(info, job.carried).within_local_memory(info, job.carried)
    }

    /// The iterations of a group.
    pub(super) fn group_iterations(&self) -> u64 {
        (self.group_size * self.items) as u64 * if self.algorithm == Algorithm::Blelloch { 2 } else { 1 }
    }

    /// How many groups `n` iterations, or block sums, are for.
    pub(super) fn groups(&self, n: u64) -> u64 {
        n.div_ceil(self.group_iterations())
    }

    /// How many tiles `n` iterations have, each of which has a total.
    pub(super) fn tiles(&self, n: u64) -> u64 {
        if self.has_item_tiles { n.div_ceil(self.items as u64) } else { self.groups(n) }
    }

    /// How batches, each of which has so many of the job's iterations, are cut.
    pub(super) fn segments(&self, job: &Job<'_>, batches: &Batches<'_>) -> Segments {
        let n = if batches.first.is_some() { job.n } else { job.n.div_ceil(batches.count.max(1)) };
        let step = if self.is_by_groups { self.group_iterations() } else { 1 };
        Segments::of(batches.count, n, self.workers.unwrap_or(0), step)
    }

    /// How many groups so many batches are for, or segments of batches.
    pub(super) fn batch_groups(&self, count: u64) -> u64 {
        if self.is_by_groups { count } else { self.groups(count) }
    }

    /// How many groups a job is for.
    pub(super) fn job_groups(&self, job: &Job<'_>) -> u64 {
        let of_batches =
            |batches: &Batches<'_>| self.batch_groups(batches.count.saturating_mul(self.segments(job, batches).count));
        let of_scans = job.batches.filter(|_| self.algorithm == Algorithm::Batched);
        of_scans.map_or_else(|| self.groups(job.iterations()), of_batches)
    }

    /// The plan with no more than `most` work-items in a group.
    pub(super) fn within(self, most: usize) -> Result<Plan, Error> {
        let mut plan = self;
        while plan.group_size > most {
            plan = plan.smaller()?;
        }
        Ok(plan)
    }

    /// On a GPU, the plan with no more iterations than leave local memory to other groups.
    fn beside_others(self, info: &DeviceInfo, carried: usize) -> Plan {
        let mut plan = self;
        let most = GPU_ITEM_BYTES * plan.group_size as u64;
        let may_shrink = info.kind == Kind::Gpu && plan.holds_tile;
        while may_shrink && plan.items > 2 && plan.local_values().saturating_mul(carried as u64) > most {
            plan.items -= 2;
        }
        plan
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
        let plan = Plan { group_size, ..self };
        // A work-item alone scans whole batches, by another program.
        let is_alone = plan.algorithm == Algorithm::Batched && group_size == 1;
        Ok(if is_alone { Plan { items: 1, is_by_groups: false, workers: None, holds_tile: false, ..plan } } else { plan })
    }

    /// The carried values that a group holds in local memory.
    fn local_values(&self) -> u64 {
        match self.algorithm {
            Algorithm::Map | Algorithm::Bins | Algorithm::Scatter => 0,
            Algorithm::Lookback | Algorithm::ReduceThenScan | Algorithm::Reduce if self.group_size == 1 => 0,
            _ if self.has_item_tiles => DETERMINISTIC_ROW * self.group_size as u64,
            _ if self.holds_tile => self.group_iterations() + WINDOW + 1,
            Algorithm::Batched => self.workers.map_or(0, |_| self.group_size as u64),
            Algorithm::Lookback | Algorithm::ReduceThenScan | Algorithm::Reduce | Algorithm::HillisSteele => {
                self.group_size as u64
            }
            Algorithm::Blelloch => 2 * self.group_size as u64 + 1,
        }
    }

    /// The bytes of the largest buffer that the algorithm needs for itself.
    pub(super) fn scratch(&self, job: &Job<'_>) -> u64 {
        let carried = job.carried as u64;
        match self.algorithm {
            Algorithm::Map | Algorithm::Bins => 0,
            Algorithm::Scatter => job.outputs.iter().map(|output| bits_bytes(&output.window)).sum(),
            Algorithm::Lookback => state_bytes(self.groups(job.n), carried),
            Algorithm::ReduceThenScan | Algorithm::Reduce => (self.tiles(job.n) + 1).saturating_mul(carried),
            Algorithm::Blelloch | Algorithm::HillisSteele => job.n.saturating_mul(carried),
            Algorithm::Batched => job.batches.map_or(0, |batches| {
                let values = self.segments(job, batches).count.saturating_add(1).saturating_mul(batches.count);
                values.saturating_mul(carried)
            }),
        }
    }

    /// The plan with arrays in place written where they are, if the job `allows` it and its kernels are the vectors' of `lookback`, of
    /// which every work-item reads a tile before it stores there, and nobody else trusts what it reads after that.
    ///
    /// Other kernels could do the same, but without `restrict` LLVM 15 crashes over some that store structs.
    pub(super) fn in_place(self, job: &Job<'_>, allows: bool) -> Plan {
        let may = self.algorithm == Algorithm::Lookback && self.group_size == 1 && u32::try_from(self.groups(job.n)).is_ok();
        Plan { in_place: allows && may && job.kernels.scans_in_lanes, ..self }
    }

    /// The plan for iterations of the same loop that come after others.
    pub(super) fn continued(self, job: &Job<'_>) -> Plan {
        Plan { continues: job.kernels.asks_for_first, ..self }
    }

    /// The text that is built.
    pub(super) fn source(&self, kernels: &Kernels) -> Result<&'static str, Error> {
        let is_fallback = self.stands_in && !self.has_item_tiles;
        let found = if is_fallback { kernels.fallback() } else { kernels.in_groups_of(self.group_size) };
        found.ok_or(Error::NoProgram)
    }

    /// The options of the compiler. OpenCL C 1.2 is what every device has.
    pub(super) fn options(&self) -> String {
        let mut options = format!("-cl-std=CL1.2 -D GROUP_SIZE={}", self.group_size);
        let has_items = !matches!(self.algorithm, Algorithm::Batched | Algorithm::Blelloch | Algorithm::HillisSteele);
        if has_items {
            options += &format!(" -D ITEMS={}", self.items);
        }
        if self.algorithm == Algorithm::Batched {
            options += &match self.items {
                items if self.is_by_groups => format!(" -D GROUP_A_BATCH -D ITEMS={items}"),
                items if self.group_size == 1 => format!(" -D BATCHES={items}"),
                _ => String::new(),
            };
        }
        if self.is_side_by_side {
            options += " -D SIDE_BY_SIDE";
        }
        if self.algorithm == Algorithm::Lookback {
            options += &format!(" -D SPINS={SPINS}");
            if self.group_size == 1 {
                let in_place = u8::from(self.in_place);
                options += &format!(" -D STREAMED_FROM={STREAMED_FROM}UL -D IN_PLACE={in_place}");
                if let Some(tiles) = self.ahead {
                    options += &format!(" -D AHEAD={tiles}");
                }
            }
        }
        if self.in_place {
            options += " -D restrict=";
        }
        if self.continues {
            options += " -D CONTINUES";
        }
        if self.rounds_division {
            options += " -cl-fp32-correctly-rounded-divide-sqrt";
        }
        options
    }

    /// The kernels of the algorithm.
    pub(super) fn kernel_names(&self) -> &'static [&'static str] {
        match self.algorithm {
            Algorithm::Lookback => &["single_pass_scan"],
            Algorithm::ReduceThenScan => &["reduce_tiles", "scan_totals", "scan_tiles"],
            Algorithm::Reduce => &["reduce_tiles", "combine_totals"],
            Algorithm::Map => &["map"],
            Algorithm::Bins => &["bins"],
            Algorithm::Scatter => &["scatter"],
            Algorithm::Batched if self.group_size == 1 => &["scan_batches"],
            Algorithm::Batched => &["reduce_segments", "scan_totals", "scan_batches"],
            Algorithm::Blelloch | Algorithm::HillisSteele => &["scan_blocks", "scan_block_sums", "add_prefixes", "finish"],
        }
    }
}

fn has_atomics(info: &DeviceInfo) -> bool {
    info.extensions.split_whitespace().any(|extension| extension == ATOMICS)
}

/// The clause's group size, as a power of two, or `default`.
fn wish(job: &Job<'_>, default: usize) -> usize {
    let least = if job.kernels.algorithm == Algorithm::HillisSteele { 2 } else { 1 };
    let asked = job.group_size.unwrap_or(default).max(least);
    1 << asked.ilog2()
}

/// A work-item for each tile, or, where the clause asks for a group, a group.
fn cpu_tile(info: &DeviceInfo, job: &Job<'_>, algorithm: Algorithm) -> (usize, usize) {
    // What `lookback` stores may go past the cache.
    let outputs = job.outputs.iter().filter(|_| algorithm != Algorithm::Lookback).map(|output| &output.window);
    let bytes: usize = job.inputs.iter().chain(outputs).map(|window| window.element).sum();
    let has_runs = algorithm == Algorithm::Lookback && !job.kernels.scans_in_lanes;
    let tile_bytes = if has_runs { CPU_RUNS_TILE_BYTES } else { CPU_TILE_BYTES };
    let (large, small) = match job.kernels.have_loops {
        true => (CPU_TILE_WITH_LOOPS, CPU_SMALL_TILE_WITH_LOOPS),
        false => (1usize << (tile_bytes / bytes.max(1)).max(CPU_SMALL_TILE).ilog2(), CPU_SMALL_TILE),
    };
    let has_many = job.iterations() / large as u64 >= TILES_PER_UNIT * u64::from(info.compute_units);
    // A program that has no groups has its tiles all the same.
    let group_size = if job.kernels.has_groups() || algorithm != job.kernels.algorithm { wish(job, 1) } else { 1 };
    let tile = if has_many { large } else { small };
    (group_size, (tile / group_size).max(1))
}
