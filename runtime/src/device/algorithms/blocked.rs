//! The launches of `blelloch` and `hillis_steele`: scan the blocks, scan the blocks' sums (as blocks in turn), add the prefixes on
//! the way back.

use super::partials::Carry;
use super::partials::{Prefixes, Sums};
use crate::device::arguments::Arguments;
use crate::device::buffers::Buffers;
use crate::device::error::Error;
use crate::device::handles::Buffer;
use crate::device::prepare::Prepared;
use crate::device::session::Session;
use crate::model::job::{Bytes, Job};

/// A level of the recursion: values, scanned block by block. The lowest level's are the iterations, the next one's the sums of the
/// lowest level's blocks.
struct Level {
    count: u64,
    /// The partials of the values within their blocks.
    partial: Buffer,
    /// The sums of the blocks.
    sums: Buffer,
}

/// Queues the kernel of the lowest level.
///
/// # Safety
///
/// As for `phases::reduce`.
pub(super) unsafe fn scan_blocks(
    session: &mut Session<'_>,
    prepared: &Prepared,
    job: &Job<'_>,
    buffers: &Buffers,
) -> Result<Sums, Error> {
    let plan = prepared.plan;
    let Level { partial, sums, .. } = Level::new(session, prepared, job.n, job.carried)?;
    let blocks = plan.groups(job.n);
    // SAFETY: the parameters are those of the template `blocks`, and the buffers have a value for each iteration and block.
    unsafe {
        session.launch(&prepared.program, "scan_blocks", (blocks, plan.group_size), |kernel| {
            Arguments::of_loop(kernel, job, buffers, false)?.buffer(partial)?.buffer(sums)?.done()
        })?;
    }
    Ok(Sums { values: sums, count: blocks, partial: Some(partial) })
}

/// Queues the kernels of the levels above it, up and down again.
///
/// # Safety
///
/// As for `phases::scan_sums`.
pub(super) unsafe fn scan_sums(
    session: &mut Session<'_>,
    prepared: &Prepared,
    sums: (Buffer, u64),
    start: &Bytes,
) -> Result<Prefixes, Error> {
    let first = session.scratch(start.len() as u64)?;
    session.send(first, start)?;
    // SAFETY: the sums are the caller's.
    let values = unsafe {
        let levels = scan_levels(session, prepared, sums, start.len())?;
        add_prefixes(session, prepared, &levels, first)?
    };
    Ok(Prefixes { values: Some(values), last: None })
}

/// Upwards: scans the blocks of every level, up to the one that is a single block. Returns the levels from the lowest up.
///
/// # Safety
///
/// As for `scan_sums`.
unsafe fn scan_levels(
    session: &mut Session<'_>,
    prepared: &Prepared,
    (mut below, mut count): (Buffer, u64),
    carried: usize,
) -> Result<Vec<Level>, Error> {
    let plan = prepared.plan;
    let mut levels = Vec::new();
    while count > 1 {
        let level = Level::new(session, prepared, count, carried)?;
        // SAFETY: the parameters are those of the template `blocks`, and the buffers have a value for each of the level's, or of its
        // blocks.
        unsafe {
            session.launch(&prepared.program, "scan_block_sums", (plan.groups(count), plan.group_size), |kernel| {
                let arguments = Arguments::of(kernel).buffer(below)?.number(count)?;
                arguments.buffer(level.partial)?.buffer(level.sums)?.done()
            })?;
        }
        below = level.sums;
        count = plan.groups(count);
        levels.push(level);
    }
    Ok(levels)
}

/// Downwards: partials within blocks become prefixes of the whole, from the top, whose one block begins with `start`. Returns the
/// prefixes of the values below the lowest level.
///
/// # Safety
///
/// As for `scan_sums`.
unsafe fn add_prefixes(session: &mut Session<'_>, prepared: &Prepared, levels: &[Level], start: Buffer) -> Result<Buffer, Error> {
    let group_size = prepared.plan.group_size;
    let mut prefixes = start;
    for level in levels.iter().rev() {
        let groups = level.count.div_ceil(group_size as u64);
        // SAFETY: as in `scan_levels`.
        unsafe {
            session.launch(&prepared.program, "add_prefixes", (groups, group_size), |kernel| {
                let arguments = Arguments::of(kernel).buffer(level.partial)?.number(level.count)?;
                arguments.buffer(prefixes)?.done()
            })?;
        }
        prefixes = level.partial;
    }
    Ok(prefixes)
}

/// Queues the kernel that stores. Returns where the carried value will be.
///
/// # Safety
///
/// As for `phases::finish`; `partial` is what `scan_blocks` has returned.
pub(super) unsafe fn finish(
    session: &mut Session<'_>,
    prepared: &Prepared,
    job: &Job<'_>,
    buffers: &Buffers,
    partial: Buffer,
    prefixes: Buffer,
) -> Result<Carry, Error> {
    let carry = session.scratch(job.carried as u64)?;
    let group_size = prepared.plan.group_size;
    // SAFETY: the parameters are those of the template `blocks`, with a prefix for each block.
    unsafe {
        session.launch(&prepared.program, "finish", (job.n.div_ceil(group_size as u64), group_size), |kernel| {
            let arguments = Arguments::of_loop(kernel, job, buffers, true)?;
            arguments.buffer(partial)?.buffer(prefixes)?.buffer(carry)?.done()
        })?;
    }
    Ok(Carry { buffer: carry, offset: 0 })
}

impl Level {
    fn new(session: &mut Session<'_>, prepared: &Prepared, count: u64, carried: usize) -> Result<Level, Error> {
        let carried = carried as u64;
        let blocks = prepared.plan.groups(count);
        Ok(Level { count, partial: session.scratch(count * carried)?, sums: session.scratch(blocks * carried)? })
    }
}
