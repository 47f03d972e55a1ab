//! The [Tera](https://docs.rs/tera) templates of scanc's OpenCL kernels.
//!
//! The templates hold the algorithms; the compiler fills in types, operator, element and stores. Each is a plain file beside `src`, and
//! a constant here, so that the compiler finds it wherever it is built.

/// A template, or a part of one that others include.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// The name by which templates include it: the file's without `.tera`.
    pub name: &'static str,
    /// The file.
    pub text: &'static str,
}

macro_rules! template {
    ($name:literal) => {
        Template { name: $name, text: include_str!(concat!("../", $name, ".tera")) }
    };
}

/// A single pass over the tiles, each of which looks back at those before it: a work-group's.
pub const LOOKBACK_ON_GPU: Template = template!("lookback.gpu.cl");
/// The same, a tile being a work-item's.
pub const LOOKBACK_ON_CPU: Template = template!("lookback.cpu.cl");
/// Reduce every tile, scan the totals, scan every tile from its prefix.
pub const REDUCE_THEN_SCAN: Template = template!("reduce_then_scan.cl");
/// The same in the one order of `deterministic` loops, where a work-group reads what its work-items combine.
pub const REDUCE_THEN_SCAN_IN_ORDER_ON_GPU: Template = template!("reduce_then_scan_in_order.gpu.cl");
/// The work-efficient blocked scan.
pub const BLELLOCH: Template = template!("blelloch.cl");
/// The step-efficient blocked scan.
pub const HILLIS_STEELE: Template = template!("hillis_steele.cl");
/// Reduce every tile, a work-group's, and combine the totals: for loops that store nothing.
pub const REDUCE_ON_GPU: Template = template!("reduce.gpu.cl");
/// The same, a tile being a work-item's.
pub const REDUCE_ON_CPU: Template = template!("reduce.cpu.cl");
/// Reduce every tile, a work-item's, and combine the totals in the one order of `deterministic` loops, where a work-group reads what its
/// work-items combine.
pub const REDUCE_IN_ORDER_ON_GPU: Template = template!("reduce_in_order.gpu.cl");
/// No more than the stores of each iteration: for loops that carry nothing.
pub const MAP: Template = template!("map.cl");
/// The same of all iterations of a loop around another.
pub const MAP_BATCHES: Template = template!("map_batches.cl");
/// What each iteration combines at a computed place, by atomics: for loops that carry nothing, but in such places.
pub const BINS: Template = template!("bins.cl");
/// What each iteration stores at a computed place, which no other may have: for loops that carry nothing.
pub const SCATTER: Template = template!("scatter.cl");

/// Many scans that do not depend on each other, in one launch; few are cut into segments.
pub const BATCHED_ON_GPU: Template = template!("batched.gpu.cl");
/// The same, a work-item scanning whole batches.
pub const BATCHED_ON_CPU: Template = template!("batched.cpu.cl");

/// All of them, the included parts among them.
pub const ALL: &[Template] = &[
    LOOKBACK_ON_GPU,
    LOOKBACK_ON_CPU,
    REDUCE_THEN_SCAN,
    REDUCE_THEN_SCAN_IN_ORDER_ON_GPU,
    BLELLOCH,
    HILLIS_STEELE,
    REDUCE_ON_GPU,
    REDUCE_ON_CPU,
    REDUCE_IN_ORDER_ON_GPU,
    MAP,
    MAP_BATCHES,
    BINS,
    SCATTER,
    BATCHED_ON_GPU,
    BATCHED_ON_CPU,
    template!("header.cl"),
    template!("launch.cl"),
    template!("element.cl"),
    template!("map_header.cl"),
    template!("fold.cl"),
    template!("reduce_chains.cl"),
    template!("reduce_rows.cl"),
    template!("up_sweep.cl"),
    template!("tile_total.cl"),
    template!("group_totals.cl"),
    template!("batched_header.cl"),
    template!("batched_groups.cl"),
    template!("batched_segments.cl"),
    template!("batched_segment.cl"),
    template!("batched_rows.cl"),
    template!("batched_lagged.cl"),
    template!("reduce_header.cl"),
    template!("lookback_header.cl"),
    template!("lookback_state.cl"),
    template!("lookback_item.cl"),
    template!("lookback_lanes.cl"),
    template!("lookback_lanes_tile.cl"),
    template!("lookback_runs.cl"),
    template!("lookback_counted.cl"),
    template!("counted_masks.cl"),
    template!("counted_tile.cl"),
    template!("lookback_group.cl"),
    template!("group_runs.cl"),
    template!("group_size.cl"),
    template!("group_stores.cl"),
    template!("reduce_then_scan_header.cl"),
    template!("reduce_then_scan_kernels.cl"),
    template!("in_order_tiles.cl"),
    template!("blelloch_block.cl"),
    template!("hillis_steele_block.cl"),
    template!("blocks.cl"),
];
