//! The launch of `batched`: many scans at once.

use scan_opencl::{DeviceInfo, Kind};

use super::Error;
use super::arguments::Arguments;
use super::arrays::Arrays;
use super::plan::GROUP_A_BATCH;
use super::programs::Prepared;
use super::session::Session;
use crate::job::{Job, bytes_of};

/// The work-items of a group that scans a batch.
const ROW_GROUP: usize = 256;
/// The batches that a work-item of a CPU device walks side by side: some cache lines of each of their rows, or fewer, so that all
/// units have work. There are no other sizes, as each is a program to build.
const SIDE_BY_SIDE: [usize; 2] = [64, 16];
/// Batches no longer than this share a work-item of a CPU device, where there are many.
const SHORT: u64 = 64;

/// The work-items of a group and the batches of each, for a device that would have groups of `on_gpu` or `on_cpu`.
pub(super) fn division(info: &DeviceInfo, job: &Job<'_>, on_gpu: usize, on_cpu: usize) -> (usize, usize) {
    let Some(batches) = &job.batches else { return (1, 1) };
    if info.kind == Kind::Gpu {
        let in_groups = batches.first.is_some() && !batches.side_by_side && !job.deterministic;
        return if in_groups { (ROW_GROUP, GROUP_A_BATCH) } else { (on_gpu, 1) };
    }
    let busy = |together: usize| batches.count / together as u64 >= 2 * u64::from(info.compute_units);
    let wanted = batches.side_by_side || job.n <= SHORT;
    let together = SIDE_BY_SIDE.into_iter().find(|together| wanted && busy(*together));
    (on_cpu, together.unwrap_or(1))
}

/// Queues the kernel. Each batch has a last value of its own, which nobody asks for.
///
/// # Safety
///
/// `arrays` are those of `job` in this session, and `prepared` was prepared for it.
pub(super) unsafe fn run(session: &mut Session<'_>, prepared: &Prepared, job: &Job<'_>, arrays: &Arrays) -> Result<(), Error> {
    let batches = job.batches.as_ref().ok_or(Error::Unsupported("batches without a number"))?;
    let starts = session.scratch(batches.starts.len() as u64)?;
    session.send(starts, batches.starts)?;
    let (plan, mut tables) = (prepared.plan, Vec::new());
    for table in &batches.tables {
        let buffer = session.scratch(table.len() as u64)?;
        session.send(buffer, table)?;
        tables.push(buffer);
    }
    // SAFETY: the parameters are those of the template `batched`, with a start value for each batch.
    unsafe {
        session.launch(&prepared.program, "scan_batches", (plan.batch_groups(batches.count), plan.group_size), |kernel| {
            let mut arguments = Arguments::of_loop(kernel, job, arrays, true)?.buffer(starts)?;
            for table in &tables {
                arguments = arguments.buffer(*table)?;
            }
            match batches.first {
                Some(first) => arguments.value(bytes_of(&first))?.number(batches.count)?.done(),
                None => arguments.done(),
            }
        })
    }
}
