//! The launch of `lookback`: one kernel, over the state through which its tiles tell each other what they know.

use super::partials::Carry;
use crate::device::arguments::Arguments;
use crate::device::buffers::Buffers;
use crate::device::error::Error;
use crate::device::prepare::Prepared;
use crate::device::session::Session;
use crate::device::sizes::state_bytes;
use crate::model::job::{Bytes, Job, bytes_of};

/// Queues the kernel. Returns where the carried value will be.
///
/// # Safety
///
/// As for `algorithms::run`.
pub(super) unsafe fn run(
    session: &mut Session<'_>,
    prepared: &Prepared,
    job: &Job<'_>,
    start: &Bytes,
    buffers: &Buffers,
) -> Result<Carry, Error> {
    let tiles = prepared.plan.groups(job.n);
    let carry = session.scratch(job.carried as u64)?;
    let bytes = state_bytes(tiles, job.carried as u64);
    let (state, first_ticket) = session.state(bytes, tiles, prepared.plan.in_place, carry)?;
    // SAFETY: the parameters are those of the template `lookback`, with a state for each tile.
    unsafe {
        session.launch(&prepared.program, "single_pass_scan", (tiles, prepared.plan.group_size), |kernel| {
            let arguments = Arguments::of_loop(kernel, job, buffers, true)?.buffer(state)?.value(bytes_of(&first_ticket))?;
            arguments.buffer(carry)?.value(start)?.done()
        })?;
    }
    Ok(Carry { buffer: carry, offset: 0 })
}
