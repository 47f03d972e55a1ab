//! The launches of `blelloch` and `hillis_steele`: scan the blocks, scan the blocks' sums (as blocks in turn), add the prefixes on
//! the way back.

use super::Error;
use super::arguments::Arguments;
use super::arrays::Arrays;
use super::handles::Buffer;
use super::plan::Plan;
use super::programs::Built;
use super::run::Carry;
use super::session::Session;
use crate::job::Job;

/// A level of the recursion: values, scanned block by block. The lowest level's are the iterations, the next one's the sums of the
/// lowest level's blocks.
struct Level {
    count: u64,
    /// The partials of the values within their blocks.
    partial: Buffer,
    /// The sums of the blocks.
    sums: Buffer,
}

/// Queues the kernels. Returns where the carried value will be.
///
/// # Safety
///
/// `arrays` are those of `job` in this session, and `program` was built for `job` and `plan`.
pub(super) unsafe fn run(
    session: &mut Session<'_>,
    program: &Built,
    plan: Plan,
    job: &Job<'_>,
    arrays: &Arrays,
) -> Result<Carry, Error> {
    let start = session.scratch(job.carried as u64)?;
    let carry = session.scratch(job.carried as u64)?;
    // SAFETY: the start value is the job's, which outlives the session. The parameters are those of the template `blocks`, and the
    // buffers have a value for each of a level's, or of its blocks.
    unsafe {
        session.upload(start, job.start.as_ptr().cast(), job.carried)?;
        let levels = scan_levels(session, program, plan, job, arrays)?;
        let prefixes = add_prefixes(session, program, plan, &levels[1..], start)?;
        session.launch(program, "finish", (job.n.div_ceil(plan.group_size as u64), plan.group_size), |kernel| {
            let arguments = Arguments::of_loop(kernel, job, arrays, true)?;
            arguments.buffer(levels[0].partial)?.buffer(prefixes)?.buffer(carry)?.done()
        })?;
    }
    Ok(Carry { buffer: carry, offset: 0 })
}

/// Upwards: scans the blocks of every level, up to the one that is a single block. Returns the levels from the lowest up.
///
/// # Safety
///
/// As for `run`.
unsafe fn scan_levels(
    session: &mut Session<'_>,
    program: &Built,
    plan: Plan,
    job: &Job<'_>,
    arrays: &Arrays,
) -> Result<Vec<Level>, Error> {
    let mut levels = vec![Level::new(session, plan, job.n, job.carried)?];
    let Level { partial, sums, .. } = levels[0];
    // SAFETY: as `run` says.
    unsafe {
        session.launch(program, "scan_blocks", (plan.groups(job.n), plan.group_size), |kernel| {
            Arguments::of_loop(kernel, job, arrays, false)?.buffer(partial)?.buffer(sums)?.done()
        })?;
    }
    let mut below = sums;
    let mut count = plan.groups(job.n);
    while count > 1 {
        let level = Level::new(session, plan, count, job.carried)?;
        // SAFETY: as `run` says.
        unsafe {
            session.launch(program, "scan_block_sums", (plan.groups(count), plan.group_size), |kernel| {
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
/// prefixes of the lowest level's blocks.
///
/// # Safety
///
/// As for `run`; `levels` are those above the lowest.
unsafe fn add_prefixes(
    session: &mut Session<'_>,
    program: &Built,
    plan: Plan,
    levels: &[Level],
    start: Buffer,
) -> Result<Buffer, Error> {
    let mut prefixes = start;
    for level in levels.iter().rev() {
        // SAFETY: as `run` says.
        unsafe {
            session.launch(
                program,
                "add_prefixes",
                (level.count.div_ceil(plan.group_size as u64), plan.group_size),
                |kernel| {
                    let arguments = Arguments::of(kernel).buffer(level.partial)?.number(level.count)?;
                    arguments.buffer(prefixes)?.done()
                },
            )?;
        }
        prefixes = level.partial;
    }
    Ok(prefixes)
}

impl Level {
    fn new(session: &mut Session<'_>, plan: Plan, count: u64, carried: usize) -> Result<Level, Error> {
        let carried = carried as u64;
        Ok(Level { count, partial: session.scratch(count * carried)?, sums: session.scratch(plan.groups(count) * carried)? })
    }
}
