//! The launches of `reduce_then_scan`: reduce the tiles, scan their totals, scan each tile from its prefix.

use super::Error;
use super::arguments::Arguments;
use super::arrays::Arrays;
use super::plan::Plan;
use super::programs::Built;
use super::run::Carry;
use super::session::Session;
use crate::job::Job;

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
    let (tiles, carried) = (plan.groups(job.n), job.carried as u64);
    let totals = session.scratch(tiles * carried)?;
    let prefixes = session.scratch((tiles + 1) * carried)?;
    // SAFETY: the parameters are those of the template `reduce_then_scan`, with a total for each tile and one prefix more.
    unsafe {
        session.launch(program, "reduce_tiles", (tiles, plan.group_size), |kernel| {
            Arguments::of_loop(kernel, job, arrays, false)?.buffer(totals)?.done()
        })?;
        session.launch(program, "scan_totals", (1, plan.group_size), |kernel| {
            Arguments::of(kernel).buffer(totals)?.buffer(prefixes)?.number(tiles)?.value(job.start)?.done()
        })?;
        session.launch(program, "scan_tiles", (tiles, plan.group_size), |kernel| {
            Arguments::of_loop(kernel, job, arrays, true)?.buffer(prefixes)?.done()
        })?;
    }
    Ok(Carry { buffer: prefixes, offset: tiles * carried })
}
