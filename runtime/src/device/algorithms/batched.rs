//! The launch of `batched`: many scans at once.

use crate::device::arguments::Arguments;
use crate::device::buffers::Buffers;
use crate::device::error::Error;
use crate::device::prepare::Prepared;
use crate::device::session::Session;
use crate::model::job::{Job, bytes_of};

/// Queues the kernels: of batches that are cut, the first two find what comes before each segment. Each batch has a last value of its own,
/// which nobody asks for.
///
/// # Safety
///
/// `buffers` are those of `job` in this session, and `prepared` was prepared for it.
pub(super) unsafe fn run(session: &mut Session<'_>, prepared: &Prepared, job: &Job<'_>, buffers: &Buffers) -> Result<(), Error> {
    let batches = job.batches.ok_or(Error::Unsupported("batches without a number"))?;
    let starts = session.scratch(batches.starts.len() as u64)?;
    session.send(starts, batches.starts)?;
    let (plan, mut tables) = (prepared.plan, Vec::new());
    for table in &batches.tables {
        let buffer = session.scratch(table.len() as u64)?;
        session.send(buffer, table)?;
        tables.push(buffer);
    }
    let segments = plan.segments(job, batches);
    let cut = segments.count * batches.count;
    // What stands last in the parameters of kernels that evaluate elements.
    let of_batches = |mut arguments: Arguments<'_>| {
        for table in &tables {
            arguments = arguments.buffer(*table)?;
        }
        if let Some(first) = batches.first {
            arguments = arguments.value(bytes_of(&first))?.number(batches.count)?;
        }
        if plan.group_size == 1 { arguments.done() } else { arguments.number(segments.length)?.done() }
    };
    let groups = (plan.batch_groups(cut), plan.group_size);
    let mut prefixes = starts;
    if segments.count > 1 {
        let totals = session.scratch(cut * job.carried as u64)?;
        prefixes = session.scratch(cut * job.carried as u64)?;
        let reduced = (plan.batch_groups(cut - batches.count), plan.group_size);
        // SAFETY: the parameters are those of the template `batched` for groups, with a total and a prefix for each segment of each batch.
        unsafe {
            session.launch(&prepared.program, "reduce_segments", reduced, |kernel| {
                of_batches(Arguments::of_loop(kernel, job, buffers, false)?.buffer(totals)?)
            })?;
            session.launch(&prepared.program, "scan_totals", (batches.count, plan.group_size), |kernel| {
                Arguments::of(kernel).buffer(totals)?.buffer(prefixes)?.number(segments.count - 1)?.buffer(starts)?.done()
            })?;
        }
    }
    // SAFETY: the parameters are those of the template `batched`, with a start value for each batch, or a prefix for each of its segments.
    unsafe {
        session.launch(&prepared.program, "scan_batches", groups, |kernel| {
            of_batches(Arguments::of_loop(kernel, job, buffers, true)?.buffer(prefixes)?)
        })
    }
}
