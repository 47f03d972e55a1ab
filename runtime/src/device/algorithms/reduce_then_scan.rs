//! The launches of `reduce_then_scan`: reduce the tiles, scan their totals, scan each tile from its prefix.

use super::partials::Carry;
use super::partials::{Prefixes, Sums};
use crate::device::arguments::Arguments;
use crate::device::buffers::Buffers;
use crate::device::error::Error;
use crate::device::handles::Buffer;
use crate::device::prepare::Prepared;
use crate::device::session::Session;
use crate::model::job::{Bytes, Job};

/// Queues the first kernel.
///
/// # Safety
///
/// As for `phases::reduce`.
pub(super) unsafe fn reduce(
    session: &mut Session<'_>,
    prepared: &Prepared,
    job: &Job<'_>,
    buffers: &Buffers,
) -> Result<Sums, Error> {
    let plan = prepared.plan;
    let tiles = plan.tiles(job.n);
    let totals = session.scratch(tiles * job.carried as u64)?;
    // SAFETY: the parameters are those of the templates `reduce_then_scan` and `reduce`, with a total for each tile.
    unsafe {
        session.launch(&prepared.program, "reduce_tiles", (plan.groups(job.n), plan.group_size), |kernel| {
            Arguments::of_loop(kernel, job, buffers, false)?.buffer(totals)?.done()
        })?;
    }
    Ok(Sums { values: totals, count: tiles, partial: None })
}

/// Queues the second kernel.
///
/// # Safety
///
/// As for `phases::scan_sums`.
pub(super) unsafe fn scan_sums(
    session: &mut Session<'_>,
    prepared: &Prepared,
    (totals, tiles): (Buffer, u64),
    start: &Bytes,
) -> Result<Prefixes, Error> {
    let carried = start.len() as u64;
    let prefixes = session.scratch((tiles + 1) * carried)?;
    // SAFETY: the parameters are those of the template `reduce_then_scan`, with one prefix more than there are totals.
    unsafe {
        session.launch(&prepared.program, "scan_totals", (1, prepared.plan.group_size), |kernel| {
            Arguments::of(kernel).buffer(totals)?.buffer(prefixes)?.number(tiles)?.value(start)?.done()
        })?;
    }
    Ok(Prefixes { values: Some(prefixes), last: Some(Carry { buffer: prefixes, offset: tiles * carried }) })
}

/// Queues the third kernel.
///
/// # Safety
///
/// As for `phases::finish`.
pub(super) unsafe fn finish(
    session: &mut Session<'_>,
    prepared: &Prepared,
    job: &Job<'_>,
    buffers: &Buffers,
    prefixes: Buffer,
) -> Result<(), Error> {
    let plan = prepared.plan;
    // SAFETY: the parameters are those of the template `reduce_then_scan`, with a prefix for each tile.
    unsafe {
        session.launch(&prepared.program, "scan_tiles", (plan.groups(job.n), plan.group_size), |kernel| {
            Arguments::of_loop(kernel, job, buffers, true)?.buffer(prefixes)?.done()
        })
    }
}
