//! How the scans of `batched` are divided: which share a work-item or have a group each, and into which segments few long ones are cut.

use std::ops::RangeInclusive;

use scan_opencl::{DeviceInfo, Kind};

use crate::model::job::{Batches, Job};

/// The work-items of a group that scans a batch of so many iterations or more, no more than have something to do, and the iterations of
/// each at a time: an odd number, as for `GPU_ITEMS`.
const ROW_GROUPS: [(u64, usize, usize); 4] = [(5632, 256, 11), (2048, 256, 5), (256, 64, 5), (0, 32, 5)];
/// The work-items of a group, on a GPU, each of which scans a batch, or a segment of one.
const GPU_BATCH_GROUP: usize = 256;
/// The batches that a work-item of a CPU device walks side by side: some cache lines of each of their rows, or fewer, so that all
/// units have work. There are no other sizes, as each is a program to build.
const SIDE_BY_SIDE: [usize; 2] = [64, 16];
/// Batches no longer than this share a work-item of a CPU device, where there are many, and have one of a GPU each.
const SHORT: u64 = 64;
/// On a GPU, the work-items that a compute unit is to have of few batches, or the groups, and the iterations of a work-item, or the tiles
/// of a group, at least.
const UNIT_ITEMS: u64 = 1024;
const UNIT_GROUPS: u64 = 16;
const SEGMENT_ITERATIONS: u64 = 64;
const SEGMENT_TILES: u64 = 2;
/// Batches are not cut into fewer segments than these, as each element is then read twice, nor into more, as a group scans their totals.
const SEGMENTS: RangeInclusive<u64> = 8..=16384;

/// How batches are divided.
pub(super) struct Sharing {
    pub(super) group_size: usize,
    /// A group scans a batch.
    pub(super) is_by_groups: bool,
    /// The iterations of a work-item of such a group at a time, or the batches of any other.
    pub(super) items: usize,
    /// The work-items, or groups, among which few batches are divided.
    pub(super) workers: Option<u64>,
}

impl Sharing {
    /// A work-item scans a batch.
    pub(super) const ALONE: Sharing = Sharing { group_size: 1, is_by_groups: false, items: 1, workers: None };
}

/// Whether batches of independent iterations are too short for a group's work-items to be side by side in one, but not across them.
pub(super) fn is_narrow(job: &Job<'_>, batches: &Batches<'_>) -> bool {
    job.n < batches.count.min(SHORT)
}

/// The batches of a job on a device, in groups of `asked` work-items if somebody has asked.
pub(super) fn shared(info: &DeviceInfo, job: &Job<'_>, asked: Option<usize>) -> Sharing {
    let Some(batches) = &job.batches else { return Sharing::ALONE };
    let wants_groups = asked.map_or(info.kind == Kind::Gpu, |size| size > 1);
    if wants_groups && job.kernels.has_program_for_groups() {
        let is_by_groups = batches.first.is_some() && !batches.side_by_side && job.n > SHORT && !job.deterministic;
        let row = ROW_GROUPS.into_iter().find(|(least, ..)| is_by_groups && job.n >= *least);
        let (group_size, items) = row.map_or((GPU_BATCH_GROUP, 1), |(_, group_size, items)| (group_size, items));
        let of_unit = if is_by_groups { UNIT_GROUPS } else { UNIT_ITEMS };
        let workers = (!job.deterministic).then_some(of_unit * u64::from(info.compute_units));
        return Sharing { group_size: asked.unwrap_or(group_size), is_by_groups, items, workers };
    }
    let busy = |together: usize| batches.count / together as u64 >= 2 * u64::from(info.compute_units);
    let wanted = batches.side_by_side || job.n <= SHORT;
    let together = SIDE_BY_SIDE.into_iter().find(|together| wanted && busy(*together));
    Sharing { items: together.unwrap_or(1), ..Sharing::ALONE }
}

/// A batch cut into segments: how many there are, and the iterations of each but the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Segments {
    pub(super) count: u64,
    pub(super) length: u64,
}

impl Segments {
    /// Of `count` batches of `n` iterations each, divided among `workers`, each of which takes `step` iterations at a time.
    pub(super) fn of(count: u64, n: u64, workers: u64, step: u64) -> Segments {
        let most = (workers / count.max(1)).min(n / (SEGMENT_TILES * step).max(SEGMENT_ITERATIONS)).min(*SEGMENTS.end());
        if most < *SEGMENTS.start() {
            return Segments { count: 1, length: n };
        }
        let length = n.div_ceil(most).next_multiple_of(step);
        Segments { count: n.div_ceil(length), length }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every iteration is in one segment, and none is empty.
    #[test]
    fn segments_are_all_of_a_batch() {
        for n in [1, 63, 511, 512, 5000, 1 << 20, (1 << 25) + 3] {
            for (count, workers, step) in [(1, 2048, 1), (2, 135_168, 1), (100, 135_168, 1), (3, 2112, 2816), (264, 2112, 1280)] {
                let Segments { count, length } = Segments::of(count, n, workers, step);
                assert!((count - 1) * length < n && n <= count * length, "{n}: {count} of {length}");
                assert!(count == 1 || length % step == 0 && count <= *SEGMENTS.end(), "{n}: {count} of {length}");
            }
        }
    }

    #[test]
    fn few_long_batches_are_cut() {
        assert_eq!(Segments::of(128, 262_144, 135_168, 1), Segments { count: 1053, length: 249 });
        assert_eq!(Segments::of(16, 2 << 20, 2112, 2816), Segments { count: 125, length: 16_896 });
        assert_eq!(Segments::of(128, 500, 135_168, 1).count, 1, "short ones");
        assert_eq!(Segments::of(20_000, 262_144, 135_168, 1).count, 1, "many");
        assert_eq!(Segments::of(2, 1 << 24, 0, 1).count, 1, "in the loop's order");
    }
}
