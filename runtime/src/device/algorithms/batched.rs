//! The launch of `batched`: many scans at once.

use crate::device::arguments::Arguments;
use crate::device::buffers::Buffers;
use crate::device::error::Error;
use crate::device::handles::Buffer;
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
    let (plan, tables) = (prepared.plan, tables(session, job)?);
    let segments = plan.segments(job, batches);
    let cut = segments.count * batches.count;
    // What stands last in the parameters of kernels that evaluate elements.
    let of_batches = |arguments: Arguments<'_>| {
        let arguments = own(arguments, job, &tables)?;
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

/// The tables of what the batches of `job` have of their own, sent.
pub(super) fn tables(session: &mut Session<'_>, job: &Job<'_>) -> Result<Vec<Buffer>, Error> {
    let tables = job.batches.iter().flat_map(|batches| &batches.tables);
    tables
        .map(|table| {
            let buffer = session.scratch(table.len() as u64)?;
            session.send(buffer, table)?;
            Ok(buffer)
        })
        .collect()
}

/// What kernels take of the batches: those tables, and where there is an outer loop, its first value and how many it has.
pub(super) fn own<'k>(mut arguments: Arguments<'k>, job: &Job<'_>, tables: &[Buffer]) -> Result<Arguments<'k>, Error> {
    for table in tables {
        arguments = arguments.buffer(*table)?;
    }
    match job.batches.and_then(|batches| Some((batches.first?, batches.count))) {
        Some((first, count)) => arguments.value(bytes_of(&first))?.number(count),
        None => Ok(arguments),
    }
}
