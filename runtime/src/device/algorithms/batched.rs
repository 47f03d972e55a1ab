//! The launch of `batched`: many scans at once.

use crate::device::arguments::Arguments;
use crate::device::buffers::Buffers;
use crate::device::error::Error;
use crate::device::prepare::Prepared;
use crate::device::session::Session;
use crate::model::job::{Job, bytes_of};

/// Queues the kernel. Each batch has a last value of its own, which nobody asks for.
///
/// # Safety
///
/// `buffers` are those of `job` in this session, and `prepared` was prepared for it.
pub(super) unsafe fn run(session: &mut Session<'_>, prepared: &Prepared, job: &Job<'_>, buffers: &Buffers) -> Result<(), Error> {
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
            let mut arguments = Arguments::of_loop(kernel, job, buffers, true)?.buffer(starts)?;
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
