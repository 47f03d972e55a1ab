//! What `batched`, `lookback` and `scatter` need beside the elements: how batches share groups, the bytes of the tiles' state, and those of
//! the bits that say which elements are stored.

use crate::model::job::{Job, Window};
use scan_opencl::{DeviceInfo, Kind};

/// In the place of `Plan::items`: a group scans a batch.
pub(super) const GROUP_A_BATCH: usize = 0;
/// The work-items of a group that scans a batch of so many iterations or more: no more than have something to do.
const ROW_GROUPS: [(u64, usize); 3] = [(2048, 256), (256, 64), (0, 32)];
/// The iterations of each of them at a time: an odd number, as for `GPU_ITEMS`.
pub(super) const ROW_ITEMS: usize = 5;
/// The batches that a work-item of a CPU device walks side by side: some cache lines of each of their rows, or fewer, so that all
/// units have work. There are no other sizes, as each is a program to build.
const SIDE_BY_SIDE: [usize; 2] = [64, 16];
/// Batches no longer than this share a work-item of a CPU device, where there are many, and have one of a GPU each.
const SHORT: u64 = 64;

/// Whether a group scans a batch: on a GPU, the iterations of a row that is not short.
pub(super) fn has_groups(info: &DeviceInfo, job: &Job<'_>) -> bool {
    let are_rows = job.batches.as_ref().is_some_and(|batches| batches.first.is_some() && !batches.side_by_side);
    info.kind == Kind::Gpu && are_rows && job.n > SHORT && !job.deterministic
}

/// The work-items of a group and the batches of each, for a device that would have groups of `on_gpu` or `on_cpu`.
pub(super) fn batches_of_groups(info: &DeviceInfo, job: &Job<'_>, on_gpu: usize, on_cpu: usize) -> (usize, usize) {
    let Some(batches) = &job.batches else { return (1, 1) };
    if info.kind == Kind::Gpu {
        let group = ROW_GROUPS.into_iter().find(|(least, _)| job.n >= *least).map_or(on_gpu, |(_, group)| group);
        return if has_groups(info, job) { (group, GROUP_A_BATCH) } else { (on_gpu, 1) };
    }
    let busy = |together: usize| batches.count / together as u64 >= 2 * u64::from(info.compute_units);
    let wanted = batches.side_by_side || job.n <= SHORT;
    let together = SIDE_BY_SIDE.into_iter().find(|together| wanted && busy(*together));
    (on_cpu, together.unwrap_or(1))
}

/// The bytes of a status word, and how many of them are a value's.
const STATUS_WORD: u64 = 8;
const STATUS_VALUE: u64 = 4;

/// The bytes of the state: the number of the next tile, and for each tile the status words of a value.
pub(super) fn state_bytes(tiles: u64, carried: u64) -> u64 {
    tiles.saturating_mul(carried.div_ceil(STATUS_VALUE)).saturating_add(1).saturating_mul(STATUS_WORD)
}

/// The bytes that hold a bit for each element, in words as they are set to 0.
pub(super) fn bits_bytes(window: &Window) -> u64 {
    let elements = (window.bytes / window.element) as u64;
    elements.div_ceil(8 * STATUS_WORD) * STATUS_WORD
}
